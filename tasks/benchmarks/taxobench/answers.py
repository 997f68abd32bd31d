"""What an agent is given, and how its trees are read from a folder."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tasks.benchmarks.taxobench.inputs import SETTINGS, PaperInput, told_of
from tasks.benchmarks.taxobench.release_rows import TaxoRows
from tasks.benchmarks.taxobench.tables import TreeAnswer
from tasks.benchmarks.taxobench.trees.deep import parsed
from tasks.declaration import GivenPaper, GivenTask, ReadAnswers, Told
from tasks.errors import UnusableInput
from tasks.records import WorkIdentity
from tasks.reports.ingest.report_files import LARGEST

NAMING = (
    "one file a task, named by it (survey-1-bottom-up.json or .md), or JSON lines with task_id and answer, "
    "or with id and hierarchy_tree as published"
)
_WHOLE = (".json", ".md", ".txt", ".markdown")
_NAMES = ("task_id", "id", "idx")
_TREES = ("hierarchy_tree", "tree", "lists", "answer", "response", "output", "text")


@dataclass(frozen=True, slots=True)
class _Found:
    """An answer with the task that it names."""

    named: str
    mode: str
    file: str
    answer: str


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
        raise UnusableInput(
            "no file here answers a task of the release",
            where=str(folder),
            next_step=f"Name the answers: {NAMING}",
        )
    modes = {release.task[task].mode for task in answers}
    taken = [task for task in release.tasks if task.mode in modes]
    listed["missing"] = [task.task_id for task in taken if task.task_id not in answers]
    listed["not taken part in"] = sorted({task.mode for task in release.tasks} - modes)
    rows = [answers.get(task.task_id, TreeAnswer(task.task_id, "", "")) for task in taken]
    return ReadAnswers({"answers": rows}, {kind: lines for kind, lines in listed.items() if lines})


def _found(folder: Path, listed: dict[str, list[str]]) -> Iterator[_Found]:
    files = sorted(path for path in folder.rglob("*") if path.is_file()) if folder.is_dir() else [folder]
    for path in files:
        name = path.relative_to(folder).as_posix() if folder.is_dir() else path.name
        if path.name.startswith("."):
            continue
        if (size := path.stat().st_size) > LARGEST:
            raise UnusableInput(  # what it holds is not missing
                f"the file has {size:,} bytes, and no more than {LARGEST:,} are read",
                where=str(path),
                data="Nothing was scored",
                next_step="Write its answers into several files, one a task or JSON lines",
            )
        elif path.suffix.lower() == ".jsonl":
            yield from _of_lines(path, name, listed)
        elif path.suffix.lower() in _WHOLE:
            yield _Found(path.stem, "", name, path.read_text(encoding="utf-8-sig", errors="replace"))
        else:
            listed["ignored"].append(f"{name}: neither JSON nor text")


def _of_lines(path: Path, name: str, listed: dict[str, list[str]]) -> Iterator[_Found]:
    for number, line in enumerate(path.read_text(encoding="utf-8-sig", errors="replace").split("\n"), start=1):
        if not line.strip():
            continue
        try:
            row = parsed(line)
        except (ValueError, RecursionError) as error:
            listed["broken"].append(f"{name}:{number}: no JSON ({error})")
            continue
        named = next((str(row[key]) for key in _NAMES if row.get(key) is not None), "") if _is_row(row) else ""
        if not named:
            listed["broken"].append(f"{name}:{number}: it names no task (task_id, or id)")
            continue
        tree = next((row[key] for key in _TREES if row.get(key) is not None), "")
        text = tree if isinstance(tree, str) else json.dumps(tree, ensure_ascii=False)
        yield _Found(named, str(row.get("mode", "")), f"{name}:{number}", text)


def _is_row(row: Any) -> bool:
    return isinstance(row, Mapping)


def _task(found: _Found, release: TaxoRows) -> str | None:
    mode = "research" if "research" in found.mode else "bottom-up"
    names = (found.named, f"{found.named}-{mode}", f"survey-{found.named}-{mode}")
    return next((name for name in names if name in release.task), None)
