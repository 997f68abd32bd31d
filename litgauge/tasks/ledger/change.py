"""Decomposition of the change between two score runs of the same answers.

A score depends on the release, on the metric code, and on the verdicts (judge, its questions, the evidence and how
answers are read). One of the three is swapped after the other, so that the parts add up:

    old run                         as stored            old release, old code, old verdicts
    1. the metric code is swapped   recomputed           old release, new code, old verdicts
    2. the release is swapped       recomputed           new release, new code, old verdicts
    3. the verdicts are swapped     the new run          new release, new code, new verdicts

The order is the one that can be computed: the code of the old run is gone, but its verdicts and its release are stored,
so scores can be recomputed from them without asking a model. A mean is taken over the tasks of the respective release,
so added and removed tasks count as a change by the release.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmark import Rows, Scoring, score_rows
from litgauge.tasks.ledger.runs import LoadedRun
from litgauge.tasks.records import ScoreRun
from litgauge.tasks.statistics import summaries


@dataclass(frozen=True, slots=True)
class MetricChange:
    """One metric's mean in both runs and the parts of the difference; a part is None if a mean has no value."""

    metric: str
    old: float | None
    new: float | None
    by_code: float | None
    by_release: float | None
    by_judge: float | None
    swapped: tuple[str, ...]  # what differs between the runs: "release", "judge", "code of pairs", …


def explain_change(old: LoadedRun, new: LoadedRun, old_release: Any, new_release: Any) -> tuple[MetricChange, ...]:
    """Return every metric's change from the old to the new run, and its parts: by code, by release, by judge.

    The releases are loaded by the benchmark (`Benchmark.load`). The parts sum to the change. "By judge" covers
    everything that decides verdicts; `swapped` says what of it changed. Raises UnusableInput if the runs are of two
    agents or of different answers, or if a release is not the one of its run.
    """
    _check(old, new, old_release, new_release)
    scoring = new.benchmark.scoring
    answered = scoring.readdress(old.rows, new.rows)
    steps = (
        _means(scoring, old.rows),
        _means(scoring, score_rows(scoring, old.rows, old_release, old.run.judges)[0]),
        _means(scoring, score_rows(scoring, answered, new_release, old.run.judges)[0]),
        _means(scoring, new.rows),
    )
    swapped = differing(old.run, new.run)
    return tuple(_change(metric.name, steps, swapped) for metric in scoring.metrics)


def differing(first: ScoreRun, second: ScoreRun) -> tuple[str, ...]:
    """Return what differs between two runs and decides scores: "answers", "release", "judge", "code of pairs", …."""
    stages = {stage for stage in {*first.code, *second.code} if first.code.get(stage) != second.code.get(stage)}
    differences = {
        "answers": first.answers != second.answers,
        "release": first.release_digest != second.release_digest,
        "judge": first.judges != second.judges,
        "evidence": first.evidence != second.evidence,
        "settings": first.settings != second.settings,
    }
    return (
        *(name for name, differs in differences.items() if differs),
        *(f"code of {name}" for name in sorted(stages)),
    )


def _check(old: LoadedRun, new: LoadedRun, old_release: Any, new_release: Any) -> None:
    for loaded, release in ((old, old_release), (new, new_release)):
        if loaded.run.release_digest != release.digest:
            raise UnusableInput(
                f"it was scored on {loaded.run.release}, not on {release.name}", where=loaded.run.run_id
            )
    if (old.run.agent, old.run.benchmark, old.run.answers) != (new.run.agent, new.run.benchmark, new.run.answers):
        raise UnusableInput(
            "these runs are not of the same answers, so a change may come from the answers themselves",
            where=f"{old.run.run_id}, {new.run.run_id}",
            next_step="Use `litgauge compare` for two agents",
        )


def _means(scoring: Scoring, rows: Rows) -> Mapping[str, float | None]:
    by_metric = summaries(rows["scores"], resamples=1)  # the intervals are not used
    return {
        metric.name: by_metric[metric.name].mean if metric.name in by_metric else None for metric in scoring.metrics
    }


def _change(metric: str, steps: tuple[Mapping[str, float | None], ...], swapped: tuple[str, ...]) -> MetricChange:
    means = [step[metric] for step in steps]
    parts = [None if before is None or after is None else after - before for before, after in pairwise(means)]
    return MetricChange(metric, means[0], means[-1], parts[0], parts[1], parts[2], swapped)
