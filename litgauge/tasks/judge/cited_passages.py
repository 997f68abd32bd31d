"""Passages of all pages that a statement or a figure cites, as one judge sees them together (arXiv 2606.02320, B.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from litgauge.tasks.judge.asking import context_of
from litgauge.tasks.judge.settings import PairSettings
from litgauge.tasks.records import EvidencePage, Figure, FigureLink, Statement, StatementLink
from litgauge.tasks.records.table import column, row
from litgauge.tasks.web.passages import best_passages

PagesStatus = Literal["compared", "no-source", "unreachable", "failed"]

_GAP = " […] "


@row
class CitedPassages:
    """The passages of all cited pages that come nearest to a statement or a figure."""

    report_id: str = column("the report")
    subject: Literal["statement", "figure"] = column("what cites the pages")
    number: int = column("number of the statement or figure")
    text: str = column("the statement; of a figure its caption")
    context: str = column("what stands before the statement")
    pages: tuple[str, ...] = column("pages with text")
    passages: str = column("the passages, under the title of each page; empty where no page has text")
    status: PagesStatus = column("compared: a page has text; no-source: no address is cited; unreachable; failed")
    failed_pages: int = column("cited pages that we failed to get or read")
    reason: str = column("why pages are missing: the distinct reasons, ours before others")


def cited_passages(
    report_id: str,
    statements: Sequence[Statement],
    links: Iterable[StatementLink],
    figures: Sequence[Figure],
    figure_links: Iterable[FigureLink],
    pages: Mapping[str, EvidencePage],
    texts: Mapping[str, str],
    settings: PairSettings,
) -> list[CitedPassages]:
    """Return one row for each statement with a citation and each figure, in the order of the report.

    `texts` are those of the pages, by address. Of every page `settings.passages` passages are taken, and all pages
    of a statement share `settings.passage_characters`.
    """
    of_statements: dict[int, dict[str, None]] = {}
    for link in links:
        if link.statement >= 0:
            of_statements.setdefault(link.statement, {}).update({link.page: None} if link.page else {})
    of_figures: dict[int, dict[str, None]] = {figure.number: {} for figure in figures}
    for source in figure_links:
        if source.page:
            of_figures[source.figure][source.page] = None
    rows = []
    for number in sorted(of_statements):
        statement = statements[number]
        shown = _Pages(of_statements[number], pages, texts)
        context = context_of(statements, statement)
        rows.append(shown.row(report_id, "statement", number, statement.text, context, settings))
    for figure in figures:
        shown = _Pages(of_figures[figure.number], pages, texts)
        text = " ".join(part for part in (figure.label, figure.caption, figure.alt) if part)
        rows.append(shown.row(report_id, "figure", figure.number, text, "", settings))
    return rows


class _Pages:
    """The cited pages of one statement or figure."""

    def __init__(self, cited: Iterable[str], pages: Mapping[str, EvidencePage], texts: Mapping[str, str]) -> None:
        self.cited = list(cited)
        self.fetched = [pages[address] for address in self.cited if address in pages]
        self.texts = {page.page: texts.get(page.page, "") for page in self.fetched if page.status == "ok"}
        self.readable = [page for page in self.fetched if self.texts.get(page.page, "").strip()]
        unread = [page for page in self.fetched if page not in self.readable]
        self.failed = [page for page in unread if page.status in ("ok", "failed")]  # no text in it: we cannot read it
        self.dead = [page for page in unread if page not in self.failed]

    @property
    def status(self) -> PagesStatus:
        if self.readable:
            return "compared"
        return "failed" if self.failed else "unreachable" if self.cited else "no-source"

    def row(
        self,
        report_id: str,
        subject: Literal["statement", "figure"],
        number: int,
        text: str,
        context: str,
        settings: PairSettings,
    ) -> CitedPassages:
        unread = self.failed or self.dead
        missing = dict.fromkeys(page.reason or "without-text" for page in unread)
        return CitedPassages(
            report_id=report_id,
            subject=subject,
            number=number,
            text=text,
            context=context,
            pages=tuple(page.page for page in self.readable),
            passages=self._passages(text, settings),
            status=self.status,
            failed_pages=len(self.failed),
            reason=", ".join(missing) or ("" if self.cited else "no address is cited"),
        )

    def _passages(self, text: str, settings: PairSettings) -> str:
        share = settings.passage_characters // max(1, len(self.readable))
        parts = []
        for number, page in enumerate(self.readable, start=1):
            best = best_passages(text, self.texts[page.page], settings.passages, max(200, share))
            quoted = _GAP.join(passage.text for passage in sorted(best, key=lambda passage: passage.start))
            parts.append(f"[page {number}] {' '.join((page.title or 'without title').split())}\n{quoted}")
        return "\n\n".join(parts)
