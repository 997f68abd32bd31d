"""Who the server of `litgauge serve` answers: its own pages and clients, and nobody's page in the user's browser."""

from __future__ import annotations

import http.server
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

from flows.ui.address import PASSWORD, ServerAddress
from flows.ui.server_guard import ServerGuard
from tasks.base.errors import UnusableInput
from tests.flows.live import token_of
from tests.html.browser import chromium, open_browser

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
    made = {"name": "a-variable", "value": "1"}
    assert httpx.post(f"{live_prefect}/variables/", json=made).status_code == 403
    assert httpx.post(f"{live_prefect}/variables/", json=made, headers=token_of(live_prefect)).status_code == 201


@pytest.mark.prefect
def test_no_deployment_takes_pull_steps(live_prefect: str) -> None:
    headers = token_of(live_prefect)
    flow = httpx.post(f"{live_prefect}/flows/", json={"name": "a-flow"}, headers=headers).json()["id"]
    wanted = {"name": "bad", "flow_id": flow, "entrypoint": "os.path", "pull_steps": [SHELL]}
    refused = httpx.post(f"{live_prefect}/deployments/", json=wanted, headers=headers)
    assert (refused.status_code, refused.json()) == (
        403,
        {"exception_message": "deployments of this server take no code from outside"},
    )
    made = httpx.post(f"{live_prefect}/deployments/", json=wanted | {"pull_steps": []}, headers=headers)
    assert made.status_code in (200, 201)
    place = f"{live_prefect}/deployments/{made.json()['id']}"
    assert httpx.patch(place, json={"pull_steps": [SHELL]}, headers=headers).status_code == 403
    assert not httpx.get(place).json()["pull_steps"]


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
        b"[" * 100_000 + b'"pull_steps"',
    ],
)
async def test_pull_steps_are_found_however_they_are_sent(body: bytes) -> None:
    assert await answered(body) == 403


@pytest.mark.asyncio
async def test_other_bodies_arrive_as_they_were_sent() -> None:
    body = b'{"name": "x", "pull_steps": null, "description": "' + b"y" * 300_000 + b'"}'
    assert await answered(body) == 200
    assert await answered(b"\xff\xfe") == 200
    assert await answered(b"") == 200


async def answered(body: bytes) -> int:
    """The status of a change to a deployment whose body comes in pieces; 200 if the application got all of it."""
    pieces = [body[start : start + 60_000] for start in range(0, len(body), 60_000)] or [b""]
    waiting = [{"type": "http.request", "body": piece, "more_body": True} for piece in pieces]
    waiting[-1]["more_body"] = False
    sent: list[Any] = []

    async def receive() -> Any:
        return waiting.pop(0)

    async def send(message: Any) -> None:
        sent.append(message)

    async def application(scope: Any, receive: Any, send: Any) -> None:
        message = await receive()
        assert (message["body"], message["more_body"]) == (body, False)
        await send({"type": "http.response.start", "status": 200, "headers": []})

    scope = {"type": "http", "method": "PATCH", "path": "/api/deployments/1", "headers": [(b"host", b"localhost:1")]}
    await ServerGuard(application, NAMES)(scope, receive, send)
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
const plain = {method: "POST", mode: "no-cors", body: '{"name": "taken", "value": 1}'};
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
  fetch(api + "/variables/", plain).then((r) => r.type),
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
    assert httpx.get(f"{live_prefect}/variables/name/taken").status_code == 404


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
