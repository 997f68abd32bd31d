"""A base model behind Anthropic's and Gemini's own interfaces, on servers of their published formats."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from litgauge.tasks.agents.base_model import BaseModelSettings
from litgauge.tasks.agents.task_run import TaskRecord
from litgauge.tasks.base.errors import ConfigError
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.llm import ModelSettings, open_door
from litgauge.tasks.llm.replies import Replies
from litgauge.tasks.releases.release import StoredRelease
from tests.agents.runs import PAGES, given, run, small_release
from tests.agents.test_products import Server
from tests.llm.questions import KEY_ENV

pytestmark = pytest.mark.slow

PAGE = "https://arxiv.org/abs/1706.03762"
REPORT = f"Attention alone translates well [1]({PAGE})."


def anthropic(said: int) -> dict[str, Any]:
    """POST /v1/messages: a thought and a call of a tool, then the report."""
    usage = {"input_tokens": 10, "cache_read_input_tokens": 90, "output_tokens": 20}
    if said:
        return {"type": "message", "content": [{"type": "text", "text": REPORT}], "stop_reason": "end_turn",
                "usage": usage}  # fmt: skip
    blocks = [
        {"type": "thinking", "thinking": "Read it.", "signature": "EqQB"},
        {"type": "text", "text": "I read it."},
        {"type": "tool_use", "id": "toolu_1", "name": "read_page", "input": {"url": PAGE}},
    ]
    return {"type": "message", "content": blocks, "stop_reason": "tool_use", "usage": usage}


def gemini(said: int) -> dict[str, Any]:
    """POST …:generateContent: a call with the signature of a thought, then the report."""
    call = {"functionCall": {"name": "read_page", "args": {"url": PAGE}}, "thoughtSignature": "CiQB"}
    parts = [{"text": REPORT}] if said else [{"text": "Think.", "thought": True}, call]
    usage = {"promptTokenCount": 100, "candidatesTokenCount": 15, "thoughtsTokenCount": 5}
    return {"candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": "STOP"}],
            "usageMetadata": usage}  # fmt: skip


def settings(server: Server, provider: str) -> ModelSettings:
    return ModelSettings.model_validate(
        {"provider": provider, "model": "m-1", "base_url": server.url, "api_key_env": KEY_ENV, "retries": 1,
         "backoff_s": 0.001, "timeout_s": 20, "parameters": {"temperature": 0, "reasoning_effort": "low"}}
    )  # fmt: skip


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> StoredRelease:
    return small_release(tmp_path_factory.mktemp("native"), 1)


@pytest.fixture
def release(imported: StoredRelease, monkeypatch: pytest.MonkeyPatch) -> StoredRelease:
    monkeypatch.setenv(KEY_ENV, "the-key")
    return imported


@pytest.mark.parametrize("provider", ["anthropic", "gemini"])
async def test_a_conversation_with_tools(provider: str, release: StoredRelease) -> None:
    reply = anthropic if provider == "anthropic" else gemini
    with Server(lambda *_: (200, reply(len(server.asked) - 1))) as server:
        agent = BaseModelSettings.model_validate(
            {"model": settings(server, provider), "pages": str(PAGES), "search": {"provider": "none"}}
        )
        (record,), toolbox = await run(agent, release)
        (replayed,), _ = await run(agent, release, given(release), replays=toolbox.recorded.deciding)
    assert isinstance(record, TaskRecord), record
    assert record.text.text == REPORT
    assert isinstance(replayed, TaskRecord)
    assert replayed.text == record.text
    assert [(call.tool, call.status) for call in record.calls] == [
        ("model", "ok"), ("read_page", "ok"), ("model", "ok"),
    ]  # fmt: skip
    assert (record.calls[0].prompt_tokens, record.calls[0].completion_tokens) == (100, 20)
    assert len(server.asked) == 2
    (_, path, headers, first), (*_, second) = server.asked
    if provider == "anthropic":
        assert (path, headers["x-api-key"], "authorization" in headers) == ("/v1/messages", "the-key", False)
        assert first["tools"][0].keys() == {"name", "description", "input_schema"}
        assert (first["tool_choice"], first["output_config"]) == ({"type": "auto"}, {"effort": "low"})
        assert [turn["role"] for turn in second["messages"]] == ["user", "assistant", "user"]
        assert second["messages"][1]["content"] == anthropic(0)["content"]  # thoughts go back as they came
        result = second["messages"][2]["content"][0]
        assert (result["type"], result["tool_use_id"]) == ("tool_result", "toolu_1")
        assert "Attention" in result["content"][0]["text"]
    else:
        assert (path, headers["x-goog-api-key"]) == ("/v1/models/m-1:generateContent", "the-key")
        assert first["tools"][0]["functionDeclarations"][0]["parametersJsonSchema"]["type"] == "object"
        assert [turn["role"] for turn in second["contents"]] == ["user", "model", "user"]
        assert second["contents"][1]["parts"] == gemini(0)["candidates"][0]["content"]["parts"]
        response = second["contents"][2]["parts"][0]["functionResponse"]
        assert response["name"] == "read_page"
        assert "Attention" in response["response"]["result"]


def test_their_addresses_and_keys_need_not_be_named() -> None:
    claude = ModelSettings.model_validate({"provider": "anthropic", "model": "claude-x"})
    assert (claude.base_url, claude.api_key_env) == ("https://api.anthropic.com/v1", "ANTHROPIC_API_KEY")
    assert ModelSettings.model_validate({"provider": "gemini", "model": "g"}).api_key_env == "GEMINI_API_KEY"


def test_the_responses_api_is_none_of_theirs(tmp_path: Path) -> None:
    claude = ModelSettings.model_validate({"provider": "anthropic", "model": "claude-x"})
    with pytest.raises(ConfigError, match="provider openai"):
        open_door(claude, replies=Replies(Storage(str(tmp_path))), responses=True)
