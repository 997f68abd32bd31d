"""The result of reading a report, with each statement linked to its citations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from litgauge.tasks.citations.marks.mark_groups import MarkGroup
from litgauge.tasks.citations.marks.wording import wording
from litgauge.tasks.records import AgentReport, Statement, StatementLink
from litgauge.tasks.records.figures import Figure, FigureLink
from litgauge.tasks.reports.figures.targets import FigureTarget
from litgauge.tasks.reports.references.reference_lists import ListEntry

RULES = "rules"


@dataclass(frozen=True, slots=True)
class Draft:
    """A statement before it has its number."""

    start: int
    end: int
    section: str
    block: int  # of the report's blocks
    cited: tuple[StatementLink, ...]  # not numbered yet
    groups: tuple[MarkGroup, ...]  # the marks of its block, to be left out of its words
    origin: str = RULES
    context: str = ""  # what a list item or a table row needs to be understood


@dataclass(frozen=True, slots=True)
class ReadReport:
    """A report's statements and citations. Offsets are into the report's text, in code points."""

    report_id: str
    statements: tuple[Statement, ...]
    links: tuple[StatementLink, ...]
    entries: tuple[ListEntry, ...]  # of all reference lists
    unresolved: tuple[StatementLink, ...]  # of the links: neither an address nor an entry is to be found
    stray: tuple[StatementLink, ...]  # citations outside any statement (in a heading): their statement is -1
    surface: str  # the transparent text without its figures, for those who draw other boundaries
    drafts: tuple[Draft, ...]
    figures: tuple[Figure, ...] = ()
    figure_links: tuple[FigureLink, ...] = ()  # citations in captions and source lines
    figure_targets: tuple[FigureTarget, ...] = ()  # pictures of figures, in the order of the text

    @property
    def pairs(self) -> tuple[tuple[int, str], ...]:
        """The distinct pairs of statement and page, in the order of the text: what is judged."""
        return tuple(dict.fromkeys((link.statement, link.page) for link in self.links if link.page))


def assembled(
    report: AgentReport,
    surface: str,
    drafts: Sequence[Draft],
    entries: Sequence[ListEntry],
    stray: Sequence[StatementLink],
) -> ReadReport:
    """The drafts numbered in the order of the text, with their citations."""
    statements: list[Statement] = []
    links: list[StatementLink] = []
    ordered = sorted(drafts, key=lambda draft: (draft.start, draft.end))
    for number, draft in enumerate(ordered):
        statements.append(
            Statement(
                report.report_id,
                number,
                draft.start,
                draft.end,
                wording(surface, draft.start, draft.end, draft.groups),
                draft.section,
                bool(draft.cited),
                draft.origin,
                draft.context,
            )
        )
        links.extend(replace(link, statement=number) for link in draft.cited)
    unresolved = tuple(link for link in links if link.url is None and link.entry is None)
    return ReadReport(
        report.report_id,
        tuple(statements),
        tuple(links),
        tuple(entries),
        unresolved,
        tuple(stray),
        surface,
        tuple(ordered),
    )
