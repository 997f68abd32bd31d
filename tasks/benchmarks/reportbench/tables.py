"""The rows that only ReportBench has, each beside its table, and the tables of a release."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tasks.records import CITATIONS, QUARANTINE, REFERENCES, SURVEYS, Table

PromptLevel = Literal["sentence", "paragraph", "detail"]
_SURVEY = {"survey_id": "surveys.survey_id"}


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


PROMPTS = Table(
    "prompts",
    Prompt,
    "the questions written for each survey, at every level",
    {
        "survey_id": "the survey that would be the ideal answer",
        "level": "sentence, paragraph or detail",
        "body": "the question, with its cut-off",
        "rules": "standing rules that go with the question",
        "cutoff": "year and month of the survey's last version",
        "model": "the model that wrote it; “offline” for a deterministic rule",
        "question": "name and version of the question put to the model",
    },
    key=("survey_id", "level"),
    refers_to=_SURVEY,
)


@dataclass(frozen=True, slots=True)
class DomainLabel:
    """The application domain of a survey."""

    survey_id: str
    domain: str  # one of the benchmark's names, "Unknown" included
    reason: str
    model: str  # "offline", a model's name, "expert" or "published"
    question: str


DOMAINS = Table(
    "domains",
    DomainLabel,
    "the application domain of each survey",
    {
        "survey_id": "the survey",
        "domain": "one of the benchmark's names",
        "reason": "the reason given for it",
        "model": "who gave the label; “offline” for a deterministic rule",
        "question": "name and version of the question put to the model",
    },
    key=("survey_id",),
    refers_to=_SURVEY,
    required=False,
)


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


TASKS = Table(
    "tasks",
    ReleaseTask,
    "the tasks of the benchmark, one prompt for each survey drawn",
    {
        "task_id": "name of the task",
        "survey_id": "the survey that would be the ideal answer",
        "level": "level of the prompt; none where an imported benchmark does not say",
        "prompt": "what the agent is given",
        "cutoff": "year and month after which nothing may be cited",
        "domain": "application domain of the survey",
        "chosen": "why this survey and this level were drawn",
    },
    key=("task_id",),
    refers_to=_SURVEY,
)


@dataclass(frozen=True, slots=True)
class SampleChoice:
    """Whether the balanced sample drew a survey, and why."""

    survey_id: str
    domain: str  # "" where it has none
    chosen: bool
    reason: str


CHOICES = Table(
    "choices",
    SampleChoice,
    "whether the balanced sample drew each survey, and why",
    {
        "survey_id": "the survey",
        "domain": "its application domain; empty where it has none",
        "chosen": "whether it became a task",
        "reason": "the reason in words",
    },
    key=("survey_id",),
    required=False,
)


@dataclass(frozen=True, slots=True)
class Correction:
    """One repair of an imported reference list: a row that was removed, or one field that was changed."""

    survey_id: str
    key: str
    place: str  # "gt/2301.07499.jsonl:401" in what was imported
    field: str  # "" where the whole row was removed
    rule: str  # short kebab-case name
    before: str
    after: str
    detail: str


CORRECTIONS = Table(
    "corrections",
    Correction,
    "the repairs made to an imported benchmark, one by one",
    {
        "survey_id": "the survey",
        "key": "key of the reference; empty for the survey itself",
        "place": "file and line in what was imported",
        "field": "the field that was changed; empty where the whole row was removed",
        "rule": "rule of the repair",
        "before": "the value as it was",
        "after": "the value as it is",
        "detail": "the reason in words",
    },
    required=False,
)


RELEASE_TABLES = (SURVEYS, REFERENCES, CITATIONS, PROMPTS, TASKS, QUARANTINE, DOMAINS, CHOICES, CORRECTIONS)
"""In the order of the card."""
