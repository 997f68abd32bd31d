"""TVIR's evaluation: textual and visual assessment of an agent's reports (arXiv 2606.02320, section 3.4)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from prefect import flow

from flows.pipeline.judging import Judging, run_judged
from flows.pipeline.score import score_name, take_answers
from flows.tvir.config import TvirScoreConfig
from tasks.benchmarks.tvir.judged_things import JudgedRun, Things
from tasks.engine.memory import StageOutput
from tasks.engine.outputs import read_rows
from tasks.engine.run import Run
from tasks.engine.storage import Storage
from tasks.judge import Panel
from tasks.judge.cited_passages import CitedPassages
from tasks.judge.settings import PairSettings
from tasks.judge.stage import PASSAGES, cited_passages_of
from tasks.judge.stored_pages import digest_of_pages, fetcher_of
from tasks.records import (
    EvidencePage,
    Figure,
    FigureLink,
    FigurePicture,
    Statement,
    StatementLink,
)
from tasks.records.figures import PictureMeasures, StructuralError
from tasks.reports.figure_pictures import picture_addresses
from tasks.reports.figures.targets import FigureTarget
from tasks.reports.stage import (
    FIGURES,
    READING,
    STRUCTURE,
    doubtful_readings,
    freeze_figures,
    keep_reports,
    read_reports,
    structure_of,
)
from tasks.web.freeze import evidence_digest
from tasks.web.stage import collect_pages

Row = TypeVar("Row")


@flow(name="score-tvir", flow_run_name=score_name, persist_result=False)
def score_tvir(
    config: TvirScoreConfig = TvirScoreConfig(),  # noqa: B008
    storage: str = "data",
    rescores: str = "",
) -> dict[str, Any]:
    """Assess an agent's reports with their figures against the tasks of a release.

    Pages and pictures that are frozen, replies that are stored and figures that were judged before are reused, so Retry
    and a repeated run cost nothing.

    Args:
        config: which reports, which release, who judges, and how often
        storage: where everything is kept, a folder or s3://bucket/path
        rescores: id of the score run that this one repeats with another release, judge or metric code

    When the budget ends, what was not asked is unscored with the reason "budget", the run is written, and the next one
    goes on from there. Where the judge failed on more than the allowed share, the run is written, too, and then fails
    (TooManyFailures).

    Returns {"run", "agent", "release", "judge", "counts", "spent", "scores": {metric: mean}, "listed": {kind: lines}};
    with `forecast_only` {"agent", "release", "forecast"}, and there is no run.
    """
    return run_judged(score, config, storage, rescores)


def score(run: Run, panel: Panel | None, config: TvirScoreConfig, rescores: str) -> dict[str, Any]:
    """All stages, from reports to the ledger."""
    answers = take_answers(run, config, rescores)
    # Section 3.4.1: references, cited facts and figures of each report; cited pages and remote pictures
    reports = keep_reports(run, answers.rows["reports"])
    read = read_reports(run, reports)
    answers = answers.with_listed("look at", doubtful_readings(run.storage, read))
    fetcher = fetcher_of(config.evidence, config.pages, fetch=config.fetch)
    evidence = {
        "folder": digest_of_pages(config.pages),
        "retry_unreachable": config.retry_pages and not rescores,
    }
    pages = collect_pages(run, _page_addresses(run.storage, read), fetcher, **evidence)  # type: ignore[arg-type]
    pictures = collect_pages(run, _picture_addresses(run.storage, read), fetcher, kind="picture", **evidence)  # type: ignore[arg-type]
    figures = freeze_figures(run, reports, read, answers.rows["report_files"], pictures, mode=config.mode)
    structure = structure_of(run, reports, read, figures, pages)
    passages = cited_passages_of(run, panel.settings.pairs if panel else PairSettings(), reports, read, pages)
    # Sections 3.4.2 and 3.4.3: pages against statements and charts; captions, before texts that show revised ones
    judged = _judged_run(run.storage, config, answers, figures, passages)
    first, texts = judged.first_things(), judged.text_things()
    forecast = _judging(run, panel, {**first, **texts}).forecast()
    if config.forecast_only:
        return {"agent": config.agent, "release": answers.release.name, "forecast": forecast.as_json()}
    seen = _judging(run, panel, first).rows()
    texts = judged.text_things(seen["revisions"])
    graded = _judging(run, panel, texts).rows()
    rows = {**answers.rows, **_run_rows(run.storage, read, pages, figures)}
    rows["structural_errors"] = list(read_rows(run.storage, structure, "structural_errors", StructuralError))
    for made in (judged.unasked_rows() if panel else {}, seen, graded):
        for table, of in made.items():
            rows[table] = [*rows.get(table, ()), *of]
    return _judging(run, panel, {**first, **texts}).conclude(
        config, answers, rows, (READING, FIGURES, STRUCTURE, PASSAGES), evidence_digest(rows["pages"])
    )


def _judging(run: Run, panel: Panel | None, things: Things) -> Judging:
    return Judging(run, panel, things, "facts, figures and reports")


def _page_addresses(storage: Storage, read: StageOutput) -> dict[str, str]:
    """Every page that a statement or a figure cites, with the first address that a report gives for it."""
    found: dict[str, str] = {}
    links: list[StatementLink | FigureLink] = [*read_rows(storage, read, "links", StatementLink)]
    links += read_rows(storage, read, "figure_links", FigureLink)
    for link in links:
        if link.page and link.url:
            found.setdefault(link.page, link.url)
    return dict(sorted(found.items()))


def _picture_addresses(storage: Storage, read: StageOutput) -> dict[str, str]:
    return dict(sorted(picture_addresses(read_rows(storage, read, "figure_targets", FigureTarget)).items()))


def _judged_run(
    storage: Storage,
    config: TvirScoreConfig,
    answers: Any,
    figures: StageOutput,
    passages: StageOutput,
) -> JudgedRun:
    return JudgedRun(
        release=answers.release,
        reports=answers.rows["reports"],
        figures=_by_report(read_rows(storage, figures, "figures", Figure)),
        pictures=_by_report(read_rows(storage, figures, "figure_pictures", FigurePicture)),
        measures=_by_report(read_rows(storage, figures, "picture_measures", PictureMeasures)),
        passages=_by_report(read_rows(storage, passages, "passages", CitedPassages)),
        repeats=config.repeats,
        mode=config.mode,
    )


def _run_rows(storage: Storage, read: StageOutput, pages: StageOutput, figures: StageOutput) -> dict[str, Any]:
    return {
        "statements": list(read_rows(storage, read, "statements", Statement)),
        "links": list(read_rows(storage, read, "links", StatementLink)),
        "pages": list(read_rows(storage, pages, "pages", EvidencePage)),
        "figures": list(read_rows(storage, figures, "figures", Figure)),
        "figure_links": list(read_rows(storage, read, "figure_links", FigureLink)),
        "figure_pictures": list(read_rows(storage, figures, "figure_pictures", FigurePicture)),
        "picture_measures": list(read_rows(storage, figures, "picture_measures", PictureMeasures)),
    }


def _by_report(rows: Iterable[Row]) -> Mapping[str, list[Row]]:
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        groups[row.report_id].append(row)  # type: ignore[attr-defined]
    return groups
