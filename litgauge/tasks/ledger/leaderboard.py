"""Agents side by side: every metric's mean over tasks, and two agents task by task."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmark import Benchmark, Scoring
from litgauge.tasks.ledger.runs import LoadedRun
from litgauge.tasks.records import ScoreRun
from litgauge.tasks.statistics.comparison import Comparison, comparisons
from litgauge.tasks.statistics.corrected import CorrectedMean, corrected_mean
from litgauge.tasks.statistics.means import Summary, summaries


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    """One agent's row."""

    agent: str
    run: ScoreRun
    summaries: Mapping[str, Summary]
    corrected: Mapping[str, CorrectedMean]  # of the metrics whose verdicts people labelled


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """All agents on one release, the best first by the benchmark's headline metrics."""

    benchmark: Benchmark
    rows: tuple[LeaderboardRow, ...]
    caution: str = ""  # note of the release that is shown beside its numbers

    @property
    def scoring(self) -> Scoring:
        """Return the metrics of its columns."""
        return self.benchmark.scoring


def leaderboard(runs: Sequence[LoadedRun], caution: str = "") -> Leaderboard:
    """Return one row per run, best headline metrics first. Needs at least one run, of which only the scores are used.

    `caution` is the note of their release. Raises UnusableInput if the runs are of more than one release.
    """
    benchmark = _of_one_release(runs)
    rows = [_row(loaded) for loaded in runs]
    rows.sort(key=lambda row: (*_rank(benchmark.scoring, row), row.agent))
    return Leaderboard(benchmark, tuple(rows), caution)


def _row(loaded: LoadedRun) -> LeaderboardRow:
    means = loaded.summaries if loaded.summaries is not None else summaries(loaded.rows["scores"])
    corrected = {
        name: mean
        for name, labels in loaded.corrections.items()
        if name in means and (mean := corrected_mean(means[name], labels)) is not None
    }
    return LeaderboardRow(loaded.run.agent, loaded.run, means, corrected)


def compare_runs(a: LoadedRun, b: LoadedRun) -> tuple[Comparison, ...]:
    """Compare every metric of two agents on the clusters for which both have a value. Raises as `leaderboard` does."""
    _of_one_release([a, b])
    return tuple(comparisons(a.rows["scores"], b.rows["scores"]).values())


def _rank(scoring: Scoring, row: LeaderboardRow) -> tuple[tuple[bool, float], ...]:
    """Return the sort key: for each headline metric runs with a mean first, then the better mean."""
    key = []
    for name in scoring.headline:
        summary = row.summaries.get(name)
        mean = summary.mean if summary else None
        sign = 1 if scoring.metric(name).lower_is_better else -1
        key.append((mean is None, sign * (mean or 0.0)))
    return tuple(key)


def _of_one_release(runs: Sequence[LoadedRun]) -> Benchmark:
    digests = {loaded.run.release_digest: loaded.run.release for loaded in runs}
    if len(digests) > 1:
        raise UnusableInput(
            f"these runs are of different releases ({', '.join(sorted(digests.values()))})",
            where=", ".join(loaded.run.run_id for loaded in runs),
            next_step="Rescore them on one release: `litgauge rescore RELEASE --run RUN`",
        )
    return runs[0].benchmark
