"""Statements that cite several pages: do these support the statement together?

ReportBench judges each (statement, page) pair by itself (A.2.4), so a sentence that takes one half from each of two
pages is a mismatch twice. The joint verdict is stored beside those of the pairs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from litgauge.tasks.judge.asking import NOTHING, why
from litgauge.tasks.judge.questions import JOINT_VERDICT
from litgauge.tasks.llm.reply import Asker, Unscored
from litgauge.tasks.records import JointVerdict, PairVerdict, Statement
from litgauge.tasks.records.scoring import PairOutcome


async def judge_jointly(
    statement: Statement, pairs: Sequence[PairVerdict], titles: Mapping[str, str], asker: Asker, *, context: str = ""
) -> JointVerdict | None:
    """Return the verdict on a statement with all its pages; None if it cites one page only.

    `pairs` are the verdicts on the statement and each page, `titles` those of the pages, as far as they are known.
    The question is asked only if the pairs leave it open: two pages or more are about the statement, and
    none supports all of it. A page that we failed on makes the statement judge-failed unless the others support it.
    """
    if len(pairs) < 2:
        return None
    alone = next((pair for pair in pairs if pair.outcome == "supported"), None)
    if alone is not None:
        return _verdict(statement, pairs, "supported", f"one page says all of it: {alone.page}")
    failed = next((pair for pair in pairs if pair.outcome == "judge-failed"), None)
    telling = [pair for pair in pairs if pair.passage]
    if len(telling) > 1:
        verdict = await _ask(statement, pairs, telling, titles, asker, context)
        if verdict.outcome == "supported" or failed is None:
            return verdict
    if failed is not None:
        return _verdict(statement, pairs, "judge-failed", failed.reason)
    if all(pair.outcome == "unreachable" for pair in pairs):
        return _verdict(statement, pairs, "unreachable", "none of its pages can be had")
    only = "one page alone speaks of it, and does not say all of it" if telling else "no page speaks of it"
    return _verdict(statement, pairs, "not-supported", only)


async def _ask(
    statement: Statement,
    pairs: Sequence[PairVerdict],
    telling: Sequence[PairVerdict],
    titles: Mapping[str, str],
    asker: Asker,
    context: str,
) -> JointVerdict:
    passages = "\n\n".join(
        f"[document {number}] {' '.join(titles.get(pair.page, '').split()) or 'without title'}\n{pair.passage}"
        for number, pair in enumerate(telling, start=1)
    )
    inputs = {"statement": statement.text, "context": context or NOTHING, "passages": passages}
    reply = await asker.ask(JOINT_VERDICT, inputs)
    outcome: PairOutcome
    if isinstance(reply.answer, Unscored):
        outcome, reason = "judge-failed", why(reply.answer)
    else:
        outcome, reason = "supported" if reply.answer.supported else "not-supported", reply.answer.reason
    return _verdict(statement, pairs, outcome, reason, passages, (reply.question, reply.model, reply.key))


def _verdict(
    statement: Statement,
    pairs: Sequence[PairVerdict],
    outcome: PairOutcome,
    reason: str,
    passage: str = "",
    source: tuple[str, str, str] = ("", "", ""),
) -> JointVerdict:
    pages = tuple(pair.page for pair in pairs)
    return JointVerdict(statement.report_id, statement.number, pages, outcome, passage, reason, *source)
