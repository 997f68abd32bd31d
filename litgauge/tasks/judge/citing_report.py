"""Cited statements of a whole report: every pair of statement and page, and the statements with several pages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, replace
from typing import Any

from litgauge.tasks.engine.definition import ItemInput
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.judge.asking import context_of, together
from litgauge.tasks.judge.cited import judge_pair
from litgauge.tasks.judge.joint import judge_jointly
from litgauge.tasks.judge.settings import PairSettings
from litgauge.tasks.llm.reply import Asker
from litgauge.tasks.records import EvidencePage, JointVerdict, PairVerdict, Statement, StatementLink
from litgauge.tasks.records.grouping import rows_by
from litgauge.tasks.web import DamagedPageError, EvidenceStore


@dataclass(frozen=True, slots=True)
class CitingReport:
    """A report as it was read, with the pages that it cites."""

    statements: Sequence[Statement]
    links: Sequence[StatementLink]
    pages: Mapping[str, EvidencePage]  # by their address
    texts: Mapping[str, str]  # of the pages, "" where there is none


def citing_report(item: ItemInput, storage: Storage) -> CitingReport:
    """Return the report of a stage's item, with the texts of its pages."""
    pages, texts = {}, {}
    for page in item.all(EvidencePage):
        try:
            pages[page.page], texts[page.page] = page, page_text(storage, page)
        except DamagedPageError as damage:
            pages[page.page] = replace(page, status="failed", reason="damaged", detail=str(damage))
            texts[page.page] = ""
    return CitingReport(item.all(Statement), item.all(StatementLink), pages, texts)


def page_text(storage: Storage, page: EvidencePage) -> str:
    """Return the page's text, "" if it has none. Raises DamagedPageError."""
    return EvidenceStore(storage).text(page)


async def judge_pairs(
    report: CitingReport,
    asker: Asker,
    settings: PairSettings,
    at_work: AbstractAsyncContextManager[Any] = nullcontext(),  # noqa: B008 - it holds nothing
) -> tuple[list[PairVerdict], list[JointVerdict]]:
    """A verdict on every pair, and one on every statement with several pages: see `judge_pair`, `judge_jointly`.

    `at_work` is held for every pair: what keeps down how many have begun, of this report and of others.
    """

    async def judged(link: StatementLink) -> PairVerdict:
        async with at_work:
            return await judge_pair(
                report.statements[link.statement],
                report.pages[link.page or ""],
                report.texts[link.page or ""],
                asker,
                settings,
                link=link,
                context=context_of(report.statements, report.statements[link.statement]),
            )

    pairs = await together(*(judged(link) for link in distinct_pairs(report.links, report.pages)))
    own = rows_by(pairs, lambda pair: pair.statement)
    titles = {name: page.title or "" for name, page in report.pages.items()}
    joint = await together(
        *(
            judge_jointly(
                report.statements[number], of, titles, asker,
                context=context_of(report.statements, report.statements[number]),
            )
            for number, of in own.items()
        )
    )  # fmt: skip
    return pairs, [verdict for verdict in joint if verdict is not None]


def distinct_pairs(links: Sequence[StatementLink], pages: Mapping[str, Any]) -> list[StatementLink]:
    """One link for each pair of statement and page; a citation outside any statement makes no pair."""
    distinct: dict[tuple[int, str], StatementLink] = {}
    for link in links:
        if link.statement >= 0 and link.page in pages:
            distinct.setdefault((link.statement, link.page or ""), link)
    return list(distinct.values())
