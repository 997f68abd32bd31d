"""Rows that only ReportBench has, each beside its table, and the tables of a release."""

from __future__ import annotations

from typing import Literal

from litgauge.tasks.records import CITATIONS, QUARANTINE, REFERENCES, SURVEYS, Table
from litgauge.tasks.records.table import column, row

PromptLevel = Literal["sentence", "paragraph", "detail"]
_SURVEY = {"survey_id": "surveys.survey_id"}


@row
class Prompt:
    """A question whose ideal answer is the survey."""

    survey_id: str = column("the survey that would be the ideal answer")
    level: PromptLevel = column("sentence, paragraph or detail")
    body: str = column("the question, with its cut-off; never the survey's title")
    rules: str = column("standing rules that go with the question")
    cutoff: str = column("month of the survey's last version, YYYY-MM")
    model: str = column("the model that wrote it; “offline” for a deterministic rule")
    question: str = column("name and version of the question put to the model")

    @property
    def text(self) -> str:
        """Return what the agent is given."""
        return f"{self.body}\n\n{self.rules}" if self.rules else self.body


PROMPTS = Table(
    "prompts",
    Prompt,
    "the questions written for each survey, at every level",
    key=("survey_id", "level"),
    refers_to=_SURVEY,
)


@row
class DomainLabel:
    """Application domain of a survey."""

    survey_id: str = column("the survey")
    domain: str = column("one of the benchmark's domains, Unknown included")
    reason: str = column("the reason given for it")
    model: str = column("who gave the label; “offline” for a deterministic rule")
    question: str = column("name and version of the question put to the model")


DOMAINS = Table(
    "domains",
    DomainLabel,
    "the application domain of each survey",
    key=("survey_id",),
    refers_to=_SURVEY,
    required=False,
)


@row
class ReleaseTask:
    """One task of a release: one survey, one prompt, and why it was chosen."""

    task_id: str = column("name of the task")
    survey_id: str = column("the survey that would be the ideal answer")
    level: PromptLevel | None = column("level of the prompt; none where an imported benchmark does not say")
    prompt: str = column("what the agent is given")
    cutoff: str = column("month after which nothing may be cited, YYYY-MM")
    domain: str = column("application domain of the survey")
    chosen: str = column("why this survey and this level were drawn")


TASKS = Table(
    "tasks",
    ReleaseTask,
    "the tasks of the benchmark, one prompt for each survey drawn",
    key=("task_id",),
    refers_to=_SURVEY,
)


@row
class SampleChoice:
    """Decision of the balanced sample about a survey, with its reason."""

    survey_id: str = column("the survey")
    domain: str = column("its application domain; empty where it has none")
    chosen: bool = column("whether it became a task")
    reason: str = column("the reason in words")


CHOICES = Table(
    "choices",
    SampleChoice,
    "whether the balanced sample drew each survey, and why",
    key=("survey_id",),
    required=False,
)


@row
class Correction:
    """One repair of an imported reference list: a row that was removed, or one field that was changed."""

    survey_id: str = column("the survey")
    key: str = column("key of the reference; empty for the survey itself")
    place: str = column("file and line in what was imported: gt/2301.07499.jsonl:401")
    field: str = column("the field that was changed; empty where the whole row was removed")
    rule: str = column("rule of the repair")
    before: str = column("the value as it was")
    after: str = column("the value as it is")
    detail: str = column("the reason in words")


CORRECTIONS = Table(
    "corrections",
    Correction,
    "the repairs made to an imported benchmark, one by one",
    required=False,
)


RELEASE_TABLES = (SURVEYS, REFERENCES, CITATIONS, PROMPTS, TASKS, QUARANTINE, DOMAINS, CHOICES, CORRECTIONS)
"""In the order of the card."""
