"""Calls, thoughts and ends as servers leave them that do not know their model's own marks."""

from __future__ import annotations

import json
from typing import Any

import pytest
from pydantic import BaseModel

from litgauge.tasks.llm.answers import choice_of, read_answer
from litgauge.tasks.llm.faults import Fault
from litgauge.tasks.llm.paid_calls import PaidAnswer
from litgauge.tasks.llm.request import ChatRequest
from litgauge.tasks.llm.settings import Parameters
from litgauge.tasks.llm.thinking import without_thinking
from litgauge.tasks.llm.turns import turn_of
from tests.llm.test_odd_replies import CHAT, RESPONSES, read
from tests.tables import each_row

FUNCTIONS = ("search", "read_page")
CALL = '{"name": "search", "arguments": {"query": "owls"}}'


class Number(BaseModel):
    """A typed answer."""

    n: int


def completion(text: str, finish: str = "stop", **more: Any) -> dict[str, Any]:
    """A chat completion of this text."""
    return {"choices": [{"message": {"role": "assistant", "content": text, **more}, "finish_reason": finish}]}


@each_row(
    "text",
    [
        f"<tool_call>\n{CALL}\n</tool_call>",
        f"<think>I look it up.</think>\n<tool_call>\n{CALL}\n</tool_call>",
        f"<tool_call>{CALL}",
        f"```json\n{CALL}\n```",
        CALL.replace("arguments", "parameters"),
        f"[{CALL}]",
        '{"type": "function", "function": {"name": "search", "arguments": "{\\"query\\": \\"owls\\"}"}}',
        f"<|python_tag|>{CALL}",
        f"[TOOL_CALLS] [{CALL}]",
        '[TOOL_CALLS]search[ARGS]{"query": "owls"}',
        '<function=search>{"query": "owls"}</function>',
        "<tool_call>\n<function=search>\n<parameter=query>\nowls\n</parameter>\n</function>\n</tool_call>",
        "<tool_call>search\n<arg_key>query</arg_key>\n<arg_value>owls</arg_value>\n</tool_call>",
        "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>search\n```json\n"
        '{"query": "owls"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>',
        "<|tool_calls_section_begin|><|tool_call_begin|>functions.search:0<|tool_call_argument_begin|>"
        '{"query": "owls"}<|tool_call_end|><|tool_calls_section_end|>',
        "<|channel|>analysis<|message|>Well.<|end|><|start|>assistant<|channel|>commentary to=functions.search "
        '<|constrain|>json<|message|>{"query": "owls"}<|call|>',
    ],
)
def test_a_call_that_is_written_out_is_a_call(text: str) -> None:
    turn = turn_of(completion(text), FUNCTIONS)
    (call,) = turn.calls
    assert (call.name, call.parsed) == ("search", {"query": "owls"})
    assert [sent["id"] for sent in turn.message["tool_calls"]] == [call.id]
    assert not turn_of(completion(text)).calls  # of a model without functions it is what it says


def test_several_calls_and_words_before_them() -> None:
    again = CALL.replace("search", "google")
    turn = turn_of(completion(f"Let me see.\n<tool_call>{CALL}</tool_call>\n<tool_call>{again}</tool_call>"), FUNCTIONS)
    assert turn.text == turn.message["content"] == "Let me see."
    assert [call.name for call in turn.calls] == ["search", "google"]  # no such tool: the model is told
    sent = RESPONSES.fields(ChatRequest("local", "m", (turn.message,), None, Parameters(), {}, 0, 0))["input"]
    assert [item.get("call_id") for item in sent] == [None, *(call.id for call in turn.calls)]


@each_row(
    "text",
    [
        f"Models write <tool_call>{CALL}</tool_call>, and wait [Doe](https://e.org/).",
        f"<tool_call>{CALL.replace('}}', '}')}</tool_call>",
        '{"name": "Owls", "children": []}',
        '{"name": "google", "arguments": {}}',
        "```json\n[]\n```",
        "[TOOL_CALLS] is a mark.",
        "<tool_call>",
        "[Doe](https://e.org/) {search}",
    ],
)
def test_an_answer_that_shows_a_call_is_an_answer(text: str) -> None:
    turn = turn_of(completion(text), FUNCTIONS)
    assert (turn.text, turn.calls) == (text, ())


def test_the_one_call_of_an_older_server_is_a_call() -> None:
    single = {"name": "search", "arguments": '{"query": "owls"}'}
    body = completion("", "function_call", function_call=single)
    (call,) = turn_of(body, FUNCTIONS).calls
    assert call.parsed == {"query": "owls"}
    found = read(json.dumps(body))
    assert isinstance(found, PaidAnswer)
    assert found.usage.completion_tokens > 0


@pytest.mark.parametrize("arguments", [{"query": "owls"}, '{"query": "owls"}', '"{\\"query\\": \\"owls\\"}"'])
def test_arguments_are_sent_back_as_json_of_an_object(arguments: Any) -> None:
    calls = [{"function": {"name": "search", "arguments": arguments}}]
    turn = turn_of(completion("", tool_calls=calls), FUNCTIONS)
    assert json.loads(turn.message["tool_calls"][0]["function"]["arguments"]) == {"query": "owls"}
    assert turn.calls[0].id.isalnum()
    assert len(turn.calls[0].id) == 9  # all that some endpoints take


@pytest.mark.parametrize("name", ["search", "functions.search", "search<|channel|>commentary"])
def test_a_name_is_read_without_the_marks_around_it(name: str) -> None:
    turn = turn_of(completion("", tool_calls=[{"function": {"name": name, "arguments": "{}"}}]), FUNCTIONS)
    assert turn.calls[0].name == turn.message["tool_calls"][0]["function"]["name"] == "search"


@each_row(
    "text, said",
    [
        ("<think>\nhmm\n</think>\n\nYes.", "Yes."),
        ("hmm, {}\n</think>\n\nYes.", "Yes."),  # the template opened it
        ("[THINK]hmm[/THINK]Yes.", "Yes."),
        ("◁think▷hmm◁/think▷Yes.", "Yes."),
        ("<|channel|>final<|message|>Yes.<|return|>", "Yes."),
        ("<|channel|>analysis<|message|>hmm", ""),
        ("Models end thoughts by `</think>`. Yes.", "Models end thoughts by `</think>`. Yes."),
        ("They write\n<think>\nhmm\n</think>\nthen.", "They write\n<think>\nhmm\n</think>\nthen."),
        ("[Thinking](https://e.org/) is hard.", "[Thinking](https://e.org/) is hard."),
    ],
)
def test_thoughts_are_no_part_of_what_is_said(text: str, said: str) -> None:
    assert without_thinking(text) == said


@pytest.mark.parametrize(
    ("finish", "means"),
    [
        ("MAX_TOKENS", "length"),
        ("model_length", "length"),
        ("content_filter: SAFETY", "content_filter"),
        ("STOP", "stop"),
    ],
)
def test_why_a_reply_ended_in_other_words(finish: str, means: str) -> None:
    choice = choice_of(completion("Yes.", finish))
    assert choice is not None
    assert choice.finish_reason == means


@pytest.mark.parametrize("finish", ["error", "insufficient_system_resource", "abort"])
def test_half_a_reply_of_an_endpoint_that_broke_off_is_asked_again(finish: str) -> None:
    found = read(json.dumps(completion("Half a", finish)), CHAT)
    assert isinstance(found, Fault)
    assert found.remedy == "retry"


def test_thoughts_among_the_parts_are_not_said() -> None:
    parts = [
        {"type": "reasoning", "text": "hmm"},
        {"type": "thinking", "thinking": []},
        {"type": "text", "text": "Yes."},
    ]
    assert turn_of({"choices": [{"message": {"content": parts}}]}).text == "Yes."


@pytest.mark.parametrize(
    "text",
    [
        'Perhaps {"n": 1}.\n</think>\n{"n": 2}',
        '<think>{"n": 1}</think>{"n": 2}',
        'Sure.\n<think>\n{"n": 1}\n</think>\n{"n": 2}',
        '[THINK]{"n": 1}[/THINK] {"n": 2}',
    ],
)
def test_no_answer_is_taken_from_thoughts(text: str) -> None:
    assert read_answer(text, Number) == Number(n=2)
