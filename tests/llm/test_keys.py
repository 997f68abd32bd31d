"""The key is shown nowhere: not in files, logs, errors or reprs."""

from __future__ import annotations

import asyncio
import logging
import traceback
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from litgauge.tasks.base.errors import ConfigError, EndpointRefused
from litgauge.tasks.base.secrets import redacted
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.llm import ModelSettings, Replies, open_door
from litgauge.tasks.llm.keys import ApiKey
from tests.llm.openai_server import Asked, Faults, OpenAIServer
from tests.llm.questions import IS_REVIEW, ask_all, papers, settings_for, verdict
from tests.tables import each_row


@pytest.mark.slow
def test_the_key_is_shown_nowhere(tmp_path: Path, caplog: pytest.LogCaptureFixture, key: str) -> None:
    """Even though the model, of all things, repeats it."""
    caplog.set_level(logging.DEBUG)

    def indiscreet(asked: Asked) -> dict[str, Any]:
        return {**verdict(asked), "reason": f"Your key is {key}."}

    with OpenAIServer({"is_review": indiscreet}, faults=Faults(0.4, 3), schemas="unknown") as server:
        door = open_door(
            settings_for(server, timeout_s=0.3, retries=8, max_replies=6),
            replies=Replies(Storage(str(tmp_path / "storage"))),
        )
        answers = asyncio.run(ask_all(door, papers(30)))

    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert len(files) >= 30
    assert not [path for path in files if key.encode() in path.read_bytes() or key in path.name]
    assert len(caplog.records) > 10
    assert not [record for record in caplog.records if key in record.getMessage() + str(record.__dict__)]
    assert key not in repr(answers)
    assert key not in repr(door) + repr(door.settings) + door.settings.model_dump_json() + repr(vars(door))
    assert any("[key]" in reply.raw for reply in answers)


def test_a_refused_key_is_not_in_the_traceback(
    server: OpenAIServer, replies: Replies, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret = "sk-" + "Zq8" * 9
    monkeypatch.setenv("OTHER_KEY", secret)
    door = open_door(settings_for(server, api_key_env="OTHER_KEY"), replies=replies)
    with pytest.raises(EndpointRefused) as refused:
        asyncio.run(door.ask(IS_REVIEW, papers(1)[0]))

    told = traceback.TracebackException.from_exception(refused.value, capture_locals=True)
    ours = [frame for frame in told.stack if "/tasks/llm/" in frame.filename]  # this test's own locals hold it
    assert ours
    assert secret not in str([frame.locals for frame in ours]) + str(refused.value)


def test_the_client_library_sends_no_ambient_identity(
    server: OpenAIServer, replies: Replies, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    """What the environment holds for OpenAI does not go to other endpoints."""
    for name in ("OPENAI_API_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_ADMIN_KEY"):
        monkeypatch.setenv(name, "for-openai-only")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9/v1")
    asyncio.run(open_door(settings_for(server), replies=replies).ask(IS_REVIEW, papers(1)[0]))
    assert server.log.headers[0]["authorization"] == f"Bearer {key}"
    assert "for-openai-only" not in str(server.log.headers)


def test_no_key_is_needed_where_none_is_named(replies: Replies) -> None:
    with OpenAIServer({"is_review": verdict}, key="") as server:
        asyncio.run(open_door(settings_for(server, api_key_env=""), replies=replies).ask(IS_REVIEW, papers(1)[0]))
        assert server.log.replies == 1


@each_row(
    "field",
    [
        {"api_key_env": "sk-live-4f8a"},
        {"base_url": "https://user:sk-live-4f8a@example.org/v1"},
        {"base_url": "https://example.org/v1?key=sk-live-4f8a"},
        {"api_key": "sk-live-4f8a"},
        {"parameters": {"temperature": "sk-live-4f8a"}},
        {"endpoint": "sk live 4f8a: sk-live-4f8a"},
    ],
)
def test_a_key_in_the_wrong_place_is_not_repeated(field: dict[str, Any]) -> None:
    with pytest.raises(ValidationError) as refused:
        ModelSettings.model_validate({"provider": "openai", "model": "m", **field})
    assert "sk-live-4f8a" not in str(refused.value)


@pytest.mark.parametrize("value", ["two words", "sk-\u201cquoted\u201d", "sk-first\nsk-second"])
def test_a_key_that_cannot_be_one(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("ODD_KEY", value)
    with pytest.raises(ConfigError) as refused:
        ApiKey("ODD_KEY").reveal()
    assert value not in str(refused.value)


def test_placeholders_are_not_secrets() -> None:
    key = ApiKey("LOCAL_KEY", {"LOCAL_KEY": " ollama\n"}.get)
    assert key.reveal() == "ollama"
    assert redacted("ollama answers") == "ollama answers"
