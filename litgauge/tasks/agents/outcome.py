"""How an agent's work on a task ends, how that is read from a model's last turn, and what a tool refuses."""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from litgauge.tasks.base.errors import Failed
from litgauge.tasks.benchmark import Answers
from litgauge.tasks.llm.faults import Fault
from litgauge.tasks.llm.turns import ModelTurn

_LINK = re.compile(r"https?://|\bdoi\.org/|\b10\.\d{4,9}/|\barxiv:", re.IGNORECASE)
_DECLINES = re.compile(
    r"\W{0,5}((i['’]m |i am |we are )?(very |so |really )?(sorry|afraid|unable to|not able to)"
    r"|i (can(no|['’])t|won['’]t))",
    re.IGNORECASE,
)
_SHORT = 600  # characters of a text that may be a refusal and nothing else
_TAIL, _REPEATED = 4_000, 0.06  # characters at the end, and their size when packed, of a text that goes in circles

Outcome = Literal[
    "answered",
    "no-citations",  # an answer without a link, where the benchmark wants them
    "no-answer",  # it ended without a word
    "tool-limit",  # it went on calling tools after its last call was used up
    "loop",  # it made the same calls, or wrote the same words, over and over
    "refusal",  # the model declined, or its endpoint's filter stopped it
    "context-overflow",  # the conversation no longer fitted the model's context
    "cut-off",  # the answer ended at the most output tokens
    "time-limit",  # an external agent took longer than it may
    "output-limit",  # an external agent wrote more than it may
    "memory-limit",  # an external agent took more memory than it may
    "crashed",  # an external agent ended with an error
    "incomplete",  # parts of the answer could not be made; they are not in it
    "imperfect",  # an answer with faults that it was told of and left; it is scored as it is
    "invalid-answer",  # what it gave is not of the form that was asked for, after all repairs
]
"""How an agent's work on a task ended. All are results, kept and remembered. What *we* failed on is none of them: it
is raised as `litgauge.tasks.base.errors.Failed`, and the task is tried again by the next run."""

OF_THE_AGENT: Mapping[str, Outcome] = {"too-long": "context-overflow", "refused": "refusal", "too-large": "cut-off"}
"""The faults of a model's endpoint that are the agent's own making; all others are ours."""


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A file that belongs to an answer."""

    name: str  # relative to the answer's file, with "/"
    data: bytes


@dataclass(frozen=True, slots=True)
class AgentAnswer:
    """An agent's answer to a task, and how its work on it ended."""

    text: str  # the answer, in Markdown unless the task asks for another form; "" where there is none
    outcome: Outcome = "answered"
    detail: str = ""  # of an outcome other than "answered": what happened, for people
    files: tuple[WrittenFile, ...] = ()
    name: str = ""  # of the answer's own file, where it has others: "index.html"; "" for "report" and the usual suffix
    suffix: str = ""  # of the answer's file, where it is not the benchmark's: ".json" for the reply of a product
    shown: str = ""  # what a person reads of such an answer, with the addresses that it cites


class ToolError(Exception):
    """A tool cannot do what the agent asked; the message is for the agent, which may go on."""


def ending_of(turn: ModelTurn, answers: Answers) -> AgentAnswer:
    """Return the answer in a model's last turn, with its outcome."""
    text = turn.text
    if turn.finish_reason == "length":
        if goes_in_circles(text):
            return AgentAnswer(text, "loop", "it wrote the same words over and over until it was cut off")
        return AgentAnswer(text, "cut-off", "it was cut off at the most output tokens, each time it was asked")
    if turn.refusal or turn.finish_reason == "content_filter":
        return AgentAnswer(text, "refusal", turn.refusal or "stopped by the endpoint's content filter")
    if not text:
        return AgentAnswer("", "no-answer", "it ended without a word, each time it was asked")
    if answers.cites and not _LINK.search(text):
        if declines(text):
            return AgentAnswer(text, "refusal", text)
        return AgentAnswer(text, "no-citations", "there is no link in its answer")
    return AgentAnswer(text)


def declines(text: str) -> bool:
    """Return whether a short text is a refusal and nothing else.

    >>> declines("I'm sorry, I cannot help with that."), declines("I cannot be brief on owls. " * 40)
    (True, False)
    """
    return len(text) < _SHORT and _DECLINES.match(text) is not None


def ending_of_fault(fault: Fault) -> AgentAnswer:
    """Return how a fault of the agent's own making ends its task. Raises Failed for all others: they are ours."""
    if fault.reason not in OF_THE_AGENT:
        raise Failed(fault.reason, fault.detail)
    return AgentAnswer("", OF_THE_AGENT[fault.reason], fault.detail)


def goes_in_circles(text: str) -> bool:
    """Return whether a long text ends in the same words over and over.

    >>> goes_in_circles("and so on, " * 2000), goes_in_circles("and so on")
    (True, False)
    """
    tail = text[-_TAIL:].encode("utf-8", "replace")
    return len(text) >= _TAIL and len(zlib.compress(tail)) < _REPEATED * len(tail)
