"""Reads a model's reply as a typed answer."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Any, NoReturn, TypeVar

from pydantic import BaseModel, ValidationError

from litgauge.tasks.llm.plain_json import in_whole_characters
from litgauge.tasks.llm.thinking import without_thinking

Answer = TypeVar("Answer", bound=BaseModel)

_THOUGHTS = re.compile(r"<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL)  # within the text
_OBJECT = re.compile(r"\{(?=\s*[\"}])")  # not the braces of LaTeX or of prose
_TEXTS = (None, "text", "output_text")  # types of message parts with output, not thoughts
_FINISH = {
    **dict.fromkeys(("max_tokens", "max_output_tokens", "model_length"), "length"),
    **dict.fromkeys(("safety", "recitation", "prohibited_content", "sensitive"), "content_filter"),
    **dict.fromkeys(("insufficient_system_resource", "network_error", "abort", "cancelled"), "error"),
}
_SHOWN = 6  # problems quoted back to the model


@dataclass(frozen=True, slots=True)
class Invalid:
    """Why a reply is no answer, in words that the model can act on."""

    problem: str


@dataclass(frozen=True, slots=True)
class Choice:
    """The first choice of a completion."""

    text: str
    refusal: str
    finish_reason: str  # as the protocol names it; "error" if the endpoint broke off


def choice_of(body: Any) -> Choice | None:
    """Return the first choice of a completion's body; None if the body has none."""
    try:
        choice = body["choices"][0]
        message = choice["message"]
        content, refusal = message.get("content"), message.get("refusal")
    except (KeyError, IndexError, TypeError, AttributeError):
        return None
    if isinstance(content, list):  # some endpoints answer in parts
        parts = [part for part in content if isinstance(part, dict) and part.get("type") in _TEXTS]
        content = "".join(str(part.get("text") or "") for part in parts)
    return Choice(
        text=content if isinstance(content, str) else "",
        refusal=refusal if isinstance(refusal, str) else "",
        finish_reason=_finish_reason(str(choice.get("finish_reason") or "")),
    )


def _finish_reason(reason: str) -> str:
    """Return an endpoint's finish reason in the words of the protocol.

    >>> _finish_reason("MAX_TOKENS"), _finish_reason("content_filter: RECITATION"), _finish_reason("stop")
    ('length', 'content_filter', 'stop')
    """
    word = reason.lower().partition(":")[0]
    return _FINISH.get(word, word)


def read_answer(text: str, answer: type[Answer]) -> Answer | Invalid:
    """Return the answer in a reply: its only JSON object, bare, in a code fence or between words.

    Nothing is guessed: broken JSON, a wrong type, or two objects that both fit and differ are Invalid.
    """
    candidates = _objects(_THOUGHTS.sub("", without_thinking(text), count=1))
    if isinstance(candidates, Invalid):
        return candidates
    answers: list[Answer] = []
    problem = "- there is no JSON object in it"
    for candidate in candidates:
        try:
            value = answer.model_validate(candidate)
        except ValidationError as error:
            problem = _problems(error)
            continue
        if answers and value != answers[0]:
            return Invalid("- it holds several JSON objects that differ")
        answers = [value]
    return answers[0] if answers else Invalid(problem)


def _objects(text: str) -> list[Any] | Invalid:
    decoder = json.JSONDecoder(parse_constant=_not_json)
    objects: list[Any] = []
    start = _OBJECT.search(text)
    while start:
        try:
            value, end = decoder.raw_decode(text, start.start())
        except RecursionError:
            return Invalid("- the JSON is nested too deep")
        except ValueError as error:
            # An object inside the broken one might fit by accident, so nothing after this is looked at.
            return Invalid(f"- the JSON is broken: {error}")
        objects.append(value)
        start = _OBJECT.search(text, end)
    whole: list[Any] = in_whole_characters(objects, text)
    return whole


def _not_json(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is not JSON")


def _problems(error: ValidationError) -> str:
    problems = error.errors(include_url=False, include_input=False)
    lines = [f"- {'.'.join(map(str, problem['loc'])) or 'the object'}: {problem['msg']}" for problem in problems]
    return "\n".join(lines[:_SHOWN])
