"""People's grades, read from the sheet that they filled in or from a file of their own."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tasks.base.errors import UnusableInput
from tasks.statistics.grade_sheet import AGENT, ITEM, RATER, TASK, GradedItem, GradeScale
from tasks.statistics.spreadsheets import FilledLine, filled_lines

_WRITTEN = re.compile(r"([0-9]{1,3})(?:\.0+)?(?:\s*/\s*([0-9]{1,3})(?:\.0+)?)?")
_NOT_USED = "No grade of the file was used"


@dataclass(frozen=True, slots=True)
class PersonGrade:
    """One grade that a person gave."""

    rater: str
    item: str  # as `GradedItem.item`
    dimension: str
    grade: int


@dataclass(frozen=True, slots=True)
class ReadSheet:
    """What one file holds."""

    grades: tuple[PersonGrade, ...]
    unlabelled: int  # grades that are left open


def read_sheet(path: Path, scale: GradeScale, items: Sequence[GradedItem], rater: str) -> ReadSheet:
    """The grades of a file, CSV or JSON lines; `rater` is who gave them where the file has no column `rater`.

    A line names what it grades by `item`, as the sheet does, or by `task_id`, with `agent` where several agents
    answered the task. A grade is a whole number of the scale: 4, "4", "4.0", "4/5"; in JSON lines also an object with
    a `score`. An empty one is left open. Raises UnusableInput with file and line for anything else, for a line that
    grades nothing that is known, and for two grades of one rater for the same.
    """
    lines = list(filled_lines(path, "the file of grades", _NOT_USED))
    known = _Known.of(items)
    grades: dict[tuple[str, str, str], PersonGrade] = {}
    places: dict[tuple[str, str, str], str] = {}
    unlabelled = 0
    for line in lines:
        cells = _by_dimension(line.cells, scale)
        item = known.item(line, cells)
        who = str(cells.get(RATER) or "").strip() or rater
        for dimension in scale.dimensions:
            grade = _grade(cells.get(dimension), dimension, scale, line.where)
            key = who, item, dimension
            if grade is None:
                unlabelled += 1
            elif key in grades:
                raise _unusable(f"{who} has graded {dimension} of this already, at {places[key]}", line.where)
            else:
                grades[key], places[key] = PersonGrade(who, item, dimension, grade), line.where
    _check_columns(path, lines, scale)
    return ReadSheet(tuple(grades.values()), unlabelled)


def read_sheets(paths: Sequence[Path], scale: GradeScale, items: Sequence[GradedItem]) -> ReadSheet:
    """All files together; a rater has the name of their file, with its folders where two have the same.

    Raises as `read_sheet` does, and where one rater has graded something in two files.
    """
    alike = len({path.stem for path in paths}) < len(paths)
    grades: dict[tuple[str, str, str], PersonGrade] = {}
    unlabelled = 0
    for path in paths:
        found = read_sheet(path, scale, items, str(path.with_suffix("")) if alike else path.stem)
        for grade in found.grades:
            key = grade.rater, grade.item, grade.dimension
            if key in grades:
                raise _unusable(f"{grade.rater} has graded {grade.dimension} of {grade.item} in two files", str(path))
            grades[key] = grade
        unlabelled += found.unlabelled
    if not grades:
        raise _unusable("there is no grade in it", ", ".join(map(str, paths)), "Fill in the columns of the dimensions")
    return ReadSheet(tuple(grades.values()), unlabelled)


def _check_columns(path: Path, lines: Sequence[FilledLine], scale: GradeScale) -> None:
    told = f"Columns are item or task_id, {', '.join(scale.dimensions)}, and rater where several people share a file"
    if not lines:
        raise _unusable("there is no line in it", str(path), told)
    if not any(dimension in _by_dimension(line.cells, scale) for line in lines for dimension in scale.dimensions):
        raise _unusable("none of its columns is a dimension", lines[0].where, told)


@dataclass(frozen=True)
class _Known:
    """What can be graded, by the names that a line may use."""

    items: Mapping[str, GradedItem]
    of_task: Mapping[str, Mapping[str, str]]  # task -> agent -> item

    @staticmethod
    def of(items: Sequence[GradedItem]) -> _Known:
        of_task: dict[str, dict[str, str]] = {}
        for one in items:
            of_task.setdefault(one.task_id, {})[one.agent] = one.item
        return _Known({one.item: one for one in items}, of_task)

    def item(self, line: FilledLine, cells: Mapping[str, Any]) -> str:
        """The item of a line."""
        named, task, agent = (str(cells.get(name) or "").strip() for name in (ITEM, TASK, AGENT))
        if named:
            if named not in self.items:
                raise _unusable(
                    f"item {named} is nothing that these runs hold", line.where, "Name the runs that it was drawn from"
                )
            return named
        if not task:
            raise _unusable("it says neither item nor task_id", line.where)
        agents = self.of_task.get(task)
        if not agents or (agent and agent not in agents):
            of = f" of {agent}" if agent else ""
            raise _unusable(f"no answer{of} to {task} is among these runs", line.where, "Name the runs that hold it")
        if not agent and len(set(agents.values())) > 1:
            raise _unusable(
                f"{len(agents)} agents answered {task}", line.where, f"Say in a column {AGENT} whose answer is meant"
            )
        return agents[agent] if agent else next(iter(agents.values()))


def _by_dimension(cells: Mapping[str, Any], scale: GradeScale) -> dict[str, Any]:
    """The cells by the names that are ours."""
    return {scale.also.get(name, name): value for name, value in cells.items()}


def _grade(value: Any, dimension: str, scale: GradeScale, where: str) -> int | None:
    """The grade that is written, None for an empty one; UnusableInput for what is none."""
    if isinstance(value, dict):
        value = value.get("score")
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    grade = _number(value, scale)
    if grade is None or not scale.lowest <= grade <= scale.highest:
        raise _unusable(
            f"{json.dumps(value, ensure_ascii=False, default=str)[:60]} is no grade of {dimension}",
            where,
            f'Grades are whole numbers from {scale.lowest} to {scale.highest}, also as "4/{scale.highest}" or "4.0"; '
            f"a spreadsheet may have made a date of 4/{scale.highest}; leave empty what was not graded",
        )
    return grade


def _number(value: Any, scale: GradeScale) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, str):
        found = _WRITTEN.fullmatch(value.strip()) if len(value) < 40 else None
        return int(found[1]) if found and found[2] in (None, str(scale.highest)) else None
    if isinstance(value, int):
        return value
    return int(value) if value.is_integer() else None


def _unusable(what: str, where: str, next_step: str = "") -> UnusableInput:
    return UnusableInput(what, where=where, data=_NOT_USED, next_step=next_step)
