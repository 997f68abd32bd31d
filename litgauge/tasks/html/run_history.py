"""Earlier score runs of the agents on a page, and what changed between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from litgauge.tasks.base.errors import LitgaugeError
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.ledger import differing, list_score_runs, load_score_run
from litgauge.tasks.records import ScoreRun
from litgauge.tasks.statistics import summaries

LONGEST = 20
"""Runs of an agent that are shown, the newest."""


@dataclass(frozen=True, slots=True)
class PastRun:
    """One score run of an agent."""

    run: ScoreRun
    shown: bool  # its numbers are those of the page
    means: Mapping[str, float | None]  # by metric; empty where the scores cannot be read
    against: str  # id of the run that `changed` compares with; "" of the first
    changed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class AgentHistory:
    """Runs of one agent, the newest first."""

    agent: str
    runs: tuple[PastRun, ...]
    earlier: int  # runs before these


def histories(storage: Storage | None, shown: Sequence[ScoreRun]) -> tuple[AgentHistory, ...]:
    """Return the runs of each agent that was scored more than once on this release, and those that they rescore.

    A run is compared with the one that it rescores, else with the one before it. Nothing without storage.
    """
    if storage is None or not shown:
        return ()
    agents = list(dict.fromkeys(run.agent for run in shown))
    score_runs = list_score_runs(storage)
    by_id = {run.run_id: run for run in score_runs}
    ids = {run.run_id for run in shown}
    histories = []
    for agent in agents:
        own = [run for run in score_runs if run.agent == agent and run.release == shown[0].release]
        rescored = _rescored(own, by_id)
        line = [run for run in score_runs if run.run_id in {other.run_id for other in (*own, *rescored)}]
        if len(line) > 1:
            past = [_past(storage, run, line[:place], ids) for place, run in enumerate(line)][-LONGEST:]
            histories.append(AgentHistory(agent, tuple(reversed(past)), len(line) - len(past)))
    return tuple(histories)


def _rescored(runs: Sequence[ScoreRun], by_id: Mapping[str, ScoreRun]) -> list[ScoreRun]:
    """Return the runs of other releases that these rescore, directly or not."""
    rescored: dict[str, ScoreRun] = {}
    for run in runs:
        before = by_id.get(run.rescores)
        while before is not None and before.run_id not in rescored:
            rescored[before.run_id] = before
            before = by_id.get(before.rescores)
    return list(rescored.values())


def _past(storage: Storage, run: ScoreRun, earlier: Sequence[ScoreRun], shown: set[str]) -> PastRun:
    before = next((other for other in earlier if other.run_id == run.rescores), earlier[-1] if earlier else None)
    try:
        scores = load_score_run(storage, run, ["scores"]).rows["scores"]
        means = {name: summary.mean for name, summary in summaries(scores, resamples=1).items()}  # without intervals
    except LitgaugeError:  # the run is listed all the same
        means = {}
    differences = differing(before, run) if before else ()
    return PastRun(run, run.run_id in shown, means, before.run_id if before else "", differences)
