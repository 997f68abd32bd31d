"""Replies as endpoints give them that keep to the protocol by halves: read where they can be, never a crash of ours."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest

from litgauge.tasks.llm.chat_api import ChatApi
from litgauge.tasks.llm.faults import Fault, json_of
from litgauge.tasks.llm.paid_calls import PaidAnswer
from litgauge.tasks.llm.prices import Price
from litgauge.tasks.llm.request import OUTPUT, ChatRequest
from litgauge.tasks.llm.responses_api import ResponsesApi
from litgauge.tasks.llm.settings import Parameters
from litgauge.tasks.llm.turns import turn_of
from tests.tables import each_row

REQUEST = ChatRequest("local", "m", ({"role": "user", "content": "?"},), None, Parameters(), {}, 0, 0)
PRICE = Price(model="m", input=1, output=1, as_of="2026-01-01")  # type: ignore[arg-type]
CHAT, RESPONSES = ChatApi(PRICE, "max_tokens"), ResponsesApi(PRICE, "max_tokens")
SAID = {"role": "assistant", "content": "Yes."}
ITEM = {"type": "message", "content": [{"type": "output_text", "text": "Yes."}]}


def read(text: str, api: ChatApi = CHAT) -> PaidAnswer | Fault:
    """What comes of a reply of this text."""
    body = json_of(text, {"content-type": "application/json"})
    return body if isinstance(body, Fault) else api.read(body, REQUEST)


def chunks(*deltas: Mapping[str, Any], last: str = "stop") -> str:
    """A stream of these pieces."""
    made = [{"choices": [{"index": 0, "delta": delta, "finish_reason": None}]} for delta in deltas]
    made.append({"choices": [{"index": 0, "delta": {}, "finish_reason": last}]})
    made.append({"choices": [], "usage": {"prompt_tokens": 3, "completion_tokens": 4, "total_tokens": 7}})
    return ": waiting\n\n" + "".join(f"data: {json.dumps(one)}\r\n\r\n" for one in made) + "data: [DONE]\n\n"


@each_row(
    "usage",
    [
        None,
        [],
        {"prompt_tokens": "12", "completion_tokens": 3},
        {"prompt_tokens": -12, "completion_tokens": 3},
        {"prompt_tokens": 12, "completion_tokens": 3, "total_tokens": 10**30, "prompt_tokens_details": [1]},
        {"input_tokens": 10**30, "output_tokens": 5, "input_tokens_details": "none"},
    ],
)
def test_counts_that_are_none_cost_no_more_than_the_call_can(usage: Any) -> None:
    body = {"choices": [{"message": SAID, "finish_reason": "stop"}], "output": [ITEM], "usage": usage}
    for api in (CHAT, RESPONSES):
        found = read(json.dumps(body), api)
        assert isinstance(found, PaidAnswer)
        assert 0 <= found.cost_usd <= (api.most_usd(REQUEST) or 0)


def test_half_a_character_can_be_stored_and_sent_back() -> None:
    arguments = r'{"url": "https://e.org/\ud800"}'
    call = {"id": "a", "function": {"name": "read_page", "arguments": arguments}}
    message = {"content": "\ud83d\ude00 \ud83d", "tool_calls": [call]}
    found = read(json.dumps({"choices": [{"message": message, "finish_reason": "stop"}]}))
    assert isinstance(found, PaidAnswer)
    turn = turn_of(found.body)
    assert turn.text == "\U0001f600 ?"
    assert turn.calls[0].parsed == {"url": "https://e.org/?"}
    assert json.dumps([turn.message, turn.calls[0].parsed], ensure_ascii=False).encode()


@pytest.mark.parametrize("ids", [("a", "a", "a"), (None, "a", "a"), (None, None, "call_1"), ("a_2", "a", "a")])
def test_every_call_of_a_turn_has_an_id_of_its_own(ids: tuple[str | None, ...]) -> None:
    function = {"name": "read_page", "arguments": {"url": "https://e.org/"}}  # not as a text
    listed = [{"id": one, "function": function} for one in ids]
    turn = turn_of({"choices": [{"message": {"tool_calls": listed}}]})
    assert len({call.id for call in turn.calls}) == 3
    assert [call["id"] for call in turn.message["tool_calls"]] == [call.id for call in turn.calls]
    assert all(call.parsed == function["arguments"] for call in turn.calls)


def test_calls_of_a_response_are_sent_back_under_the_ids_of_their_results() -> None:
    output = [
        {"type": "function_call", "call_id": one, "name": "search", "arguments": "{}"} for one in ("a", "a", None)
    ]
    found = read(json.dumps({"output": output}), RESPONSES)
    assert isinstance(found, PaidAnswer)
    turn = turn_of(found.body)
    assert OUTPUT in turn.message
    sent = RESPONSES.fields(ChatRequest("local", "m", (turn.message,), None, Parameters(), {}, 0, 0))["input"]
    assert [item["call_id"] for item in sent] == [call.id for call in turn.calls]
    assert len({call.id for call in turn.calls}) == 3


def test_a_stream_that_nobody_asked_for_is_a_reply() -> None:
    pieces = [{"index": 0, "id": "a", "function": {"name": "read_page", "arguments": '{"url"'}}]
    more = [{"index": 0, "function": {"arguments": ': "u"}'}}, {"index": 1, "id": "b", "function": {"name": "search"}}]
    found = read(chunks({"content": "Let "}, {"content": "me"}, {"tool_calls": pieces}, {"tool_calls": more}, last="x"))
    assert isinstance(found, PaidAnswer)
    turn = turn_of(found.body)
    assert (turn.text, turn.finish_reason) == ("Let me", "x")
    assert [(call.id, call.name, call.parsed) for call in turn.calls] == [
        ("a", "read_page", {"url": "u"}), ("b", "search", {}),
    ]  # fmt: skip
    assert found.usage.completion_tokens == 4


def test_a_stream_of_a_response_is_the_response_at_its_end() -> None:
    events = [
        {"type": "response.created", "response": {"status": "in_progress", "output": []}},
        {"type": "response.completed", "response": {"status": "completed", "output": [ITEM]}},
    ]
    text = "".join(f"event: {one['type']}\ndata: {json.dumps(one)}\n\n" for one in events)
    found = read(text, RESPONSES)
    assert isinstance(found, PaidAnswer)
    assert turn_of(found.body).text == "Yes."


@each_row(
    "text, api",
    [
        ('data: {"error": {"message": "busy", "code": 503}}\n\n', CHAT),
        ("data: [DONE]\n\n", CHAT),
        (chunks({"content": "It is known, and th"}).partition('"stop"')[0].rpartition("data:")[0], CHAT),
        (chunks({"content": "It is known, and th"}).partition('"stop"')[0], CHAT),
        ("data: {broken\n\n", CHAT),
        (": nothing", CHAT),
        ('{"choices": [{"index": 0, "message": "hello"}]}', CHAT),
        ('{"choices": []}', CHAT),
        ('{"status": "queued", "output": []}', RESPONSES),
    ],
)
def test_what_is_no_reply_is_asked_again(text: str, api: ChatApi) -> None:
    found = read(text, api)
    assert isinstance(found, Fault)
    assert found.remedy == "retry"


@pytest.mark.parametrize(
    "more", [{"incomplete_details": "max"}, {"tool_usage": "x"}, {"output": [{"type": "message", "content": "Yes."}]}]
)
def test_a_response_of_another_shape_is_read(more: Mapping[str, Any]) -> None:
    found = read(json.dumps({"output": [None, {"type": 5}, ITEM], **more}), RESPONSES)
    assert isinstance(found, PaidAnswer)
    assert turn_of(found.body).text == "Yes."


def test_calls_without_the_thoughts_that_led_to_them_are_sent_back_without_their_ids() -> None:
    """Thoughts that came unsealed cannot be sent back, and under a call's id an endpoint asks for them."""
    call = {"type": "function_call", "id": "fc_1", "call_id": "a", "name": "search", "arguments": "{}"}
    for thoughts, kept in (
        ({"type": "reasoning", "id": "rs_1"}, 0),
        ({"type": "reasoning", "encrypted_content": "x"}, 1),
    ):
        found = read(json.dumps({"output": [thoughts, {**ITEM, "id": "msg_1"}, call]}), RESPONSES)
        assert isinstance(found, PaidAnswer)
        request = ChatRequest("local", "m", (turn_of(found.body).message,), None, Parameters(), {}, 0, 0)
        sent = RESPONSES.fields(request)["input"]
        assert len(sent) == 2 + kept
        assert sum("id" in item for item in sent) == 2 * kept
