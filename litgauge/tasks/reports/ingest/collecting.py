"""Reports of a folder as answers to tasks, for the benchmarks whose answers are reports."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from litgauge.tasks.answers.attaching import Attaching, Keep
from litgauge.tasks.answers.door import Answer, Collected, attach_files
from litgauge.tasks.answers.files import AnswerFile, Kind, agent_folder, answer_files
from litgauge.tasks.answers.folders import FolderPlan, is_named_as_report, plan_folders
from litgauge.tasks.answers.names import TaskNames
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.records import AgentReport
from litgauge.tasks.reports.ingest.folder import Ingested, ingest, ingest_files
from litgauge.tasks.reports.ingest.formats import FORMATS
from litgauge.tasks.reports.ingest.report_files import BrokenFile
from litgauge.tasks.reports.ingest.task_index import AskedTask

_KINDS: tuple[Kind, ...] = ("text", "page")
_ROWS: tuple[Kind, ...] = ("JSON", "JSON lines")


def collect_reports(
    folder: Path, agent: str, tasks: Sequence[AskedTask], *, holds_files: bool = False, keep: Keep | None = None
) -> Collected:
    """Return the agent's reports by the task that they answer, and the files that match no task or cannot be read.

    The content of an answer is an `AgentReport`. With `holds_files` a folder named by its task is one report with its
    files, and files that a report names belong to it; `keep` stores the bytes of those that lie in archives.

    Raises UnusableInput if the folder is not there, or holds batches of several agents of which none is this one.
    """
    if not holds_files:
        return _collected(ingest(folder, agent, tasks))
    if not folder.exists():
        raise UnusableInput("no such folder of reports", where=str(folder), next_step="Check the path")
    with answer_files(agent_folder(folder, agent)) as opened:
        plan = plan_folders(opened.files, TaskNames(task.task_id for task in tasks), _KINDS)
        readable = replace(opened, files=tuple(_to_read(plan)))
        ingested = _without_parts(ingest_files(readable, agent, tasks, str(folder)))
        collected = _collected(ingested)
        lines: dict[str, list[tuple[str, str]]] = defaultdict(list)
        for kind, file, line in _entries(ingested):
            lines[file.partition("#")[0]].append((kind, line))
        reports = {report.task_id: report for report in ingested.reports if report.task_id}
        sources = {task: report.file.partition("#")[0] for task, report in reports.items()}
        texts = {task: report.text for task, report in reports.items()}
        attach_files(collected, Attaching.of(plan, sources, keep), texts, lines)
    return collected


def _to_read(plan: FolderPlan) -> Iterator[AnswerFile]:
    """Yield the files that may hold reports: the answer of a task's folder or its rows; else files of known formats."""
    for folder in plan.folders.values():
        if folder.answer:
            yield replace(folder.answer, chosen=True)
        else:
            yield from (file for file in folder.files if file.kind_among(_ROWS))
    yield from (file for file in plan.loose if any(form.holds(file) for form in FORMATS))


def _without_parts(ingested: Ingested) -> Ingested:
    """Return the outcome without stray pages and texts that are not named like reports: they may be parts of others."""
    reports = (
        stray for stray in ingested.unmatched if stray.reason != "no-task" or is_named_as_report(stray.report.file)
    )
    return replace(ingested, unmatched=tuple(reports))


def _collected(ingested: Ingested) -> Collected:
    answers = {report.task_id: Answer(report.file, report) for report in ingested.reports if report.task_id}
    refused = {refusal.task_id: f"{refusal.file}: {refusal.reason}: {refusal.detail}" for refusal in ingested.refused}
    listed: dict[str, list[str]] = {kind: [] for kind in ("unmatched", "broken", "doubles", "empty", "ignored")}
    for kind, _, line in _entries(ingested):
        listed[kind].append(line)
    return Collected(answers, listed, refused)


def _entries(ingested: Ingested) -> Iterator[tuple[str, str, str]]:
    """Yield the entries of the lists: kind, file, and the line to print."""
    for stray in ingested.unmatched:
        yield "unmatched", stray.report.file, f"{stray.report.file}: {stray.reason}: {stray.detail}"
    for broken in ingested.broken:
        yield "broken", broken.file, f"{_place(broken)}: {broken.reason}: {broken.detail}"
    for double in ingested.doubles:
        yield "doubles", double.chosen, f"{double.report_id}: {double.chosen} taken, not {', '.join(double.others)}"
    for empty in ingested.empty:
        yield "empty", empty.file, f"{empty.file}: {empty.reason}"
    for ignored in ingested.ignored:
        yield "ignored", ignored.file, f"{ignored.file}: {ignored.reason}"


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
