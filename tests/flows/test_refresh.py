"""A refresh against an arXiv on loopback: only what is new or changed is fetched, read and asked about."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

import pytest

from litgauge.flows.configs import load_build_config
from litgauge.flows.reportbench.build import build_reportbench
from litgauge.flows.reportbench.config import BuildConfig
from litgauge.flows.reportbench.refresh import refresh_reportbench
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import PublishedSurvey, Quarantined
from litgauge.tasks.releases.release import StoredRelease, load
from tests.flows.live import SAMPLE
from tests.flows.test_build import computed
from tests.harvest.conftest import Request, Server, reply, serve

pytestmark = [pytest.mark.prefect, pytest.mark.usefixtures("temporary_prefect")]
SAMPLES = SAMPLE.parents[2] / "data" / "sample"
TODAY = datetime.now(UTC).date()
KNOWN, NEW, WITHDRAWN = "9912.00003", "9912.00004", "9912.00007"


def sample_row(survey_id: str) -> dict[str, Any]:
    rows = [json.loads(line) for line in (SAMPLES / "surveys.jsonl").read_text(encoding="utf-8").splitlines()]
    return next(row for row in rows if row["id"] == survey_id) | {"source": None}


class Arxiv:
    """OAI-PMH and e-prints of the sample's papers; `changed` says which papers changed lately."""

    def __init__(self) -> None:
        self.changed: list[dict[str, Any]] = []

    def __call__(self, request: Request, handler: BaseHTTPRequestHandler) -> None:
        if request.path.startswith("/e-print/"):
            name = request.path.rsplit("/", 1)[-1].partition("v")[0]
            (source,) = (SAMPLES / "sources").glob(f"{name}.*")
            return reply(handler, source.read_bytes())
        asked = request.query
        rows = [row for row in self.changed if asked["from"] <= row["update_date"] <= asked["until"]]
        listed = "".join(record(row) for row in rows)
        content = f"<ListRecords>{listed}</ListRecords>" if rows else '<error code="noRecordsMatch">none</error>'
        return reply(
            handler,
            '<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><responseDate>2026-01-01T00:00:00Z</responseDate>'
            f"<request>x</request>{content}</OAI-PMH>",
        )


def record(row: dict[str, Any]) -> str:
    names = ("id", "submitter", "title", "authors", "categories", "comments", "journal-ref", "license", "abstract")
    fields = "".join(f"<{name}>{escape(row[name])}</{name}>" for name in names if row[name])
    versions = "".join(
        f'<version version="{version["version"]}"><date>{version["created"]}</date><size>1kb</size></version>'
        for version in row["versions"]
    )
    return (
        f"<record><header><identifier>oai:arXiv.org:{row['id']}</identifier>"
        f"<datestamp>{row['update_date']}</datestamp></header>"
        f'<metadata><arXivRaw xmlns="http://arxiv.org/OAI/arXivRaw/">{fields}{versions}</arXivRaw></metadata></record>'
    )


def config_for(folder: Path, server: Server) -> BuildConfig:
    base = load_build_config(SAMPLE).model_dump(mode="json")
    base["harvest"] |= {
        "source": "snapshot", "path": str(folder / "snapshot.jsonl"), "oai_url": f"{server.url}/oai",
        "request_interval_s": 0,
    }  # fmt: skip
    base["sources"] |= {"download_url": f"{server.url}/e-print/{{arxiv_id}}", "request_interval_s": 0}
    base["opt_out"] = None
    return BuildConfig.model_validate(base)


def surveys_of(release: StoredRelease) -> set[str]:
    return {row.survey_id for row in release.rows("surveys", PublishedSurvey)}


def test_only_what_is_new_is_worked_on_and_what_was_withdrawn_goes(tmp_path: Path) -> None:
    arxiv = Arxiv()
    store = str(tmp_path / "store")
    old = [sample_row(name) for name in (KNOWN, WITHDRAWN)]
    for row in old:  # as if they had changed a month ago: the refresh counts from there
        row["versions"][-1]["created"] = (TODAY - timedelta(days=30)).strftime("%a, %d %b %Y 10:00:00 GMT")
    (tmp_path / "snapshot.jsonl").write_text("".join(json.dumps(row) + "\n" for row in old), encoding="utf-8")
    with serve(arxiv) as server:
        config = config_for(tmp_path, server)
        first = build_reportbench(config=config, storage=store)
        assert surveys_of(load(Storage(store), first["release"])) == {KNOWN, WITHDRAWN}

        day = (TODAY - timedelta(days=3)).isoformat()
        later = {"version": "v9", "created": (TODAY - timedelta(days=3)).strftime("%a, %d %b %Y 10:00:00 GMT")}
        gone = old[1] | {"comments": "This paper has been withdrawn by the author", "update_date": day}
        gone["versions"] = [*gone["versions"], later]
        arxiv.changed = [sample_row(NEW) | {"update_date": day}, gone]
        asked = len(server.asked)
        with computed() as items:
            second = refresh_reportbench(config=config, storage=store)
        downloads = [request.path for request in server.asked[asked:] if "e-print" in request.path]
        assert [path.rsplit("/", 1)[-1].partition("v")[0] for path in downloads] == [NEW]
        assert all(items[stage] == [NEW] for stage in ("sources", "references", "fulltext", "prompts", "domains"))

        release = load(Storage(store), second["release"])
        assert second["release"] == "reportbench@2"
        assert surveys_of(release) == {KNOWN, NEW}
        reasons = {row.survey_id: row.rule for row in release.rows("quarantine", Quarantined)}
        assert reasons == {WITHDRAWN: "withdrawn"}

        asked = len(server.asked)
        with computed() as items:
            third = refresh_reportbench(config=config, storage=store)
        assert third["new"] is False
        assert items == {}
        assert len(server.asked) == asked
