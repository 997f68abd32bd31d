"""The report pages that the server of `litgauge serve` shows: nothing else is served, and a page can do nothing."""

from __future__ import annotations

import base64
import html
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from litgauge.flows.ui.address import PASSWORD
from litgauge.flows.ui.report_pages import ReportPages, report_link
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.html.frozen_pages import frozen_pages
from litgauge.tasks.html.picture_pages import picture_name
from litgauge.tasks.ledger import append_score_run
from tests.benchmarks.reportbench.sample_run import sample_run
from tests.benchmarks.tvir.judged import judged_rows
from tests.html.test_picture_pages import drawn, kept
from tests.tables import each_row

pytestmark = pytest.mark.asyncio

BEHIND = 299


async def asked(storage: str, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], str]:
    """Status, headers and body; BEHIND if the application behind was asked."""
    sent: list[Any] = []

    async def behind(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": BEHIND, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def send(message: Any) -> None:
        sent.append(message)

    async def receive() -> Any:
        return {"type": "http.request"}

    given = [(name.encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "http", "method": method, "path": path, "headers": given}
    await ReportPages(behind, storage)(scope, receive, send)
    found = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], found, sent[1]["body"].decode()


@each_row(
    "path",
    [
        "/litgauge/reports",
        "/litgauge/reports/reportbench@1",
        "/litgauge/reports/../../../etc/passwd",
        "/litgauge/../../etc/passwd",
        "/litgauge/reports/reportbench@1/../../secret.txt",
        "/litgauge//etc/passwd",
        "/litgauge/reports/%2e%2e/secret.txt",
        "/litgauge/reports/reportbench@1/run\x00",
        "/litgauge/reports/reportbench@1/a/b/c",
        "/litgauge/secret.txt",
    ],
)
async def test_only_what_the_ledger_has_is_shown(tmp_path: Path, path: str) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    status, _, body = await asked(str(tmp_path), path)
    assert (status, "secret" in body, "root:" in body) == (404, False, False)


async def test_a_page_loads_and_sends_nothing_and_is_an_origin_of_its_own(tmp_path: Path) -> None:
    status, headers, body = await asked(str(tmp_path), "/litgauge/")
    assert (status, "Nothing was scored" in body) == (200, True)
    policy = headers["content-security-policy"]
    assert policy.startswith("default-src 'none'")
    assert "sandbox allow-scripts" in policy
    assert "allow-same-origin" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert (await asked(str(tmp_path), "/litgauge/", "POST"))[0] == 405


async def test_the_rest_is_the_servers(tmp_path: Path) -> None:
    for path in ("/", "/api/health", "/litgauger", "/v2/litgauge/"):
        assert (await asked(str(tmp_path), path))[0] == BEHIND
    assert (await asked("", "/litgauge/"))[0] == BEHIND  # a server that shows no storage


async def test_a_password_is_asked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PASSWORD, "user:sécret")
    for given in ("", "Basic", "Basic dXNlcjp4", "Bearer user:sécret"):
        status, headers, _ = await asked(str(tmp_path), "/litgauge/", authorization=given)
        assert (status, headers["www-authenticate"][:5]) == (401, "Basic")
    right = "Basic " + base64.b64encode("user:sécret".encode()).decode()
    assert (await asked(str(tmp_path), "/litgauge/", authorization=right))[0] == 200


async def test_a_frozen_page_is_shown_under_its_run_and_nowhere_else(tmp_path: Path) -> None:
    found = sample_run("careful")
    run = append_score_run(Storage(str(tmp_path)), replace(found.run, release="sample@1"), found.rows)
    name, page = next((name, one.page) for name, one in frozen_pages([found]).items() if one.page.status == "ok")
    where = report_link("sample@1", run.run_id)
    status, headers, body = await asked(str(tmp_path), f"{where}/frozen/{name}")
    assert (status, html.escape(page.url) in body) == (200, True)
    assert headers["content-security-policy"].startswith("default-src 'none'; style-src")
    for path in (f"{where}/frozen/none", f"{where}/frozen/{name}/x", f"{where}x/frozen/{name}"):
        assert (await asked(str(tmp_path), path))[0] == 404


async def test_a_picture_of_an_answer_is_shown_under_its_run(tmp_path: Path) -> None:
    storage, found = Storage(str(tmp_path)), sample_run("careful")
    picture = kept(storage, drawn())
    rows = judged_rows(figure_pictures=[picture])
    run = append_score_run(storage, replace(found.run, benchmark="tvir", release="tvir@1"), rows)
    where = f"{report_link('tvir@1', run.run_id)}/frozen/{picture_name(picture)}"
    status, headers, body = await asked(str(tmp_path), where)
    assert (status, 'src="data:image/png;base64,' in body) == (200, True)
    assert "; img-src data:; frame-ancestors 'none'; sandbox" in headers["content-security-policy"]


async def test_names_do_not_leave_their_place() -> None:
    assert report_link("reportbench@1", "../x?a#b") == "/litgauge/reports/reportbench@1/..%2Fx%3Fa%23b"
