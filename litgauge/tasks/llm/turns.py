"""A model's turn in a conversation with tools: its text, its calls, and the form in which it is sent back."""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from litgauge.tasks.llm.answers import Choice, choice_of
from litgauge.tasks.llm.pictures import PictureInput, text_part
from litgauge.tasks.llm.plain_json import plain_json
from litgauge.tasks.llm.request import OUTPUT, Turn
from litgauge.tasks.llm.thinking import without_thinking
from litgauge.tasks.llm.written_calls import written_calls

_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}")
_NO_NAME = "unknown_tool"  # in the place of a name that endpoints refuse to read back
_THOUGHTS = ("reasoning_content", "reasoning_details")  # some endpoints want them back while tools are called


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A function call of the model."""

    id: str  # by which the result is sent back
    name: str
    arguments: str  # as received; JSON unless the model made a mistake

    @property
    def parsed(self) -> Mapping[str, Any] | None:
        """Return the arguments; None if they are no JSON object."""
        try:
            value = plain_json(self.arguments or "{}")
        except (ValueError, RecursionError):
            return None
        return value if isinstance(value, dict) else None


@dataclass(frozen=True, slots=True)
class ModelTurn:
    """One reply of a model that has tools."""

    text: str  # without its thoughts
    refusal: str
    finish_reason: str
    calls: tuple[ToolCall, ...]
    message: Turn  # the turn as it is sent back with the results of its calls


def turn_of(body: Mapping[str, Any], functions: Collection[str] = ()) -> ModelTurn:
    """Return the turn in a stored completion of a model with these functions.

    A call's mistakes are not sent back to endpoints, which may refuse the whole conversation because of them.
    """
    choice = choice_of(body) or Choice("", "", "")
    message = body["choices"][0]["message"] if choice_of(body) else {}
    text, sent, listed = without_thinking(choice.text), choice.text, _listed(message)
    if not listed and choice.finish_reason != "length":
        text, written = written_calls(text, functions)
        listed = [{"function": {"name": name, "arguments": arguments}} for name, arguments in written]
        sent = text if written else sent
    calls = _named_apart([_call(number, call) for number, call in enumerate(listed, start=1)])
    back: dict[str, Any] = {"role": "assistant", "content": sent if sent.strip() else None}
    if calls:
        back["tool_calls"] = [_sent_back(call, raw) for call, raw in zip(calls, listed, strict=True)]
    back |= {name: message[name] for name in (*_THOUGHTS, OUTPUT) if message.get(name)}
    return ModelTurn(text, choice.refusal, choice.finish_reason, calls, back)


def result_turn(call: ToolCall, result: str, pictures: Sequence[PictureInput] = ()) -> Turn:
    """Return the result of a call for the model: a text, which names its pictures."""
    content = [text_part(result), *(picture.part for picture in pictures)] if pictures else result
    return {"role": "tool", "tool_call_id": call.id, "content": content}


def _listed(message: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Return the calls of a message as received; of an older server, its only call."""
    raw = message.get("tool_calls")
    single = message.get("function_call")
    if not raw and isinstance(single, dict) and single.get("name"):
        return [{"function": single}]
    return [call for call in raw if isinstance(call, dict)] if isinstance(raw, list) else []


def _call(number: int, raw: Mapping[str, Any]) -> ToolCall:
    function = raw.get("function")
    function = function if isinstance(function, dict) else {}
    # Nine letters and digits: the only ids that some endpoints take.
    return ToolCall(
        str(raw.get("id") or f"call{number:05}"),
        _plain_name(str(function.get("name") or "")),
        _unpacked(function.get("arguments")),
    )


def _plain_name(name: str) -> str:
    """Return a function's name without leftovers of the model's own marks.

    >>> _plain_name("functions.search"), _plain_name("search<|channel|>commentary")
    ('search', 'search')
    """
    return name.partition("<|")[0].strip().removeprefix("functions.")


def _unpacked(arguments: Any) -> str:
    """Return arguments as JSON: some endpoints send them as an object, others encode them twice.

    >>> _unpacked({"query": "owls"}), _unpacked('"{\\\\"query\\\\": 1}"'), _unpacked(None), _unpacked("owls")
    ('{"query": "owls"}', '{"query": 1}', '{}', 'owls')
    """
    if not isinstance(arguments, str):
        return json.dumps(arguments or {}, ensure_ascii=False)
    if not arguments.lstrip().startswith('"'):
        return arguments
    try:
        inner = plain_json(arguments)
    except (ValueError, RecursionError):
        return arguments
    return inner if isinstance(inner, str) else arguments


def _named_apart(calls: Sequence[ToolCall]) -> tuple[ToolCall, ...]:
    """Return the calls of a turn with unique ids: a result names its call by its id."""
    names: set[str] = set()
    apart = []
    for number, call in enumerate(calls, start=1):
        own = call.id
        while own in names:
            own = f"{own}_{number}"
        names.add(own)
        apart.append(replace(call, id=own))
    return tuple(apart)


def _sent_back(call: ToolCall, raw: Mapping[str, Any]) -> dict[str, Any]:
    name = call.name if _NAME.fullmatch(call.name) else _NO_NAME
    arguments = "{}" if call.parsed is None else call.arguments or "{}"
    more = {key: value for key, value in raw.items() if key not in ("index", "function")}  # signatures of thoughts
    return {**more, "id": call.id, "type": "function", "function": {"name": name, "arguments": arguments}}
