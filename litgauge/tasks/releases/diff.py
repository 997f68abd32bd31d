"""Difference of two releases: rows that came, went or changed, with causes."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any, Literal

import msgspec
import pyarrow as pa
import pyarrow.compute as pc

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmark import Benchmark, Compared, Reason, Reasons
from litgauge.tasks.records import PersonName, Table, from_table, schema_of
from litgauge.tasks.releases.release import StoredRelease
from litgauge.tasks.releases.stage_changes import StageChange, changed_stages, stage_reason
from litgauge.tasks.releases.tables import row_hashes

Change = Literal["came", "went", "changed"]
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
    """One row that differs between the releases."""

    table: str
    survey_id: str  # the survey that it belongs to; "" where its table has none
    key: str  # what tells it apart in its table: survey id, reference key, task id, …
    title: str  # for people: a title, the first words of a prompt
    change: Change
    cause: str  # kebab-case: a rule, "opted-out", "new-version", "source-changed", "stage-changed", …
    why: str
    fields: tuple[FieldChange, ...] = ()


@dataclass(frozen=True)
class TableCount:
    """Numbers of rows of a table in both releases, and of those that differ."""

    before: int
    after: int
    came: int
    went: int
    changed: int


@dataclass(frozen=True)
class ReleaseDiff:
    """Difference of two releases."""

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
class _Why:
    """Looks up causes: the benchmark's own reasons, else the stages that changed."""

    reasons: Reasons
    stages: tuple[StageChange, ...]
    after: StoredRelease

    def of(self, reason: Reason | None, table: str) -> Reason:
        """Return the reason, by default the changed stages that the table comes from."""
        return reason or stage_reason(table, self.stages, self.after.manifest.lineage)


def diff(before: StoredRelease, after: StoredRelease) -> ReleaseDiff:
    """Return the rows that came, went or changed from one release to the other, with the cause of each.

    The benchmark declares which tables are compared row by row and how rows are paired; rows that occur once in each
    release and are equal in every column are paired. Raises UnusableInput if the releases are of two benchmarks.
    """
    benchmark = after.benchmark
    if before.manifest.kind != benchmark.name:
        raise UnusableInput(
            f"{before.name} is a release of {before.manifest.kind}, {after.name} one of {benchmark.name}",
            where=f"{before.name}, {after.name}",
            next_step="Compare two releases of one benchmark",
        )
    stages = tuple(changed_stages(before.manifest.lineage, after.manifest.lineage))
    why = _Why(benchmark.reasons(before, after), stages, after)
    changes: list[RowChange] = []
    counts = {}
    for compared, table in _compared(benchmark, before, after):
        shared = before.digests_of(table.name) & after.digests_of(table.name)
        old, new = (_table_in(release, table, shared) for release in (before, after))
        rows: list[tuple[Any, ...]] = [tuple(from_table(table.row, unequal)) for unequal in _unequal(table, old, new)]
        differences = list(_changes(compared, table, rows[0], rows[1], why))
        number = Counter(row.change for row in differences)
        counts[table.name] = TableCount(
            _rows_in(before, table), _rows_in(after, table), number["came"], number["went"], number["changed"]
        )
        changes += differences
    return ReleaseDiff(before.name, after.name, before.digest == after.digest, counts, stages, tuple(changes))


def _compared(benchmark: Benchmark, *releases: StoredRelease) -> Iterator[tuple[Compared, Table]]:
    comparisons = benchmark.compared or tuple(Compared(table.name) for table in benchmark.tables if table.key)
    for compared in comparisons:
        table = benchmark.table(compared.table)
        if table is not None and any(release.has(table.name) for release in releases):
            yield compared, table


def _table_in(release: StoredRelease, table: Table, without: Collection[str]) -> pa.Table:
    if not release.has(table.name):
        return schema_of(table.row).empty_table()
    return release.table_of(table.name, table.row, without)


def _rows_in(release: StoredRelease, table: Table) -> int:
    return release.manifest.tables[table.name].rows if release.has(table.name) else 0


def _unequal(table: Table, old: pa.Table, new: pa.Table) -> tuple[pa.Table, pa.Table]:
    """Return the rows of both without those that occur once in each and are equal in every column.

    Ignored columns count here: the position of a row distinguishes rows with the same content.
    """
    columns = [name for name in old.column_names if name not in table.bookkeeping]
    first, second = (pa.chunked_array(row_hashes(rows.select(columns)), pa.string()) for rows in (old, new))
    equal = _once(first).filter(pc.is_in(_once(first), _once(second)))
    return old.filter(pc.invert(pc.is_in(first, equal))), new.filter(pc.invert(pc.is_in(second, equal)))


def _once(values: pa.ChunkedArray) -> pa.StringArray:
    counted = pc.value_counts(values)
    return counted.field("values").filter(pc.equal(counted.field("counts"), 1))


def _changes(
    compared: Compared, table: Table, old: Sequence[Any], new: Sequence[Any], why: _Why
) -> Iterator[RowChange]:
    pairs, went, came = _pair(compared, table, old, new)
    name = table.name
    for row in came:
        yield _row_change(compared, table, row, "came", why.of(why.reasons.came(name, row), name))
    for row in went:
        yield _row_change(compared, table, row, "went", why.of(why.reasons.went(name, row), name))
    for first, second in pairs:
        if differing := list(_field_changes(compared, table, first, second, why.reasons)):
            reason = why.of(why.reasons.changed(name, second), name)
            causes = {field.cause for field in differing}
            if "" not in causes:
                reason = Reason(", ".join(sorted(causes)), "; ".join(dict.fromkeys(field.why for field in differing)))
            yield _row_change(compared, table, second, "changed", reason, tuple(differing))


def _row_change(
    compared: Compared,
    table: Table,
    row: Any,
    change: Change,
    reason: Reason,
    differing: tuple[FieldChange, ...] = (),
) -> RowChange:
    key = _shown_key(compared, table, row)
    return RowChange(table.name, _owner(row), key, compared.title(row), change, reason.cause, reason.why, differing)


def _field_changes(
    compared: Compared, table: Table, first: Any, second: Any, reasons: Reasons
) -> Iterator[FieldChange]:
    for field in fields(table.row):
        values = getattr(first, field.name), getattr(second, field.name)
        if field.name not in (*compared.ignored, *table.bookkeeping) and values[0] != values[1]:
            reason = reasons.corrected(second, field.name) or Reason("", "")
            yield FieldChange(field.name, _text_of(values[0]), _text_of(values[1]), reason.cause, reason.why)


def _pair(
    compared: Compared, table: Table, old: Sequence[Any], new: Sequence[Any]
) -> tuple[list[tuple[Any, Any]], list[Any], list[Any]]:
    """Return pairs of rows with the same identity, in the order of the new ones, and the unpaired rows of each."""
    partner: dict[int, int] = {}
    used: set[int] = set()
    for identity in compared.identities or (lambda row: _key(table, row),):
        waiting: dict[tuple[str, str], list[int]] = defaultdict(list)
        for position, row in enumerate(old):
            if position not in used and (name := identity(row)) is not None:
                waiting[_owner(row), name].append(position)
        for position, row in enumerate(new):
            name = None if position in partner else identity(row)
            if name is not None and (waiting_row := waiting.get((_owner(row), name))):
                partner[position] = waiting_row.pop(0)
                used.add(partner[position])
    pairs = [(old[partner[position]], row) for position, row in enumerate(new) if position in partner]
    went = [row for position, row in enumerate(old) if position not in used]
    return pairs, went, [row for position, row in enumerate(new) if position not in partner]


def _key(table: Table, row: Any) -> str:
    return " ".join(str(getattr(row, column)) for column in table.key)


def _shown_key(compared: Compared, table: Table, row: Any) -> str:
    return str(getattr(row, compared.named)) if compared.named else _key(table, row)


def _owner(row: Any) -> str:
    return str(getattr(row, "survey_id", ""))


def _text_of(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, PersonName):
        return f"{value.family}, {value.given}" if value.given else value.family
    if isinstance(value, tuple):
        return "; ".join(_text_of(item) for item in value)
    return str(value)
