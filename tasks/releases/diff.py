"""What came, went and changed between two releases, and why."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Literal

import msgspec

from tasks.records import PersonName, PublishedSurvey, Reference, ReleaseTask
from tasks.releases.reasons import Reason, Reasons, StageChange
from tasks.releases.release import Release, read_release_rows
from tasks.text import compact_title

Change = Literal["came", "went", "changed"]
_NUMBERED = re.compile(r"#\d+$")
CHANGES: tuple[Change, ...] = ("came", "went", "changed")


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One field of a row that is in both releases."""

    field: str
    before: str
    after: str
    cause: str  # rule of the repair; "" where the row's own cause explains it
    why: str


@dataclass(frozen=True, slots=True)
class RowChange:
    """One row that is not the same in both."""

    table: str
    survey_id: str
    key: str  # survey id, reference key or task id
    title: str  # for people: title of the survey or reference, first words of the task's prompt
    change: Change
    cause: str  # kebab-case: a rule, "opted-out", "new-version", "source-changed", "stage-changed", …
    why: str
    fields: tuple[FieldChange, ...] = ()


@dataclass(frozen=True)
class TableCount:
    """How many rows of a table there are, and how many are not the same."""

    before: int
    after: int
    came: int
    went: int
    changed: int


@dataclass(frozen=True)
class ReleaseDiff:
    """The difference of two releases."""

    before: str
    after: str
    same: bool  # the rows of all tables are equal
    tables: Mapping[str, TableCount]
    stages: tuple[StageChange, ...]
    changes: tuple[RowChange, ...]

    def to_json(self) -> bytes:
        """All of it, as JSON."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1)


@dataclass(frozen=True)
class _Kind:
    """How the rows of one table are told apart, named and compared."""

    row_type: type
    key: Callable[[Any], str]
    title: Callable[[Any], str]
    identities: tuple[Callable[[Any], str | None], ...]  # tried one after the other on what is not yet paired
    ignored: tuple[str, ...] = ()


def diff(before: Release, after: Release) -> ReleaseDiff:
    """Surveys, references and tasks that came, went or changed from one release to the other, with the cause of each.

    References are paired by their place in what was imported, by key, DOI, arXiv id or title, in this order; where
    a value stands in a source (`provenance`) is not compared.
    """
    reasons = Reasons(before, after)
    changes: list[RowChange] = []
    counts = {}
    for table, kind in _KINDS.items():
        first: list[Any]
        second: list[Any]
        first, second = (list(read_release_rows(release, table, kind.row_type)) for release in (before, after))
        found = list(_compare(table, kind, first, second, reasons))
        number = {change: sum(row.change == change for row in found) for change in CHANGES}
        counts[table] = TableCount(len(first), len(second), number["came"], number["went"], number["changed"])
        changes += found
    same = before.manifest.digest == after.manifest.digest
    return ReleaseDiff(before.name, after.name, same, counts, reasons.stages, tuple(changes))


def _compare(table: str, kind: _Kind, old: Sequence[Any], new: Sequence[Any], reasons: Reasons) -> Iterator[RowChange]:
    pairs, went, came = _pair(kind, old, new)
    for row in came:
        yield _row_change(table, kind, row, "came", reasons.came(table, row))
    for row in went:
        yield _row_change(table, kind, row, "went", reasons.went(table, row))
    for first, second in pairs:
        if differing := list(_field_changes(kind, first, second, reasons)):
            reason = reasons.changed(table, second)
            causes = {field.cause for field in differing}
            if "" not in causes:
                reason = Reason(", ".join(sorted(causes)), "; ".join(dict.fromkeys(field.why for field in differing)))
            yield _row_change(table, kind, second, "changed", reason, tuple(differing))


def _row_change(
    table: str, kind: _Kind, row: Any, change: Change, reason: Reason, differing: tuple[FieldChange, ...] = ()
) -> RowChange:
    return RowChange(table, row.survey_id, kind.key(row), kind.title(row), change, reason.cause, reason.why, differing)


def _field_changes(kind: _Kind, first: Any, second: Any, reasons: Reasons) -> Iterator[FieldChange]:
    for field in fields(kind.row_type):
        values = getattr(first, field.name), getattr(second, field.name)
        if field.name not in kind.ignored and values[0] != values[1]:
            reason = reasons.corrected(second, field.name)
            yield FieldChange(field.name, _shown(values[0]), _shown(values[1]), reason.cause, reason.why)


def _pair(kind: _Kind, old: Sequence[Any], new: Sequence[Any]) -> tuple[list[tuple[Any, Any]], list[Any], list[Any]]:
    """Rows that are the same thing in both, one to one and in the order of the new ones, and what is left of each."""
    partner: dict[int, int] = {}
    taken: set[int] = set()
    for identity in kind.identities:
        waiting: dict[tuple[str, str], list[int]] = defaultdict(list)
        for position, row in enumerate(old):
            if position not in taken and (name := identity(row)) is not None:
                waiting[row.survey_id, name].append(position)
        for position, row in enumerate(new):
            name = None if position in partner else identity(row)
            if name is not None and (found := waiting.get((row.survey_id, name))):
                partner[position] = found.pop(0)
                taken.add(partner[position])
    pairs = [(old[partner[position]], row) for position, row in enumerate(new) if position in partner]
    went = [row for position, row in enumerate(old) if position not in taken]
    return pairs, went, [row for position, row in enumerate(new) if position not in partner]


def _shown(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, PersonName):
        return f"{value.family}, {value.given}" if value.given else value.family
    if isinstance(value, tuple):
        return "; ".join(_shown(item) for item in value)
    return str(value)


def _place(reference: Reference) -> str | None:
    """Place and key in what was imported, without the number that cleaning adds to the key of a second work."""
    place = next((entry.place for entry in reference.provenance if entry.field == "row"), None)
    return f"{place} {_NUMBERED.sub('', reference.key)}" if place else None


def _first(values: Iterable[str | None]) -> str:
    return next((value for value in values if value), "")


_KINDS: Mapping[str, _Kind] = {
    "surveys": _Kind(PublishedSurvey, lambda row: row.survey_id, lambda row: row.title, (lambda row: row.survey_id,)),
    "references": _Kind(
        Reference,
        lambda row: row.key,
        lambda row: _first((row.title, row.doi, row.url)),
        (
            _place,
            lambda row: row.key,
            lambda row: row.doi,
            lambda row: row.arxiv_id,
            lambda row: compact_title(row.title) or None if row.title else None,
        ),
        ("provenance",),
    ),
    "tasks": _Kind(ReleaseTask, lambda row: row.task_id, lambda row: row.prompt[:80], (lambda row: row.task_id,)),
}
