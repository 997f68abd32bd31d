"""Trajectories of agents: their calls, and the outcome of each task."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from litgauge.tasks.records.table import Table, column, row

CallStatus = Literal["ok", "error", "refused"]
"""ok: it gave a result; error: it could not be done, and the agent was told why; refused: no call was left."""

SEARCH, READ_PAGE, MODEL = "search", "read_page", "model"  # tools of a call
UNFILTERED = "product"  # the role of calls in which an agent searches where nothing can be kept from it
FENCE = "fence: "  # how the detail of a program's call begins, which says what held it


@row
class AgentCall:
    """One call of an agent: of its model, a tool, or a program of somebody else's."""

    task_id: str = column("the task")
    number: int = column("which call of the task, from 1")
    tool: str = column(
        "model, search, read_page, command or http; of a tool that there is not, the name that was called"
    )
    arguments: str = column("what was asked for, as JSON; of a model, what was new in the conversation")
    status: CallStatus = column("ok, error (the agent was told why), or refused (no call was left)")
    detail: str = column("why there is no result; of a program, what fence held it")
    result: str = column("hash of the result")
    addresses: tuple[str, ...] = column("the URLs that a search showed, or the one of the page that was read")
    reply: str = column("where the reply is stored")
    model: str = column("the model, where one was asked")
    prompt_tokens: int = column("tokens of the prompt, as the endpoint counted them")
    completion_tokens: int = column("tokens of the reply")
    usd: float = column("what the call cost when it was paid for, in US dollars")
    seconds: float = column("how long it took when it was made")
    at: str = column("when it was answered first, ISO 8601, UTC")
    undated: int = column(
        "results shown of which nobody can tell whether they appeared before the task's cut-off", default=0
    )
    scores: tuple[float, ...] = column(
        "how a search over the release's works rates each address; empty of other searches", default=()
    )
    earlier_replies: tuple[str, ...] = column(
        "where the replies before it to the same question are stored: a replay needs them, too", default=()
    )
    reasoning_tokens: int = column("tokens of the reply that are thoughts, where the endpoint tells", default=0)
    role: str = column(
        "part of the agent that made the call: planner, writer, …; empty of an agent without parts", default=""
    )


CALLS = Table(
    "calls",
    AgentCall,
    "one call of an agent, in the order of its work on a task",
    key=("task_id", "number"),
)


OURS, NOT_RUN = "failed", "not-run"
"""Outcomes that are none of the agent's: we could not do our part; the run was limited to other tasks."""


@row
class AgentOutcome:
    """Outcome of an agent's work on a task."""

    task_id: str = column("the task")
    outcome: str = column("answered, or why not; failed: we could not do our part; not-run: the agent was not asked")
    detail: str = column("what happened, in words")
    file: str = column("the file of the answer")
    sha256: str = column("hash of the answer")
    characters: int = column("how long the answer is")
    cited: int = column("pages that the answer links to", default=0)
    cited_read: int = column("of these, those that the agent has opened", default=0)
    cited_found: int = column("those that a search has shown it, and that it never opened", default=0)
    cited_unmet: int = column("those that it has met nowhere", default=0)
    files: int = column("files that belong to the answer", default=0)
    files_digest: str = column("hash over their names and bytes; empty for none", default="")


OUTCOMES = Table(
    "outcomes",
    AgentOutcome,
    "how an agent's work on a task ended",
    key=("task_id",),
)


@dataclass(frozen=True, slots=True)
class AgentText:
    """An agent's answer to a task; kept as a file in the ledger."""

    task_id: str
    text: str  # "" where there is none


@dataclass(frozen=True, slots=True)
class AgentFile:
    """A file that belongs to an agent's answer; kept in the ledger beside it."""

    task_id: str
    path: str  # in the folder of the run's answers
    sha256: str  # of its bytes
    size: int


@row
class AgentWithheld:
    """Something that was kept from an agent, so that it could not peek at the answer, or that may be the answer."""

    task_id: str = column("the task")
    number: int = column("the call whose result it was in")
    url: str = column("its address")
    title: str = column("its title")
    why: str = column("why it was kept from the agent, or what could not be decided")
    shown: bool = column("whether it was shown all the same, since nothing decides it", default=False)


WITHHELD = Table(
    "withheld",
    AgentWithheld,
    "something that a search or a page held and that was kept from the agent, or of which this could not be decided",
)
