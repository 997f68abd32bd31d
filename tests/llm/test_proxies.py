"""Whom the environment sends calls through, and that no file of keys is read for them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from litgauge.tasks.base.errors import EndpointRefused
from litgauge.tasks.llm import Replies, open_door
from tests.llm.openai_server import OpenAIServer
from tests.llm.questions import IS_REVIEW, papers, right, settings_for


def test_calls_go_through_the_proxy_of_the_environment(
    server: OpenAIServer, replies: Replies, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", server.url.removesuffix("/v1"))
    settings = settings_for(server, base_url="http://models.example/v1")
    with pytest.raises(EndpointRefused, match=r"POST http://models\.example/v1/chat/completions"):
        asyncio.run(open_door(settings, replies=replies).ask(IS_REVIEW, papers(1)[0]))


def test_calls_that_the_environment_exempts_go_straight(
    server: OpenAIServer, replies: Replies, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.setenv("no_proxy", "127.0.0.1,localhost")
    reply = asyncio.run(open_door(settings_for(server), replies=replies).ask(IS_REVIEW, papers(1)[0]))
    assert reply.answer == right(papers(1)[0])


def test_keys_of_other_programs_do_not_stand_in_for_the_model_s(
    server: OpenAIServer, replies: Replies, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("machine 127.0.0.1 login ann password secret\n")
    netrc.chmod(0o600)
    monkeypatch.setenv("NETRC", str(netrc))
    reply = asyncio.run(open_door(settings_for(server), replies=replies).ask(IS_REVIEW, papers(1)[0]))
    assert reply.answer == right(papers(1)[0])
