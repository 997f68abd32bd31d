"""What a judge is shown of a run's reports: facts with passages, reports with their overlays, figures with pictures."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath
from typing import Any

from tasks.benchmarks.tvir.judging import textual, visual
from tasks.benchmarks.tvir.judging.shown import CitedFact, PixelMeasures, ShownFigure, ShownReport
from tasks.benchmarks.tvir.release_rows import TvirRows
from tasks.benchmarks.tvir.rows import CaptionRevision, FigureGrade, IssueCount, SupportVerdict
from tasks.judge.cited_passages import CitedPassages
from tasks.judge.grading import Grading
from tasks.llm.pictures import PictureInput
from tasks.records import AgentReport, Figure, FigurePicture
from tasks.records.figures import PictureMeasures
from tasks.reports.figures.overlay import Edit, OverlayMode, caption_revision, overlaid, shows_revisions

GRADINGS = (
    textual.SUPPORT_GRADING,
    textual.ALIGNMENT_GRADING,
    textual.WRITING_GRADING,
    textual.DEPTH_GRADING,
    textual.CONTRADICTIONS_GRADING,
    textual.COMPOSITION_GRADING,
    visual.CHART_QUALITY_GRADING,
    visual.CAPTION_GRADING,
    visual.CONTEXT_GRADING,
    visual.CHART_SOURCES_GRADING,
)
"""All that a judge is asked about a run."""

Things = dict[Grading[Any, Any], dict[str, Any] | None]

_NO_MEASURES = PixelMeasures(0.0, blank=False, tofu=False, short_side=0)


@dataclass(frozen=True)
class JudgedRun:
    """The reports of a run, read and frozen, with their tasks."""

    release: TvirRows
    reports: Sequence[AgentReport]
    figures: Mapping[str, Sequence[Figure]]  # by report
    pictures: Mapping[str, Sequence[FigurePicture]]
    measures: Mapping[str, Sequence[PictureMeasures]]
    passages: Mapping[str, Sequence[CitedPassages]]
    repeats: int  # independent judgings
    mode: OverlayMode

    def first_things(self) -> Things:
        """Return what is judged before any caption is revised, by name: facts, charts, captions, contexts, sources."""
        facts = {_name(fact): fact for fact in self.facts() if fact.passages}
        figures = {_name(figure): figure for figure in self.shown_figures()}
        charts = {name: figure for name, figure in figures.items() if self._is_chart(figure)}
        return {
            textual.SUPPORT_GRADING: facts,
            visual.CHART_QUALITY_GRADING: charts,
            visual.CAPTION_GRADING: figures,
            visual.CONTEXT_GRADING: {name: figure for name, figure in figures.items() if figure.context},
            visual.CHART_SOURCES_GRADING: {name: chart for name, chart in charts.items() if chart.passages},
        }

    def text_things(self, revisions: Iterable[CaptionRevision] = ()) -> Things:
        """Return the reports as the judge of each metric reads them; `revisions` are of the captions, by judging."""
        revised: dict[tuple[str, int], list[CaptionRevision]] = defaultdict(list)
        for revision in revisions:
            revised[revision.report_id, revision.repeat].append(revision)

        def reports(metric: str, *, illustrated: bool = False) -> dict[str, Any]:
            shown = self._shown_reports(metric, revised)
            return {_name(report): report for report in shown if not illustrated or self._shows(report.report_id)}

        return {
            textual.ALIGNMENT_GRADING: {name: one for name, one in reports("IA").items() if one.items},
            textual.WRITING_GRADING: reports("WQ"),
            textual.DEPTH_GRADING: reports("ADB"),
            textual.CONTRADICTIONS_GRADING: reports("FLC"),
            textual.COMPOSITION_GRADING: reports("MC", illustrated=True),
        }

    def facts(self) -> Iterator[CitedFact]:
        """Yield every cited statement, once for each judging."""
        for report in self._written():
            for row in self.passages.get(report.report_id, ()):
                if row.subject == "statement":
                    for repeat in self._repeats:
                        yield CitedFact(
                            row.report_id, repeat, row.number, row.text, row.context, row.pages, row.passages,
                            row.status, row.failed_pages, row.reason,
                        )  # fmt: skip

    def shown_figures(self) -> Iterator[ShownFigure]:
        """Yield every figure with a picture that can be shown, once for each judging."""
        for report in self._written():
            own: dict[int, list[FigurePicture]] = defaultdict(list)
            for picture in self.pictures.get(report.report_id, ()):
                if picture.status == "ok":
                    own[picture.figure].append(picture)
            measures = {(row.figure, row.part): row for row in self.measures.get(report.report_id, ())}
            sources = {row.number: row for row in self.passages.get(report.report_id, ()) if row.subject == "figure"}
            for figure in self.figures.get(report.report_id, ()):
                if pictures := own[figure.number]:
                    shown = _shown_figure(
                        figure, pictures, measures.get((figure.number, pictures[0].part)), sources.get(figure.number)
                    )
                    yield from (replace(shown, repeat=repeat) for repeat in self._repeats)

    def unasked_rows(self) -> dict[str, list[Any]]:
        """Return the rows of what needs no question: facts and charts without any page, figures without context."""
        support: list[SupportVerdict] = [textual.unasked_support(fact) for fact in self.facts() if not fact.passages]
        sources: list[IssueCount] = []
        grades: list[FigureGrade] = []
        for figure in self.shown_figures():
            if self._is_chart(figure) and not figure.passages:
                sources.append(visual.uncompared_chart(figure))
            if not figure.context:
                grades += visual.absent_grades("fci", figure, "no paragraph names it or stands next to it")
        return {"support": support, "chart_sources": sources, "figure_grades": grades}

    @property
    def _repeats(self) -> range:
        return range(1, self.repeats + 1)

    def _written(self) -> Iterator[AgentReport]:
        return (report for report in self.reports if report.task_id and report.text.strip())

    def _is_chart(self, shown: ShownFigure) -> bool:
        return any(one.number == shown.figure and one.type == "chart" for one in self.figures[shown.report_id])

    def _shows(self, report_id: str) -> bool:
        return any(picture.status == "ok" for picture in self.pictures.get(report_id, ()))

    def _shown_reports(
        self, metric: str, revised: Mapping[tuple[str, int], Sequence[CaptionRevision]]
    ) -> Iterator[ShownReport]:
        tasks = {task.task_id: task for task in self.release.tasks}
        for report in self._written():
            task = tasks.get(report.task_id or "")
            if task is None:
                continue
            items = tuple(item.text for item in self.release.checklist.get(task.task_id, ()))
            kinds = self._kinds(report.report_id)
            for repeat in self._repeats:
                revisions = revised.get((report.report_id, repeat), ()) if shows_revisions(metric, self.mode) else ()
                text = self._overlaid(report, revisions)
                yield ShownReport(report.report_id, repeat, task.prompt, text, items, *kinds)

    def _overlaid(self, report: AgentReport, revisions: Sequence[CaptionRevision]) -> str:
        """The report's text, the targets of invalid figures emptied and captions replaced (appendix C)."""
        figures = {figure.number: figure for figure in self.figures.get(report.report_id, ())}
        emptied = [
            (picture.target_start, picture.target_end)
            for picture in self.pictures.get(report.report_id, ())
            if picture.status == "invalid"
        ]
        edits = [caption_revision(report.text, figures[one.figure], one.caption) for one in revisions]
        edits += [
            Edit(picture.target_start, picture.target_end, picture.target)  # no judge of a text reads bytes
            for picture in self.pictures.get(report.report_id, ())
            if picture.status != "invalid" and picture.target.endswith(" inline")
        ]
        return overlaid(report.text, emptied, edits).text

    def _kinds(self, report_id: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """What file names say of images and charts, for the rules that stand in for a judge."""
        types = {figure.number: figure.type for figure in self.figures.get(report_id, ())}
        names: dict[bool, list[str]] = {True: [], False: []}
        for picture in self.pictures.get(report_id, ()):
            if picture.status == "ok":
                stem = PurePosixPath(picture.target).stem.rstrip("0123456789_-. ")
                names[types.get(picture.figure) == "chart"].append(stem or "figure")
        return tuple(dict.fromkeys(names[False])), tuple(dict.fromkeys(names[True]))


def _name(thing: CitedFact | ShownReport | ShownFigure) -> str:
    number = f" {thing.statement}" if isinstance(thing, CitedFact) else ""
    number += f" {thing.figure}" if isinstance(thing, ShownFigure) else ""
    return f"{thing.report_id}{number} #{thing.repeat}"


def _shown_figure(
    figure: Figure, pictures: Sequence[FigurePicture], measures: PictureMeasures | None, source: CitedPassages | None
) -> ShownFigure:
    inputs = tuple(
        PictureInput(one.shown_sha256, one.shown_media_type, one.shown_size, one.shown_width, one.shown_height)
        for one in pictures
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
