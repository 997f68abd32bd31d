"""Reading answers: what is there, and nothing else."""

from __future__ import annotations

import json
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, Field

from litgauge.tasks.llm.answers import Choice, Invalid, choice_of, read_answer
from litgauge.tasks.llm.schema import strict_schema
from tests.llm.openai_server import _check_schema
from tests.tables import each_row


class Work(BaseModel):
    """A cited work."""

    title: str = Field(min_length=1, max_length=50, description="As printed.")
    year: int | None = None


class Finding(BaseModel):
    """An answer with everything that answers have."""

    kind: Literal["claim"] = "claim"
    works: list[Work] = Field(max_length=9)
    main: Work = Field(description="The most important one.")
    support: Literal["full", "part", "none"] = "none"
    score: float = Field(0.5, ge=0, le=1)


class Small(BaseModel):
    """A small answer."""

    good: bool


@each_row(
    "text",
    [
        '{"good": true}',
        '  {"good":true}\n',
        '```json\n{"good": true}\n```',
        'Here it is:\n\n{"good": true}\n\nHope this helps.',
        '<think>Maybe {"good": false}? No.</think>\n{"good": true}',
        r'In LaTeX, \textbf{good} is bold. {"good": true}',
        '{"good": true}\nAgain: {"good": true}',
        'For {title}: {"good": true}',
    ],
)
def test_answers_that_are_there(text: str) -> None:
    assert read_answer(text, Small) == Small(good=True)


@each_row(
    "text, problem",
    [
        ("", "no JSON object"),
        ("true", "no JSON object"),
        ("I would say good.", "no JSON object"),
        ('{"good": tr', "broken"),
        ('{"good": maybe}', "broken"),
        ('{"good": NaN}', "broken"),
        ('{"verdict": {"good": true}, "why": "cut off', "broken"),  # the inner object fits, and is not the answer
        ('{"verdict": {"good": true}}', "good: Field required"),
        ('{"good": "perhaps"}', "good: Input should be a valid boolean"),
        ('{"good": true} or {"good": false}', "several JSON objects that differ"),
        ('<think>{"good": true}', "no JSON object"),  # it never got to the answer
        ('{"a":' * 50, "broken"),
        ('{"a":[' * 100_000, "deep"),
    ],
)
def test_answers_that_are_not(text: str, problem: str) -> None:
    answer = read_answer(text, Small)
    assert isinstance(answer, Invalid)
    assert problem in answer.problem


@given(st.text(), st.booleans(), st.text(alphabet=st.characters(exclude_characters="{}")))
def test_prose_around_never_changes_the_answer(before: str, good: bool, after: str) -> None:
    answer = read_answer(before + json.dumps({"good": good}) + after, Small)
    assert isinstance(answer, Invalid) or answer == Small(good=good)


@given(st.text())
def test_any_text_is_an_answer_or_invalid(text: str) -> None:
    assert isinstance(read_answer(text, Small), Invalid | Small)


@each_row(
    "body", [None, [], {}, {"choices": []}, {"choices": [{}]}, {"choices": [{"message": None}]}, {"choices": "x"}]
)
def test_bodies_without_a_choice(body: object) -> None:
    assert choice_of(body) is None


def test_a_choice_in_parts() -> None:
    body = {"choices": [{"message": {"content": [{"type": "text", "text": "{}"}]}, "finish_reason": None}]}
    assert choice_of(body) == Choice(text="{}", refusal="", finish_reason="")


def test_strict_schemas_are_what_strict_endpoints_take() -> None:
    schema = strict_schema(Finding)

    assert schema is not None
    _check_schema(schema)
    assert schema["required"] == ["kind", "works", "main", "support", "score"]
    assert schema["properties"]["kind"]["enum"] == ["claim"]
    assert schema["properties"]["score"] == {"maximum": 1, "minimum": 0, "type": "number"}
    work = schema["$defs"]["Work"]
    assert list(work["properties"]) == ["title", "year"]  # a field may be called what a keyword is called
    assert work["properties"]["title"]["description"] == "As printed."
    assert work["properties"]["year"]["anyOf"] == [{"type": "integer"}, {"type": "null"}]


class Free(BaseModel):
    """Free keys."""

    counts: dict[str, int]


class Paired(BaseModel):
    """A tuple."""

    pair: tuple[str, int]


@pytest.mark.parametrize("answer", [Free, Paired])
def test_types_without_a_strict_schema(answer: type[BaseModel]) -> None:
    assert strict_schema(answer) is None
