"""Cited statements: does the page say what the statement says? (ReportBench, section 2.2, second and third step)"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol, TypeVar

from pydantic import BaseModel

from tasks.judge.claimed import another_work, nothing_there
from tasks.judge.questions import NOTHING, PASSAGE_GAP, STATEMENT_VERDICT, SUPPORTING_PASSAGE, SupportingPassage
from tasks.judge.quotes import find_quote
from tasks.judge.settings import PairSettings
from tasks.llm.question import Question
from tasks.llm.reply import Reply, Unscored
from tasks.records import EvidencePage, PairVerdict, Statement, StatementLink
from tasks.records.scoring import PairOutcome
from tasks.web.passages import Embed, best_passages

Answer = TypeVar("Answer", bound=BaseModel)
QUOTE_GAP = " […] "


class Asker(Protocol):
    """Whoever answers questions: the door to models, or a stand-in for it."""

    async def ask(self, question: Question[Answer], inputs: Mapping[str, Any], *, sample: int = 0) -> Reply[Answer]:
        """The typed answer, or Unscored with its reason."""
        ...


@dataclass(frozen=True, slots=True)
class _Pair:
    statement: Statement
    page: EvidencePage
    text: str
    context: str
    mismatch: str  # why the page is not the work it is said to be
    settings: PairSettings


async def judge_pair(
    statement: Statement,
    page: EvidencePage,
    text: str,
    asker: Asker,
    settings: PairSettings,
    *,
    link: StatementLink | None = None,
    context: str = "",
    embed: Embed | None = None,
) -> PairVerdict:
    """How the pair comes out; every pair ends in exactly one of the four outcomes.

    - unreachable: the page could not be had, and not through our fault; nobody is asked.
    - judge-failed: no value because *we* failed: the page (`status` failed, or no text in it), or the judge, also one
      that twice quotes what is not in the page. Left out of the headline mean.
    - not-supported: no passage of the page is about it (then the verifier is not asked), or the verifier says no.
    - supported: the verifier says yes to a passage that stands in the page word for word.

    `hallucination` of a pair that is not supported: "citation" where the address leads nowhere or the page is not the
    work that `link` names, "statement" where the right page does not say it. `context` are the sentences before the
    statement, which tell what "it" is; `embed` helps to find passages of long pages.
    Raises what concerns all questions (EndpointRefused, BudgetExhausted, …).
    """
    pair = _Pair(statement, page, text, context, another_work(link, page) if link else "", settings)
    if page.status == "failed":
        return _verdict(pair, "judge-failed", f"page-{page.reason or 'failed'}")
    if page.status != "ok":
        gone: Literal["", "citation"] = "citation" if nothing_there(page) else ""
        return replace(_verdict(pair, "unreachable", page.reason or page.status), hallucination=gone)
    if not text.strip():
        return _verdict(pair, "judge-failed", "page-without-text")
    best = best_passages(statement.text, text, settings.passages, settings.passage_characters, embed)
    shown = [passage.text for passage in sorted(best, key=lambda passage: passage.start)]
    quotes, reply = await _supporting_passage(pair, shown, asker)
    if isinstance(quotes, Unscored):
        return _verdict(pair, "judge-failed", _why(quotes), reply)
    if not quotes:
        return _verdict(pair, "not-supported", "no passage of the page says it", reply)
    verdict = await _verify(pair, QUOTE_GAP.join(quotes), asker)
    return replace(verdict, passage_reply=reply.key)


async def _verify(pair: _Pair, passage: str, asker: Asker) -> PairVerdict:
    reply = await asker.ask(
        STATEMENT_VERDICT,
        {
            "statement": pair.statement.text,
            "context": pair.context or NOTHING,
            "title": pair.page.title or NOTHING,
            "passage": passage,
        },
    )
    if isinstance(reply.answer, Unscored):
        return replace(_verdict(pair, "judge-failed", _why(reply.answer), reply), passage=passage)
    outcome: PairOutcome = "supported" if reply.answer.supported else "not-supported"
    return replace(_verdict(pair, outcome, reply.answer.reason, reply), passage=passage)


async def _supporting_passage(
    pair: _Pair, passages: Sequence[str], asker: Asker
) -> tuple[tuple[str, ...] | Unscored, Reply[SupportingPassage]]:
    """The quotes, found in the page; () if there are none. A quote that is not in the page is refused, and asked again.

    The quotes are looked for in the whole page: a model that knows a famous page by heart quotes it rightly, too.
    """
    fault = NOTHING
    for attempt in range(pair.settings.attempts):
        reply = await asker.ask(
            SUPPORTING_PASSAGE,
            {
                "statement": pair.statement.text,
                "context": pair.context or NOTHING,
                "title": pair.page.title or NOTHING,
                "document": PASSAGE_GAP.join(passages),
                "fault": fault,
            },
            sample=attempt,
        )
        if isinstance(reply.answer, Unscored):
            return reply.answer, reply
        found = {quote: find_quote(quote, pair.text, passages) for quote in reply.answer.quotes if quote.strip()}
        invented = [quote for quote, place in found.items() if place is None]
        if not invented:
            return tuple(dict.fromkeys(place for place in found.values() if place)), reply
        fault = f"This does not stand in the document, or is too short to tell: {invented[0][:300]}"
    return Unscored("passage-not-in-page", fault), reply


def _verdict(pair: _Pair, outcome: PairOutcome, reason: str, reply: Reply[Any] | None = None) -> PairVerdict:
    hallucination: Literal["", "citation", "statement"] = ""
    if outcome == "not-supported":
        hallucination = "citation" if pair.mismatch else "statement"
    return PairVerdict(
        report_id=pair.statement.report_id,
        statement=pair.statement.number,
        page=pair.page.page,
        outcome=outcome,
        passage="",
        reason=f"{reason}; {pair.mismatch}" if pair.mismatch else reason,
        hallucination=hallucination,
        evidence_sha256=pair.page.sha256,
        question=reply.question if reply else "",
        model=reply.model if reply else "",
        reply=reply.key if reply else "",
    )


def _why(unscored: Unscored) -> str:
    return f"{unscored.reason}: {unscored.detail}" if unscored.detail else unscored.reason
