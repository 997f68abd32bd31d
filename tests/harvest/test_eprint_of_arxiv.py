"""What arXiv does that other servers do not: old numbers, pages for withdrawn papers, sources that change."""

from __future__ import annotations

import gzip
import hashlib
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from litgauge.tasks.base.errors import Failed, Rejected
from litgauge.tasks.harvest.eprint import Fetched, fetch_eprint
from litgauge.tasks.harvest.settings import SourceSettings
from tests.harvest.conftest import Request, Server, reply, serve

TEX = b"\\documentclass{article}\n\\begin{document}\n" + bytes(range(32, 127)) * 100 + b"\\end{document}\n"


def test_an_old_number_keeps_its_slash() -> None:
    with serve(lambda _, handler: reply(handler, TEX)) as server:
        assert _fetch(server, "cs/0112017", 3).url.endswith("/e-print/cs/0112017v3")
    assert server.asked[0].path == "/e-print/cs/0112017v3"


@pytest.mark.parametrize(
    ("page", "rule"),
    [
        ("<html><h1>1605.00928v2</h1>This paper has been withdrawn; no source is available.</html>", "withdrawn"),
        ("<html><h1>Not found</h1>No paper with this number.</html>", "no-source"),
        ("", "no-source"),
        ("x" * 200_000, "no-source"),
    ],
)
def test_a_page_that_says_there_is_nothing(page: str, rule: str) -> None:
    with serve(lambda _, handler: reply(handler, page, 404)) as server, pytest.raises(Rejected) as raised:
        _fetch(server)
    assert raised.value.rule == rule


def test_a_source_that_changed_while_it_came_is_not_a_mixture() -> None:
    newer = TEX.replace(b"article", b"journal")

    def answer(request: Request, handler: BaseHTTPRequestHandler) -> None:
        if len(server.asked) == 1:
            _drop_after(handler, TEX, 3000, etag='"old"')
        elif "range" in request.headers:  # a server that takes no notice of If-Range
            span = f"bytes 3000-{len(newer) - 1}/{len(newer)}"
            reply(handler, newer[3000:], 206, content_range=span, etag='"new"')
        else:
            reply(handler, newer, etag='"new"')

    with serve(answer) as server:
        assert _fetch(server).data == newer
    assert ["range" in request.headers for request in server.asked] == [False, True, False]


def test_a_download_that_breaks_off_twice_goes_on_twice() -> None:
    def answer(request: Request, handler: BaseHTTPRequestHandler) -> None:
        start = int(request.headers.get("range", "bytes=0-").removeprefix("bytes=").removesuffix("-"))
        span = f"bytes {start}-{len(TEX) - 1}/{len(TEX)}"
        if len(server.asked) < 3:
            return _drop_after(handler, TEX[start:], 2000, 206 if start else 200, etag='"a"', content_range=span)
        return reply(handler, TEX[start:], 206, etag='"a"', content_range=span)

    with serve(answer) as server:
        assert _fetch(server).sha256 == hashlib.sha256(TEX).hexdigest()
    assert [request.headers.get("range") for request in server.asked] == [None, "bytes=2000-", "bytes=4000-"]


def test_retry_after_as_a_date_is_held_against_the_longest_wait() -> None:
    tomorrow = format_datetime(datetime.now(UTC) + timedelta(days=1), usegmt=True)
    busy = lambda _, handler: reply(handler, b"", 503, retry_after=tomorrow)  # noqa: E731
    with serve(busy) as server, pytest.raises(Failed, match="503"):
        _fetch(server)
    assert len(server.asked) == 1


@pytest.mark.slow
def test_the_embedded_sample_comes_back_as_it_lies_there(repository: Path) -> None:
    sources = {path.name: path.read_bytes() for path in (repository / "data" / "sample" / "sources").iterdir()}

    def answer(request: Request, handler: BaseHTTPRequestHandler) -> None:
        reply(handler, sources[request.path.rpartition("/")[2]])

    with serve(answer) as server:
        fetched = {name: _fetch(server, name, None) for name in sorted(sources)}
    assert {name: source.sha256 for name, source in fetched.items()} == {
        name: hashlib.sha256(data).hexdigest() for name, data in sources.items()
    }
    kinds = {"tar.gz": "tar", "gz": "tex", "zip": "zip", "pdf": "pdf"}
    for name, source in fetched.items():
        assert source.kind == next(kind for ending, kind in kinds.items() if name.endswith(ending)), name


@pytest.mark.real
def test_real_main_files_gzipped_alone_are_tex(real_data: Path) -> None:
    for path in sorted((real_data / "latex" / "deep-gp-survey").rglob("*.tex")):
        packed = gzip.compress(path.read_bytes())
        with serve(lambda _, handler, packed=packed: reply(handler, packed)) as server:
            assert _fetch(server).kind == "tex", path


def _fetch(server: Server, name: str = "2101.00001", version: int | None = 1) -> Fetched:
    address = server.url + "/e-print/{arxiv_id}"
    settings = SourceSettings(download_url=address, request_interval_s=0, attempts=3, timeout_s=5)
    return fetch_eprint(name, version, settings, lambda: None)


def _drop_after(handler: BaseHTTPRequestHandler, data: bytes, sent: int, status: int = 200, **headers: str) -> None:
    handler.send_response(status)
    for name, value in ({"content-length": str(len(data))} | headers).items():
        handler.send_header(name.replace("_", "-"), value)
    handler.end_headers()
    handler.wfile.write(data[:sent])
    handler.wfile.flush()
    handler.connection.close()
