"""What a writer is given, and how its reviews are read from a folder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tasks.benchmark import GivenTask, ReadAnswers
from tasks.benchmark.answer_files import AnswerFile, answer_files, folded_name, json_lines, no_answer, taken_part
from tasks.benchmarks.literature_review.prompts import with_material
from tasks.benchmarks.literature_review.release_rows import StudyRows
from tasks.benchmarks.literature_review.tables import WrittenReview

NAMING = "one file a task, named by it (owls-path.md), or JSON lines with task_id and answer"
_WHOLE = (".md", ".markdown", ".txt")
_LINES = (".jsonl", ".ndjson")
_NAMES = ("taskid", "id", "task")
_TEXTS = ("answer", "report", "review", "response", "output", "text")


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

    Raises UnusableInput if the folder answers no task at all, and for a file of more bytes than are read of reports.
    """
    listed: dict[str, list[str]] = {"unmatched": [], "broken": [], "doubles": [], "ignored": []}
    answers: dict[str, WrittenReview] = {}
    tasks = {folded_name(task_id): task_id for task_id in study.task}
    for found in _found(folder, listed):
        named = tasks.get(folded_name(found.named))
        if named is None:
            listed["unmatched"].append(f"{found.file}: there is no task {found.named!r}")
        elif named in answers:
            listed["doubles"].append(f"{named}: {answers[named].file} taken, not {found.file}")
        else:
            answers[named] = WrittenReview(named, found.file, found.text)
    if not answers:
        raise no_answer(folder, NAMING)
    taken, rest = taken_part(study.tasks, answers, lambda task: task.task_id, lambda task: task.setting)
    rows = [answers.get(task.task_id, WrittenReview(task.task_id, "", "")) for task in taken]
    return ReadAnswers({"answers": rows}, {kind: lines for kind, lines in (listed | rest).items() if lines})


def _found(folder: Path, listed: dict[str, list[str]]) -> Iterator[_Found]:
    for file in answer_files(folder):
        if file.suffix in _LINES:
            yield from _of_lines(file, listed)
        elif file.suffix in _WHOLE:
            yield _Found(file.path.stem, file.name, file.text())
        else:
            listed["ignored"].append(f"{file.name}: neither Markdown nor JSON lines")


def _plain(name: object) -> str:
    """The name of a field without signs and capitals."""
    return "".join(sign for sign in str(name).lower() if sign.isalnum())


def _of_lines(file: AnswerFile, listed: dict[str, list[str]]) -> Iterator[_Found]:
    for place, value in json_lines(file.text(), file.name, listed["broken"]):
        row = {_plain(name): one for name, one in value.items()} if isinstance(value, Mapping) else {}
        named = next((str(row[key]) for key in _NAMES if row.get(key) is not None), "")
        text = next((row[key] for key in _TEXTS if isinstance(row.get(key), str)), None)
        if not named or text is None:
            listed["broken"].append(f"{place}: it names no task (task_id) or no answer")
        else:
            yield _Found(named, place, text)
