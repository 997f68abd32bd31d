"""People's ranks, read from the sheets that they filled in."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tasks.base.errors import UnusableInput
from tasks.statistics.rank_sheet import ITEM, RANK, RATER, RankedItem
from tasks.statistics.spreadsheets import FilledLine, filled_lines

_TASK, _AGENT = "task_id", "agent"
_RANKS = (RANK, "ranking", "place")
_WRITTEN = re.compile(r"=?\s*([0-9]{1,3})(?:\.0+|,0+)?\s*(?:st|nd|rd|th|\.|=)?", re.IGNORECASE)
_NOT_USED = "No rank of the file was used"
_COLUMNS = "Columns are item (or task_id, with agent where several wrote one) and rank; and rater where people share it"


@dataclass(frozen=True, slots=True)
class PersonRanking:
    """How a person ranked the answers to one thing; 1 is the best, equal ones have the same rank."""

    rater: str
    subject: str
    ranks: Mapping[str, int]  # item -> rank as it was written, so with gaps where others stand on the sheet


@dataclass(frozen=True, slots=True)
class ReadRanks:
    """What the sheets hold."""

    rankings: tuple[PersonRanking, ...]
    unlabelled: int  # lines without a rank
    unknown: tuple[str, ...]  # "file:line: item", where they may be passed over


def read_rankings(paths: Sequence[Path], items: Sequence[RankedItem], *, strict: bool = True) -> ReadRanks:
    """The ranks of all files; a rater has the name of their file, unless a column `rater` says who ranked.

    A line without a rank is left open. A rank is a whole number from 1 to as many as the sheet has answers to the
    subject: 2, "2", "2.0", "2nd", "=2". Raises UnusableInput, with file and line, for anything else, and where one
    person ranks an answer twice; for a line that names nothing that is known only if `strict`: else the sheet may hold
    answers of other runs.
    """
    alike = len({path.stem for path in paths}) < len(paths)
    known = _Known.of(items)
    given: dict[tuple[str, str], dict[str, int]] = defaultdict(dict)
    places: dict[tuple[str, str], str] = {}
    unlabelled, unknown = 0, []
    for path in paths:
        lines = _checked(path)
        last_ranks = known.last_ranks(lines) if strict else {}
        for line in lines:
            item = known.item(line)
            if item is None:
                if strict:
                    raise _unusable(f"{_named(line)} is nothing that these runs hold", line.where, "Name its runs")
                unknown.append(f"{line.where}: {_named(line)}")
                continue
            rank = _rank(line, last_ranks.get(known.subjects[item], len(lines)))
            if rank is None:
                unlabelled += 1
                continue
            rater = str(line.cells.get(RATER) or "").strip() or (str(path.with_suffix("")) if alike else path.stem)
            if (rater, item) in places:
                raise _unusable(f"{rater} has ranked this already, at {places[rater, item]}", line.where)
            places[rater, item] = line.where
            given[rater, known.subjects[item]][item] = rank
    rankings = [PersonRanking(*who, ranks) for who, ranks in given.items()]
    return ReadRanks(tuple(rankings), unlabelled, tuple(unknown))


def competition(ranks: Mapping[str, float]) -> dict[str, int]:
    """The ranks with gaps closed, equal ones with the best rank of theirs.

    >>> competition({"a": 2, "b": 5, "c": 2, "d": 9})
    {'a': 1, 'b': 3, 'c': 1, 'd': 4}
    """
    return {item: 1 + sum(other < rank for other in ranks.values()) for item, rank in ranks.items()}


@dataclass(frozen=True)
class _Known:
    """What can be ranked, by the names that a line may use."""

    subjects: Mapping[str, str]  # item -> subject
    of_task: Mapping[str, Mapping[str, str]]  # task -> agent -> item

    @staticmethod
    def of(items: Sequence[RankedItem]) -> _Known:
        of_task: dict[str, dict[str, str]] = defaultdict(dict)
        for one in items:
            of_task[one.task_id][one.agent] = one.item
        return _Known({one.item: one.subject for one in items}, of_task)

    def item(self, line: FilledLine) -> str | None:
        """The item of a line, None if it is none that is known. Raises UnusableInput for a line that names nothing."""
        named, task, agent = (str(line.cells.get(name) or "").strip() for name in (ITEM, _TASK, _AGENT))
        if named:
            return named if named in self.subjects else None
        if not task:
            raise _unusable("it says neither item nor task_id", line.where, _COLUMNS)
        agents = self.of_task.get(task, {})
        if not agent and len(set(agents.values())) > 1:
            raise _unusable(
                f"{len(agents)} agents answered {task}", line.where, f"Say in a column {_AGENT} whose answer is meant"
            )
        return agents.get(agent) if agent else next(iter(agents.values()), None)

    def last_ranks(self, lines: Sequence[FilledLine]) -> Mapping[str, int]:
        """How many answers to each subject a sheet has, and so the last rank that there is."""
        counted: dict[str, set[str]] = defaultdict(set)
        for line in lines:
            if (item := self.item(line)) is not None:
                counted[self.subjects[item]].add(item)
        return {subject: len(of) for subject, of in counted.items()}


def _checked(path: Path) -> list[FilledLine]:
    lines = list(filled_lines(path, "the file of ranks", _NOT_USED))
    if not lines:
        raise _unusable("there is no line in it", str(path), _COLUMNS)
    if not any(name in line.cells for line in lines for name in _RANKS):
        raise _unusable("it has no column rank", lines[0].where, _COLUMNS)
    return lines


def _rank(line: FilledLine, most: int) -> int | None:
    value = next(_values(line), None)
    if value is None:
        return None
    rank = _number(value)
    if rank is None or not 1 <= rank <= most:
        raise _unusable(
            f"{str(value)[:60]!r} is no rank",
            line.where,
            f"Ranks are whole numbers from 1, the best, to {most}, which is how many answers to this the sheet has; "
            "equal ones get the same; leave empty what was not ranked",
        )
    return rank


def _values(line: FilledLine) -> Iterator[Any]:
    for name in _RANKS:
        value = line.cells.get(name)
        if value is not None and str(value).strip():
            yield value


def _number(value: Any) -> int | None:
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return None
    if isinstance(value, str):
        found = _WRITTEN.fullmatch(value.strip()) if len(value) < 40 else None
        return int(found[1]) if found else None
    return int(value) if float(value).is_integer() else None


def _named(line: FilledLine) -> str:
    cells = line.cells
    return f"{ITEM if cells.get(ITEM) else _TASK} {str(cells.get(ITEM) or cells.get(_TASK))[:60]}"


def _unusable(what: str, where: str, next_step: str = "") -> UnusableInput:
    return UnusableInput(what, where=where, data=_NOT_USED, next_step=next_step)
