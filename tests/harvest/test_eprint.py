"""Downloads from a server that behaves as badly as servers do."""

from __future__ import annotations

import gzip
import hashlib
import time
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest

from litgauge.tasks.base.errors import Failed, Rejected
from litgauge.tasks.harvest.eprint import Fetched, fetch_eprint
from litgauge.tasks.harvest.settings import SourceSettings
from tests.harvest.conftest import Request, Server, reply, serve
from tests.harvest.test_source_kind import TEX, tar
from tests.tables import each_row

NOISE = b"".join(hashlib.sha256(bytes([number])).digest() for number in range(200))
SOURCE = gzip.compress(tar(main=TEX, figure=NOISE), mtime=0)


def settings(server: Server, **changes: Any) -> SourceSettings:
    return SourceSettings(
        **(
            {"download_url": server.url + "/e-print/{arxiv_id}", "request_interval_s": 0, "attempts": 3, "timeout_s": 5}
            | changes
        )
    )


def fetch(server: Server, version: int | None = None, **changes: Any) -> Fetched:
    return fetch_eprint("2101.00001", version, settings(server, **changes))


def always(body: bytes, status: int = 200, **headers: str) -> Callable[[Request, BaseHTTPRequestHandler], None]:
    return lambda _, handler: reply(handler, body, status, **headers)


def drop_after(handler: BaseHTTPRequestHandler, data: bytes, sent: int, **headers: str) -> None:
    """Announce all, send some, and hang up."""
    handler.send_response(200)
    for name, value in ({"content-length": str(len(data))} | headers).items():
        handler.send_header(name, value)
    handler.end_headers()
    handler.wfile.write(data[:sent])
    handler.wfile.flush()
    handler.connection.close()


def test_a_source_comes_whole_with_its_hash_and_kind() -> None:
    with serve(always(SOURCE, content_type="application/pdf", content_encoding="x-gzip")) as server:
        fetched = fetch(server, version=2)
    assert fetched.data == SOURCE
    assert fetched.sha256 == hashlib.sha256(SOURCE).hexdigest()
    assert (fetched.kind, fetched.url) == ("tar", f"{server.url}/e-print/2101.00001v2")


def test_gzip_as_content_encoding_is_not_unpacked() -> None:
    with serve(always(gzip.compress(TEX), content_encoding="gzip")) as server:
        fetched = fetch(server)
    assert (fetched.data[:2], fetched.kind) == (b"\x1f\x8b", "tex")
    assert server.asked[0].path == "/e-print/2101.00001"
    assert server.asked[0].headers["accept-encoding"] == "identity"


def test_redirects_are_followed() -> None:
    def answer(request: Request, handler: BaseHTTPRequestHandler) -> None:
        reply(
            handler, SOURCE if request.path == "/src" else b"", 200 if request.path == "/src" else 301, location="/src"
        )

    with serve(answer) as server:
        assert fetch(server).data == SOURCE


def test_a_pdf_is_a_source() -> None:
    with serve(always(b"%PDF-1.5 and so on")) as server:
        assert fetch(server).kind == "pdf"


@each_row(
    "answer, error, rule",
    [
        (always(b""), Failed, "empty-answer"),
        (always(gzip.compress(b"")), Rejected, "withdrawn"),
        (always(gzip.compress(b"%auto-ignore\nThis paper has been withdrawn")), Rejected, "withdrawn"),
        (always(b"<html>We are sorry</html>"), Failed, "html-page"),
        (always(b"no", 404), Rejected, "no-source"),
        (always(b"no", 403), Failed, "forbidden"),
        (always(b"no", 418), Failed, "server-error"),
        (always(b"x" * 600), Rejected, "unknown-format"),
    ],
)
def test_what_arxiv_may_give_instead(
    answer: Callable[[Request, BaseHTTPRequestHandler], None], error: type[Rejected | Failed], rule: str
) -> None:
    with serve(answer) as server, pytest.raises(error) as raised:
        fetch(server)
    assert raised.value.rule == rule
    assert len(server.asked) == 1


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_busy_server_is_asked_again(status: int) -> None:
    def answer(_: Request, handler: BaseHTTPRequestHandler) -> None:
        reply(handler, SOURCE) if len(server.asked) == 3 else reply(handler, b"", status, retry_after="0")

    with serve(answer) as server:
        assert fetch(server).data == SOURCE


def test_a_server_that_stays_busy_fails_for_now() -> None:
    with serve(always(b"", 503)) as server, pytest.raises(Failed, match="503"):
        fetch(server)
    assert len(server.asked) == 3


def test_a_server_that_asks_for_too_much_patience_is_left_alone() -> None:
    with serve(always(b"", 429, retry_after="86400")) as server, pytest.raises(Failed, match="429"):
        fetch(server)
    assert len(server.asked) == 1


@pytest.mark.slow
def test_retry_after_is_honoured() -> None:
    def answer(_: Request, handler: BaseHTTPRequestHandler) -> None:
        reply(handler, SOURCE) if len(server.asked) == 2 else reply(handler, b"", 429, retry_after="1")

    with serve(answer) as server:
        start = time.monotonic()
        fetch(server)
    assert time.monotonic() - start >= 1


class TestResume:
    """A download that breaks off goes on where the server can, and begins again where it cannot."""

    @pytest.mark.parametrize("validator", [{"etag": '"abc"'}, {"last-modified": "Mon, 04 Jan 2021 10:00:00 GMT"}])
    def test_it_goes_on_where_it_broke_off(self, validator: dict[str, str]) -> None:
        def answer(request: Request, handler: BaseHTTPRequestHandler) -> None:
            if len(server.asked) == 1:
                return drop_after(handler, SOURCE, 3000, **validator)
            start = int(request.headers["range"].removeprefix("bytes=").removesuffix("-"))
            assert request.headers["if-range"] in validator.values()
            return reply(
                handler,
                SOURCE[start:],
                206,
                content_range=f"bytes {start}-{len(SOURCE) - 1}/{len(SOURCE)}",
                **validator,
            )

        with serve(answer) as server:
            assert fetch(server).data == SOURCE
        assert server.asked[1].headers["range"] == "bytes=3000-"

    def test_it_begins_again_where_the_server_ignores_ranges(self) -> None:
        def answer(_: Request, handler: BaseHTTPRequestHandler) -> None:
            drop_after(handler, SOURCE, 3000, etag='"abc"') if len(server.asked) == 1 else reply(handler, SOURCE)

        with serve(answer) as server:
            assert fetch(server).data == SOURCE

    def test_it_begins_again_without_a_validator(self) -> None:
        def answer(request: Request, handler: BaseHTTPRequestHandler) -> None:
            assert "range" not in request.headers
            drop_after(handler, SOURCE, 3000) if len(server.asked) == 1 else reply(handler, SOURCE)

        with serve(answer) as server:
            assert fetch(server).data == SOURCE

    @pytest.mark.parametrize(
        ("status", "headers"),
        [(206, {"content_range": "bytes 0-9/10"}), (206, {}), (416, {"content_range": "bytes */10"})],
    )
    def test_a_range_that_does_not_fit_is_thrown_away(self, status: int, headers: dict[str, str]) -> None:
        def answer(_: Request, handler: BaseHTTPRequestHandler) -> None:
            if len(server.asked) == 1:
                return drop_after(handler, SOURCE, 3000, etag='"abc"')
            return reply(handler, b"x" * 10, status, **headers) if len(server.asked) == 2 else reply(handler, SOURCE)

        with serve(answer) as server:
            assert fetch(server).data == SOURCE

    def test_a_server_that_always_hangs_up_fails_for_now(self) -> None:
        with (
            serve(lambda _, handler: drop_after(handler, SOURCE, 100)) as server,
            pytest.raises(Failed, match="broke off"),
        ):
            fetch(server)
        assert len(server.asked) == 3


def endless(_: Request, handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.end_headers()
    while True:
        handler.wfile.write(b"x" * 10_000)


def slow(_: Request, handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.end_headers()
    for _unused in range(200):
        handler.wfile.write(b"x")
        handler.wfile.flush()
        time.sleep(0.01)


def test_a_server_that_sends_for_ever_is_cut_off_at_the_cap() -> None:
    with serve(endless) as server, pytest.raises(Rejected) as raised:
        fetch(server, max_bytes=100_000)
    assert raised.value.rule == "too-large"


def test_a_source_that_announces_too_much_is_not_even_begun() -> None:
    with serve(always(SOURCE)) as server, pytest.raises(Rejected) as raised:
        fetch(server, max_bytes=len(SOURCE) - 1)
    assert raised.value.rule == "too-large"


def test_a_server_that_drips_is_cut_off_by_the_clock() -> None:
    with serve(slow) as server, pytest.raises(Failed) as raised:
        fetch(server, total_timeout_s=0.1)
    assert raised.value.rule == "time-out"


def test_a_server_that_says_nothing_times_out_and_is_asked_again() -> None:
    def answer(_: Request, handler: BaseHTTPRequestHandler) -> None:
        time.sleep(0.3) if len(server.asked) == 1 else reply(handler, SOURCE)

    with serve(answer) as server:
        assert fetch(server, timeout_s=0.1).data == SOURCE


def test_the_wait_is_called_before_every_request() -> None:
    waits: list[int] = []
    with serve(always(b"", 500)) as server, pytest.raises(Failed):
        fetch_eprint("2101.00001", None, settings(server), lambda: waits.append(len(server.asked)))
    assert waits == [0, 1, 2]


def test_no_server_fails_for_now() -> None:
    with serve(endless) as server:
        pass
    with pytest.raises(Failed, match="ConnectError"):
        fetch(server)
