"""Scores between those of trivial trees (0) and the agreement of two experts (1), where reviews exist."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from litgauge.tasks.benchmark import Metric, ShownPage
from litgauge.tasks.benchmarks.taxobench.baselines import ANOTHER, BASELINES, ONE_CLUSTER, RANDOM
from litgauge.tasks.benchmarks.taxobench.page.by_mode import mode_tables, named
from litgauge.tasks.benchmarks.taxobench.rows import TreeScore
from litgauge.tasks.benchmarks.taxobench.tree_rows import RELEASED, REVIEWER
from litgauge.tasks.records.grouping import rows_by
from litgauge.tasks.statistics import Interval, TaskScore
from litgauge.tasks.statistics.means import SEED
from litgauge.tasks.statistics.resampling import ratio_interval

_OF_PAPERS = ("ari", "ami", "homogeneity", "completeness", "v_measure")
_OF_TOPICS = ("ted", "ted_unordered", "nsr", "nsp", "soft_f1", "sem_path")
NO_BETTER = "two experts agree no better than a trivial tree"
NO_VALUE = "no survey with two reviews was measured"

Values = Mapping[str, float]
"""Value of a metric by survey."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Ends of a metric's calibrated scale, over the surveys with two reviews; a reason where there is none."""

    metric: Metric
    kind: str  # of trivial trees with the best mean, among those that do not have the metric by construction
    zero: float | None  # their mean
    experts: float | None  # mean of the experts' trees, each beside each other
    reason: str  # why no score can be calibrated; "" where it can
    zeros: Values
    ones: Values


@dataclass(frozen=True, slots=True)
class Calibrated:
    """One agent's mean on a metric's scale: below 0 worse than trivial, above 1 nearer than the experts."""

    value: float | None
    interval: Interval | None  # 95 %, bootstrap over surveys
    surveys: int


@dataclass(frozen=True, slots=True)
class CalibratedLine:
    """One agent in one mode."""

    name: str
    number: int
    scores: tuple[Calibrated, ...]  # in the order of the scales


@dataclass(frozen=True, slots=True)
class CalibratedTable:
    """All agents in one mode."""

    mode: str
    surveys: int  # with two reviews
    scales: tuple[Scale, ...]
    lines: tuple[CalibratedLine, ...]


def calibration(page: ShownPage) -> tuple[CalibratedTable, ...]:
    """Return a table for each mode in which a survey with two reviews was measured; none where nobody reviewed."""
    return tuple(table for mode in mode_tables(page) if (table := _of_mode(page, mode.mode)).surveys)


def _of_mode(page: ShownPage, mode: str) -> CalibratedTable:
    survey_of = {task.task_id: task.survey_id for task in page.release.tasks if task.mode == mode}
    rows = {
        (row.source, row.task_id): row
        for agent in page.agents
        for row in agent.rows["tree_scores"]
        if row.source not in ("answer", RELEASED) and row.task_id in survey_of
    }
    measured = rows_by(rows.values(), lambda row: REVIEWER if row.source.startswith(REVIEWER) else row.source)
    names = (*_OF_PAPERS, *_OF_TOPICS) if mode == "bottom-up" else ("recall", *_OF_TOPICS)
    scales = tuple(_scale(metric, mode, measured, survey_of) for metric in named(*names))
    lines = []
    for agent in page.agents:
        scores = [score for score in agent.rows["scores"] if score.task_id in survey_of]
        if scores:
            lines.append(
                CalibratedLine(agent.name, agent.number, tuple(_calibrated(scale, scores) for scale in scales))
            )
    surveys = {survey_of[row.task_id] for row in measured[REVIEWER]}
    return CalibratedTable(mode, len(surveys), scales, tuple(lines))


def _scale(
    metric: Metric, mode: str, measured: Mapping[str, Sequence[TreeScore]], survey_of: Mapping[str, str]
) -> Scale:
    """Return the scale of a metric: 0 is the best of the trivial kinds, 1 the experts' mean."""
    expert_values = _by_survey(metric, measured.get(REVIEWER, ()), survey_of)
    best: tuple[str, Values] = ("no paper", dict.fromkeys(expert_values, 0.0)) if metric.name == "recall" else ("", {})
    for kind in _kinds(metric, mode):
        values = _by_survey(metric, (row for row in measured.get(kind, ())), survey_of)
        values = {survey: value for survey, value in values.items() if survey in expert_values}
        if values and (not best[1] or _better(metric, fmean(values.values()), fmean(best[1].values()))):
            best = kind, values
    kind, trivial_values = best
    expert_values = {survey: value for survey, value in expert_values.items() if survey in trivial_values}
    if not expert_values:
        return Scale(metric, kind, None, None, NO_VALUE, {}, {})
    trivial_mean, expert_mean = fmean(trivial_values.values()), fmean(expert_values.values())
    return Scale(
        metric,
        kind,
        trivial_mean,
        expert_mean,
        "" if _better(metric, expert_mean, trivial_mean) else NO_BETTER,
        trivial_values,
        expert_values,
    )


def _kinds(metric: Metric, mode: str) -> tuple[str, ...]:
    """Return the kinds of trivial trees that a metric is measured from.

    Random ones have the experts' own topics, so every metric of topics is theirs by construction. Who is given the
    topic alone has no papers to make a tree of: one topic, and the topics of another survey, are what is left.
    """
    if metric.name == "recall":
        return ()
    if mode != "bottom-up":
        return (ONE_CLUSTER, ANOTHER)
    return BASELINES if metric.name in _OF_PAPERS else tuple(kind for kind in BASELINES if kind != RANDOM)


def _by_survey(metric: Metric, rows: Iterable[TreeScore], survey_of: Mapping[str, str]) -> dict[str, float]:
    values: dict[str, list[float]] = defaultdict(list)
    for row in rows:
        if (value := getattr(row, metric.name)) is not None:
            values[survey_of[row.task_id]].append(value)
    return {survey: fmean(own) for survey, own in values.items()}


def _better(metric: Metric, first: float, second: float) -> bool:
    return first < second if metric.lower_is_better else first > second


def _calibrated(scale: Scale, scores: Sequence[TaskScore]) -> Calibrated:
    """(agent - trivial) / (experts - trivial), each a mean over the same surveys."""
    own = {
        score.cluster: score.value
        for score in scores
        if score.metric == scale.metric.name and score.value is not None and score.cluster in scale.ones
    }
    if scale.reason or not own:
        return Calibrated(None, None, len(own))
    above = [value - scale.zeros[survey] for survey, value in own.items()]
    whole = [scale.ones[survey] - scale.zeros[survey] for survey in own]
    total = sum(whole)
    if (total >= 0) if scale.metric.lower_is_better else (total <= 0):
        return Calibrated(None, None, len(own))
    return Calibrated(sum(above) / total, ratio_interval(above, whole, seed=SEED), len(own))
