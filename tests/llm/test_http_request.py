"""One HTTP request of a paid call: its answer as text without the key, or its fault."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from litgauge.tasks.llm.faults import Fault
from litgauge.tasks.llm.http_request import TextAnswer, fetch_text
from litgauge.tasks.llm.keys import ApiKey
from tests.agents.search_server import SearchServer, search_server

KEY = "sk-search-2kF8wQz"


@pytest.fixture(scope="module")
def server() -> Iterator[SearchServer]:
    with search_server() as running:
        yield running


async def fetched(server: SearchServer, monkeypatch: pytest.MonkeyPatch, **more: Any) -> TextAnswer | Fault:
    monkeypatch.setenv("FETCH_TEST_KEY", KEY)
    key = ApiKey("FETCH_TEST_KEY")
    return await fetch_text("GET", f"{server.root}/find", timeout_s=5, headers={"x-key": key.reveal()}, **more)


async def test_an_answer_is_read_in_its_charset_and_without_the_key(
    server: SearchServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.say((404, f"Grüße {KEY}".encode("latin-1")), headers={"content-type": "text/plain; charset=iso-8859-1"})
    answer = await fetched(server, monkeypatch, params={"q": "owls"})
    assert isinstance(answer, TextAnswer)
    assert (answer.status, answer.text) == (404, "Grüße [key]")
    _, path, headers, _ = server.requests[-1]
    assert path.endswith("/find?q=owls")
    assert headers["x-key"] == KEY
    assert headers["user-agent"].startswith("litgauge")


async def test_a_redirect_is_not_followed(server: SearchServer, monkeypatch: pytest.MonkeyPatch) -> None:
    server.requests.clear()
    server.say((302, ""), headers={"location": f"{server.root}/elsewhere"})
    answer = await fetched(server, monkeypatch)
    assert isinstance(answer, TextAnswer)
    assert (answer.status, len(server.requests)) == (302, 1)


@pytest.mark.parametrize(
    ("body", "headers", "reason"),
    [
        (b"this is no gzip", {"content-encoding": "gzip"}, "disconnected"),
        (b"x" * 4_000_001, {}, "too-large"),
    ],
)
async def test_what_cannot_be_read_is_a_fault(
    body: bytes, headers: dict[str, str], reason: str, server: SearchServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.say((200, body), headers=headers)
    answer = await fetched(server, monkeypatch)
    assert isinstance(answer, Fault)
    assert answer.reason == reason
