"""What an agent is asked: prompts, domains, and the tasks of a release."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

PromptLevel = Literal["sentence", "paragraph", "detail"]


@dataclass(frozen=True, slots=True)
class Prompt:
    """A question whose ideal answer is the survey."""

    survey_id: str
    level: PromptLevel
    body: str  # the question, with its cut-off; never the survey's title
    rules: str  # the standing rules that go with every task; "" for imported prompts without them
    cutoff: str  # "YYYY-MM", month of the survey's last version
    model: str  # "offline" for the deterministic rule
    question: str  # name@version of the question that made it

    @property
    def text(self) -> str:
        """What the agent is given."""
        return f"{self.body}\n\n{self.rules}" if self.rules else self.body


@dataclass(frozen=True, slots=True)
class DomainLabel:
    """The application domain of a survey."""

    survey_id: str
    domain: str  # one of the benchmark's names, "Unknown" included
    reason: str
    model: str  # "offline", a model's name, "expert" or "published"
    question: str


@dataclass(frozen=True, slots=True)
class ReleaseTask:
    """One task of a release: one survey, one prompt, and why it was chosen."""

    task_id: str
    survey_id: str
    level: PromptLevel | None  # None: an imported prompt whose level nobody states
    prompt: str
    cutoff: str  # "YYYY-MM"
    domain: str
    chosen: str  # why this survey and this level


@dataclass(frozen=True, slots=True)
class SampleChoice:
    """Whether the balanced sample drew a survey, and why."""

    survey_id: str
    domain: str  # "" where it has none
    chosen: bool
    reason: str
