"""How a model's last words, or their lack, are recorded."""

from __future__ import annotations

import re
import zlib
from collections.abc import Mapping

from tasks.agents.task import AgentAnswer, Outcome
from tasks.base.errors import Failed
from tasks.benchmark import Answers
from tasks.llm.faults import Fault
from tasks.llm.turns import ModelTurn

_LINK = re.compile(r"https?://|\bdoi\.org/|\b10\.\d{4,9}/|\barxiv:", re.IGNORECASE)
_DECLINES = re.compile(
    r"\W{0,5}((i['’]m |i am |we are )?(very |so |really )?(sorry|afraid|unable to|not able to)"
    r"|i (can(no|['’])t|won['’]t))",
    re.IGNORECASE,
)
OF_THE_AGENT: Mapping[str, Outcome] = {"too-long": "context-overflow", "refused": "refusal", "too-large": "cut-off"}
"""The faults of a model's endpoint that are the agent's own making; all others are ours."""

_SHORT = 600  # characters of a text that may be a refusal and nothing else
_TAIL, _REPEATED = 4_000, 0.06  # characters at the end, and their size when packed, of a text that goes in circles


def ending_of(turn: ModelTurn, answers: Answers) -> AgentAnswer:
    """The answer in a last turn, with what is wrong with it."""
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
    """Whether a short text is a refusal and nothing else.

    >>> declines("I'm sorry, I cannot help with that."), declines("I cannot be brief on owls. " * 40)
    (True, False)
    """
    return len(text) < _SHORT and _DECLINES.match(text) is not None


def ending_of_fault(fault: Fault) -> AgentAnswer:
    """The end that an endpoint's fault is of the agent's own making. Raises Failed for all others: they are ours."""
    if fault.reason not in OF_THE_AGENT:
        raise Failed(fault.reason, fault.detail)
    return AgentAnswer("", OF_THE_AGENT[fault.reason], fault.detail)


def goes_in_circles(text: str) -> bool:
    """Whether a long text ends in the same words over and over.

    >>> goes_in_circles("and so on, " * 2000), goes_in_circles("and so on")
    (True, False)
    """
    tail = text[-_TAIL:].encode("utf-8", "replace")
    return len(text) >= _TAIL and len(zlib.compress(tail)) < _REPEATED * len(tail)
