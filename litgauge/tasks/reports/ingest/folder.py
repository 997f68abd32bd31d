"""Reads a folder of an agent's reports, in any known format, and matches them with the tasks of a release."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from litgauge.tasks.answers.files import AnswerFile, AnswerFolder, agent_folder, answer_files
from litgauge.tasks.base.crash import unexpected_error
from litgauge.tasks.base.errors import LitgaugeError, UnusableInput
from litgauge.tasks.records import AgentReport
from litgauge.tasks.reports.ingest.formats import FORMATS, json_rows
from litgauge.tasks.reports.ingest.report_files import BrokenFile, FoundReport, IgnoredFile, Outcome, too_large
from litgauge.tasks.reports.ingest.task_index import AskedTask, TaskIndex, TaskMatch
from litgauge.tasks.text import user_files


@dataclass(frozen=True, slots=True)
class UnmatchedReport:
    """A report that answers no task, or more than one."""

    report: AgentReport
    reason: str  # "no-task", "ambiguous", "conflict"; "no-text" if it is also empty
    detail: str


@dataclass(frozen=True, slots=True)
class DoubleReport:
    """Several reports for one task (without a release: several copies of one report); one was taken."""

    report_id: str
    chosen: str  # its file
    others: tuple[str, ...]
    identical: bool  # all have the same text


@dataclass(frozen=True, slots=True)
class EmptyReport:
    """A report without text; it stays a report, with every metric's worst value."""

    report_id: str
    file: str
    reason: str  # "no-text", or what the agent reported instead


@dataclass(frozen=True, slots=True)
class RefusedReport:
    """A report that answers a task and that we cannot read: our fault, so its task is unscored, not missing."""

    task_id: str
    file: str
    reason: str  # of REFUSALS
    detail: str


REFUSALS = ("too-large", "bug")  # reasons of broken files that another reader might read
_BATCHES = (".json", ".jsonl", ".ndjson")  # files with reports on many tasks, unless they are named like one


@dataclass(frozen=True, slots=True)
class Ingested:
    """The contents of a folder: every file that is not hidden is in one of these fields."""

    reports: tuple[AgentReport, ...]  # in the order of the tasks; without a release in the order of the files
    unmatched: tuple[UnmatchedReport, ...]
    doubles: tuple[DoubleReport, ...]
    missing: tuple[str, ...]  # ids of the tasks without report
    empty: tuple[EmptyReport, ...]
    broken: tuple[BrokenFile, ...]
    ignored: tuple[IgnoredFile, ...]
    refused: tuple[RefusedReport, ...] = ()  # each is among the broken


def ingest(folder: Path, agent: str, tasks: Sequence[AskedTask] = ()) -> Ingested:
    """Return the reports of one agent in a folder (or a single file), each with the task that it answers.

    Formats are detected from the content; a subfolder named like the agent is read alone. Without tasks,
    every report is kept.
    Raises UnusableInput if the folder is not there, holds batches of several agents of which none is named `agent`, or,
    without tasks, holds no report at all.
    """
    if not folder.exists():
        raise UnusableInput("no such folder of reports", where=str(folder), next_step="Check the path")
    with answer_files(agent_folder(folder, agent)) as opened:
        return ingest_files(opened, agent, tasks, str(folder))


def ingest_files(opened: AnswerFolder, agent: str, tasks: Sequence[AskedTask], where: str) -> Ingested:
    """Return the reports of one agent in an opened folder, as `ingest`; `where` is how messages call the folder."""
    index = TaskIndex(tasks)
    outcomes = [*not_files(opened), *(outcome for file in opened.files for outcome in outcomes_of(file, index.is_task))]
    candidates = _of_agent([outcome for outcome in outcomes if isinstance(outcome, FoundReport)], agent, where)
    own_files = {report.file for report in candidates}
    ignored = [outcome for outcome in outcomes if isinstance(outcome, IgnoredFile)]
    ignored += [
        IgnoredFile(outcome.file, "other-agent")
        for outcome in outcomes
        if isinstance(outcome, FoundReport) and outcome.file not in own_files
    ]
    broken = tuple(outcome for outcome in outcomes if isinstance(outcome, BrokenFile))
    if not tasks and not candidates and not broken:
        raise UnusableInput(
            "there are no reports here",
            where=where,
            next_step="Give the folder with one report per file, or JSON lines with a text field",
        )
    matched, unmatched = _matched(candidates, agent, index if tasks else None)
    unmatched = [stray if stray.report.text.strip() else replace(stray, reason="no-text") for stray in unmatched]
    reports, doubles, empty = _chosen(matched, agent)
    refused = _refused(broken, index, {report.task_id for report in reports}) if tasks else ()
    order = {task.task_id: place for place, task in enumerate(tasks)}
    if tasks:
        reports.sort(key=lambda report: order[report.task_id or ""])
    answered = {*(report.task_id for report in reports), *(refusal.task_id for refusal in refused)}
    missing = tuple(task.task_id for task in tasks if task.task_id not in answered)
    return Ingested(
        tuple(reports), tuple(unmatched), tuple(doubles), missing, tuple(empty), broken, tuple(ignored), refused
    )


def not_files(folder: AnswerFolder) -> list[BrokenFile | IgnoredFile]:
    """Return the entries of a folder that are no files to read: links, damaged archives."""
    broken = [BrokenFile(entry.name, 0, "archive", entry.why) for entry in folder.broken]
    return [*broken, *(IgnoredFile(entry.name, entry.why) for entry in folder.ignored)]


def outcomes_of(file: AnswerFile, is_task: Callable[[str], bool] = lambda _name: False) -> Iterator[Outcome]:
    """Return the reports and broken lines of a file, or that it is no report.

    With `is_task` also the reports of a JSON object that has them by task.
    """
    try:
        if file.size > user_files.LARGEST:
            yield too_large(file)
            return
        if reports := json_rows.reports_by_task(file, is_task):
            yield from reports
            return
        form = next((form for form in FORMATS if form.holds(file)), None)
        yield from form.outcomes(file) if form else [IgnoredFile(file.name, "unknown-format")]
    except Exception as error:
        if isinstance(error, LitgaugeError):
            raise
        yield BrokenFile(file.name, 0, "bug", unexpected_error(error))


def _of_agent(candidates: list[FoundReport], agent: str, where: str) -> list[FoundReport]:
    """Return this agent's rows of batches with several agents; all rows of a batch with one."""
    models = sorted({report.model for report in candidates if report.model})
    if len(models) < 2:
        return candidates
    named = [model for model in models if model.casefold() == agent.casefold()]
    if not named:
        raise UnusableInput(
            f"the batches hold reports of several agents ({', '.join(models)}), none named {agent!r}",
            where=where,
            next_step="Name the agent as its model_name",
        )
    return [report for report in candidates if report.model in ("", *named)]


def _matched(
    candidates: Sequence[FoundReport], agent: str, index: TaskIndex | None
) -> tuple[dict[str, list[tuple[FoundReport, TaskMatch | None]]], list[UnmatchedReport]]:
    """Return reports by name, and those that answer no task."""
    named: dict[str, list[tuple[FoundReport, TaskMatch | None]]] = defaultdict(list)
    unmatched = []
    for report in candidates:
        match = index.match(report) if index else None
        if match and match.task is None:
            unmatched.append(
                UnmatchedReport(report.report(agent, report_name(report), None, None), match.reason, match.detail)
            )
        else:
            named[match.task.task_id if match and match.task else report_name(report)].append((report, match))
    return named, unmatched


def _chosen(
    named: Mapping[str, list[tuple[FoundReport, TaskMatch | None]]], agent: str
) -> tuple[list[AgentReport], list[DoubleReport], list[EmptyReport]]:
    """Choose one report per task; without tasks, reports with one name and different texts are all kept."""
    reports, doubles, empty = [], [], []
    for name, group in named.items():
        ranked = sorted(group, key=lambda pair: _rank(pair[0]))
        chosen = ranked[:1] if ranked[0][1] else _distinct(ranked)
        for number, (candidate, match) in enumerate(chosen):
            task = match.task if match else None
            report = candidate.report(
                agent,
                name if number == 0 else f"{name}~{number + 1}",
                task.task_id if task else None,
                task.survey_id if task else None,
            )
            reports.append(report)
            if not report.text.strip():
                empty.append(EmptyReport(report.report_id, candidate.file, candidate.failure or "no-text"))
            others = tuple(
                other.file
                for other, _ in ranked
                if other.file != candidate.file and (task or other.text == candidate.text)
            )
            if others:
                identical = all(other.text == candidate.text for other, _ in ranked)
                doubles.append(DoubleReport(report.report_id, candidate.file, others, identical or task is None))
    return reports, doubles, empty


def _refused(broken: Sequence[BrokenFile], index: TaskIndex, answered: set[str | None]) -> tuple[RefusedReport, ...]:
    """Return the files that we cannot read, for each task that they may answer and no other file does.

    A batch names no task and may answer all: each task without an answer is one that we may have refused.
    """
    refused: dict[str, RefusedReport] = {}
    for file in broken:
        if file.reason not in REFUSALS or file.line:
            continue
        match = index.match(FoundReport(file.file, "unread", ""))
        batch = match.reason == "no-task" and file.file.lower().endswith(_BATCHES)
        for task in index.tasks if batch else match.possible:
            if task.task_id not in answered:
                refused.setdefault(task.task_id, RefusedReport(task.task_id, file.file, file.reason, file.detail))
    return tuple(refused.values())


def _distinct(ranked: list[tuple[FoundReport, TaskMatch | None]]) -> list[tuple[FoundReport, TaskMatch | None]]:
    by_text: dict[str, tuple[FoundReport, TaskMatch | None]] = {}
    for candidate, match in ranked:
        by_text.setdefault(candidate.text, (candidate, match))
    return sorted(by_text.values(), key=lambda pair: pair[0].file)


def _rank(candidate: FoundReport) -> tuple[bool, bool, bool, int, str]:
    """Return the sort key of reports for one task: with text, polished by STORM, parsed, fewest fields, by name."""
    return (
        not candidate.text.strip(),
        "polished" not in candidate.file,
        candidate.format != "reportbench-parsed",
        candidate.fields,
        candidate.file,
    )


def report_name(candidate: FoundReport) -> str:
    """Return the report's name: the path of its file, or the id of its row."""
    path, _, row = candidate.file.partition("#")
    stem = re.sub(
        r"\.(?:json|jsonl|ndjson|md|markdown|mdx|txt|text|html?|xhtml|mht|mhtml)$", "", path, flags=re.IGNORECASE
    )
    if row:
        return candidate.ids[0] if candidate.ids else f"{stem}#{row}"
    return re.sub(r"(?<=.)/report$", "", stem)
