"""What an agent is given, and how its reports are read."""

from __future__ import annotations

from pathlib import Path

from tasks.benchmarks.reportbench.release_rows import ReleaseRows
from tasks.declaration import GivenTask, ReadAnswers
from tasks.records import UnscoredPart
from tasks.reports.ingest import AskedTask, BrokenFile, Ingested, ingest


def given_tasks(release: ReleaseRows) -> tuple[GivenTask, ...]:
    """The prompt of every task, in the release's order."""
    return tuple(GivenTask(task.task_id, task.prompt) for task in release.tasks)


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
