"""Figures of a run for its judge, and rows of figures that need no question."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from litgauge.tasks.figures import gradings
from litgauge.tasks.figures.rows import FigureGrade, IssueCount
from litgauge.tasks.figures.shown import PixelMeasures, ShownFigure
from litgauge.tasks.judge.cited_passages import CitedPassages
from litgauge.tasks.judge.grading import Grading
from litgauge.tasks.llm.pictures import PictureInput
from litgauge.tasks.records import AgentReport, Figure, FigurePicture
from litgauge.tasks.records.figures import PictureMeasures

Things = dict[Grading[Any, Any], dict[str, Any] | None]

_NO_MEASURES = PixelMeasures(0.0, blank=False, tofu=False, short_side=0)


@dataclass(frozen=True)
class JudgedFigures:
    """The reports of a run with their figures, read and frozen."""

    reports: Sequence[AgentReport]
    figures: Mapping[str, Sequence[Figure]]  # by report
    pictures: Mapping[str, Sequence[FigurePicture]]
    measures: Mapping[str, Sequence[PictureMeasures]]
    passages: Mapping[str, Sequence[CitedPassages]]
    repeats: int  # independent judgings

    def things(self) -> Things:
        """Return the things to judge, by name: charts, captions, contexts, charts with sources."""
        figures = {_name(figure): figure for figure in self.shown()}
        charts = {name: figure for name, figure in figures.items() if self._is_chart(figure)}
        return {
            gradings.CHART_QUALITY_GRADING: charts,
            gradings.CAPTION_GRADING: figures,
            gradings.CONTEXT_GRADING: {name: figure for name, figure in figures.items() if figure.context},
            gradings.CHART_SOURCES_GRADING: {name: chart for name, chart in charts.items() if chart.passages},
        }

    def unasked_rows(self) -> dict[str, list[Any]]:
        """Return the rows of things that need no question: charts without any page, figures without context."""
        sources: list[IssueCount] = []
        grades: list[FigureGrade] = []
        for figure in self.shown():
            if self._is_chart(figure) and not figure.passages:
                sources.append(gradings.uncompared_chart(figure))
            if not figure.context:
                grades += gradings.absent_grades("fci", figure, "no paragraph names it or stands next to it")
        return {"chart_sources": sources, "figure_grades": grades}

    def shown(self) -> Iterator[ShownFigure]:
        """Yield every figure with a picture that can be shown, once for each judging."""
        for report in self.written():
            own: dict[int, list[FigurePicture]] = defaultdict(list)
            for picture in self.pictures.get(report.report_id, ()):
                if picture.status == "ok":
                    own[picture.figure].append(picture)
            measures = {(row.figure, row.part): row for row in self.measures.get(report.report_id, ())}
            sources = {row.number: row for row in self.passages.get(report.report_id, ()) if row.subject == "figure"}
            for figure in self.figures.get(report.report_id, ()):
                if pictures := own[figure.number]:
                    measured = measures.get((figure.number, pictures[0].part))
                    shown = _shown_figure(figure, pictures, measured, sources.get(figure.number))
                    yield from (replace(shown, repeat=repeat) for repeat in self.judgings)

    def written(self) -> Iterator[AgentReport]:
        """Yield the reports that answer a task and have text."""
        return (report for report in self.reports if report.task_id and report.text.strip())

    @property
    def judgings(self) -> range:
        """Return the numbers of the judgings, from 1."""
        return range(1, self.repeats + 1)

    def _is_chart(self, shown: ShownFigure) -> bool:
        return any(figure.number == shown.figure and figure.type == "chart" for figure in self.figures[shown.report_id])


def _name(figure: ShownFigure) -> str:
    return f"{figure.report_id} {figure.figure} #{figure.repeat}"


def _shown_figure(
    figure: Figure, pictures: Sequence[FigurePicture], measures: PictureMeasures | None, source: CitedPassages | None
) -> ShownFigure:
    inputs = tuple(
        PictureInput(
            picture.shown_sha256,
            picture.shown_media_type,
            picture.shown_size,
            picture.shown_width,
            picture.shown_height,
        )
        for picture in pictures
    )
    side = min(pictures[0].width, pictures[0].height)
    pixels = PixelMeasures(measures.ink, measures.blank, measures.tofu, side) if measures else _NO_MEASURES
    return ShownFigure(
        report_id=figure.report_id,
        repeat=1,
        figure=figure.number,
        pictures=inputs,
        measures=pixels,
        label=figure.label,
        caption=figure.caption,
        context="\n\n".join(figure.context),
        source_status=source.status if source else "no-source",
        source_reason=source.reason if source else "",
        passages=source.passages if source else "",
    )
