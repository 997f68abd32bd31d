"""Tasks as they are given to a writer, and its reviews as they are parsed."""

from __future__ import annotations

import hashlib

from litgauge.tasks.benchmark import Answer, AnswerRows, Answers, GivenTask, NoAnswer, Notation, Rows
from litgauge.tasks.benchmarks.literature_review.prompts import with_material
from litgauge.tasks.benchmarks.literature_review.release_rows import StudyRows
from litgauge.tasks.benchmarks.literature_review.rows import ReviewTask, WrittenReview
from litgauge.tasks.records import AgentReport
from litgauge.tasks.reports.ingest.formats.cited_text import cited_text


def given_tasks(study: StudyRows) -> tuple[GivenTask, ...]:
    """Return the task on every topic, with the material of its setting and no more."""
    return tuple(
        GivenTask(
            task.task_id,
            with_material(study.topics[task.topic].asked, study.material(task).text),
            topic=study.topics[task.topic].name,
        )
        for task in study.tasks
    )


def parse_review(answer: Answer, task: ReviewTask) -> AnswerRows | NoAnswer:
    """Return the review: the text of a file or of a row, in whatever shape an interface gives a text."""
    cited = cited_text(answer.content)
    if cited is None:
        return NoAnswer("it holds neither text nor parts with text")
    return {"answers": [WrittenReview(task.task_id, answer.place, cited.text)]}


def no_review(task: ReviewTask) -> AnswerRows:
    """Return the row of a task without a review."""
    return {"answers": [WrittenReview(task.task_id, "", "")]}


def written_reports(rows: Rows) -> list[AgentReport]:
    """Return the reviews as reports, for what reads any report."""
    return [
        AgentReport(
            review.task_id, "", review.task_id, None, review.file, "markdown", review.text,
            hashlib.sha256(review.text.encode("utf-8", "replace")).hexdigest(),
        )
        for review in rows.get("answers", ())
        if review.text.strip()
    ]  # fmt: skip


ANSWERS = Answers(
    given_tasks=given_tasks,
    naming="one file a task, named by it, or JSON lines with task_id and answer",
    parse=parse_review,
    notation=Notation(whole=("text",), fields=("answer", "report", "review")),
    part=lambda task: task.setting,
    unanswered=no_review,
)
