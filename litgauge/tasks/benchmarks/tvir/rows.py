"""The rows of TVIR's releases, and of its score runs beyond those of any report, each beside its table."""

from __future__ import annotations

from typing import Literal

from litgauge.tasks.benchmarks.tvir.settings import Aspect, Language, Level
from litgauge.tasks.figures.rows import JUDGED_TABLES, READ_TABLES, IssueCount
from litgauge.tasks.records import LINKS, PAGES, REPORTS, STATEMENTS, UNSCORED, Table
from litgauge.tasks.records.table import column, row


@row
class ReportTask:
    """One report that is to be written."""

    task_id: str = column("name of the task: its id where it was published, else that of its draft")
    prompt: str = column("what the report is asked for")
    language: Language = column("zh or en")
    level: Level = column("complexity: low, medium or high")
    domain: str = column("one of the ten domains")
    topic: str = column("topic that an expert proposed; empty where it is not known")
    date: str = column("day for which it was drafted, YYYY-MM-DD; empty where it is not known")


TASKS = Table("tasks", ReportTask, "the reports that agents are asked for", key=("task_id",))


@row
class ChecklistItem:
    """One question, answered by yes or no, that a report is checked by."""

    task_id: str = column("the task")
    number: int = column("from 0, in the order of the checklist")
    section: str = column("heading that it stands under")
    text: str = column("the question")
    visual: bool = column("whether it asks for a figure")
    quote: str = column("words of the task that it rests on; empty where the checklist was published without")


CHECKLIST = Table(
    "checklist",
    ChecklistItem,
    "the questions that a report on each task is checked by",
    key=("task_id", "number"),
    refers_to={"task_id": "tasks.task_id"},
)


@row
class Draft:
    """One wording of a task: a model's draft, or an expert's revision of it."""

    draft_id: str = column("topic and revision: owls-1")
    topic_id: str = column("the topic, as the file of topics has it")
    parent: str = column("draft that it revises; empty for the first")
    prompt: str = column("the wording")
    functions: tuple[str, ...] = column("functional types of its sub-questions (Table 9), in their order")
    faults: tuple[str, ...] = column("what the mechanical checks find; empty if nothing")
    model: str = column("who wrote it: a model, “offline” for a rule, or the expert who revised it")
    question: str = column("name and version of the question put to the model; empty for a revision")
    reply: str = column("key of the stored reply; empty for a revision")


DRAFTS = Table("drafts", Draft, "the wordings of each task", key=("draft_id",), required=False)


@row
class ReviewVote:
    """One expert's vote on one draft in one aspect."""

    draft_id: str = column("the draft")
    reviewer: str = column("the expert")
    aspect: Aspect = column("design, facts, logic or visuals")
    accepted: bool = column("whether it passes")
    reason: str = column("the expert's words; empty for none")


REVIEWS = Table(
    "reviews",
    ReviewVote,
    "experts' votes on drafts",
    key=("draft_id", "reviewer", "aspect"),
    refers_to={"draft_id": "drafts.draft_id"},
    required=False,
)

RELEASE_TABLES = (TASKS, CHECKLIST, DRAFTS, REVIEWS)

# Every verdict has the number of its judging: `repeat` counts independent judgings of a run from 1. Where the judge
# failed, the value is none and `reason` says why.

SupportOutcome = Literal["supported", "partial", "unsupported", "unreachable", "failed"]


@row
class SupportVerdict:
    """How a statement came out against all the pages that it cites together (CS)."""

    report_id: str = column("the report")
    statement: int = column("number of the statement")
    repeat: int = column("number of the judging, from 1")
    outcome: SupportOutcome = column("unreachable: none of the pages can be had by anybody; failed: we failed")
    pages: tuple[str, ...] = column("the pages that it cites")
    passage: str = column("what the pages say, as the judge was shown it")
    reason: str = column("the judge's reason, or why there is none")
    question: str = column("name and version of the question; empty where none was needed")
    model: str = column("who answered")
    reply: str = column("key of the stored reply")


SUPPORT = Table(
    "support",
    SupportVerdict,
    "a verdict on a statement and all its pages",
    key=("report_id", "statement", "repeat"),
)


@row
class ItemVerdict:
    """Verdict on a report and one item of the checklist asks (IA)."""

    report_id: str = column("the report")
    item: int = column("number of the item")
    repeat: int = column("number of the judging, from 1")
    score: float | None = column("1, 0.5 or 0; none where the judge failed")
    reason: str = column("the judge's reason, or why it failed")
    question: str = column("name and version of the question")
    model: str = column("who answered")
    reply: str = column("key of the stored reply")


ITEMS = Table(
    "items", ItemVerdict, "a verdict on a report and one item of the checklist", key=("report_id", "item", "repeat")
)


@row
class ReportGrade:
    """A judge's grade of a whole report in one dimension (WQ, ADB, MC)."""

    report_id: str = column("the report")
    metric: Literal["wq", "adb", "mc"] = column("what the dimension belongs to")
    dimension: str = column("the dimension")
    repeat: int = column("number of the judging, from 1")
    score: int | None = column("1 to 10, within the range that rules allow; none where the judge failed")
    raw: int | None = column("as the judge gave it")
    reason: str = column("the judge's reason, or why it failed")
    shown: int = column("characters of the report that the judge was shown")
    question: str = column("name and version of the question")
    model: str = column("who answered")
    reply: str = column("key of the stored reply")


REPORT_GRADES = Table(
    "report_grades",
    ReportGrade,
    "a judge's grades of whole reports",
    key=("report_id", "metric", "dimension", "repeat"),
)


@row
class Composition:
    """The variables that bound the grade for variety in MC (E.3)."""

    report_id: str = column("the report")
    repeat: int = column("number of the judging, from 1")
    category: Literal["data_heavy", "technical_architectural", "balanced"] = column("what the topic calls for")
    image_kinds: int = column("kinds of images among those that can be shown")
    chart_kinds: int = column("kinds of charts among those that can be shown")
    low: int = column("least grade that they allow")
    high: int = column("greatest grade that they allow")


COMPOSITIONS = Table("compositions", Composition, "what bounds the grade for variety", key=("report_id", "repeat"))


CONSISTENCY = Table(
    "consistency", IssueCount, "contradictions within each report", key=("report_id", "figure", "repeat")
)


RUN_TABLES = (
    REPORTS, STATEMENTS, LINKS, PAGES, *READ_TABLES,
    SUPPORT, ITEMS, REPORT_GRADES, COMPOSITIONS, CONSISTENCY, *JUDGED_TABLES, UNSCORED,
)  # fmt: skip
"""From reports to verdicts; each is one Parquet file."""
