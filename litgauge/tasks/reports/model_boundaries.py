"""Statement boundaries that a model proposes, accepted only if they are verbatim in the report."""

from __future__ import annotations

import asyncio
import hashlib
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from litgauge.tasks.citations.marks.wording import wording
from litgauge.tasks.llm.question import Question
from litgauge.tasks.llm.reply import Asker, Unscored
from litgauge.tasks.records import AgentReport, StatementLink
from litgauge.tasks.records.figures import Figure
from litgauge.tasks.records.grouping import rows_by
from litgauge.tasks.reports.read_result import RULES, Draft, ReadReport, assembled
from litgauge.tasks.reports.reader import read_report

Answer = TypeVar("Answer", bound=BaseModel)

PASSAGE_CHARACTERS = 6000
"""A passage of a report ends with the first paragraph that passes this length."""

MOST_PARTS = 50
"""Proposed statements in one of the rules: each is weighed against the whole of it."""

MOST_LOST = 500
"""Proposals that are looked for in the whole report and not found; after that only the next passages are searched."""


class ReportStatements(BaseModel):
    """The statements of a passage, copied from it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    statements: tuple[str, ...] = Field(
        description="Each statement letter by letter as it stands in the passage, in order."
    )


@dataclass(frozen=True, slots=True)
class Refusal:
    """A proposed statement that was not accepted."""

    text: str
    rule: str  # "not-in-report", "no-statement-there", "overlaps", "too-short", "too-many-parts"


@dataclass(frozen=True, slots=True)
class Redrawn:
    """A report with the model's boundaries that were accepted."""

    read: ReadReport
    accepted: int  # accepted statements whose boundaries differ from the rules'
    refused: tuple[Refusal, ...]
    unanswered: tuple[Unscored, ...] = ()  # why passages kept the boundaries of the rules


def _offline(inputs: Mapping[str, Any]) -> ReportStatements:
    text = str(inputs["passage"])
    digest = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
    read = read_report(AgentReport("passage", "", None, None, "", "markdown", text, digest))
    return ReportStatements(statements=tuple(text[statement.start : statement.end] for statement in read.statements))


STATEMENTS_QUESTION: Question[ReportStatements] = Question(
    name="report_statements",
    version=1,
    answer=ReportStatements,
    offline=_offline,
    parameters={"temperature": 0},
    expected_tokens=1800,
)


def passages(report: AgentReport, read: ReadReport) -> tuple[str, ...]:
    """Return the body of a report (first to last statement), without its figures, in passages of whole paragraphs."""
    texts: list[str] = []
    begin: int | None = None
    for index, draft in enumerate(read.drafts):
        begin = draft.start if begin is None else begin
        last = index + 1 == len(read.drafts)
        if last or (draft.end - begin >= PASSAGE_CHARACTERS and read.drafts[index + 1].block != draft.block):
            texts.append(_prose(report.text, read.figures, begin, draft.end))
            begin = None
    return tuple(texts)


def _prose(text: str, figures: Sequence[Figure], start: int, end: int) -> str:
    """Return a stretch of a report without its figures, which may contain the bytes of pictures."""
    pieces, at = [], start
    for figure in figures[bisect_left(figures, start, key=lambda figure: figure.start) :]:
        if figure.start >= end:
            break
        pieces.append(text[at : figure.start])
        at = min(figure.end, end)
    return "".join((*pieces, text[at:end]))


async def ask_boundaries(report: AgentReport, read: ReadReport, asker: Asker) -> Redrawn:
    """Return the report with a model's statement boundaries, requested passage by passage.

    A passage without an answer keeps the boundaries of the rules.
    """
    requests = (asker.ask(STATEMENTS_QUESTION, {"passage": passage}) for passage in passages(report, read))
    replies = await asyncio.gather(*requests)
    answers = [reply.answer for reply in replies]
    proposed = [text for answer in answers if isinstance(answer, ReportStatements) for text in answer.statements]
    drawn = redraw(report, read, proposed, replies[0].model if replies else RULES)
    return replace(drawn, unanswered=tuple(answer for answer in answers if isinstance(answer, Unscored)))


def redraw(report: AgentReport, read: ReadReport, proposed: Sequence[str], model: str) -> Redrawn:
    """Return the report's statements with the proposed boundaries, if these are verbatim in it (except white space).

    A proposal is refused if it is not in the report, if it touches no statement of the rules (a heading, a reference
    list, code), if it overlaps one that was taken before, if it has no three letters, or if it is one of more than
    `MOST_PARTS` of a statement. What the proposals leave of
    a statement stays a statement. No text and no citation is added or lost: citations go to the statement that they
    stand in, else to the one before.
    """
    verbatim, board = _Verbatim(report.text), _Board(read)
    refused = []
    cursor = 0
    for text in proposed:
        span = verbatim.find(text, cursor)
        rule = (
            "too-short"
            if sum(character.isalpha() for character in text) < 3
            else "not-in-report"
            if span is None
            else ""
        )
        if span and not rule:
            rule = board.take(span)
        if rule:
            refused.append(Refusal(text, rule))
        elif span:
            cursor = span[1]
    drafts, accepted = board.redrawn(model)
    return Redrawn(assembled(report, read.surface, drafts, read.entries, read.stray), accepted, tuple(refused))


class _Verbatim:
    """The report's text without white space, with the offset of each character."""

    def __init__(self, text: str) -> None:
        self._places = [place for place, character in enumerate(text) if not character.isspace()]
        self._text = "".join(text.split())
        self._lost = 0

    def find(self, proposal: str, cursor: int) -> tuple[int, int] | None:
        """Return the span of the proposal, preferably after the cursor; None if it is not in the report."""
        bare = "".join(proposal.split())
        if not bare:
            return None
        low = bisect_left(self._places, cursor)
        at = self._text.find(bare, low, low + len(bare) + 2 * PASSAGE_CHARACTERS)
        if at < 0 and self._lost < MOST_LOST:
            at = self._text.find(bare, low)
            if at < 0:
                at = self._text.find(bare)
            self._lost += at < 0
        return (self._places[at], self._places[at + len(bare) - 1] + 1) if at >= 0 else None


class _Board:
    """The statements of the rules, with the spans that replace them."""

    def __init__(self, read: ReadReport) -> None:
        self._surface, self._drafts = read.surface, read.drafts
        self._starts = [draft.start for draft in read.drafts]
        self._spans: list[tuple[int, int]] = []  # sorted, never overlapping
        self._parts: Counter[int] = Counter()  # proposals in each statement, by its offset

    def take(self, span: tuple[int, int]) -> str:
        """Accept a span; return the rule by which it is refused, or ""."""
        touched = self._touched(span)
        if not touched:
            return "no-statement-there"
        first, last = touched[0], touched[-1]
        self._parts.update({first.start, last.start})
        if max(self._parts[first.start], self._parts[last.start]) > MOST_PARTS:
            return "too-many-parts"
        start = first.start if not self._says(first, first.start, span[0]) else span[0]
        end = last.end if not self._says(last, span[1], last.end) else span[1]
        if (
            start < first.start
            or end > last.end
            or any(
                group.start < edge < group.end
                for draft in (first, last)
                for group in draft.groups
                for edge in (start, end)
            )
        ):
            return "no-statement-there"
        at = bisect_left(self._spans, (start, end))
        if (at and self._spans[at - 1][1] > start) or (at < len(self._spans) and self._spans[at][0] < end):
            return "overlaps"
        self._spans.insert(at, (start, end))
        return ""

    def redrawn(self, model: str) -> tuple[list[Draft], int]:
        """Return the new statements with the remainders of the old ones, and how many are new."""
        rules = {(draft.start, draft.end) for draft in self._drafts}
        result = [draft for draft in self._drafts if not self._replaced(draft)]
        result.extend(rest for draft in self._drafts if self._replaced(draft) for rest in self._rest(draft))
        for span in self._spans:
            covered = self._touched(span)
            groups = tuple(dict.fromkeys(group for draft in covered for group in draft.groups))
            result.append(
                replace(
                    covered[0],
                    start=span[0],
                    end=span[1],
                    cited=(),
                    groups=groups,
                    origin=RULES if span in rules else model,
                )
            )
        loose = [cited for draft in self._drafts if self._replaced(draft) for cited in draft.cited]
        return _with_citations(result, loose), sum(span not in rules for span in self._spans)

    def _touched(self, span: tuple[int, int]) -> list[Draft]:
        at = max(bisect_right(self._starts, span[0]) - 1, 0)
        drafts = []
        while at < len(self._drafts) and self._drafts[at].start < span[1]:
            if self._drafts[at].end > span[0]:
                drafts.append(self._drafts[at])
            at += 1
        return drafts

    def _replaced(self, draft: Draft) -> bool:
        at = bisect_right(self._spans, (draft.start, draft.start)) - 1
        return any(start < draft.end and draft.start < end for start, end in self._spans[max(at, 0) : at + 2])

    def _rest(self, draft: Draft) -> Iterator[Draft]:
        """Yield the remainders of a replaced statement that say anything."""
        at = draft.start
        first = max(bisect_right(self._spans, (at, at)) - 1, 0)
        for start, end in (*takewhile(lambda span: span[0] < draft.end, self._spans[first:]), (draft.end, draft.end)):
            if start > at and self._says(draft, at, start):
                yield replace(draft, start=at, end=start, cited=())
            at = max(at, end)

    def _says(self, draft: Draft, start: int, end: int) -> bool:
        words = wording(self._surface, start, end, draft.groups) if start < end else ""
        return any(character.isalpha() for character in words)


def _with_citations(drafts: list[Draft], loose: Sequence[StatementLink]) -> list[Draft]:
    """Return the statements with each loose citation added to the one around it, else to the one before."""
    drafts.sort(key=lambda draft: draft.start)
    starts = [draft.start for draft in drafts]
    in_order = sorted(loose, key=lambda cited: cited.start)
    added = rows_by(in_order, lambda cited: max(bisect_right(starts, cited.start) - 1, 0))
    return [replace(draft, cited=(*draft.cited, *added.get(number, ()))) for number, draft in enumerate(drafts)]
