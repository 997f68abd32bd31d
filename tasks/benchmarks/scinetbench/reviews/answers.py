"""What a writer is given, and how its reviews are read from a folder."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tasks.benchmarks.scinetbench.reviews.prompts import with_material
from tasks.benchmarks.scinetbench.reviews.release_rows import StudyRows
from tasks.benchmarks.scinetbench.reviews.tables import WrittenReview
from tasks.declaration import GivenTask, ReadAnswers
from tasks.errors import UnusableInput

NAMING = "one file a task, named by it (owls-path.md), or JSON lines with task_id and answer"
_WHOLE = (".md", ".markdown", ".txt")
_NAMES = ("task_id", "id", "task")
_TEXTS = ("answer", "report", "review", "response", "output", "text")
_LARGEST = 50_000_000  # bytes of a file that is read


def given_tasks(study: StudyRows) -> tuple[GivenTask, ...]:
    """What is asked on every topic, with what the setting gives and no more."""
    return tuple(
        GivenTask(
            task.task_id,
            with_material(study.topics[task.topic].asked, study.material(task).text),
            topic=study.topics[task.topic].name,
        )
        for task in study.tasks
    )


@dataclass(frozen=True, slots=True)
class _Found:
    named: str
    file: str
    text: str


def read_answers(folder: Path, _agent: str, study: StudyRows) -> ReadAnswers:
    """A review for each task of the settings that the agent took part in, "" where it wrote none.

    Raises UnusableInput if the folder answers no task at all.
    """
    listed: dict[str, list[str]] = {"unmatched": [], "broken": [], "doubles": [], "ignored": []}
    answers: dict[str, WrittenReview] = {}
    for found in _found(folder, listed):
        if found.named not in study.task:
            listed["unmatched"].append(f"{found.file}: there is no task {found.named!r}")
        elif found.named in answers:
            listed["doubles"].append(f"{found.named}: {answers[found.named].file} taken, not {found.file}")
        else:
            answers[found.named] = WrittenReview(found.named, found.file, found.text)
    if not answers:
        raise UnusableInput(
            "no file here answers a task of the release",
            where=str(folder),
            next_step=f"Name the answers: {NAMING}",
        )
    settings = {study.task[task].setting for task in answers}
    taken = [task for task in study.tasks if task.setting in settings]
    listed["missing"] = [task.task_id for task in taken if task.task_id not in answers]
    listed["not taken part in"] = sorted({task.setting for task in study.tasks} - settings)
    rows = [answers.get(task.task_id, WrittenReview(task.task_id, "", "")) for task in taken]
    return ReadAnswers({"answers": rows}, {kind: lines for kind, lines in listed.items() if lines})


def _found(folder: Path, listed: dict[str, list[str]]) -> Iterator[_Found]:
    files = sorted(path for path in folder.rglob("*") if path.is_file()) if folder.is_dir() else [folder]
    for path in files:
        name = path.relative_to(folder).as_posix() if folder.is_dir() else path.name
        if path.name.startswith("."):
            continue
        if path.stat().st_size > _LARGEST:
            listed["broken"].append(f"{name}: larger than {_LARGEST // 1_000_000} MB")
        elif path.suffix.lower() == ".jsonl":
            yield from _of_lines(path, name, listed)
        elif path.suffix.lower() in _WHOLE:
            yield _Found(path.stem, name, path.read_text(encoding="utf-8-sig", errors="replace"))
        else:
            listed["ignored"].append(f"{name}: neither Markdown nor JSON lines")


def _of_lines(path: Path, name: str, listed: dict[str, list[str]]) -> Iterator[_Found]:
    for number, line in enumerate(path.read_text(encoding="utf-8-sig", errors="replace").split("\n"), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            listed["broken"].append(f"{name}:{number}: no JSON ({error})")
            continue
        row = row if isinstance(row, Mapping) else {}
        named = next((str(row[key]) for key in _NAMES if row.get(key) is not None), "")
        text = next((row[key] for key in _TEXTS if isinstance(row.get(key), str)), None)
        if not named or text is None:
            listed["broken"].append(f"{name}:{number}: it names no task (task_id) or no answer")
        else:
            yield _Found(named, f"{name}:{number}", text)
