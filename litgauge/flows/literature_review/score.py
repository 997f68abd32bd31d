"""Scoring of literature reviews: what relations are worth to a writer (arXiv 2601.03260, section 6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from prefect import flow

from litgauge.flows.literature_review.config import StudyScoreConfig
from litgauge.flows.pipeline.figures import FIGURE_STAGES, ReadFigures, read_figures
from litgauge.flows.pipeline.judging import Judging, run_judged
from litgauge.flows.pipeline.score import AgentAnswers, score_name, take_answers
from litgauge.tasks.benchmark import Rows
from litgauge.tasks.benchmarks.literature_review.answers import written_reports
from litgauge.tasks.benchmarks.literature_review.judging import (
    REVIEW_GRADES,
    REVIEW_RANKS,
    graded_reviews,
    ranked_reviews,
)
from litgauge.tasks.benchmarks.literature_review.preferences import ranked_items
from litgauge.tasks.benchmarks.literature_review.rows import PersonRank
from litgauge.tasks.engine.run import Run
from litgauge.tasks.figures.judged import Things
from litgauge.tasks.judge import Panel
from litgauge.tasks.ledger import find_score_run, load_score_run
from litgauge.tasks.reports.stage import READING, keep_reports, read_reports
from litgauge.tasks.sheets.ranks import read_rankings
from litgauge.tasks.web.freeze import evidence_digest


@flow(name="score-reviews", flow_run_name=score_name, persist_result=False)
def score_reviews(
    config: StudyScoreConfig = StudyScoreConfig(),  # noqa: B008
    storage: str = "data",
    rescores: str = "",
) -> dict[str, Any]:
    """Grade an agent's reviews, and rank those on one topic.

    Args:
        config: which reviews, which study, who grades, what people ranked
        storage: where everything is kept, a folder or s3://bucket/path
        rescores: id of the score run that this one repeats with another release or metric code

    When the budget ends, what was not asked is unscored with the reason "budget", the run is written, and the next one
    goes on from there. Where the judge failed on more than the allowed share, the run is written, too, and then fails
    (TooManyFailures).

    Returns {"run", "agent", "release", "judge", "counts", "spent", "scores": {metric: mean}, "listed": {kind: lines},
    "warnings": lines};
    with `forecast_only` {"agent", "release", "forecast"}, and there is no run.
    """
    return run_judged(score, config, storage, rescores)


def score(run: Run, panel: Panel | None, config: StudyScoreConfig, rescores: str) -> dict[str, Any]:
    """All stages, from reviews to the ledger."""
    answers = take_answers(run, config, rescores)
    people = people_ranks(run, config, answers)
    if people.unknown:
        answers = answers.with_listed("ranked, but of no review of this run", people.unknown)
    # Section 6, figure 5: five grades of each review; Table 4: which of those on a topic are the most useful
    reviews, study = answers.rows["answers"], answers.release
    ranked = ranked_reviews(reviews, study, rounds=config.rounds, seed=config.seed)
    # Beyond the paper: the figures of the reviews, where they are asked for
    figures = _figures(run, panel, config, answers) if config.figures else None
    things: Things = {REVIEW_GRADES: graded_reviews(reviews, study), REVIEW_RANKS: ranked or None}
    what = "reviews, rankings and figures" if figures else "reviews and rankings"
    judging = Judging(run, panel, {**things, **(figures.judged(config.repeats).things() if figures else {})}, what)
    forecast = judging.forecast()
    if config.forecast_only:
        return {"agent": config.agent, "release": study.name, "forecast": forecast.as_json()}
    rows: Rows = {**answers.rows, "person_ranks": list(people.rows), **judging.rows()}
    if figures is None:
        return judging.conclude(config, answers, rows)
    rows = figures.added_to(rows, config.repeats, judged=panel is not None)
    return judging.conclude(config, answers, rows, (READING, *FIGURE_STAGES), evidence_digest(rows["pages"]))


def _figures(run: Run, panel: Panel | None, config: StudyScoreConfig, answers: AgentAnswers) -> ReadFigures:
    reviews = written_reports(answers.rows)
    reports = keep_reports(run, reviews)
    readings = (reports, read_reports(run, reports))
    return read_figures(run, panel, config, reviews, answers.rows["report_files"], readings, rescores=answers.rescores)


@dataclass(frozen=True)
class PeopleRanks:
    """People's ranks of a run's reviews."""

    rows: Sequence[PersonRank]
    unknown: Sequence[str]  # lines of their sheets that name other reviews


def people_ranks(run: Run, config: StudyScoreConfig, answers: AgentAnswers) -> PeopleRanks:
    """People's ranks from their sheets; of a run that is scored again those that it had, wherever the sheets are now.

    Raises UnusableInput, with file and line, for a rank that is none.
    """
    tasks = {row.task_id for row in answers.rows["answers"]}
    if answers.rescores:
        before = load_score_run(run.storage, find_score_run(run.storage, answers.rescores), ["person_ranks"])
        return PeopleRanks([row for row in before.rows["person_ranks"] if row.task_id in tasks], ())
    if not config.ranks:
        return PeopleRanks((), ())
    items = list(ranked_items(answers.rows, answers.release))
    sheet = read_rankings([Path(path) for path in config.ranks], items, strict=False)
    rows = [
        PersonRank(ranking.rater, ranking.subject, item.task_id, ranking.ranks[item.item])
        for ranking in sheet.rankings
        for item in items
        if item.subject == ranking.subject and item.item in ranking.ranks
    ]
    return PeopleRanks(rows, sheet.unknown)
