"""What an agent is given, and how its reports are read."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tasks.benchmark import GivenTask, ReadAnswers
from tasks.benchmarks.reportbench.release_rows import ReleaseRows
from tasks.citations.identifiers import identity_of
from tasks.records import PublishedSurvey, UnscoredPart, WorkIdentity
from tasks.reports.ingest import AskedTask, BrokenFile, Ingested, ingest
from tasks.text import normalise_arxiv_id


def given_tasks(release: ReleaseRows) -> tuple[GivenTask, ...]:
    """The prompt of every task, in the release's order, with its cut-off and the survey that is not to be shown."""
    return tuple(
        GivenTask(task.task_id, task.prompt, cutoff=task.cutoff, withheld=(_identity(release.surveys[task.survey_id]),))
        for task in release.tasks
    )


def _identity(survey: PublishedSurvey) -> WorkIdentity:
    found = identity_of(survey.url) if survey.url else WorkIdentity()
    arxiv_id = found.arxiv_id or normalise_arxiv_id(survey.survey_id)
    return replace(found, arxiv_id=arxiv_id, doi=survey.doi or found.doi, title=survey.title)


def read_answers(folder: Path, agent: str, release: ReleaseRows) -> ReadAnswers:
    """The agent's reports, each with the task that it answers, and what matched nothing or could not be read.

    Raises UnusableInput if the folder holds no report at all, or batches of several agents of which none is this one.
    """
    asked = [
        AskedTask(task.task_id, task.survey_id, task.prompt, release.surveys[task.survey_id].title)
        for task in release.tasks
    ]
    found = ingest(folder, agent, asked)
    refused = tuple(UnscoredPart(one.report_id, "reading", f"{one.reason}: {one.detail}") for one in found.refused)
    return ReadAnswers({"reports": found.reports, "unscored": refused}, _listed(found))


def _listed(found: Ingested) -> dict[str, list[str]]:
    return {
        "missing": list(found.missing),
        "unmatched": [f"{one.report.file}: {one.reason}: {one.detail}" for one in found.unmatched],
        "doubles": [f"{one.report_id}: {one.taken} taken, not {', '.join(one.others)}" for one in found.doubles],
        "empty": [f"{one.file}: {one.reason}" for one in found.empty],
        "broken": [f"{_place(one)}: {one.reason}: {one.detail}" for one in found.broken],
        "ignored": [f"{one.file}: {one.reason}" for one in found.ignored],
    }


def _place(broken: BrokenFile) -> str:
    return f"{broken.file}:{broken.line}" if broken.line else broken.file
