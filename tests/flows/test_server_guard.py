"""Who the server of `litgauge serve` answers: its own pages and clients, and nobody's page in the user's browser."""

from __future__ import annotations

import base64
import http.server
import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from litgauge.flows.ui.address import PASSWORD, ServerAddress
from litgauge.flows.ui.api_calls import is_answered, unusable_json
from litgauge.flows.ui.server_guard import ServerGuard
from litgauge.tasks.base.errors import UnusableInput
from tests.flows.live import token_of
from tests.flows.served import Patient
from tests.html.browser import chromium, open_browser
from tests.tables import each_row

NEEDS_CHROMIUM = pytest.mark.skipif(chromium() is None, reason="needs Chromium (Debian's package chromium)")
SHELL = {"prefect.deployments.steps.run_shell_script": {"script": "touch /tmp/owned"}}


def port_of(api: str) -> int:
    return urlsplit(api).port or 80


NAMES = ["127.0.0.1", "localhost", "::1"]
FOREIGN = [
    "http://evil.example",
    "http://127.0.0.1:1",
    "http://localhost",
    "https://127.0.0.1.evil.example:{port}",
    "http://evil.example:{port}",
    "http://127.0.0.1@evil.example:{port}",
    "file://",
    "null",
    "http://[::1",
    "chrome-extension://abcdefgh",
]


@pytest.mark.prefect
@pytest.mark.parametrize("origin", FOREIGN)
def test_pages_of_other_origins_are_refused(live_prefect: str, origin: str) -> None:
    told = {"Origin": origin.format(port=port_of(live_prefect))}
    for method, path in (("GET", "/health"), ("POST", "/deployments/filter"), ("OPTIONS", "/flow_runs/filter")):
        answer = httpx.request(method, live_prefect + path, headers=told)
        assert answer.status_code == 403
        assert "access-control-allow-origin" not in answer.headers


@pytest.mark.prefect
@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:{port}", "127.0.0.1.nip.io:{port}", "169.254.169.254", "127.1:{port}", ""]
)
def test_other_names_for_our_address_are_refused(live_prefect: str, host: str) -> None:
    answer = httpx.get(f"{live_prefect}/health", headers={"Host": host.format(port=port_of(live_prefect))})
    assert answer.status_code in (400, 421)


@pytest.mark.prefect
def test_our_own_pages_are_answered_by_any_of_our_names(live_prefect: str) -> None:
    for name in ("127.0.0.1", "localhost"):
        place = f"{name}:{port_of(live_prefect)}"
        answer = httpx.get(f"{live_prefect}/health", headers={"Host": place, "Origin": f"http://{place}"})
        assert answer.status_code == 200


@pytest.mark.prefect
def test_a_change_without_a_token_is_refused(live_prefect: str) -> None:
    flow = {"name": "a-flow-of-nobody"}
    assert httpx.post(f"{live_prefect}/flows/", json=flow).status_code == 403
    assert httpx.post(f"{live_prefect}/flows/", json=flow, headers=token_of(live_prefect)).status_code == 201


@pytest.mark.prefect
def test_a_deployment_starts_a_form_of_ours_and_nothing_else(live_prefect: str) -> None:
    headers = token_of(live_prefect)
    flow = httpx.post(f"{live_prefect}/flows/", json={"name": "a-flow"}, headers=headers).json()["id"]
    ours = {"name": "verify-mine", "flow_id": flow, "entrypoint": "litgauge.flows.ui.upkeep_forms.verify_stored"}
    for bad in (
        {"entrypoint": "os.system"},
        {"entrypoint": "litgauge.flows.ui.upkeep_forms.prune_plan"},
        {"entrypoint": "evil.py:run"},
        {"pull_steps": [SHELL]},
        {"job_variables": {"command": "touch /tmp/owned"}},
        {"path": "/etc"},
    ):
        refused = httpx.post(f"{live_prefect}/deployments/", json=ours | bad, headers=headers)
        assert (refused.status_code, "deployments of this server" in refused.text) == (403, True)
    with httpx.Client(transport=Patient(), timeout=60) as patient:  # SQLite may be busy with others' runs
        made = patient.post(f"{live_prefect}/deployments/", json=ours, headers=headers)
    assert made.status_code in (200, 201)
    place = f"{live_prefect}/deployments/{made.json()['id']}"
    assert httpx.patch(place, json={"pull_steps": [SHELL]}, headers=headers).status_code == 403
    started = {"job_variables": {"env": {"LD_PRELOAD": "x"}}}
    assert httpx.post(f"{place}/create_flow_run", json=started, headers=headers).status_code == 403
    assert httpx.delete(place, headers=headers).status_code == 204


@pytest.mark.prefect
def test_no_answer_can_be_shown_in_a_frame(live_prefect: str) -> None:
    root = live_prefect.removesuffix("/api")
    places = [f"{root}/", f"{root}/runs", f"{live_prefect}/health", f"{live_prefect}/nothing", f"{root}/litgauge/"]
    for place in places:
        for headers in ({}, {"Origin": "http://evil.example"}):
            answer = httpx.get(place, headers=headers)
            assert answer.headers["x-frame-options"] == "DENY"
            assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]


OPENED = {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}


@pytest.mark.prefect
def test_another_site_may_link_to_a_page_and_do_nothing_else(live_prefect: str) -> None:
    page, api = live_prefect.removesuffix("/api") + "/", f"{live_prefect}/health"
    for site in ("cross-site", "same-site"):
        headers = {"Sec-Fetch-Site": site}
        assert httpx.get(page, headers=headers | OPENED).status_code < 400
        assert httpx.get(page, headers=headers | OPENED | {"Sec-Fetch-Dest": "iframe"}).status_code == 403
        assert httpx.get(page, headers=headers | {"Sec-Fetch-Mode": "no-cors"}).status_code == 403
        assert httpx.get(api, headers=headers | OPENED).status_code == 403
        assert httpx.post(page, headers=headers | OPENED).status_code == 403
    assert httpx.get(api, headers={"Sec-Fetch-Site": "same-origin"}).status_code == 200


REFUSED_CALLS = [
    "POST /variables/",
    "PATCH /variables/1",
    "POST /work_pools/",
    "PATCH /work_pools/default",
    "POST /work_queues/",
    "POST /block_types/",
    "POST /block_schemas/",
    "PUT /admin/storage",
    "DELETE /admin/storage",
    "POST /admin/database/clear",
    "POST //deployments/",
    "POST /deployments/../variables/",
    "TRACE /flows/",
]


@each_row("call", REFUSED_CALLS)
def test_calls_that_nobody_of_ours_makes_are_refused(call: str) -> None:
    method, path = call.split()
    assert not is_answered(method, f"/api{path}")


@pytest.mark.prefect
def test_every_call_of_the_api_is_read_or_on_the_list_or_refused(live_prefect: str) -> None:
    changes = {"post", "put", "patch", "delete"}
    refused = {
        f"{method.upper()} {path.removeprefix('/api')}"
        for path, methods in httpx.get(f"{live_prefect}/openapi.json", timeout=60).json()["paths"].items()
        for method in methods
        if method in changes and not is_answered(method.upper(), "/api/" + path.removeprefix("/api").lstrip("/"))
    }
    rooms = {call.split()[1].split("/")[1] for call in refused}
    assert rooms <= {"admin", "block_types", "block_schemas", "work_pools", "work_queues", "variables", "templates"}
    assert {"admin", "variables", "work_pools"} <= rooms


@pytest.mark.asyncio
async def test_without_the_password_nothing_of_a_body_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PASSWORD, "ann:a long secret")
    for headers in ([], [(b"authorization", b"Basic YW5uOmd1ZXNz")]):
        assert await status_of(headers=headers) == 401
    right = b"Basic " + base64.b64encode(b"ann:a long secret")
    assert await status_of(b"{}", headers=[(b"authorization", right)]) == 200


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "body",
    [
        b"[" + b"1," * 2_000_000 + b"1]",
        b"[" + b"1," * 100_000 + b"1]",
        b"{" + b",".join(b'"%d":1' % key for key in range(110_000)) + b"}",
        b"[" + b'"a",' * 110_000 + b'""]',
        b"[" + b"{}," * 20_000 + b"{}]",
        b'["\\\\\\"",' + b"[]," * 20_000 + b'""]',
        b"[" * 100_000,
        b'{"a":' * 70 + b"1" + b"}" * 70,
        b" " * (4 * 2**20 + 1),
        json.dumps(['"', *([[]] * 30_000), ""]).encode("utf-16"),
        json.dumps(['"', *([[]] * 30_000), ""]).encode("utf-16-be"),
        json.dumps(['"', ""]).encode("utf-32"),
        b'["\xff"]',
    ],
    ids=[
        *("numbers", "fewer numbers", "keys", "strings", "objects", "lists behind quotes", "deep", "deep objects"),
        *("long", "UTF-16", "UTF-16 without mark", "UTF-32", "Latin-1"),
    ],
)
async def test_a_body_that_would_fill_the_memory_is_not_handed_on(body: bytes) -> None:
    assert await status_of(body, path="/api/logs/") == 413


@pytest.mark.asyncio
async def test_each_call_is_sent_as_much_as_its_clients_send() -> None:
    numbers, text = b"[" + b"1," * 90_000 + b"1]", json.dumps({"data": "x" * 900_000}).encode()
    for path, of_numbers, of_text in (("logs/", 200, 200), ("artifacts/", 413, 200), ("flow_runs/filter", 413, 413)):
        assert await status_of(numbers, path=f"/api/{path}") == of_numbers
        assert await status_of(text, path=f"/api/{path}") == of_text


@pytest.mark.asyncio
async def test_signs_in_a_text_are_no_values() -> None:
    text = json.dumps({"key": "a", "data": '[{,"\\' * 100_000}).encode()
    assert await status_of(text, path="/api/artifacts/") == 200


def test_a_text_without_an_end_is_scanned_once() -> None:
    assert unusable_json("/api/logs/", b'["' + b'\\"' * 2_000_000) == ""  # a minute for 50,000 if it is not


@pytest.mark.asyncio
async def test_a_length_that_is_announced_is_enough_to_refuse() -> None:
    assert await status_of(headers=[(b"content-length", b"63000000")]) == 413


@pytest.mark.asyncio
async def test_automations_send_notifications_and_call_no_address() -> None:
    for actions, status in (
        ([{"type": "send-notification", "block_document_id": "1", "body": "x"}], 200),
        ([{"type": "call-webhook", "block_document_id": "1"}], 403),
        ([{"type": "run-deployment", "job_variables": {"command": "x"}}], 403),
    ):
        body = json.dumps({"name": "a", "trigger": {}, "actions": actions}).encode()
        assert await status_of(body, path="/api/automations/", method="POST") == status


@pytest.mark.prefect
def test_the_stream_of_events_is_not_for_other_origins(live_prefect: str) -> None:
    place = live_prefect.replace("http://", "ws://") + "/events/out"
    for origin in ("http://evil.example", "null"):
        with pytest.raises(InvalidStatus) as refused, connect(place, origin=origin):  # type: ignore[arg-type]
            pass
        assert refused.value.response.status_code == 403
    with connect(place, subprotocols=["prefect"]):  # type: ignore[list-item]
        pass


@pytest.mark.asyncio
@pytest.mark.parametrize(
    "body",
    [
        b'{"pull_steps": [{"a": 1}]}',
        b'{"deployments": [{"x": {"pull_steps": {"a": 1}}}]}',
        b'{"pull\\u005fsteps": [1]}',
        b'{"storage_document_id": "0b8f1c1e-0000-4000-8000-000000000000"}',
        b'{"entrypoint": "evil.py:run"}',
        b"pull_steps but no JSON",
    ],
)
async def test_pull_steps_are_found_however_they_are_sent(body: bytes) -> None:
    assert await status_of(body) == 403


@pytest.mark.asyncio
async def test_other_bodies_arrive_as_they_were_sent() -> None:
    body = b'{"name": "x", "pull_steps": null, "description": "' + b"y" * 200_000 + b'"}'
    for text in (body, b"", b'{"parameters": {"pull_steps": [1], "entrypoint": "a field of a form"}}'):
        assert await status_of(text) == 200


async def status_of(
    body: bytes | None = None,
    *,
    headers: list[tuple[bytes, bytes]] | None = None,
    path: str = "/api/deployments/1",
    method: str = "",
) -> int:
    """The status of a change whose body comes in pieces; 200 if the application got all of it. Without body none may
    be read."""
    pieces = [body[start : start + 60_000] for start in range(0, len(body), 60_000)] if body else [b""]
    waiting = [{"type": "http.request", "body": piece, "more_body": True} for piece in pieces]
    waiting[-1]["more_body"] = False
    sent: list[Any] = []

    async def receive() -> Any:
        assert body is not None
        return waiting.pop(0)

    async def send(message: Any) -> None:
        sent.append(message)

    async def application(scope: Any, receive: Any, send: Any) -> None:
        message = await receive()
        assert (message["body"], message["more_body"]) == (body, False)
        await send({"type": "http.response.start", "status": 200, "headers": []})

    method = method or ("PATCH" if path.endswith("1") else "POST")
    heads = [(b"host", b"localhost:1"), *(headers or ())]
    await ServerGuard(application, NAMES)(
        {"type": "http", "method": method, "path": path, "headers": heads}, receive, send
    )
    return int(sent[0]["status"])


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "", "192.168.1.7", "gauge.example", "fe80::1"])
def test_a_server_that_others_can_reach_needs_a_password(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    monkeypatch.delenv(PASSWORD, raising=False)
    with pytest.raises(UnusableInput, match="no password"):
        ServerAddress(host).check()
    monkeypatch.setenv(PASSWORD, "ann:a long secret")
    ServerAddress(host).check()


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "localhost", "::1"])
def test_a_server_for_this_machine_alone_needs_none(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    monkeypatch.delenv(PASSWORD, raising=False)
    ServerAddress(host).check()
    assert host in ServerAddress(host).names


def test_a_proxy_may_have_a_name_of_its_own() -> None:
    assert "gauge.example" in ServerAddress(allowed=("gauge.example",)).names


ATTACK = """<script>
const api = "http://127.0.0.1:PORT/api";
const change = {method: "PATCH", headers: {"content-type": "application/json"}, body: '{"pull_steps": [{"x": 1}]}'};
const plain = {method: "POST", mode: "no-cors", body: '{"name": "taken"}'};
const heard = (url) => new Promise((done) => {
  const socket = new WebSocket(url, ["prefect"]);
  socket.onopen = () => done("open");
  socket.onerror = () => done("closed");
});
window.seen = {};
Promise.allSettled([
  fetch(api + "/deployments/filter", {method: "POST", body: "{}"}).then((r) => r.text()),
  fetch(api + "/health").then((r) => r.text()),
  fetch(api + "/deployments/1", change).then((r) => r.text()),
  fetch(api + "/csrf-token?client=x").then((r) => r.text()),
  fetch(api + "/flows/", plain).then((r) => r.type),
  heard("ws://127.0.0.1:PORT/api/events/out"),
]).then((all) => { window.seen = {done: all.map((one) => one.value || "failed")}; });
</script>"""


@pytest.mark.prefect
@pytest.mark.browser
@NEEDS_CHROMIUM
def test_a_page_of_another_origin_gets_nowhere_in_a_real_browser(live_prefect: str, tmp_path: Path) -> None:
    attack = ATTACK.replace("PORT", str(port_of(live_prefect)))
    with page_at(attack) as url, open_browser(tmp_path / "profile") as tab:
        tab.visit(url)
        tab.wait("window.seen.done")
        read, health, changed, token, blind, stream = tab.evaluate("window.seen.done")
    assert (read, health, changed, token) == ("failed",) * 4
    assert (blind, stream) == ("opaque", "closed")  # what a page sends blindly it may send; it was refused:
    assert httpx.get(f"{live_prefect}/flows/name/taken").status_code == 404


@pytest.mark.prefect
@pytest.mark.browser
@NEEDS_CHROMIUM
def test_its_own_page_works_in_a_real_browser(live_prefect: str, tmp_path: Path) -> None:
    for name in ("127.0.0.1", "localhost"):
        with open_browser(tmp_path / name) as tab:
            tab.visit(f"http://{name}:{port_of(live_prefect)}/deployments")
            tab.wait("performance.getEntriesByType('resource').some((one) => one.name.includes('/api/deployments/'))")
            asked = {urlsplit(url).path for url in tab.requests if urlsplit(url).hostname == name}
            assert "/api/deployments/count" in asked  # a POST: with its token, and to the page's own origin
            assert not [error for error in tab.errors if "403" in error or "CORS" in error]


@contextmanager
def page_at(text: str) -> Iterator[str]:
    """The address of a page on a port of its own, which is another origin."""

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("content-type", "text/html")
            self.end_headers()
            self.wfile.write(text.encode())

        def log_message(self, *args: object) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_address[1]}/"
        server.shutdown()
