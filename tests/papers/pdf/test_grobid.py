"""The GROBID client against a server on loopback."""

from __future__ import annotations

import socket
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from litgauge.tasks.base.errors import Failed, Rejected, UnusableInput
from litgauge.tasks.papers.pdf import Grobid, GrobidSettings, no_text_source, read_tei
from litgauge.tasks.papers.pdf.grobid import START_COMMAND
from tests.papers.pdf.grobid_server import Script, grobid_server
from tests.papers.pdf.tei_samples import section, tei
from tests.tables import each_row

PDF = b"%PDF-1.4 a paper"
TEI = tei(section("Introduction", "Kites fly."))


def settings(url: str, **more: object) -> GrobidSettings:
    return GrobidSettings.model_validate({"url": url, "wait_s": 0.01, "timeout_s": 60, **more})


def test_the_pdf_is_posted_from_memory_and_its_tei_comes_back() -> None:
    script = Script([(200, TEI)])
    with grobid_server(script) as url:
        assert Grobid(settings(f"{url}/")).process(PDF, "2003.00653.pdf") == TEI
    [request] = script.asked
    assert request.startswith(b"/api/processFulltextDocument\n")
    assert PDF in request
    assert b'filename="2003.00653.pdf"' in request
    assert b'name="consolidateCitations"\r\n\r\n0' in request
    assert b'name="segmentSentences"\r\n\r\n1' in request
    assert b"\r\nExpires: 0\r\n" in request  # as grobid-client-python sends it


def test_a_busy_server_is_asked_again() -> None:
    script = Script([(503, b""), (503, b""), (200, TEI)])
    with grobid_server(script) as url:
        assert Grobid(settings(url)).process(PDF, "a") == TEI
    assert len(script.asked) == 3
    assert all(PDF in request for request in script.asked)


def test_a_server_that_stays_busy_fails_the_survey_for_now() -> None:
    script = Script([(503, b"")])
    with grobid_server(script) as url, pytest.raises(Failed) as caught:
        Grobid(settings(url, retries=2)).process(PDF, "a")
    assert caught.value.rule == "grobid-busy"
    assert len(script.asked) == 3


@pytest.mark.slow
def test_the_pause_is_as_long_as_the_server_asks() -> None:
    script = Script([(503, b""), (200, TEI)], retry_after="0.2")
    begun = time.monotonic()
    with grobid_server(script) as url:
        assert Grobid(settings(url, wait_s=0)).process(PDF, "a") == TEI
    assert time.monotonic() - begun >= 0.2


@each_row(
    "status, body, error, rule",
    [
        (204, b"", Rejected, "grobid-no-content"),
        (200, b"  ", Rejected, "grobid-no-content"),
        (500, b"[NO_BLOCKS] PDF parsing resulted in empty content", Rejected, "grobid-refused"),
        (500, b"[BAD_INPUT_DATA] PDF to XML conversion failed", Rejected, "grobid-refused"),
        (400, b"missing input", Rejected, "grobid-refused"),
        (500, b"[TIMEOUT] PDF to XML conversion timed out", Failed, "grobid-error"),
        (500, b"", Failed, "grobid-error"),
        (404, b"<html>not here</html>", Failed, "grobid-error"),
    ],
)
def test_answers_that_are_no_tei(status: int, body: bytes, error: type[Failed | Rejected], rule: str) -> None:
    script = Script([(status, body)])
    with grobid_server(script) as url, pytest.raises(error) as caught:
        Grobid(settings(url)).process(PDF, "a")
    assert caught.value.rule == rule
    assert len(script.asked) == 1


def test_a_server_that_hangs_is_left_after_the_time_out() -> None:
    with grobid_server(Script([(-1, b"")])) as url, pytest.raises(Failed) as caught:
        Grobid(settings(url, timeout_s=0.1)).process(PDF, "a")
    assert caught.value.rule == "grobid-timeout"
    assert "0.1 s" in str(caught.value)


def test_no_server_says_how_to_start_one() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        grobid = Grobid(settings(f"http://127.0.0.1:{free.getsockname()[1]}"))
        with pytest.raises(Failed) as caught:
            grobid.process(PDF, "a")
    assert caught.value.rule == "grobid-unreachable"
    assert START_COMMAND in str(caught.value)


def test_malformed_xml_is_the_servers_fault() -> None:
    with grobid_server(Script([(200, TEI[:-20])])) as url:
        answer = Grobid(settings(url)).process(PDF, "a")
    with pytest.raises(Failed) as caught:
        read_tei(answer, "a")
    assert caught.value.rule == "tei-malformed"


def test_no_more_requests_are_in_flight_than_allowed() -> None:
    script = Script([(200, TEI)], hold_s=0.03)
    with grobid_server(script) as url, ThreadPoolExecutor(6) as pool:
        own = [Grobid(settings(url, concurrency=2)) for _ in range(6)]
        assert list(pool.map(lambda grobid: grobid.process(PDF, "a"), own)) == [TEI] * 6
    assert script.most_in_flight == 2


def test_without_a_server_a_pdf_is_no_latex() -> None:
    rejected = no_text_source("pdf")
    assert rejected.rule == "no-latex"
    assert START_COMMAND in str(rejected)
    with pytest.raises(UnusableInput, match="no GROBID server is configured"):
        Grobid(GrobidSettings())
