"""Numbers of an agent's run: outcomes, calls, pages, money."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from litgauge.tasks.records.trajectories import (
    FENCE,
    MODEL,
    READ_PAGE,
    SEARCH,
    UNFILTERED,
    AgentCall,
    AgentOutcome,
    AgentWithheld,
)


@dataclass(frozen=True)
class RunStatistics:
    """Over all tasks of a run."""

    outcomes: Mapping[str, int]  # tasks by outcome
    turns: int  # of models
    calls: int  # of tools and programs
    searches: int
    pages_read: int  # pages that were opened and read, each counted once a task
    errors: int  # calls that could not be done
    refused: int  # calls of which none was left
    withheld: int  # what was kept from the agent
    undecided: int  # what was shown to it though it may have been the survey
    undated: int  # what was shown to it though nobody can tell whether it appeared before the cut-off
    cited: int  # pages that answers link to, each counted once an answer
    cited_read: int  # of these, that the agent has opened
    cited_found: int  # that a search has shown it, and that it never opened
    cited_unmet: int  # that it has met nowhere
    files: int  # that belong to answers
    prompt_tokens: int
    completion_tokens: int
    reasoning_tokens: int  # of these, thoughts, where endpoints tell
    usd: float
    seconds: float  # of all calls together
    fences: Mapping[str, int]  # programs by what held them
    unfiltered: int  # tasks in which the agent searched where nothing could be kept from it

    @property
    def cited_read_share(self) -> float | None:
        """Share of the cited pages that were read; None where none is cited, or nobody knows what was read."""
        traced_pages = self.cited_read + self.cited_found + self.cited_unmet
        return self.cited_read / traced_pages if traced_pages else None

    @property
    def counts(self) -> dict[str, int]:
        """The whole numbers, as a run keeps them: tasks by outcome, then what was done."""
        return {**self.outcomes, **{name: getattr(self, name) for name in _COUNTED}}

    def as_json(self) -> dict[str, Any]:
        """All of it, for programs."""
        return {**asdict(self), "cited_read_share": self.cited_read_share}


_COUNTED = (
    "turns", "calls", "searches", "pages_read", "errors", "refused", "withheld", "undecided", "undated", "cited",
    "cited_read", "cited_found", "cited_unmet",
)  # fmt: skip


def run_statistics(
    outcomes: Sequence[AgentOutcome], calls: Sequence[AgentCall], withheld: Sequence[AgentWithheld]
) -> RunStatistics:
    """The numbers of a run, or of one task."""
    tools = [call for call in calls if call.tool != MODEL]
    return RunStatistics(
        outcomes=dict(Counter(outcome.outcome for outcome in outcomes).most_common()),
        turns=len(calls) - len(tools),
        calls=len(tools),
        searches=sum(call.tool == SEARCH and call.status == "ok" for call in tools),
        pages_read=len({(call.task_id, page) for call in tools for page in _read(call)}),
        errors=sum(call.status == "error" for call in calls),
        refused=sum(call.status == "refused" for call in calls),
        withheld=sum(not row.shown for row in withheld),
        undecided=sum(row.shown for row in withheld),
        undated=sum(call.undated for call in calls),
        cited=sum(outcome.cited for outcome in outcomes),
        cited_read=sum(outcome.cited_read for outcome in outcomes),
        cited_found=sum(outcome.cited_found for outcome in outcomes),
        cited_unmet=sum(outcome.cited_unmet for outcome in outcomes),
        files=sum(outcome.files for outcome in outcomes),
        prompt_tokens=sum(call.prompt_tokens for call in calls),
        completion_tokens=sum(call.completion_tokens for call in calls),
        reasoning_tokens=sum(call.reasoning_tokens for call in calls),
        usd=sum(call.usd for call in calls),
        seconds=round(sum(call.seconds for call in calls), 3),
        fences=dict(Counter(call.detail.removeprefix(FENCE) for call in tools if call.detail.startswith(FENCE))),
        unfiltered=len({call.task_id for call in calls if call.role == UNFILTERED}),
    )


def calls_by_role(calls: Iterable[AgentCall], tasks: int) -> dict[str, dict[str, float]]:
    """Return the mean number of calls a task by part of the agent and tool, the model's turns as `model`.

    Parts and tools stand in the order in which they were first called; there are none of an agent without parts.
    """
    counts: dict[str, Counter[str]] = {}
    for call in calls:
        if call.role:
            counts.setdefault(call.role, Counter())[call.tool] += 1
    return {role: {tool: number / tasks for tool, number in of.items()} for role, of in counts.items()}


def _read(call: AgentCall) -> tuple[str, ...]:
    return call.addresses if call.tool == READ_PAGE and call.status == "ok" else ()
