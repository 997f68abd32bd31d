"""What an agent did on its way to an answer, call by call, and how its work on every task ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tasks.records.table import Table

CallStatus = Literal["ok", "error", "refused"]
"""ok: it gave a result; error: it could not be done, and the agent was told why; refused: no call was left."""


@dataclass(frozen=True, slots=True)
class AgentCall:
    """One call of an agent: of its model, a tool, or a program of somebody else's."""

    task_id: str
    number: int  # from 1, in the order of the task's work
    tool: str  # "model", "search", "read_page", "command", "http"; of a call of a tool that there is not, its name
    arguments: str  # JSON; of a model, what was new in the conversation
    status: CallStatus
    detail: str  # why there is no result
    result: str  # sha256 (hex) of the result; "" where there is none
    addresses: tuple[str, ...]  # of a search the URLs that were shown, of a page that was read its own
    reply: str  # where it is stored, of replies/; "" where nothing was asked of anybody
    model: str  # "" of a tool
    prompt_tokens: int
    completion_tokens: int
    usd: float  # when it was paid for
    seconds: float  # when it was made
    at: str  # ISO 8601, UTC: when it was answered first
    undated: int = 0  # results shown of which nobody can tell whether they appeared before the task's cut-off
    scores: tuple[float, ...] = ()  # of a search that rates what it finds, by the addresses
    earlier_replies: tuple[str, ...] = ()  # replies before it to the same question: refused, cut off, or put right


CALLS = Table(
    "calls",
    AgentCall,
    "one call of an agent, in the order of its work on a task",
    {
        "task_id": "the task",
        "number": "which call of the task, from 1",
        "tool": "model, search, read_page, command or http; of a tool that there is not, the name that was called",
        "arguments": "what was asked for, as JSON; of a model, what was new in the conversation",
        "status": "ok, error (the agent was told why), or refused (no call was left)",
        "detail": "why there is no result",
        "result": "hash of the result",
        "addresses": "the URLs that a search showed, or the one of the page that was read",
        "reply": "where the reply is stored",
        "model": "the model, where one was asked",
        "prompt_tokens": "tokens of the prompt, as the endpoint counted them",
        "completion_tokens": "tokens of the reply",
        "usd": "what the call cost when it was paid for, in US dollars",
        "seconds": "how long it took when it was made",
        "at": "when it was answered first",
        "undated": "results shown of which nobody can tell whether they appeared before the task's cut-off",
        "scores": "how a search over the release's works rates each address; empty of other searches",
        "earlier_replies": "where the replies before it to the same question are stored: a replay needs them, too",
    },
    key=("task_id", "number"),
)


OURS, NOT_RUN = "failed", "not-run"
"""Outcomes that are none of the agent's: we could not do our part; the run was limited to other tasks."""


@dataclass(frozen=True, slots=True)
class AgentOutcome:
    """How an agent's work on a task ended."""

    task_id: str
    outcome: str  # as tasks.agents.task.Outcome; "failed" where we failed, "not-run" where it was not asked
    detail: str
    file: str  # the answer's file; "" where there is none
    sha256: str  # of the answer; "" where there is none
    characters: int
    cited: int = 0  # pages that the answer links to, each once
    cited_read: int = 0  # of these, that the agent has opened
    cited_found: int = 0  # that a search has shown it, and that it never opened
    cited_unmet: int = 0  # that neither has: from memory, or made up


OUTCOMES = Table(
    "outcomes",
    AgentOutcome,
    "how an agent's work on a task ended",
    {
        "task_id": "the task",
        "outcome": "answered, or why not; failed: we could not do our part; not-run: the agent was not asked",
        "detail": "what happened, in words",
        "file": "the file of the answer",
        "sha256": "hash of the answer",
        "characters": "how long the answer is",
        "cited": "pages that the answer links to",
        "cited_read": "of these, those that the agent has opened",
        "cited_found": "those that a search has shown it, and that it never opened",
        "cited_unmet": "those that it has met nowhere",
    },
    key=("task_id",),
)


@dataclass(frozen=True, slots=True)
class AgentText:
    """An agent's answer to a task; kept as a file in the ledger."""

    task_id: str
    text: str  # "" where there is none


@dataclass(frozen=True, slots=True)
class AgentWithheld:
    """Something that was kept from an agent, so that it could not peek at the answer."""

    task_id: str
    number: int  # of the call whose result it was in
    url: str
    title: str
    why: str


WITHHELD = Table(
    "withheld",
    AgentWithheld,
    "something that a search or a page held and that was kept from the agent",
    {
        "task_id": "the task",
        "number": "the call whose result it was in",
        "url": "its address",
        "title": "its title",
        "why": "why it was kept from the agent",
    },
)
