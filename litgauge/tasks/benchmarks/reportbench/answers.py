"""Prompts for agents, and reading of their reports."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from litgauge.tasks.benchmark import AnswerKey, AnswerRows, Answers, GivenTask
from litgauge.tasks.benchmarks.reportbench.release_rows import ReleaseRows
from litgauge.tasks.benchmarks.reportbench.rows import ReleaseTask
from litgauge.tasks.records import PublishedSurvey, WorkIdentity

if TYPE_CHECKING:
    from litgauge.tasks.answers.attaching import Keep
    from litgauge.tasks.answers.door import Answer, Collected


def given_tasks(release: ReleaseRows) -> tuple[GivenTask, ...]:
    """Return the prompt of every task, in the release's order, with its cut-off and the survey to withhold."""
    return tuple(
        GivenTask(task.task_id, task.prompt, cutoff=task.cutoff, withheld=(_identity(release.surveys[task.survey_id]),))
        for task in release.tasks
    )


def answer_key(release: ReleaseRows, task_id: str) -> AnswerKey:
    """Return the works that a task's survey cites, and its abstract."""
    survey = release.surveys[next(task.survey_id for task in release.tasks if task.task_id == task_id)]
    references = release.references.get(survey.survey_id, ())
    works = (WorkIdentity(reference.doi, reference.arxiv_id, title=reference.title) for reference in references)
    return AnswerKey(tuple(works), survey.abstract)


def _identity(survey: PublishedSurvey) -> WorkIdentity:
    from litgauge.tasks.citations.identifiers import identity_of
    from litgauge.tasks.text import normalise_arxiv_id

    work_identity = identity_of(survey.url) if survey.url else WorkIdentity()
    arxiv_id = work_identity.arxiv_id or normalise_arxiv_id(survey.survey_id)
    return replace(work_identity, arxiv_id=arxiv_id, doi=survey.doi or work_identity.doi, title=survey.title)


def collect(folder: Path, agent: str, release: ReleaseRows, keep: Keep | None) -> Collected:
    """Return the agent's reports by the task that they answer, and the files that match no task or cannot be read."""
    from litgauge.tasks.reports.ingest import AskedTask, collect_reports

    tasks = [
        AskedTask(task.task_id, task.survey_id, task.prompt, release.surveys[task.survey_id].title)
        for task in release.tasks
    ]
    return collect_reports(folder, agent, tasks, holds_files=True, keep=keep)


def parse_report(answer: Answer, _task: ReleaseTask) -> AnswerRows:
    """Return the report unchanged: a stage reads its statements."""
    return {"reports": [answer.content]}


def lists_beside(file: Path) -> list[str]:
    """Return the names of the lists that belong to a file of answers."""
    from litgauge.tasks.reports.ingest import sidecars

    return sidecars(file)


ANSWERS = Answers(
    given_tasks=given_tasks,
    answer_key=answer_key,
    naming="one file a report, named by its task or its survey, or JSON lines with task_id and response",
    parse=parse_report,
    collect=collect,
    unanswered=lambda _task: {"reports": []},
    form="Write a report in Markdown, and put a link to its source, [title](address), right behind every statement "
    "that rests on one.",
    cites=True,
    beside=lists_beside,
)
