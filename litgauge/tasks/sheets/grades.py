"""The sheet on which people grade what a judge graded, dimension by dimension, without seeing its grades.

A row names an answer by a digest of what is shown, so the same sheet holds for every judge of the same answers, and
hides which agent wrote it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.records.grouping import rows_by
from litgauge.tasks.sheets.columns import Column, Grade, filled, pictured, shown
from litgauge.tasks.sheets.declaration import REMARK, Sheet
from litgauge.tasks.sheets.items import ITEM, KnownAnswers, digest
from litgauge.tasks.sheets.reading import check_once, read_shared

_UNUSED = "No grade of the file was used"


@dataclass(frozen=True)
class GradeScale:
    """Dimensions that are graded, and the range of grades."""

    dimensions: tuple[str, ...]
    lowest: int = 1
    highest: int = 5
    also: Mapping[str, str] = field(default_factory=dict)  # other names of dimensions -> their names
    pictures: tuple[str, ...] = ()  # of what people are shown, what is a `picture_cell`

    @property
    def columns(self) -> tuple[Column[int], ...]:
        """A column a dimension."""
        return tuple(
            filled(
                dimension,
                f"your grade of the {dimension}, {self.lowest} (worst) to {self.highest} (best)",
                Grade(self.lowest, self.highest),
                aliases=tuple(other for other, name in self.also.items() if name == dimension),
            )
            for dimension in self.dimensions
        )

    def sheet(self, headings: Sequence[str] = ()) -> Sheet:
        """Return the sheet; `headings` are those of what people are shown."""
        return Sheet(
            "the file of grades",
            (ITEM, *map(self._shown, headings), *self.columns, REMARK),
            _UNUSED,
            f"Columns are item or task_id, {', '.join(self.dimensions)}, and rater where several people share a file",
        )

    def _shown(self, name: str) -> Column[str]:
        return (pictured if name in self.pictures else shown)(name, f"{name}, as the judge sees it")


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
        """The name of the answer on the sheet: a digest of what is shown, after a letter that makes it no number."""
        return "g" + digest(self.task_id, *(f"{name}\1{value}" for name, value in self.shown.items()))


@dataclass(frozen=True, slots=True)
class PersonGrade:
    """One grade that a person gave."""

    rater: str
    item: str  # as `GradedItem.item`
    dimension: str
    grade: int


@dataclass(frozen=True, slots=True)
class PeopleGrades:
    """The grades of some files."""

    grades: tuple[PersonGrade, ...]
    unlabelled: int  # grades that are left open


def draw_items(items: Iterable[GradedItem], size: int, *, seed: int) -> tuple[GradedItem, ...]:
    """Return at most `size` of them, spread evenly over the agents, each answer once and in random order.

    The draw depends on the seed and the items, not on their order.
    """
    generator = random.Random(seed)
    by_agent = rows_by(
        {item.item: item for item in sorted(items, key=lambda item: (item.agent, item.task_id))}.values(),
        lambda item: item.agent,
    )
    for agent in sorted(by_agent):
        generator.shuffle(by_agent[agent])
    sample: list[GradedItem] = []
    while len(sample) < size and any(by_agent.values()):
        for agent in sorted(by_agent):
            if by_agent[agent] and len(sample) < size:
                sample.append(by_agent[agent].pop())
    generator.shuffle(sample)
    return tuple(sample)


def grade_sheet(sample: Sequence[GradedItem], scale: GradeScale) -> tuple[Sheet, list[Mapping[str, str]]]:
    """Return the sheet and its rows."""
    headings = dict.fromkeys(name for item in sample for name in item.shown)
    return scale.sheet(tuple(headings)), [{ITEM.name: item.item, **item.shown} for item in sample]


def read_grades(paths: Sequence[Path], scale: GradeScale, items: Sequence[GradedItem]) -> PeopleGrades:
    """Return the grades of all files; a rater has the name of their file, unless a column `rater` says who graded.

    A row names what it grades by `item`, or by `task_id`, with `agent` where several agents answered the task. Raises
    UnusableInput, with file and line, for what is no grade, for a row that grades nothing of these, for two grades of
    one rater for the same, and where there is none.
    """
    entries, answers = read_shared(scale.sheet(), paths), KnownAnswers.of(items)
    items_of = {entry: answers.items_of(entry) for entry in entries}
    check_once(entries, items_of.__getitem__)
    grades = [
        PersonGrade(entry.rater, items_of[entry], column.name, grade)
        for entry in entries
        for column in scale.columns
        if (grade := entry[column]) is not None
    ]
    if not grades:
        where = ", ".join(map(str, paths))
        raise UnusableInput("there is no grade in it", where=where, data=_UNUSED, next_step="Fill in the dimensions")
    return PeopleGrades(tuple(grades), len(entries) * len(scale.dimensions) - len(grades))
