"""Figures of any benchmark's reports in a score run: their settings, what they are read from, and their judging."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from operator import attrgetter
from typing import Any, TypeVar

from litgauge.flows.pipeline.judging import Judging
from litgauge.flows.pipeline.score import JudgeRecord
from litgauge.flows.pipeline.score_settings import EvidencedSettings
from litgauge.tasks.benchmark import Rows
from litgauge.tasks.engine.definition import Stage
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.outputs import read_rows
from litgauge.tasks.engine.run import Run
from litgauge.tasks.figures.judged import JudgedFigures
from litgauge.tasks.figures.rows import FigureFacts, FigureReading
from litgauge.tasks.figures.stage import FACTS, facts_of
from litgauge.tasks.judge import Panel
from litgauge.tasks.judge.cited_passages import CitedPassages
from litgauge.tasks.judge.failed_share import check_failed_share
from litgauge.tasks.judge.forecast import ScoreForecast
from litgauge.tasks.judge.grading import failures
from litgauge.tasks.judge.settings import PairSettings
from litgauge.tasks.judge.stage import PASSAGES, cited_passages_of
from litgauge.tasks.judge.stored_pages import digest_of_pages, fetcher_of
from litgauge.tasks.records import AgentReport, EvidencePage, Figure, FigureLink, FigurePicture, StatementLink
from litgauge.tasks.records.figures import PictureMeasures, StructuralError
from litgauge.tasks.records.grouping import rows_by
from litgauge.tasks.reports.figure_pictures import ReportFiles, picture_addresses
from litgauge.tasks.reports.figures.invalid import InvalidMode
from litgauge.tasks.reports.figures.targets import FigureTarget
from litgauge.tasks.reports.stage import FIGURES, STRUCTURE, freeze_figures, structure_of
from litgauge.tasks.web.stage import collect_pages

Row = TypeVar("Row")
FIGURE_STAGES: tuple[Stage, ...] = (FIGURES, STRUCTURE, PASSAGES, FACTS)


@dataclass(frozen=True)
class ReadFigures:
    """The outputs of the stages that read the figures of a run."""

    run: Run
    reports: Sequence[AgentReport]
    read: StageOutput
    pages: StageOutput
    figures: StageOutput
    structure: StageOutput
    passages: StageOutput
    facts: StageOutput

    def judged(self, repeats: int) -> JudgedFigures:
        """Return the figures as they are judged."""
        return JudgedFigures(
            reports=self.reports,
            figures=rows_by(self._all(self.figures, "figures", Figure), attrgetter("report_id")),
            pictures=rows_by(self._all(self.figures, "figure_pictures", FigurePicture), attrgetter("report_id")),
            measures=rows_by(self._all(self.figures, "picture_measures", PictureMeasures), attrgetter("report_id")),
            passages=rows_by(self._all(self.passages, "passages", CitedPassages), attrgetter("report_id")),
            repeats=repeats,
        )

    def rows(self) -> dict[str, list[Any]]:
        """Return the rows that nobody judges, by table."""
        figures = self._all(self.figures, "figures", Figure)
        counts = {name: len(of) for name, of in rows_by(figures, attrgetter("report_id")).items()}
        return {
            "pages": self._all(self.pages, "pages", EvidencePage),
            "figure_readings": [
                FigureReading(report.report_id, report.task_id, counts.get(report.report_id, 0))
                for report in self.reports
                if report.task_id and report.text.strip()
            ],
            "figure_facts": self._all(self.facts, "figure_facts", FigureFacts),
            "figures": figures,
            "figure_links": self._all(self.read, "figure_links", FigureLink),
            "figure_pictures": self._all(self.figures, "figure_pictures", FigurePicture),
            "picture_measures": self._all(self.figures, "picture_measures", PictureMeasures),
            "structural_errors": self._all(self.structure, "structural_errors", StructuralError),
        }

    def added_to(self, rows: Rows, repeats: int, *, judged: bool) -> dict[str, list[Any]]:
        """Return the run's rows with those of its figures that no judge made."""
        merged: dict[str, list[Any]] = defaultdict(list, {table: list(of) for table, of in rows.items()})
        own = self.rows()
        judged_pages = {page.page for page in merged["pages"]}
        own["pages"] = [page for page in own["pages"] if page.page not in judged_pages]
        for tables in (own, self.judged(repeats).unasked_rows() if judged else {}):
            for table, of in tables.items():
                merged[table] += of
        return merged

    def _all(self, output: StageOutput, table: str, kind: type[Row]) -> list[Row]:
        return list(read_rows(self.run.storage, output, table, kind))


def read_figures(
    run: Run,
    panel: Panel | None,
    config: EvidencedSettings,
    reports: Sequence[AgentReport],
    files: Sequence[ReportFiles],
    readings: tuple[StageOutput, StageOutput],
    *,
    rescores: str = "",
    mode: InvalidMode = "ours",
) -> ReadFigures:
    """Fetch what figures and statements cite and pictures of the web, freeze and measure all pictures.

    `readings` are the outputs with the reports and with what was read in them. Nothing is judged.
    """
    stored, read = readings
    fetcher = fetcher_of(config.evidence, config.pages, fetch=config.fetch)
    evidence: dict[str, Any] = {
        "folder": digest_of_pages(config.pages),
        "retry_unreachable": config.retry_pages and not rescores,
    }
    targets = read_rows(run.storage, read, "figure_targets", FigureTarget)
    pages = collect_pages(run, _page_addresses(run, read), fetcher, **evidence)
    pictures = collect_pages(run, dict(sorted(picture_addresses(targets).items())), fetcher, kind="picture", **evidence)
    figures = freeze_figures(run, stored, read, files, pictures, mode=mode)
    structure = structure_of(run, stored, read, figures, pages)
    passages = cited_passages_of(run, panel.settings.pairs if panel else PairSettings(), stored, read, pages)
    facts = facts_of(run, stored, read, figures, files, pages)
    return ReadFigures(run, reports, read, pages, figures, structure, passages, facts)


@dataclass(frozen=True)
class FigureJudging:
    """The judging of figures beside what else a score run judges."""

    run: Run
    panel: Panel | None
    readings: ReadFigures
    repeats: int

    @cached_property
    def _judging(self) -> Judging:
        return Judging(self.run, self.panel, self.readings.judged(self.repeats).things(), "figures")

    def forecast(self) -> ScoreForecast:
        """Return what will be asked and what it will cost."""
        return self._judging.forecast()

    def rows(self) -> dict[str, list[Any]]:
        """Return the rows of the judge's answers, by table."""
        return self._judging.rows()

    def record(self, other: JudgeRecord) -> JudgeRecord:
        """Return the record of a run with those who judged its figures."""
        judges = (*other.judges, *self._judging.judges)
        return replace(other, judges=judges, stages=(*other.stages, *FIGURE_STAGES, *self._judging.stages))

    def check(self, rows: Rows, max_failed_share: float, run_id: str) -> None:
        """Raise TooManyFailures if the judge failed on a larger share of the figures."""
        check_failed_share(failures(self._judging.things, rows), max_failed_share, run_id, "figures")


def _page_addresses(run: Run, read: StageOutput) -> dict[str, str]:
    """Every page that a statement or a figure cites, with the first address that a report gives for it."""
    addresses: dict[str, str] = {}
    links: list[StatementLink | FigureLink] = [*read_rows(run.storage, read, "links", StatementLink)]
    links += read_rows(run.storage, read, "figure_links", FigureLink)
    for link in links:
        if link.page and link.url:
            addresses.setdefault(link.page, link.url)
    return dict(sorted(addresses.items()))
