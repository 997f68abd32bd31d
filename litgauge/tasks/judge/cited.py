"""Cited statements: does the page support the statement? (ReportBench, section 2.2, second and third step)"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from rapidfuzz import fuzz

from litgauge.tasks.judge.asking import NOTHING, ask_until_sound, why
from litgauge.tasks.judge.questions import PASSAGE_GAP, STATEMENT_VERDICT, SUPPORTING_PASSAGE, SupportingPassage
from litgauge.tasks.judge.quotes import find_quote
from litgauge.tasks.judge.settings import PairSettings
from litgauge.tasks.llm.reply import Asker, Reply, Unscored
from litgauge.tasks.offline.verifier import NAME, verify
from litgauge.tasks.records import EvidencePage, PairVerdict, Statement, StatementLink
from litgauge.tasks.records.scoring import PairOutcome
from litgauge.tasks.records.unscored import PAGE
from litgauge.tasks.text import compact_title
from litgauge.tasks.text.words import stems, words
from litgauge.tasks.web.passages import best_passages

_EVEN = 0.5
QUOTE_GAP = " […] "
_FEWEST_TITLE_WORDS = 3
_FEWEST_ENTRY_WORDS = 5
_ANOTHER = 55.0  # partial ratio of the compact titles below which they differ
_SHARED = 0.34  # share of the page title's words in the entry up to which they differ
_ADDRESS = re.compile(r"(?:https?://|www\.|doi:|arxiv:)\S+", re.IGNORECASE)
_OTHER_SCRIPT = re.compile(r"[\u0400-\u04ff\u0590-\u06ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")


@dataclass(frozen=True, slots=True)
class _Pair:
    statement: Statement
    page: EvidencePage
    text: str
    context: str
    mismatch: str  # why the page is not the cited work
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
) -> PairVerdict:
    """Return the verdict on a pair; every pair has exactly one of the four outcomes.

    - unreachable: the page cannot be fetched, and not through our fault; the judge is not asked.
    - judge-failed: no value because *we* failed: the page (`status` failed, or it has no text), or the judge, also one
      that twice quotes text that is not in the page. Left out of the headline mean.
    - not-supported: no passage of the page is about it (then the verifier is not asked), or the verifier says no.
    - supported: the verifier says yes to a passage that is in the page word for word.

    `hallucination` of a pair that is not supported: "citation" where the address leads nowhere or the page is not the
    work that `link` names, "statement" where the right page does not support it. `context` are the sentences before the
    statement, which resolve its pronouns.
    Raises errors that concern all questions (EndpointRefused, BudgetExhausted, …).
    """
    pair = _Pair(statement, page, text, context, another_work(link, page) if link else "", settings)
    if page.status == "failed":
        return _verdict(pair, "judge-failed", f"{PAGE}{page.reason or 'failed'}")
    if page.status != "ok":
        hallucination: Literal["", "citation"] = "citation" if page.leads_nowhere else ""
        return replace(_verdict(pair, "unreachable", page.reason or page.status), hallucination=hallucination)
    if not text.strip():
        return _verdict(pair, "judge-failed", f"{PAGE}without-text")
    if (verdict := _by_verifier(pair)) is not None:
        return verdict
    best = best_passages(statement.text, text, settings.passages, settings.passage_characters)
    shown = [passage.text for passage in sorted(best, key=lambda passage: passage.start)]
    quotes, reply = await _supporting_passage(pair, shown, asker)
    if isinstance(quotes, Unscored):
        return _verdict(pair, "judge-failed", why(quotes), reply)
    if not quotes:
        return _verdict(pair, "not-supported", "no passage of the page says it", reply)
    verdict = await _verify(pair, QUOTE_GAP.join(quotes), asker)
    return replace(verdict, passage_reply=reply.key)


def _by_verifier(pair: _Pair) -> PairVerdict | None:
    """Return the small local verifier's verdict if it is certain enough to need no judge."""
    least = pair.settings.local_verifier
    verification = None if least is None else verify(pair.statement.text, pair.text)
    if verification is None or least is None or verification.certainty < least:
        return None
    outcome: PairOutcome = "supported" if verification.probability > _EVEN else "not-supported"
    reason = f"{verification.probability:.0%} likely that the page says so"
    verdict = _verdict(pair, outcome, reason)
    return replace(verdict, question=NAME, model=NAME, passage=verification.passage if outcome == "supported" else "")


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
        return replace(_verdict(pair, "judge-failed", why(reply.answer), reply), passage=passage)
    outcome: PairOutcome = "supported" if reply.answer.supported else "not-supported"
    return replace(_verdict(pair, outcome, reply.answer.reason, reply), passage=passage)


async def _supporting_passage(
    pair: _Pair, passages: Sequence[str], asker: Asker
) -> tuple[tuple[str, ...] | Unscored, Reply[SupportingPassage]]:
    """Return the quotes, found in the page; () if there are none.

    A quote that is not in the page is refused, and the question is asked again.

    The quotes are searched in the whole page, as a model may quote a famous page correctly from memory.
    """

    def quotes_in_page(answer: SupportingPassage) -> tuple[str, ...] | Unscored:
        places = {quote: find_quote(quote, pair.text, passages) for quote in answer.quotes if quote.strip()}
        invented = [quote for quote, place in places.items() if place is None]
        if invented:
            fault = f"This does not stand in the document, or is too short to tell: {invented[0][:300]}"
            return Unscored("passage-not-in-page", fault)
        return tuple(dict.fromkeys(place for place in places.values() if place))

    inputs = {
        "statement": pair.statement.text,
        "context": pair.context or NOTHING,
        "title": pair.page.title or NOTHING,
        "document": PASSAGE_GAP.join(passages),
    }
    return await ask_until_sound(asker, SUPPORTING_PASSAGE, inputs, quotes_in_page, range(pair.settings.attempts))


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


def another_work(link: StatementLink, page: EvidencePage) -> str:
    """Return why the page is not the work that the citation names; "" if it is, or if that is unknown.

    An arXiv id is trusted. Titles are compared only if both are known: the page's own from its metadata, and an entry
    of the reference list that is long enough to contain one.
    """
    claimed, own = link.identity, page.identity
    if claimed.arxiv_id and own.arxiv_id and claimed.arxiv_id != own.arxiv_id:
        return f"the page is arXiv {own.arxiv_id}, the citation says {claimed.arxiv_id}"
    title = own.title or (page.title if page.scholarly else None)
    if not title:
        return ""
    entry = _ADDRESS.sub(" ", " ".join(part for part in (claimed.title, link.entry) if part))
    return f'the page is "{title}", which its entry does not name' if _names_another(entry, title) else ""


def _names_another(entry: str, title: str) -> bool:
    title_words, entry_words = _title_words(title), _title_words(entry)
    if len(title_words) < _FEWEST_TITLE_WORDS or len(entry_words) < _FEWEST_ENTRY_WORDS:
        return False
    if bool(_OTHER_SCRIPT.search(entry)) != bool(_OTHER_SCRIPT.search(title)):
        return False  # an entry in another language may translate the title
    shared = len(title_words & entry_words) / len(title_words)
    return shared <= _SHARED and fuzz.partial_ratio(compact_title(title), compact_title(entry)) < _ANOTHER


def _title_words(text: str) -> frozenset[str]:
    """Return the stems of a text.

    Stop words are included if it has hardly any other words ("Attention is all you need").
    """
    telling = stems(text)
    if len(telling) >= _FEWEST_TITLE_WORDS:
        return telling
    return frozenset(word.text.casefold() for word in words(text))
