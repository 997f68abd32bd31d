"""What an agent is given, and how its trees are read from a folder."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tasks.answers.json_values import load_json
from tasks.benchmark import GivenPaper, GivenTask, ReadAnswers, Told
from tasks.benchmark.answer_files import AnswerFile, answer_files, json_lines, json_value, no_answer, taken_part
from tasks.benchmarks.taxobench.inputs import SETTINGS, PaperInput, told_of
from tasks.benchmarks.taxobench.release_rows import TaxoRows
from tasks.benchmarks.taxobench.tables import TreeAnswer
from tasks.benchmarks.taxobench.trees.reading import has_answer
from tasks.records import WorkIdentity

NAMING = (
    "one file a task, named by it (survey-1-bottom-up.json or .md), or JSON lines with task_id and answer, "
    "or with id and hierarchy_tree as published"
)
_WHOLE = (".json", ".md", ".txt", ".markdown", ".yaml", ".yml", ".xml", ".html", ".htm", ".mmd", ".mermaid")
_NAMES = ("task_id", "id", "idx")
_TREES = ("hierarchy_tree", "tree", "lists", "answer", "response", "output", "text", "content", "taxonomy")


@dataclass(frozen=True, slots=True)
class _Found:
    """An answer with the task that it names: the row does, or the file that holds it alone."""

    named: str
    mode: str
    file: str
    answer: str
    alone: str = ""


def given_tasks(release: TaxoRows) -> tuple[GivenTask, ...]:
    """Every task, in the release's order: its prompt, its papers if they are given, and the survey itself withheld."""
    return tuple(
        GivenTask(
            task.task_id,
            task.prompt,
            withheld=(WorkIdentity(title=release.surveys[task.survey_id].topic),),
            papers=_given_papers(release, task.survey_id) if task.mode == "bottom-up" else (),
            topic=release.surveys[task.survey_id].topic,
        )
        for task in release.tasks
    )


def _given_papers(release: TaxoRows, survey_id: str) -> tuple[GivenPaper, ...]:
    """The papers of a survey, each with what was drawn from it for the other inputs (section 4)."""
    drawn: dict[int, list[PaperInput]] = defaultdict(list)
    for row in release.inputs.get(survey_id, ()):
        drawn[row.paper].append(row)
    papers = release.papers.get(survey_id, ())
    told = {paper.paper: tuple(_told(drawn[paper.paper])) for paper in papers}
    return tuple(GivenPaper(paper.title, paper.abstract, told[paper.paper]) for paper in papers)


def _told(drawn: Sequence[PaperInput]) -> Iterator[Told]:
    for setting in SETTINGS[1:] if drawn else ():
        if text := told_of("", "", drawn, setting).strip():
            yield Told(setting, text)


def read_answers(folder: Path, _agent: str, release: TaxoRows) -> ReadAnswers:
    """An answer for each task of the modes that the agent took part in, "" where it gave none.

    A published row names its survey alone and answers the bottom-up task, unless it says `"mode": "deep-research"`.
    Raises UnusableInput if the folder answers no task at all, and for a file of more bytes than are read of reports.
    """
    listed: dict[str, list[str]] = {"unmatched": [], "broken": [], "doubles": [], "ignored": []}
    answers: dict[str, TreeAnswer] = {}
    for found in _found(folder, listed):
        task = _task(found, release)
        if task is None:
            listed["unmatched"].append(f"{found.file}: there is no task {found.named!r}")
        elif task in answers:
            listed["doubles"].append(f"{task}: {answers[task].file} taken, not {found.file}")
        else:
            answers[task] = TreeAnswer(task, found.file, found.answer)
    if not answers:
        raise no_answer(folder, NAMING)
    taken, rest = taken_part(release.tasks, answers, lambda task: task.task_id, lambda task: task.mode)
    rows = [answers.get(task.task_id, TreeAnswer(task.task_id, "", "")) for task in taken]
    return ReadAnswers({"answers": rows}, {kind: lines for kind, lines in (listed | rest).items() if lines})


def _found(folder: Path, listed: dict[str, list[str]]) -> Iterator[_Found]:
    for file in answer_files(folder):
        if file.suffix == ".jsonl":
            yield from _of_rows(json_lines(file.text(), file.name, listed["broken"], load_json), listed)
        elif file.suffix == ".json" and (rows := _rows(file)):
            alone = file.path.stem if len(rows) == 1 else ""
            yield from (replace(found, alone=alone) for found in _of_rows(rows, listed))
        elif file.suffix in _WHOLE:
            yield _Found(file.path.stem, "", file.name, file.text())
        else:
            listed["ignored"].append(f"{file.name}: neither JSON nor text ({', '.join(_WHOLE)})")


def _rows(file: AnswerFile) -> list[tuple[str, Any]]:
    """The rows of a file that is one array of them, or one row, each with its place; none of a file that is a tree."""
    try:
        value = json_value(file.text(), load_json)
    except (ValueError, RecursionError):
        return []
    rows = value if isinstance(value, list) else [value]
    if not all(_is_row(row) and row.keys() & set(_NAMES) and row.keys() & {*_TREES[:5]} for row in rows):
        return []
    return [(f"{file.name}[{number}]" if len(rows) > 1 else file.name, row) for number, row in enumerate(rows)]


def _of_rows(rows: Iterable[tuple[str, Any]], listed: dict[str, list[str]]) -> Iterator[_Found]:
    for place, row in rows:
        named = next((str(row[key]) for key in _NAMES if row.get(key) is not None), "") if _is_row(row) else ""
        if not named:
            listed["broken"].append(f"{place}: it names no task (task_id, or id)")
            continue
        given = [row[key] for key in _TREES if row.get(key) is not None]
        tree = next(filter(has_answer, given), next(iter(given), ""))
        text = tree if isinstance(tree, str) else json.dumps(tree, ensure_ascii=False)
        yield _Found(named, str(row.get("mode", "")), place, text)


def _is_row(row: Any) -> bool:
    return isinstance(row, Mapping)


def _task(found: _Found, release: TaxoRows) -> str | None:
    mode = "research" if "research" in found.mode else "bottom-up"
    names = (found.alone, found.named, f"{found.named}-{mode}", f"survey-{found.named}-{mode}")
    return next((name for name in names if name in release.task), None)
