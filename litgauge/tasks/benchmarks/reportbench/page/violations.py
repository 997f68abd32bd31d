"""Works that agents must not cite, and cite."""

from __future__ import annotations

from dataclasses import dataclass

from litgauge.tasks.benchmark import ShownAgent, ShownAnswer, ShownPage
from litgauge.tasks.benchmarks.reportbench.trace import TracedWork
from litgauge.tasks.records import Violation


@dataclass(frozen=True, slots=True)
class ViolationView:
    """One work that a report must not cite."""

    agent: ShownAgent
    answer: ShownAnswer
    work: TracedWork
    violation: Violation


def violation_views(page: ShownPage) -> tuple[ViolationView, ...]:
    """All violations of all agents, in the order of the page."""
    return tuple(
        ViolationView(agent, answer, work, violation)
        for agent in page.agents
        for answer in agent.answers
        for work in answer.view.trace.works
        for violation in work.violations
    )
