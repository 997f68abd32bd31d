"""The figures of a score run as the report page shows them, one card each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from litgauge.tasks.benchmark import Rows
from litgauge.tasks.figures.rows import CaptionRevision, ChartCheck, FigureFacts, FigureGrade, Issue, IssueCount
from litgauge.tasks.records import EvidencePage, Figure, FigureLink, FigurePicture
from litgauge.tasks.records.figures import PictureMeasures
from litgauge.tasks.records.grouping import rows_by

_FIRST = 1  # judging that is shown; of further ones the page has the means
_OF_FIGURES = (
    "figure_pictures", "picture_measures", "figure_links", "figure_grades", "chart_checks", "chart_sources", "issues",
    "revisions", "figure_facts",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class PictureView:
    """One picture of a card."""

    picture: FigurePicture
    measures: PictureMeasures | None


@dataclass(frozen=True, slots=True)
class FigureCard:
    """A figure with all that is known and judged of it."""

    figure: Figure
    pictures: tuple[PictureView, ...]
    links: tuple[FigureLink, ...]
    pages: tuple[EvidencePage, ...]  # that it cites, as they were frozen
    grades: tuple[FigureGrade, ...]
    checks: tuple[ChartCheck, ...]
    sources: IssueCount | None
    issues: tuple[Issue, ...]
    revision: CaptionRevision | None
    facts: FigureFacts | None  # that rules find

    @property
    def title(self) -> str:
        """Label and caption."""
        return ": ".join(part for part in (self.figure.label, self.figure.caption) if part)


def figure_cards(rows: Rows) -> Mapping[str, tuple[FigureCard, ...]]:
    """Return the cards of a run's answers by task; an answer whose figures were not read has no entry."""
    own: dict[str, dict[tuple[str, int], list[Any]]] = {table: defaultdict(list) for table in _OF_FIGURES}
    for table, by_figure in own.items():
        for row in rows.get(table, ()):
            if getattr(row, "repeat", _FIRST) == _FIRST:
                by_figure[row.report_id, row.figure].append(row)
    figures = rows_by(rows.get("figures", ()), lambda figure: figure.report_id)
    pages = {page.page: page for page in rows.get("pages", ())}
    return {
        reading.task_id: tuple(
            _card(figure, {table: of[figure.report_id, figure.number] for table, of in own.items()}, pages)
            for figure in figures[reading.report_id]
        )
        for reading in rows.get("figure_readings", ())
    }


def _card(figure: Figure, own: Mapping[str, list[Any]], pages: Mapping[str, EvidencePage]) -> FigureCard:
    measures = {row.part: row for row in own["picture_measures"]}
    cited = dict.fromkeys(link.page for link in own["figure_links"] if link.page in pages)
    return FigureCard(
        figure=figure,
        pictures=tuple(PictureView(picture, measures.get(picture.part)) for picture in own["figure_pictures"]),
        links=tuple(own["figure_links"]),
        pages=tuple(pages[page] for page in cited if page),
        grades=tuple(own["figure_grades"]),
        checks=tuple(own["chart_checks"]),
        sources=next(iter(own["chart_sources"]), None),
        issues=tuple(own["issues"]),
        revision=next(iter(own["revisions"]), None),
        facts=next(iter(own["figure_facts"]), None),
    )
