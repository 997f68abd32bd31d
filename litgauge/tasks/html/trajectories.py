"""Trajectories of our agents, as the report page shows them beside the answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from litgauge.tasks.agents.statistics import RunStatistics, run_statistics
from litgauge.tasks.base.errors import DamagedFile, UnusableInput
from litgauge.tasks.benchmark import Rows, ShownAgent
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.ledger import load_trajectory
from litgauge.tasks.records.trajectories import OUTCOMES, AgentCall, AgentOutcome, AgentWithheld


@dataclass(frozen=True, slots=True)
class TaskTrajectory:
    """Work on one task."""

    outcome: AgentOutcome
    calls: tuple[AgentCall, ...]
    withheld: tuple[AgentWithheld, ...]
    numbers: RunStatistics


@dataclass(frozen=True, slots=True)
class AgentTrajectories:
    """Work of one agent on a page."""

    numbers: RunStatistics
    tasks: Mapping[str, TaskTrajectory]


def trajectory_rows(storage: Storage | None, agent_run: str) -> Rows:
    """Return the rows of what an agent of ours did; {} of another, and where they are lost or there is no storage."""
    if storage is None:
        return {}
    try:
        return load_trajectory(storage, agent_run)
    except (UnusableInput, DamagedFile):  # the page says less, and all that it says holds
        return {}


def trajectories(agents: Sequence[ShownAgent]) -> Mapping[int, AgentTrajectories]:
    """Return what each agent did that we ran, by its number on the page."""
    ran = (agent for agent in agents if OUTCOMES.name in agent.rows)
    return {
        agent.number: _of_agent(agent.rows["outcomes"], agent.rows["calls"], agent.rows["withheld"]) for agent in ran
    }


def _of_agent(
    outcomes: Sequence[AgentOutcome], calls: Sequence[AgentCall], withheld: Sequence[AgentWithheld]
) -> AgentTrajectories:
    own_calls: dict[str, list[AgentCall]] = {outcome.task_id: [] for outcome in outcomes}
    own_withheld: dict[str, list[AgentWithheld]] = {outcome.task_id: [] for outcome in outcomes}
    for call in calls:
        own_calls[call.task_id].append(call)
    for row in withheld:
        own_withheld[row.task_id].append(row)
    tasks = {}
    for outcome in outcomes:
        own, withheld_here = own_calls[outcome.task_id], own_withheld[outcome.task_id]
        tasks[outcome.task_id] = TaskTrajectory(
            outcome, tuple(own), tuple(withheld_here), run_statistics([outcome], own, withheld_here)
        )
    return AgentTrajectories(run_statistics(outcomes, calls, withheld), tasks)
