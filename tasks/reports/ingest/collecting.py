"""Reports of a folder as answers to tasks, for the benchmarks whose answers are reports."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from tasks.answers.door import Answer, Collected
from tasks.records import AgentReport
from tasks.reports.ingest.folder import Ingested, ingest
from tasks.reports.ingest.report_files import BrokenFile
from tasks.reports.ingest.task_index import AskedTask


def collect_reports(folder: Path, agent: str, tasks: Sequence[AskedTask]) -> Collected:
    """Return the agent's reports by the task that they answer, and what matched nothing or could not be read.

    The content of an answer is an `AgentReport`. Raises UnusableInput if the folder holds no report at all, or batches
    of several agents of which none is this one.
    """
    ingested = ingest(folder, agent, tasks)
    answers = {report.task_id: Answer(report.file, report) for report in ingested.reports if report.task_id}
    refused = {one.task_id: f"{one.file}: {one.reason}: {one.detail}" for one in ingested.refused}
    return Collected(answers, _listed(ingested), refused)


def _listed(found: Ingested) -> dict[str, list[str]]:
    return {
        "unmatched": [f"{one.report.file}: {one.reason}: {one.detail}" for one in found.unmatched],
        "broken": [f"{_place(one)}: {one.reason}: {one.detail}" for one in found.broken],
        "doubles": [f"{one.report_id}: {one.taken} taken, not {', '.join(one.others)}" for one in found.doubles],
        "empty": [f"{one.file}: {one.reason}" for one in found.empty],
        "ignored": [f"{one.file}: {one.reason}" for one in found.ignored],
    }


def _place(broken: BrokenFile) -> str:
    return f"{broken.file}:{broken.line}" if broken.line else broken.file


def readdress_reports(old: Mapping[str, Sequence[Any]], new: Mapping[str, Sequence[Any]]) -> dict[str, Sequence[Any]]:
    """Return the old run's rows; its reports answer the tasks that the same texts answer in the new run."""
    answers: dict[str, AgentReport] = {report.sha256: report for report in new["reports"]}
    moved = (
        replace(report, task_id=answers[report.sha256].task_id, survey_id=answers[report.sha256].survey_id)
        if report.sha256 in answers
        else report
        for report in old["reports"]
    )
    return {**old, "reports": tuple(moved)}
