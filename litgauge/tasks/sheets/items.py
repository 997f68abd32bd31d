"""Which answer a row is about: a digest of what is shown, or its task and agent."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from litgauge.tasks.sheets.cells import restored
from litgauge.tasks.sheets.columns import shown
from litgauge.tasks.sheets.declaration import Entry

ITEM = shown("item", "names the answer; do not change it")
TASK, AGENT = "task_id", "agent"
_LENGTH = 12


def digest(*parts: str) -> str:
    """Return what names an answer by what is shown of it, so that every judge's run of the same answers has it."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:_LENGTH]


class Answer(Protocol):
    """An item that a row can be about."""

    @property
    def item(self) -> str: ...

    @property
    def task_id(self) -> str: ...

    @property
    def agent(self) -> str: ...


@dataclass(frozen=True)
class KnownAnswers:
    """The answers that some runs hold, by the names that a row may use."""

    items: Mapping[str, str]  # spelling -> item
    of_task: Mapping[str, Mapping[str, str]]  # task -> agent -> item

    @staticmethod
    def of(answers: Iterable[Answer]) -> KnownAnswers:
        """Return them by item, with or without the letter that an item begins with, and by task and agent."""
        items: dict[str, str] = {}
        of_task: dict[str, dict[str, str]] = defaultdict(dict)
        for answer in answers:
            items |= {answer.item: answer.item, answer.item[1:]: answer.item}
            of_task[answer.task_id][answer.agent] = answer.item
        return KnownAnswers(items, of_task)

    def find(self, entry: Entry) -> str | None:
        """Return the item of a row, None if it is none of these.

        Raises UnusableInput for a row that names nothing, and for a task that several agents answered.
        """
        name, task, agent = (entry.text(heading).strip() for heading in (ITEM.name, TASK, AGENT))
        if name:
            spelling = restored(name, self.items)
            return self.items[spelling] if spelling else None
        if not task:
            raise entry.refusal("it says neither item nor task_id", next_step=entry.sheet.hint)
        agents = self.of_task.get(restored(task, self.of_task) or "", {})
        if not agent and len(set(agents.values())) > 1:
            raise entry.refusal(
                f"{len(agents)} agents answered {task}",
                next_step=f"Say in a column {AGENT} whose answer is meant",
            )
        return agents.get(agent) if agent else next(iter(agents.values()), None)

    def items_of(self, entry: Entry) -> str:
        """Return the item of a row. Raises UnusableInput as `find`, and for a row that is about none of these."""
        item = self.find(entry)
        if item is None:
            raise entry.refusal(
                f"{name_of(entry)} is nothing that these runs hold", next_step="Name the runs that it was drawn from"
            )
        return item


def name_of(entry: Entry) -> str:
    """Return how a row names what it is about, for people."""
    name, task, agent = (entry.text(heading).strip()[:60] for heading in (ITEM.name, TASK, AGENT))
    return f"item {name}" if name else f"task_id {task}" + (f" of {agent}" if agent else "")
