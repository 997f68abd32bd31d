"""Questions about a paper: its summary, core task and contributions (figures 11 to 13, in our words)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from litgauge.tasks.benchmarks.taxobench.build.paper_text import PaperText, find_span
from litgauge.tasks.benchmarks.taxobench.rows import InputKind, InputPart, PaperInput
from litgauge.tasks.llm.question import Question
from litgauge.tasks.llm.reply import Asker, Reply, Unscored
from litgauge.tasks.offline.paper import contributions_of, core_task_of, items_of

SummaryKind = Literal["problem", "motivation", "method", "conclusion", "contribution"]
MOST: Mapping[str, int] = {"problem": 1, "motivation": 1, "method": 3, "conclusion": 2, "contribution": 3}
FEWEST_TASK_WORDS, MOST_TASK_WORDS = 5, 15


class _Answer(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Claimed(_Answer):
    """A contribution, and the words that it rests on."""

    name: str = Field(min_length=1, description="A noun phrase of at most 15 words.")
    said: str = Field(min_length=1, description="One or two sentences in your own words.")
    span: str = Field(min_length=1, description="At most 40 words of the paper, copied letter by letter.")


class SummaryItem(Claimed):
    """One thing that a paper says of itself."""

    kind: SummaryKind


class PaperSummary(_Answer):
    """What a paper is about."""

    items: list[SummaryItem] = Field(description="Problem, motivation, methods, conclusions, contributions.")

    @model_validator(mode="after")
    def _not_too_many(self) -> PaperSummary:
        for kind, count in Counter(item.kind for item in self.items).items():
            if count > MOST[kind]:
                raise ValueError(f"{count} items of kind {kind}, at most {MOST[kind]} are allowed")
        return self


class CoreTask(_Answer):
    """The task that a paper works on."""

    phrase: str = Field(description="5 to 15 English words, no full stop, no quotation marks.")

    @field_validator("phrase")
    @classmethod
    def _plain(cls, phrase: str) -> str:
        phrase = " ".join(phrase.split()).strip("\"'“”").removesuffix(".").strip()
        count = len(phrase.split())
        if not FEWEST_TASK_WORDS <= count <= MOST_TASK_WORDS:
            raise ValueError(f"its words are {count}, {FEWEST_TASK_WORDS} to {MOST_TASK_WORDS} are needed")
        if any(sign in phrase for sign in '"“”'):
            raise ValueError("it holds quotation marks")
        return phrase


class Contributions(_Answer):
    """What a paper claims to contribute."""

    items: list[Claimed] = Field(max_length=3, description="At most three contributions.")


def _summary(inputs: Mapping[str, Any]) -> PaperSummary:
    items = items_of(str(inputs["paper"]))
    return PaperSummary(
        items=[SummaryItem(kind=kind, name=name, said=said, span=span) for kind, name, said, span in items]
    )


def _core_task(inputs: Mapping[str, Any]) -> CoreTask:
    return CoreTask(phrase=core_task_of(str(inputs["paper"])))


def _contributions(inputs: Mapping[str, Any]) -> Contributions:
    items = contributions_of(str(inputs["paper"]))
    return Contributions(items=[Claimed(name=name, said=said, span=span) for name, said, span in items])


PAPER_SUMMARY: Question[PaperSummary] = Question(
    name="paper_summary",
    version=1,
    answer=PaperSummary,
    offline=_summary,
    parameters={"temperature": 0},
    expected_tokens=900,
)
PAPER_CORE_TASK: Question[CoreTask] = Question(
    name="paper_core_task",
    version=1,
    answer=CoreTask,
    offline=_core_task,
    parameters={"temperature": 0},
    expected_tokens=40,
)
PAPER_CONTRIBUTIONS: Question[Contributions] = Question(
    name="paper_contributions",
    version=1,
    answer=Contributions,
    offline=_contributions,
    parameters={"temperature": 0},
    expected_tokens=400,
)


QUESTIONS: dict[InputPart, Question[Any]] = {
    "summary": PAPER_SUMMARY,
    "core-task": PAPER_CORE_TASK,
    "contributions": PAPER_CONTRIBUTIONS,
}
NO_TEXT = "no-text: neither its abstract nor its full text is known, and a title alone was not asked about"
FIRST_TIME = "none, it is asked for the first time"


@dataclass(frozen=True)
class Drawn:
    """Rows of one paper, and whether any of them is missing because we failed."""

    rows: tuple[PaperInput, ...]
    failed: bool


def first_inputs(part: InputPart, paper: PaperText) -> dict[str, Any]:
    """Return what the question of this part is first given."""
    return {"paper": paper.prompt_text} | ({} if part == "core-task" else {"remark": FIRST_TIME})


async def draw_inputs(door: Asker, paper: PaperText, parts: Sequence[InputPart]) -> Drawn:
    """All parts of one paper; of a paper of which only the title is known, nothing, with that reason."""
    rows: list[PaperInput] = []
    failed = False
    for part in parts:
        if paper.read_from == "title":
            rows.append(_row(paper, part, 1, "none", reason=NO_TEXT))
            continue
        reply = await door.ask(QUESTIONS[part], first_inputs(part, paper))
        if missed := _missed(reply, paper):
            again = await door.ask(QUESTIONS[part], {"paper": paper.prompt_text, "remark": _remark(missed)})
            reply = reply if isinstance(again.answer, Unscored) else again
        failed = failed or isinstance(reply.answer, Unscored)
        rows += _rows(paper, part, reply)
    return Drawn(tuple(rows), failed)


def _missed(reply: Reply[Any], paper: PaperText) -> list[str]:
    """Return the spans of an answer that do not stand in the paper."""
    items = getattr(reply.answer, "items", [])
    return [item.span for item in items if find_span(item.span, paper) is None]


def _remark(missed: Sequence[str]) -> str:
    listed = "; ".join(f"“{span}”" for span in missed)
    return (
        "it was rejected, because these spans do not stand in the paper letter by letter (or have fewer than three "
        f"words): {listed}. Copy every span from the paper, or leave its item out."
    )


def _rows(paper: PaperText, part: InputPart, reply: Reply[Any]) -> Iterator[PaperInput]:
    source = (reply.question, reply.model, reply.key)
    if isinstance(reply.answer, Unscored):
        reason = f"{reply.answer.reason}: {reply.answer.detail}" if reply.answer.detail else reply.answer.reason
        yield _row(paper, part, 1, "none", source=source, reason=reason)
    elif part == "core-task":
        yield _row(paper, part, 1, "core-task", said=reply.answer.phrase, source=source)
    elif not reply.answer.items:
        yield _row(paper, part, 1, "none", source=source, reason="nothing-claimed: the answer lists nothing")
    else:
        for position, item in enumerate(reply.answer.items, start=1):
            yield _checked(paper, part, position, item, source)


def _checked(
    paper: PaperText, part: InputPart, position: int, item: Claimed, source: tuple[str, str, str]
) -> PaperInput:
    """An item whose span stands in the paper, with the words as they stand there; else nothing but the reason."""
    kind: InputKind = getattr(item, "kind", "contribution")
    place = find_span(item.span, paper)
    if place is None:
        reason = f"span-not-found: asked twice, and the paper does not hold “{item.span[:200]}”"
        return _row(paper, part, position, kind, source=source, reason=reason)
    name, said = " ".join(item.name.split()), " ".join(item.said.split())
    return _row(paper, part, position, kind, name=name, said=said, span=place.text, place=place.place, source=source)


def _row(
    paper: PaperText,
    part: InputPart,
    position: int,
    kind: InputKind,
    *,
    name: str = "",
    said: str = "",
    span: str = "",
    place: str = "",
    reason: str = "",
    source: tuple[str, str, str] = ("", "", ""),
) -> PaperInput:
    where = (paper.survey_id, paper.paper, part, position, kind)
    return PaperInput(*where, name, said, span, place, paper.read_from, reason, *source)
