"""arXiv's metadata snapshot: 2.9 million rows of JSON, read once, in flat memory, through the rules of the config."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import pyarrow as pa

from tasks.errors import UnusableInput
from tasks.harvest.duplicates import Survivors
from tasks.harvest.json_lines import DamagedInputError, read_lines
from tasks.harvest.rows import ArxivRow, BrokenRow, RowHead, UnreadableRowError, read_head, read_row, to_survey
from tasks.harvest.rules import Rules, seen_in_head
from tasks.harvest.settings import SelectionSettings
from tasks.records import schema_of
from tasks.records.surveys import Dropped, Origin, Survey

ROWS_AT_ONCE = 1 << 14
EXAMPLES_PER_RULE = 100  # dropped rows whose example is kept; of the others the id and the rule
_TOO_MANY_BROKEN = 1000  # an input that begins with so many broken rows and no other is something else


@dataclass(frozen=True, slots=True)
class Harvested:
    """What a stretch of the input came to. Surveys come last, when the whole input is read and duplicates are known."""

    rows: int  # rows read, broken ones included
    surveys: tuple[Survey, ...]
    dropped: pa.Table  # Dropped rows, in their Arrow schema: there are millions of them
    broken: tuple[BrokenRow, ...]


def harvest_snapshot(path: str, selection: SelectionSettings, origin: Origin = "snapshot") -> Iterator[Harvested]:
    """The snapshot's rows through the rules of the config, part by part (see `select`).

    `path` is a local path or an fsspec URL of JSON lines: plain, .gz or the Kaggle .zip. Rows that cannot be read are
    given as broken, with their line numbers, and the rest goes on.
    Raises UnusableInput if there is no such input or no line of it is a row, StorageError if it goes out of reach.
    """
    readable = rows = 0
    for part in select(read_lines(path), selection, origin):
        rows += part.rows
        readable += part.rows - len(part.broken)
        if not readable and len(part.broken) >= _TOO_MANY_BROKEN:
            break
        yield part
    if not readable:
        raise UnusableInput(
            "the input is empty" if not rows else f"none of its first {rows} lines is a row of metadata",
            where=path,
            next_step="Give a file of JSON lines with the keys of arXiv's snapshot, one object a line",
        )


def select(lines: Iterable[bytes], settings: SelectionSettings, origin: Origin) -> Iterator[Harvested]:
    """The lines of an input through the rules of the config, part by part; blank lines are no rows.

    Every row comes out once: as a survey, as dropped with its rule, or as broken with its line number. Parts add up:
    rows = surveys + dropped + broken over all of them.
    """
    part = _Part(settings, origin)
    number = 0
    try:
        for number, line in enumerate(lines, 1):
            part.take(line, number)
            if part.rows == ROWS_AT_ONCE:
                yield part.close()
    except DamagedInputError as error:
        part.broken_row(number + 1, str(error))
    yield part.close()
    yield part.settle()


class _Part:
    """A stretch of the input on its way through the rules: first the heads of its rows, of what is left whole rows."""

    def __init__(self, settings: SelectionSettings, origin: Origin) -> None:
        self._origin = origin
        self._rules = Rules(settings)
        self._fails_by_head = self._rules.first_failing_of_head
        self._survivors = Survivors(settings.duplicates_out)
        self._seen: dict[str, int] = {}  # rule -> examples that are kept
        self._begin()

    def _begin(self) -> None:
        self.rows = 0
        self._names: list[str] = []
        self._fell_by: list[str] = []
        self._examples: list[str] = []
        self._broken: list[BrokenRow] = []

    def take(self, line: bytes, number: int) -> None:
        """Put a line through the rules."""
        try:
            head = read_head(line)
            rule = self._fails_by_head(head)
            if rule is None:
                self._judge(read_row(line))
            else:
                self._drop(head.survey_id, rule, head)
        except UnreadableRowError as error:
            if line.strip():
                self.broken_row(number, str(error))
            return
        self.rows += 1

    def _judge(self, row: ArxivRow) -> None:
        if fall := self._rules.first_failing(row):
            self._drop(row.survey_id, fall.rule, fall.example)
            replaced = self._survivors.fell_out(row.survey_id, row.version)
        else:
            replaced = self._survivors.add(to_survey(row, self._origin))
        if replaced:
            self._drop(replaced.survey_id, replaced.rule, replaced.example)

    def _drop(self, survey_id: str, rule: str, seen: str | RowHead) -> None:
        self._names.append(survey_id)
        self._fell_by.append(rule)
        if self._seen.get(rule, 0) == EXAMPLES_PER_RULE:
            self._examples.append("")
        else:
            self._seen[rule] = self._seen.get(rule, 0) + 1
            self._examples.append(seen if isinstance(seen, str) else seen_in_head(rule, seen))

    def broken_row(self, number: int, error: str) -> None:
        """Count a row that cannot be read."""
        self.rows += 1
        self._broken.append(BrokenRow(number, error))

    def close(self) -> Harvested:
        """What has come out since the last part, but for the surveys."""
        return self._close(())

    def settle(self) -> Harvested:
        """The surveys, and what is dropped for them."""
        settled = list(self._survivors.settle())
        for entry in settled:
            if isinstance(entry, Dropped):
                self._drop(entry.survey_id, entry.rule, entry.example)
        return self._close(tuple(entry for entry in settled if isinstance(entry, Survey)))

    def _close(self, surveys: tuple[Survey, ...]) -> Harvested:
        dropped = pa.table([self._names, self._fell_by, self._examples], schema=schema_of(Dropped))
        harvested = Harvested(self.rows, surveys, dropped, tuple(self._broken))
        self._begin()
        return harvested
