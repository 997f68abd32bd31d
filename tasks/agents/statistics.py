"""What a run of an agent did, in numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tasks.agents.session import MODEL, READ_PAGE, SEARCH
from tasks.records.trajectories import AgentCall, AgentOutcome, AgentWithheld


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
    undated: int  # what was shown to it though nobody can tell whether it appeared before the cut-off
    prompt_tokens: int
    completion_tokens: int
    usd: float
    seconds: float  # of all calls together

    def counts(self) -> dict[str, int]:
        """The whole numbers, as a run keeps them."""
        plain = ("turns", "calls", "searches", "pages_read", "errors", "refused", "withheld", "undated")
        return {**self.outcomes, **{name: getattr(self, name) for name in plain}}


def run_statistics(
    outcomes: Sequence[AgentOutcome], calls: Sequence[AgentCall], withheld: Sequence[AgentWithheld]
) -> RunStatistics:
    """The numbers of a run, or of one task."""
    tools = [call for call in calls if call.tool != MODEL]
    return RunStatistics(
        outcomes=dict(Counter(one.outcome for one in outcomes).most_common()),
        turns=len(calls) - len(tools),
        calls=len(tools),
        searches=sum(call.tool == SEARCH and call.status == "ok" for call in tools),
        pages_read=len({(call.task_id, page) for call in tools for page in _read(call)}),
        errors=sum(call.status == "error" for call in calls),
        refused=sum(call.status == "refused" for call in calls),
        withheld=len(withheld),
        undated=sum(call.undated for call in calls),
        prompt_tokens=sum(call.prompt_tokens for call in calls),
        completion_tokens=sum(call.completion_tokens for call in calls),
        usd=sum(call.usd for call in calls),
        seconds=round(sum(call.seconds for call in calls), 3),
    )


def _read(call: AgentCall) -> tuple[str, ...]:
    return call.addresses if call.tool == READ_PAGE and call.status == "ok" else ()
