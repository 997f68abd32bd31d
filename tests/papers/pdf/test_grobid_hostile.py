"""A GROBID server that may do anything: each document ends, in time and size, as a failure of ours."""

from __future__ import annotations

import gzip
import socket
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from litgauge.tasks.base.errors import Failed
from litgauge.tasks.papers.pdf import Grobid, GrobidSettings, grobid
from tests.papers.pdf.grobid_server import Script, grobid_server, raw_server
from tests.papers.pdf.tei_samples import section, tei
from tests.tables import each_row

PDF = b"%PDF-1.4 a paper"
TEI = tei(section("Introduction", "Kites fly."))
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: application/xml\r\n"


def dripping(start: bytes, drop: bytes) -> Callable[[socket.socket], None]:
    """A byte now and then, for ever: no silence is ever long."""

    def answer(connection: socket.socket) -> None:
        connection.sendall(start)
        while True:
            connection.sendall(drop)
            time.sleep(0.02)

    return answer


def endless(start: bytes, piece: bytes) -> Callable[[socket.socket], None]:
    """As fast as it goes, for ever."""

    def answer(connection: socket.socket) -> None:
        connection.sendall(start)
        while True:
            connection.sendall(piece)

    return answer


def once(whole: bytes) -> Callable[[socket.socket], None]:
    return lambda connection: connection.sendall(whole)


def failure(answer: Callable[[socket.socket], None], **more: object) -> tuple[Failed, float]:
    """How a document ends, and after how many seconds."""
    with raw_server(answer) as url:
        settings = {"url": url, "retries": 3, "wait_s": 0, "timeout_s": 0.7, "max_answer_bytes": 1_000_000, **more}
        begun = time.monotonic()
        with pytest.raises(Failed) as caught:
            Grobid(GrobidSettings.model_validate(settings)).process(PDF, "a")
        return caught.value, time.monotonic() - begun


@pytest.mark.slow
@pytest.mark.parametrize(
    "answer",
    [
        dripping(HEAD + b"Content-Length: 100000\r\n\r\n", b"x"),
        dripping(HEAD + b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\nx\r\n"),
        dripping(HEAD + b"\r\n", b"x"),
        dripping(b"HTTP/1.1 200 OK\r\nX: ", b"y"),
        dripping(b"", b"H"),
        dripping(b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
    ],
    ids=["body", "chunks", "body without end", "header", "status", "continue"],
)
def test_a_server_that_drips_ends_at_the_time_out(answer: Callable[[socket.socket], None]) -> None:
    failed, seconds = failure(answer)
    assert failed.rule in ("grobid-timeout", "grobid-error")
    assert seconds < 30


@pytest.mark.parametrize("start", [HEAD + b"\r\n", HEAD + b"Content-Length: 99999999999\r\n\r\n"])
def test_an_answer_without_end_ends_at_the_size_that_is_allowed(start: bytes) -> None:
    tracemalloc.start()
    failed, _ = failure(endless(start, b"x" * 100_000), timeout_s=60)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert failed.rule == "grobid-error"
    assert "more than 1,000,000 bytes" in str(failed)
    assert peak < 10_000_000


def test_headers_without_end() -> None:
    failed, seconds = failure(endless(HEAD, b"X: y\r\n" * 1_000), timeout_s=60)
    assert failed.rule == "grobid-error"
    assert seconds < 60


@pytest.mark.parametrize("coding", [b"gzip", b"br", b"deflate, gzip"])
def test_what_is_packed_is_never_unpacked(coding: bytes) -> None:
    bomb = gzip.compress(bytes(20_000_000))
    head = HEAD + b"Content-Encoding: %s\r\nContent-Length: %d\r\n\r\n" % (coding, len(bomb))
    failed, _ = failure(once(head + bomb), timeout_s=60)
    assert failed.rule == "grobid-error"
    assert "packed" in str(failed)


@pytest.mark.slow
def test_memory_that_runs_out_ends_the_call_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grobid, "MEMORY_MB", 60)
    script = Script([(200, TEI)])
    with grobid_server(script) as url:
        client = Grobid(GrobidSettings(url=url))
        with pytest.raises(Failed) as caught:
            client.process(PDF + bytes(40_000_000), "a")
        assert caught.value.rule == "grobid-error"
        assert client.process(PDF, "b") == TEI
    assert len(script.asked) == 1


def test_no_password_of_the_users_is_sent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "netrc").write_text("machine 127.0.0.1 login me password secret\n")
    monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))
    script = Script([(200, TEI)])
    with grobid_server(script) as url:
        Grobid(GrobidSettings(url=url, timeout_s=70)).process(PDF, "a")  # in a process that starts now
    [headers] = script.headers
    assert "Authorization" not in headers


@each_row("status", [301, 302, 303, 307, 308])
def test_a_redirect_to_elsewhere_is_not_followed(status: int) -> None:
    elsewhere = Script([(200, TEI)])
    with grobid_server(elsewhere) as url:
        moved = f"HTTP/1.1 {status} Moved\r\nLocation: {url}/x\r\nContent-Length: 0\r\n\r\n".encode()
        failed, _ = failure(once(moved), timeout_s=60)
    assert failed.rule == "grobid-error"
    assert url in str(failed)
    assert elsewhere.asked == []


@pytest.mark.parametrize(
    "nonsense", [b"", b"\x00" * 5_000, b"HTTP/9 what\r\n\r\n", b"HTTP/1.1 200\r\nContent-Length: -1\r\n\r\n"]
)
def test_an_answer_that_is_none_fails_the_survey_for_now(nonsense: bytes) -> None:
    failed, _ = failure(once(nonsense), timeout_s=60)
    assert failed.rule in ("grobid-error", "grobid-unreachable")


@pytest.mark.slow
def test_a_server_that_is_busy_for_ever_ends_at_the_time_for_one_document() -> None:
    with grobid_server(Script([(503, b"")])) as url:
        settings = GrobidSettings(url=url, retries=20, wait_s=0.2, document_timeout_s=0.5)
        begun = time.monotonic()
        with pytest.raises(Failed) as caught:
            Grobid(settings).process(PDF, "a")
    assert caught.value.rule == "grobid-timeout"
    assert time.monotonic() - begun < 30
