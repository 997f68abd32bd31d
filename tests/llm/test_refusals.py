"""Endpoints that will not serve: refused at once, with the next step, and without the key."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Mapping
from typing import Any

import pytest

from litgauge.tasks.base.errors import ConfigError, EndpointRefused
from litgauge.tasks.llm import Replies, Unscored, open_door
from litgauge.tasks.llm.faults import of_reported, of_status
from tests.llm.openai_server import KEY, Faults, OpenAIServer
from tests.llm.questions import IS_REVIEW, KEY_ENV, ask_all, papers, right, settings_for, verdict
from tests.tables import each_row

PAGE = "<!doctype html><html><head><title>Sign in · Example</title></head><body>…</body></html>"


def refusal_of(server: OpenAIServer, replies: Replies, **changes: Any) -> EndpointRefused:
    door = open_door(settings_for(server, **changes), replies=replies)
    with pytest.raises(EndpointRefused) as first:
        asyncio.run(ask_all(door, papers(200)))
    asked = server.log.requests
    with pytest.raises(EndpointRefused):
        asyncio.run(door.ask(IS_REVIEW, papers(201)[-1]))
    assert server.log.requests == asked  # once refused, nobody asks again
    assert KEY not in str(first.value) + repr(first.value) + repr(first.value.__context__)
    return first.value


@pytest.mark.slow
def test_a_key_that_is_refused(server: OpenAIServer, replies: Replies, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_ENV, "sk-wrong-but-secret-all-the-same")

    error = refusal_of(server, replies)

    assert server.log.requests <= 16  # those that were under way at once
    assert "refuses the key" in str(error)
    assert KEY_ENV in str(error)
    assert server.url in str(error)
    assert "sk-wrong" not in str(error)  # the server echoes it
    assert error.exit_code == 2


@pytest.mark.slow
def test_a_model_that_is_not_there(server: OpenAIServer, replies: Replies) -> None:
    error = refusal_of(server, replies, model="judge-2")
    assert "does not serve the model 'judge-2'" in str(error)


@pytest.mark.slow
def test_a_wrong_path(server: OpenAIServer, replies: Replies) -> None:
    error = refusal_of(server, replies, base_url=server.url.removesuffix("/v1"))
    assert "Check model and base_url" in str(error)


@pytest.mark.slow
def test_a_web_page(server: OpenAIServer, replies: Replies) -> None:
    server.page = PAGE
    error = refusal_of(server, replies)
    assert 'answers with a web page ("Sign in · Example")' in str(error)
    assert "base_url" in str(error)


@pytest.mark.slow
async def test_a_page_between_proper_replies_is_a_hiccup(server: OpenAIServer, replies: Replies) -> None:
    door = open_door(settings_for(server, retries=8, backoff_s=0.05, backoff_max_s=0.05), replies=replies)
    first, second = papers(2)
    await door.ask(IS_REVIEW, first)

    server.page = PAGE
    asking = asyncio.create_task(door.ask(IS_REVIEW, second))
    await asyncio.sleep(0.1)
    server.page = ""

    assert (await asking).answer == right(second)
    assert door.spent.faults > 0


@pytest.mark.slow
def test_a_server_that_does_not_run(server: OpenAIServer, replies: Replies) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}/v1"
        error = refusal_of(server, replies, base_url=url, retries=1)
    assert "cannot be reached" in str(error)
    assert url in str(error)


@pytest.mark.slow
def test_an_endpoint_that_falls_ill(replies: Replies) -> None:
    """Thousands of questions must not each wait for an endpoint that is down."""
    with OpenAIServer({"is_review": verdict}, faults=Faults(1.0, kinds=("server-error",))) as server:
        error = refusal_of(server, replies, retries=2, max_concurrency=4)
    assert "8 of the last 8 questions failed" in str(error)
    assert server.log.requests < 60


@pytest.mark.slow
def test_a_missing_key(server: OpenAIServer, replies: Replies) -> None:
    door = open_door(settings_for(server, api_key_env="NO_SUCH_KEY"), replies=replies)
    with pytest.raises(ConfigError, match="no key: NO_SUCH_KEY"):
        asyncio.run(ask_all(door, papers(5)))
    assert server.log.requests == 0


def test_a_key_from_a_secret_store(server: OpenAIServer, replies: Replies) -> None:
    """The store is asked once, and outside the event loop, where Prefect's would hand out a coroutine instead."""
    asked: list[str] = []

    def store(name: str) -> str:
        with pytest.raises(RuntimeError, match="no running event loop"):
            asyncio.get_running_loop()
        asked.append(name)
        return KEY

    door = open_door(settings_for(server, api_key_env="JUDGE_KEY"), replies=replies, secrets=store)
    answers = asyncio.run(ask_all(door, papers(5)))
    assert [reply.answer for reply in answers] == [right(paper) for paper in papers(5)]
    assert asked == ["JUDGE_KEY"]


@pytest.mark.slow
def test_a_schema_insisted_on(replies: Replies) -> None:
    with OpenAIServer({"is_review": verdict}, schemas="unknown") as server:
        error = refusal_of(server, replies, structured="strict")
    assert "structured: repair" in str(error)


@pytest.mark.slow
async def test_a_parameter_that_the_model_refuses(server: OpenAIServer, replies: Replies) -> None:
    """The server refuses fields that the protocol does not know, as OpenAI does."""
    door = open_door(settings_for(server, extra_body={"top_k": 3}), replies=replies)

    reply = await door.ask(IS_REVIEW, papers(1)[0])

    assert isinstance(reply.answer, Unscored)
    assert reply.answer.reason == "bad-request"
    with pytest.raises(EndpointRefused, match="Unrecognized request argument supplied: top_k"):
        await ask_all(door, papers(30))
    assert server.log.requests < 30


def _body(message: str, **more: Any) -> str:
    return json.dumps({"error": {"message": message, **more}})


@each_row(
    "status, body, reason, remedy",
    [
        # as providers word them
        (401, _body("Incorrect API key provided"), "key-refused", "stop"),
        (
            400,
            '[{"error": {"code": 400, "message": "API key not valid. Please pass a valid API key."}}]',
            "key-refused",
            "stop",
        ),
        (403, _body("Country, region, or territory not supported"), "key-refused", "stop"),
        (403, _body("Your input was flagged", code=403, metadata={"reasons": ["violence"]}), "refused", "give-up"),
        (402, _body("Insufficient Balance"), "no-credit", "stop"),
        (
            429,
            _body(
                "You exceeded your current quota, please check your plan and billing details", code="insufficient_quota"
            ),
            "no-credit",
            "stop",
        ),
        (429, _body("Rate limit reached for requests"), "rate-limit", "retry"),
        (404, _body("The model `x` does not exist", code="model_not_found"), "not-found", "stop"),
        (404, '{"error": "model \'x\' not found"}', "not-found", "stop"),
        (404, '{"detail": "Not Found"}', "not-found", "stop"),
        (400, _body("Model Not Exist"), "not-found", "stop"),
        (400, _body("x is not a valid model ID"), "not-found", "stop"),
        (400, _body("This response_format type is unavailable now"), "no-schema", "without-schema"),
        (422, '{"detail": "response_format.type: json_schema is unavailable"}', "no-schema", "without-schema"),
        (
            400,
            _body("Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model."),
            "no-schema",
            "without-schema",
        ),
        (
            400,
            _body(
                "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens",
                code="context_length_exceeded",
            ),
            "too-long",
            "give-up",
        ),
        (
            400,
            _body("Unsupported value: 'temperature' does not support 0 with this model.", param="temperature"),
            "bad-parameter",
            "stop",
        ),
        (
            400,
            _body(
                "Unsupported parameter: 'max_tokens' is not supported with this model. "
                "Use 'max_completion_tokens' instead."
            ),
            "bad-parameter",
            "stop",
        ),
        (
            400,
            _body("max_tokens is too large: 16384. This model supports at most 4096 completion tokens"),
            "bad-request",
            "give-up",
        ),
        (400, _body("The response was filtered", code="content_filter"), "refused", "give-up"),
        (400, _body("could not parse image"), "bad-request", "give-up"),
        (413, "Request Entity Too Large", "too-long", "give-up"),
        (500, _body("The server had an error"), "server-error", "retry"),
        (502, PAGE, "server-error", "retry"),
        (529, _body("Overloaded"), "server-error", "retry"),
        (405, "Method Not Allowed", "not-found", "stop"),
    ],
)
def test_how_providers_say_no(status: int, body: str, reason: str, remedy: str) -> None:
    headers: Mapping[str, str] = {}
    fault = of_status(status, headers, body)
    assert (fault.reason, fault.remedy) == (reason, remedy)


@each_row(
    "status, message, reason",
    [
        (400, "The decoder prompt (length 9000) is longer than the maximum model length of 8192.", "too-long"),
        (400, "input length and `max_tokens` exceed context limit: 197202 + 21333 > 200000", "too-long"),
        (422, "`inputs` tokens + `max_new_tokens` must be <= 8193. Given: 9000 `inputs` tokens", "too-long"),
        (400, "'max_tokens' is too large: 4096. This model's maximum context length is 8192", "too-long"),
        (400, "Range of input length should be [1, 30720]", "too-long"),
        (400, "Prompt exceeds max length", "too-long"),
        (400, "Your request exceeded model token limit: 8192 (requested: 9000)", "too-long"),
        (400, "length of prompt_tokens (5000) must be less than max_seq_len (4096).", "too-long"),
        (400, "Please reduce the length of the messages or completion.", "too-long"),
        (500, "Context size has been exceeded.", "too-long"),
        (500, "The upstream took too long to respond", "server-error"),
        (413, "Request too large on tokens per minute (TPM): Limit 12000, Requested 13000", "rate-limit"),
        (400, "max_tokens: 100000 > 64000, which is the maximum allowed number of output tokens", "bad-request"),
        (400, "registry.ollama.ai/library/gemma:2b does not support tools", "no-tools"),
        (400, '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser', "no-tools"),
        (404, "No endpoints found that support tool use.", "no-tools"),
        (500, "tools param requires --jinja flag", "no-tools"),
        (400, "Function calling is not enabled for models/gemma", "no-tools"),
        (400, "Unrecognized request argument supplied: tools", "no-tools"),
        (422, [{"loc": ["body", "tools"], "msg": "Extra inputs are not permitted"}], "no-tools"),
        (400, "messages with role 'tool' must be a response to a message with 'tool_calls'.", "bad-request"),
        (400, "Unexpected role 'tool' after role 'user'", "bad-request"),
        (400, "Unknown tool: google", "bad-request"),
        (400, "Tool 'google' is not available", "bad-request"),
        (400, "Unsupported parameter: 'tools'", "no-tools"),
        (400, "Failed to call a function. tool_use_failed", "broken-reply"),
        (400, "Content Exists Risk", "refused"),
    ],
)
def test_how_they_say_that_a_conversation_cannot_go_on(status: int, message: Any, reason: str) -> None:
    assert of_status(status, {}, json.dumps({"error": {"message": message}})).reason == reason


@pytest.mark.parametrize(
    ("code", "reason"), [("429", "rate-limit"), ("rate_limit_exceeded", "rate-limit"), ("server_error", "server-error")]
)
def test_a_failure_that_is_told_with_status_200(code: str, reason: str) -> None:
    assert of_reported({"status": "failed", "error": {"code": code, "message": "Sorry"}}).reason == reason


def test_the_next_step_fits_the_parameter() -> None:
    wrong_field = of_status(400, {}, _body("Unsupported parameter: 'max_tokens'", param="max_tokens"))
    assert "token_limit_field" in wrong_field.next_step
    assert "Add temperature to omit" in of_status(400, {}, _body("Unsupported value: 'temperature'")).next_step
