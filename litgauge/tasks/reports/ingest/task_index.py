"""Reports matched to the tasks that they answer."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from litgauge.tasks.answers.names import TaskNames, folded_name
from litgauge.tasks.reports.ingest.report_files import FoundReport
from litgauge.tasks.text import normalise_arxiv_id

LEAST_PROMPT = 60
"""Letters; a shorter prompt has to be equal, not contained."""

LEAST_TITLE = 20
"""Letters; a file name with fewer does not name a title."""

_ARXIV = re.compile(
    r"(?<!\d)(\d{4}\.\d{4,5})(?:v\d+)?(?!\d)|(?<![a-z])([a-z-]+(?:\.[a-z]{2})?)[_/-](\d{7})(?:v\d+)?(?!\d)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class AskedTask:
    """The parts of a benchmark's task by which an answer to it is recognised."""

    task_id: str
    survey_id: str  # arXiv id, or whatever names the survey; several tasks may share it
    prompt: str
    title: str = ""  # of the survey; "" where it is not to be matched


@dataclass(frozen=True, slots=True)
class TaskMatch:
    """The task, or why there is none."""

    task: AskedTask | None
    reason: str  # "", "no-task", "ambiguous", "conflict"
    detail: str
    possible: tuple[AskedTask, ...] = ()  # which it may be: all that what the report says agrees on


class TaskIndex:
    """Tasks by all that a report may name them by."""

    def __init__(self, tasks: Sequence[AskedTask]) -> None:
        self.tasks = tuple(tasks)
        self._names = TaskNames(task.task_id for task in tasks)
        self._tasks = {task.task_id: task for task in tasks}
        self._by_name: dict[str, set[str]] = defaultdict(set)
        self._by_title: dict[str, set[str]] = defaultdict(set)
        self._prompts = [(_bare(task.prompt), task.task_id) for task in tasks]
        for task in tasks:
            self._by_name[folded_name(task.task_id)].add(task.task_id)
            self._by_name[_plain_id(task.survey_id)].add(task.task_id)
            if title := _bare(task.title):
                self._by_title[title].add(task.task_id)

    def match(self, report: FoundReport) -> TaskMatch:
        """The one task that all that the report says of itself agrees on.

        What counts is, where it names any task at all: the fields of the row, the file's name, the nearest folder's
        name, the prompt, the title. Tasks of one survey at several levels are told apart by the prompt.
        """
        path = PurePosixPath(report.file.partition("#")[0])
        stem = re.sub(r"\.[a-zA-Z][a-zA-Z0-9]{0,7}$", "", path.name)  # ".00653" is no suffix
        evidence = {
            "fields": set().union(*(self._named(name) for name in report.ids)),
            "file name": self._named(stem) | self._titled(stem),
            "folder": next((tasks for folder in path.parents if (tasks := self._named(folder.name))), set()),
            "prompt": self._prompted(report.prompt),
            "title": self._titled(report.title),
        }
        naming = {where: tasks for where, tasks in evidence.items() if tasks}
        if not naming:
            return TaskMatch(None, "no-task", "neither fields, file name, folder, prompt nor title name a task")
        agreed = set.intersection(*naming.values())
        possible = tuple(self._tasks[task] for task in sorted(agreed))
        if len(possible) == 1:
            return TaskMatch(possible[0], "", ", ".join(naming), possible)
        detail = "; ".join(f"{where}: {', '.join(sorted(tasks)[:4])}" for where, tasks in naming.items())
        return TaskMatch(None, "ambiguous" if agreed else "conflict", detail, possible)

    def is_task(self, name: str) -> bool:
        """Return whether a whole name is that of a task or of its survey."""
        return folded_name(name) in self._by_name or _plain_id(name) in self._by_name

    def _named(self, name: str) -> set[str]:
        """Tasks whose id, or whose survey's arXiv id, a name holds ("parsed_2003.00653v2", "task-7", "7_article")."""
        if not name:
            return set()
        whole = self._by_name.get(folded_name(name), set()) | self._by_name.get(_plain_id(name), set())
        if whole:
            return set(whole)
        if task := self._names.find(name):
            return {task}
        stripped = re.sub(r"^parsed_|_parsed$|_report$|^qid_", "", name.casefold())
        tasks = set(self._by_name.get(folded_name(stripped), set()))
        for part in _ARXIV.finditer(name):
            tasks |= self._by_name.get(_plain_id(part[1] or f"{part[2]}/{part[3]}"), set())
        return tasks or set(self._by_name.get(folded_name(name.partition("_")[0]), set()))

    def _prompted(self, prompt: str) -> set[str]:
        bare = _bare(prompt)
        if not bare:
            return set()
        equal = {task_id for other, task_id in self._prompts if other == bare}
        return equal or {
            task_id
            for other, task_id in self._prompts
            if min(len(other), len(bare)) >= LEAST_PROMPT and (other in bare or bare in other)
        }

    def _titled(self, title: str) -> set[str]:
        """Tasks whose survey has that title; a file's name may begin with a number and be cut off."""
        bare = _bare(re.sub(r"^\d+_", "", title))
        if len(bare) < LEAST_TITLE:
            return set(self._by_title.get(bare, set())) if bare else set()
        return {task_id for other, tasks in self._by_title.items() if other.startswith(bare) for task_id in tasks}


def _plain_id(name: str) -> str:
    return folded_name(normalise_arxiv_id(name.replace("_", "/")) or name)


def _bare(text: str) -> str:
    return "".join(character for character in text.casefold() if character.isalnum())
