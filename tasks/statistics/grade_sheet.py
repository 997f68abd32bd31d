"""A sheet on which people grade what a judge graded, dimension by dimension, without seeing its grades.

A line stands for one answer and names it by a digest of what is shown, so the same sheet holds for every judge of the
same answers, and tells nobody whose answer it is.
"""

from __future__ import annotations

import csv
import hashlib
import json
import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from io import StringIO

from tasks.statistics.spreadsheets import shielded

ITEM, TASK, AGENT, RATER, COMMENT = "item", "task_id", "agent", "rater", "comment"
_ITEM_LENGTH = 12


@dataclass(frozen=True)
class GradeScale:
    """What is graded, and how far."""

    dimensions: tuple[str, ...]
    lowest: int = 1
    highest: int = 5
    also: Mapping[str, str] = field(default_factory=dict)  # other names of dimensions -> their names


@dataclass(frozen=True, slots=True)
class GradedItem:
    """One answer that people can grade, with the judge's grades."""

    task_id: str
    agent: str
    judge: str
    cluster: str  # what intervals draw anew
    shown: Mapping[str, str]  # column -> what people see
    grades: Mapping[str, int | None]  # by dimension; None where the judge failed; empty where none was asked

    @property
    def item(self) -> str:
        """By what a line of the sheet names it: a digest of what is shown."""
        text = "\0".join([self.task_id, *(f"{name}\1{value}" for name, value in self.shown.items())])
        return hashlib.sha256(text.encode()).hexdigest()[:_ITEM_LENGTH]


def draw_items(items: Iterable[GradedItem], size: int, *, seed: int) -> tuple[GradedItem, ...]:
    """At most `size` of them, spread evenly over the agents, each thing once and in an order that tells no agent.

    The draw depends on the seed and the items, not on their order.
    """
    generator = random.Random(seed)
    of_agent: dict[str, list[GradedItem]] = defaultdict(list)
    for item in {one.item: one for one in sorted(items, key=lambda one: (one.agent, one.task_id))}.values():
        of_agent[item.agent].append(item)
    for agent in sorted(of_agent):
        generator.shuffle(of_agent[agent])
    drawn: list[GradedItem] = []
    while len(drawn) < size and any(of_agent.values()):
        for agent in sorted(of_agent):
            if of_agent[agent] and len(drawn) < size:
                drawn.append(of_agent[agent].pop())
    generator.shuffle(drawn)
    return tuple(drawn)


def sheet_csv(drawn: Sequence[GradedItem], scale: GradeScale) -> str:
    """The sheet as CSV that spreadsheets open without taking a cell for a formula."""
    rows = _rows(drawn, scale)
    stream = StringIO()
    writer = csv.DictWriter(stream, list(rows[0]) if rows else [ITEM, *scale.dimensions, COMMENT], lineterminator="\n")
    writer.writeheader()
    writer.writerows({name: shielded(value) for name, value in row.items()} for row in rows)
    return stream.getvalue()


def sheet_jsonl(drawn: Sequence[GradedItem], scale: GradeScale) -> str:
    """The sheet as JSON lines; grades are null until somebody gives them."""
    lines = []
    for row in _rows(drawn, scale):
        blank: dict[str, str | None] = {**row, **dict.fromkeys(scale.dimensions)}
        lines.append(json.dumps(blank, ensure_ascii=False) + "\n")
    return "".join(lines)


def _rows(drawn: Sequence[GradedItem], scale: GradeScale) -> list[dict[str, str]]:
    return [{ITEM: one.item, **one.shown, **dict.fromkeys(scale.dimensions, ""), COMMENT: ""} for one in drawn]
