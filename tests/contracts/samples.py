"""Rows of score runs of every benchmark: what the contract tests of metrics and of states are held against."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest

from litgauge.tasks.benchmark import Rows
from litgauge.tasks.benchmarks.literature_review.judging import DIMENSIONS as REVIEW_DIMENSIONS
from litgauge.tasks.benchmarks.literature_review.rows import ReviewGrade, WrittenReview
from litgauge.tasks.benchmarks.scinetbench.rows import TaskAnswer, WorkGrade
from litgauge.tasks.benchmarks.taxobench.judging import DIMENSIONS as TREE_DIMENSIONS
from litgauge.tasks.benchmarks.taxobench.release_rows import TaxoRows
from litgauge.tasks.benchmarks.taxobench.rows import Ask, TaxonomyTask, TreeAnswer, TreeGrade
from litgauge.tasks.figures.rows import JUDGED_TABLES, READ_TABLES, FigureReading
from tests.benchmarks.literature_review import test_reviews
from tests.benchmarks.reportbench import sample_run
from tests.benchmarks.scinetbench import test_scoring as network
from tests.benchmarks.taxobench.test_analysis import measured
from tests.benchmarks.tvir import judged as figures

WHY = "time-out"
ROOMS = Path(__file__).resolve().parents[1] / "benchmarks"


@dataclass(frozen=True)
class Sample:
    """The rows of three score runs of one release: all was judged, the judge failed on all, nothing was answered."""

    release: Any
    judged: Rows
    failed: Rows
    missing: Rows


def illustrated(rows: Rows, made: Rows, report_id: str, task_id: str) -> Rows:
    """The rows with those of the figures of TVIR's report, as figures of this one."""
    names = [table.name for table in (*READ_TABLES, *JUDGED_TABLES)]
    figures = {name: [replace(row, report_id=report_id) for row in made[name]] for name in names}
    return {**rows, **figures, "figure_readings": [FigureReading(report_id, task_id, 2)]}


def reportbench() -> Sample:
    rows = sample_run.sample_tables("careful").rows()
    report = next(report for report in rows["reports"] if report.task_id)
    named = report.report_id, str(report.task_id)
    failed = {
        "pairs": [replace(pair, outcome="judge-failed", reason=WHY) for pair in rows["pairs"]],
        "facts": [replace(fact, truth="unscored", votes=(), models=(), reasons=(WHY,)) for fact in rows["facts"]],
    }
    judged = illustrated(rows, figures.judged_rows(), *named)
    failed = illustrated({**rows, **failed}, figures.failed_rows(), *named)
    return Sample(sample_run.release(), judged, failed, dict.fromkeys(judged, ()))


def scinetbench() -> Sample:
    answers = {"novel": [3, 5], "disruptive": [5, 6], "cites": [5], "together": [4, 5], "lineage": [7, 5, 3, 1]}
    things = [("", work, quality) for quality in ("novelty", "disruption") for work in (3, 5, 6)]

    def rows(score: int | None) -> Rows:
        return {
            "answers": [TaskAnswer(task, "", len(works), "") for task, works in answers.items()],
            "listed": [row for task, works in answers.items() for row in network.listed(task, *works)],
            "grades": [
                WorkGrade(task, work, quality, score, WHY, "q@1", "judge", "")  # type: ignore[arg-type]
                for task, work, quality in [*things, ("lineage", None, "rationality")]
            ],
        }

    missing = {"answers": [TaskAnswer(task, "", 0, "") for task in network.TASKS], "listed": [], "grades": []}
    return Sample(network.release(), rows(8), rows(None), missing)


def literature_review() -> Sample:
    tasks = [task.task_id for task in test_reviews.study().tasks]

    def rows(text: str, score: int | None, graded: bool = True) -> Rows:
        return {
            "answers": [WrittenReview(task, "", text) for task in tasks],
            "grades": [
                ReviewGrade(task, name, score, WHY, 5, "q@1", "judge", "")
                for task in tasks
                for name in REVIEW_DIMENSIONS
                if graded
            ],
        }

    judged = illustrated(rows("Owls.", 8), figures.judged_rows(), tasks[0], tasks[0])
    failed = illustrated(rows("Owls.", None), figures.failed_rows(), tasks[0], tasks[0])
    return Sample(test_reviews.study(), judged, failed, rows("", None, graded=False))


def taxobench() -> Sample:
    tasks = tuple(TaxonomyTask(f"s-{mode}", "s", mode, "?") for mode in get_args(Ask))

    def rows(score: int | None, state: str = "measured") -> Rows:
        return {
            "answers": [TreeAnswer(task.task_id, "a.json", "{}") for task in tasks],
            "tree_scores": [replace(measured(task.task_id, 0.5, 0.5), state=state) for task in tasks],  # type: ignore[arg-type]
            "tree_grades": [
                TreeGrade(task.task_id, name, score, "", WHY, "q@1", "judge", "")
                for task in tasks
                for name in TREE_DIMENSIONS
                if state == "measured"
            ],
            "tree_errors": [],
        }

    release = TaxoRows("taxobench@1", "", tasks, {}, {}, {}, {})
    return Sample(release, rows(4), rows(None), rows(None, state="missing"))


def tvir() -> Sample:
    return Sample(figures.release(), figures.judged_rows(), figures.failed_rows(), figures.missing_rows())


SAMPLES: Mapping[str, Callable[[], Sample]] = {
    "reportbench": reportbench,
    "scinetbench": scinetbench,
    "literature-review": literature_review,
    "taxobench": taxobench,
    "tvir": tvir,
}


@cache
def sample(name: str) -> Sample:
    """The benchmark's sample. One that has tests of its own must have one; a new one without any is skipped."""
    if name in SAMPLES:
        return SAMPLES[name]()
    advice = f"add a function that makes a Sample of {name} to SAMPLES in tests/contracts/samples.py"
    if (ROOMS / name.replace("-", "_")).exists():
        pytest.fail(f"{name} has tests, but no metric of it is held to the contracts: {advice}")
    pytest.skip(f"no metric of {name} is held to the contracts: {advice}")
