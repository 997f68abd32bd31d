"""Rows through the rules: what becomes a survey, what is dropped and why, and what is no row at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import pyarrow as pa

from tasks.harvest.inputs import Piece
from tasks.harvest.rows import BrokenRow, UnreadableRowError, read_row
from tasks.harvest.rules import Rules
from tasks.harvest.settings import SelectionSettings
from tasks.harvest.sieve import Sifted, sift
from tasks.harvest.survivors import Survivors
from tasks.records import schema_of, to_table
from tasks.records.quarantine import Quarantined
from tasks.records.surveys import Dropped, Origin, Survey

SETTLED_AT_ONCE = 1000
_AFTER_TITLE = frozenset({"publication-evidence", "licence", "category", "withdrawn"})


@dataclass(frozen=True, slots=True)
class Harvested:
    """What a stretch of the input came to. Surveys come last, when the whole input is read and duplicates are known."""

    rows: int  # rows read, broken ones included
    surveys: tuple[Survey, ...]
    dropped: pa.Table  # Dropped rows, in their Arrow schema: there are millions of them
    broken: tuple[BrokenRow, ...] = ()
    failed: tuple[Quarantined, ...] = ()  # for now: the next harvest tries them again


def select(
    pieces: Iterable[Piece],
    settings: SelectionSettings,
    origin: Origin,
    threads: int | None = None,
) -> Iterator[Harvested]:
    """The input through the rules of the config, part by part.

    Every row comes out once: as a survey, as dropped with its rule, or as broken with its line number. Parts add up:
    rows = surveys + dropped + broken over all of them.
    """
    rules = Rules(settings)
    line = 1
    with Survivors(settings.duplicates_out) as survivors:
        for piece in pieces:
            for sifted in sift(piece, settings, line, threads):
                if isinstance(sifted, Sifted):
                    yield _judge(sifted, rules, survivors)
                    continue
                line = sifted.next_line
                if sifted.damage:
                    yield Harvested(1, (), schema_of(Dropped).empty_table(), (BrokenRow(line, sifted.damage),))
        yield from _settle(survivors, origin)


def _judge(sifted: Sifted, rules: Rules, survivors: Survivors) -> Harvested:
    fallen: list[Dropped] = []
    broken: list[BrokenRow] = []
    for number, line in sifted.candidates:
        try:
            row = read_row(line)
        except UnreadableRowError as error:
            broken.append(BrokenRow(number, str(error)))
            continue
        if fall := rules.first_failing(row):
            fallen.append(Dropped(row.survey_id, fall.rule, fall.example))
            superseded = survivors.fell_out(row) if fall.rule in _AFTER_TITLE else None
        else:
            superseded = survivors.add(row, line)
        if superseded:
            fallen.append(superseded)
    rows = sifted.dropped.num_rows + len(sifted.candidates)
    dropped = pa.concat_tables([sifted.dropped, to_table(Dropped, fallen)]) if fallen else sifted.dropped
    return Harvested(rows, (), dropped, tuple(broken))


def _settle(survivors: Survivors, origin: Origin) -> Iterator[Harvested]:
    surveys: list[Survey] = []
    doubles: list[Dropped] = []
    for settled in survivors.settle(origin):
        if isinstance(settled, Survey):
            surveys.append(settled)
        else:
            doubles.append(settled)
        if len(surveys) == SETTLED_AT_ONCE:
            yield Harvested(0, tuple(surveys), schema_of(Dropped).empty_table())
            surveys.clear()
    if surveys or doubles:
        yield Harvested(0, tuple(surveys), to_table(Dropped, doubles))
