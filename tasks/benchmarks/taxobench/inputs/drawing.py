"""Drawing the inputs from one paper: each question once, and once more where a span does not stand in the paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tasks.benchmarks.taxobench.inputs.questions import (
    PAPER_CONTRIBUTIONS,
    PAPER_CORE_TASK,
    PAPER_SUMMARY,
    Claimed,
)
from tasks.benchmarks.taxobench.inputs.rows import InputKind, InputPart, PaperInput
from tasks.benchmarks.taxobench.inputs.spans import find_span
from tasks.benchmarks.taxobench.inputs.text import PaperText
from tasks.llm.question import Question
from tasks.llm.reply import Asker, Reply, Unscored

QUESTIONS: dict[InputPart, Question[Any]] = {
    "summary": PAPER_SUMMARY,
    "core-task": PAPER_CORE_TASK,
    "contributions": PAPER_CONTRIBUTIONS,
}
NO_TEXT = "no-text: neither its abstract nor its full text is known, and a title alone was not asked about"
FIRST_TIME = "none, it is asked for the first time"


@dataclass(frozen=True)
class Drawn:
    """The rows of one paper, and whether any of them is missing because we failed."""

    rows: tuple[PaperInput, ...]
    failed: bool


def first_inputs(part: InputPart, paper: PaperText) -> dict[str, Any]:
    """What the question of this part is first given."""
    return {"paper": paper.told} | ({} if part == "core-task" else {"remark": FIRST_TIME})


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
            again = await door.ask(QUESTIONS[part], {"paper": paper.told, "remark": _remark(missed)})
            reply = reply if isinstance(again.answer, Unscored) else again
        failed = failed or isinstance(reply.answer, Unscored)
        rows += _rows(paper, part, reply)
    return Drawn(tuple(rows), failed)


def _missed(reply: Reply[Any], paper: PaperText) -> list[str]:
    """The spans of an answer that do not stand in the paper."""
    items = getattr(reply.answer, "items", [])
    return [item.span for item in items if find_span(item.span, paper) is None]


def _remark(missed: Sequence[str]) -> str:
    listed = "; ".join(f"“{span}”" for span in missed)
    return (
        "it was rejected, because these spans do not stand in the paper letter by letter (or have fewer than three "
        f"words): {listed}. Copy every span from the paper, or leave its item out."
    )


def _rows(paper: PaperText, part: InputPart, reply: Reply[Any]) -> Iterator[PaperInput]:
    told = (reply.question, reply.model, reply.key)
    if isinstance(reply.answer, Unscored):
        reason = f"{reply.answer.reason}: {reply.answer.detail}" if reply.answer.detail else reply.answer.reason
        yield _row(paper, part, 1, "none", told=told, reason=reason)
    elif part == "core-task":
        yield _row(paper, part, 1, "core-task", said=reply.answer.phrase, told=told)
    elif not reply.answer.items:
        yield _row(paper, part, 1, "none", told=told, reason="nothing-claimed: the answer lists nothing")
    else:
        for position, item in enumerate(reply.answer.items, start=1):
            yield _checked(paper, part, position, item, told)


def _checked(paper: PaperText, part: InputPart, position: int, item: Claimed, told: tuple[str, str, str]) -> PaperInput:
    """An item whose span stands in the paper, with the words as they stand there; else nothing but the reason."""
    kind: InputKind = getattr(item, "kind", "contribution")
    found = find_span(item.span, paper)
    if found is None:
        reason = f"span-not-found: asked twice, and the paper does not hold “{item.span[:200]}”"
        return _row(paper, part, position, kind, told=told, reason=reason)
    name, said = " ".join(item.name.split()), " ".join(item.said.split())
    return _row(paper, part, position, kind, name=name, said=said, span=found.text, place=found.place, told=told)


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
    told: tuple[str, str, str] = ("", "", ""),
) -> PaperInput:
    where = (paper.survey_id, paper.paper, part, position, kind)
    return PaperInput(*where, name, said, span, place, paper.read_from, reason, *told)
