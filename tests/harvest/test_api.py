"""The search interface where the connection is bad (see test_refresh.py for windows and queries)."""

from __future__ import annotations

import threading
from collections.abc import Callable
from datetime import date
from http.server import BaseHTTPRequestHandler
from itertools import islice
from pathlib import Path

import pytest

from litgauge.tasks.base.errors import LitgaugeError
from litgauge.tasks.harvest.api import search
from litgauge.tasks.harvest.rows import ArxivRow
from litgauge.tasks.harvest.settings import HarvestSettings, SelectionSettings
from tests.harvest.conftest import Request, Server, reply, serve

EMPTY = (
    '<feed xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/" xmlns="http://www.w3.org/2005/Atom">'
    "<opensearch:totalResults>0</opensearch:totalResults></feed>"
)


def _hang_up(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.send_header("content-length", "5000")
    handler.end_headers()
    handler.wfile.write(EMPTY[:50].encode())
    handler.wfile.flush()
    handler.connection.close()


def test_an_answer_that_breaks_off_is_asked_for_again() -> None:
    def answer(_: Request, handler: BaseHTTPRequestHandler) -> None:
        _hang_up(handler) if len(server.asked) == 1 else reply(handler, EMPTY)

    with serve(answer) as server:
        assert _search(server) == []
    assert len(server.asked) == 2


@pytest.mark.slow
def test_an_answer_that_never_comes_is_asked_for_again() -> None:
    released = threading.Event()

    def answer(_: Request, handler: BaseHTTPRequestHandler) -> None:
        released.wait(5) if len(server.asked) == 1 else reply(handler, EMPTY)

    with serve(answer) as server:
        assert _search(server, timeout_s=0.3, attempts=5) == []
        released.set()
    assert len(server.asked) >= 2


@pytest.mark.slow
def test_a_server_that_never_answers_fails_with_the_next_step() -> None:
    released = threading.Event()
    with serve(lambda *_: released.wait(5)) as server:
        with pytest.raises(LitgaugeError, match=r"broke off.*Run the refresh again later"):
            _search(server, timeout_s=0.1)
        released.set()
    assert len(server.asked) == 2


def test_the_wait_comes_before_every_request_also_after_a_failure() -> None:
    waits: list[int] = []
    with serve(lambda _, handler: reply(handler, "", 500)) as server, pytest.raises(LitgaugeError, match="500"):
        _search(server, lambda: waits.append(len(server.asked)))
    assert waits == [0, 1]


@pytest.mark.real
@pytest.mark.parametrize(
    ("name", "survey_id", "version"),
    [
        ("arxivpy__id_quant-ph_0201082v1_s0_m100_86989fe779ef.xml", "quant-ph/0201082", 1),
        ("arxivpy__id_astro-ph_0601001_s0_m100_3150dca9dc76.xml", "astro-ph/0601001", None),
        ("arxivpy__id_1707.08567_s0_m100_6a1afebfc6a3.xml", "1707.08567", None),
    ],
)
def test_real_answers_of_every_kind_of_number(real_data: Path, name: str, survey_id: str, version: int | None) -> None:
    body = (real_data / "arxiv" / "api" / name).read_bytes()
    with serve(lambda _, handler: reply(handler, body)) as server:
        found = _search(server)
    assert [row.survey_id for row in found] == [survey_id]
    assert version is None or found[0].version == version
    assert found[0].submitted is not None
    assert found[0].updated is not None
    assert found[0].updated >= found[0].submitted
    assert found[0].title
    assert found[0].authors


def _search(server: Server, wait: Callable[[], None] = lambda: None, **changes: float) -> list[ArxivRow]:
    fixed = {"api_url": f"{server.url}/api", "attempts": 2, "timeout_s": 10, "request_interval_s": 0}
    harvest = HarvestSettings.model_validate(fixed | changes)
    return list(islice(search(date(1991, 1, 1), None, harvest, SelectionSettings(), wait), 100))
