"""Things that a judge is shown of reports: facts with passages, reports with their overlays, figures with pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from litgauge.tasks.benchmarks.tvir.judging import textual
from litgauge.tasks.benchmarks.tvir.judging.textual import CitedFact, ShownReport
from litgauge.tasks.benchmarks.tvir.release_rows import TvirRows
from litgauge.tasks.figures.gradings import FIGURE_GRADINGS
from litgauge.tasks.figures.judged import JudgedFigures, Things
from litgauge.tasks.figures.rows import CaptionRevision
from litgauge.tasks.records import AgentReport
from litgauge.tasks.records.grouping import rows_by
from litgauge.tasks.reports.figures.overlay import Edit, OverlayMode, caption_revision, overlaid, shows_revisions

GRADINGS = (
    textual.SUPPORT_GRADING,
    textual.ALIGNMENT_GRADING,
    textual.WRITING_GRADING,
    textual.DEPTH_GRADING,
    textual.CONTRADICTIONS_GRADING,
    textual.COMPOSITION_GRADING,
    *FIGURE_GRADINGS,
)
"""All that a judge is asked about a run."""


@dataclass(frozen=True)
class JudgedRun:
    """The reports of a run, read and frozen, with their tasks."""

    release: TvirRows
    figures: JudgedFigures
    mode: OverlayMode

    def first_things(self) -> Things:
        """Return what is judged before any caption is revised, by name: facts and figures."""
        facts = {_name(fact): fact for fact in self.facts() if fact.passages}
        return {textual.SUPPORT_GRADING: facts, **self.figures.things()}

    def text_things(self, revisions: Iterable[CaptionRevision] = ()) -> Things:
        """Return the reports as the judge of each metric reads them; `revisions` are of the captions, by judging."""
        revised = rows_by(revisions, lambda revision: (revision.report_id, revision.repeat))

        def reports(metric: str, *, illustrated: bool = False) -> dict[str, Any]:
            shown = self._shown_reports(metric, revised)
            return {_name(report): report for report in shown if not illustrated or self._shows(report.report_id)}

        return {
            textual.ALIGNMENT_GRADING: {name: report for name, report in reports("IA").items() if report.items},
            textual.WRITING_GRADING: reports("WQ"),
            textual.DEPTH_GRADING: reports("ADB"),
            textual.CONTRADICTIONS_GRADING: reports("FLC"),
            textual.COMPOSITION_GRADING: reports("MC", illustrated=True),
        }

    def facts(self) -> Iterator[CitedFact]:
        """Yield every cited statement, once for each judging."""
        for report in self.figures.written():
            for row in self.figures.passages.get(report.report_id, ()):
                if row.subject == "statement":
                    for repeat in self.figures.judgings:
                        yield CitedFact(
                            row.report_id, repeat, row.number, row.text, row.context, row.pages, row.passages,
                            row.status, row.failed_pages, row.reason,
                        )  # fmt: skip

    def unasked_rows(self) -> dict[str, list[Any]]:
        """Return the rows of what needs no question: facts without any page, and figures (`JudgedFigures`)."""
        support = [textual.unasked_support(fact) for fact in self.facts() if not fact.passages]
        return {"support": support, **self.figures.unasked_rows()}

    def _shows(self, report_id: str) -> bool:
        return any(picture.status == "ok" for picture in self.figures.pictures.get(report_id, ()))

    def _shown_reports(
        self, metric: str, revised: Mapping[tuple[str, int], Sequence[CaptionRevision]]
    ) -> Iterator[ShownReport]:
        tasks = {task.task_id: task for task in self.release.tasks}
        for report in self.figures.written():
            task = tasks.get(report.task_id or "")
            if task is None:
                continue
            items = tuple(item.text for item in self.release.checklist.get(task.task_id, ()))
            kinds = self._kinds(report.report_id)
            for repeat in self.figures.judgings:
                revisions = revised.get((report.report_id, repeat), ()) if shows_revisions(metric, self.mode) else ()
                text = self._overlaid(report, revisions)
                yield ShownReport(report.report_id, repeat, task.prompt, text, items, *kinds)

    def _overlaid(self, report: AgentReport, revisions: Sequence[CaptionRevision]) -> str:
        """The report's text, the targets of invalid figures emptied and captions replaced (appendix C)."""
        figures = {figure.number: figure for figure in self.figures.figures.get(report.report_id, ())}
        emptied = [
            (picture.target_start, picture.target_end)
            for picture in self.figures.pictures.get(report.report_id, ())
            if picture.status == "invalid"
        ]
        edits = [caption_revision(report.text, figures[revision.figure], revision.caption) for revision in revisions]
        edits += [
            Edit(picture.target_start, picture.target_end, picture.target)  # no judge of a text reads bytes
            for picture in self.figures.pictures.get(report.report_id, ())
            if picture.status != "invalid" and picture.target.endswith(" inline")
        ]
        return overlaid(report.text, emptied, edits).text

    def _kinds(self, report_id: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Return the kinds of images and of charts by their file names, for the rules that stand in for a judge."""
        types = {figure.number: figure.type for figure in self.figures.figures.get(report_id, ())}
        names: dict[bool, list[str]] = {True: [], False: []}
        for picture in self.figures.pictures.get(report_id, ()):
            if picture.status == "ok":
                stem = PurePosixPath(picture.target).stem.rstrip("0123456789_-. ")
                names[types.get(picture.figure) == "chart"].append(stem or "figure")
        return tuple(dict.fromkeys(names[False])), tuple(dict.fromkeys(names[True]))


def _name(thing: CitedFact | ShownReport) -> str:
    number = f" {thing.statement}" if isinstance(thing, CitedFact) else ""
    return f"{thing.report_id}{number} #{thing.repeat}"
