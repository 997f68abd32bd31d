"""How an agent's work on a task ends, and what a tool refuses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Outcome = Literal[
    "answered",
    "no-citations",  # an answer without a link, where the benchmark wants them
    "no-answer",  # it ended without a word
    "tool-limit",  # it went on calling tools after its last call was used up
    "loop",  # it made the same calls, or wrote the same words, over and over
    "refusal",  # the model declined, or its endpoint's filter stopped it
    "context-overflow",  # the conversation no longer fitted the model's context
    "cut-off",  # the answer ended at the most output tokens
    "time-limit",  # an outside agent took longer than it may
    "output-limit",  # an outside agent wrote more than it may
    "memory-limit",  # an outside agent took more memory than it may
    "crashed",  # an outside agent ended with an error
    "invalid-answer",  # what it gave is not of the form that was asked for, after all repairs
]
"""How an agent's work on a task ended. All are results, kept and remembered. What *we* failed on is none of them: it
is raised as `tasks.base.errors.Failed`, and the task is tried again by the next run."""


@dataclass(frozen=True, slots=True)
class AgentAnswer:
    """An agent's answer to a task, and how its work on it ended."""

    text: str  # the answer, in Markdown unless the task asks for another form; "" where there is none
    outcome: Outcome = "answered"
    detail: str = ""  # of an outcome other than "answered": what happened, for people


class ToolError(Exception):
    """What an agent asked of a tool cannot be done; the words are for the agent, which may go on."""
