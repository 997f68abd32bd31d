"""The fast first pass: DuckDB drops the millions of rows that surely fail the date or the title rule.

What those two rules are is said in rules.py; here they are said again in SQL, and only where SQL is sure: a date as
arXiv writes it, a title in which the words cannot be hidden. Every other row is a candidate, which rules.py decides; so
is every row that DuckDB cannot read (it gives NULLs for it), which gets its error and line number there. A test holds
the two against each other on all real rows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path

import duckdb
import pyarrow as pa
import pyarrow.compute as pc

from tasks.errors import LitgaugeError
from tasks.harvest.inputs import Piece
from tasks.harvest.lines import RowLines
from tasks.harvest.rows import UnreadableRowError, read_row
from tasks.harvest.rules import EXAMPLE_LENGTH, loose_title_pattern
from tasks.harvest.settings import SelectionSettings
from tasks.records import schema_of
from tasks.records.surveys import Dropped

ROWS_AT_ONCE = 1 << 14
LONGEST_ROW = 4 << 20  # DuckDB's buffer; a file with a longer row is read without DuckDB from there on

_SCAN = """
SELECT id AS survey_id, title{dates}
FROM read_json({path}, format = 'newline_delimited', records = true, compression = 'uncompressed', ignore_errors = true,
               maximum_object_size = {longest}, columns = {{id: 'VARCHAR', title: 'VARCHAR'{versions}}})
"""
# DuckDB writes values of other types as text; what holds a space and opens no bracket was text before.
_UNSURE = (
    "survey_id IS NULL OR survey_id = '' OR NOT coalesce(contains(title, ' '), false) OR title[1] IN ('[', '{', ' ')"
)
# The first version as arXiv writes it; as text, for building lists of versions takes a sixth of the time.
_DATES = """,
       starts_with(versions, '[{"version":"v1","created":"') AS is_first,
       split_part(left(versions, 64), '"', 8) AS created,
       try_strptime(created, '%a, %d %b %Y %H:%M:%S GMT') AS submitted"""
_SIEVE = r"""
SELECT survey_id, rule,
       left(CASE rule WHEN 'too-old' THEN created WHEN 'title' THEN {one_line} END, {length}) AS example
FROM (SELECT *, CASE WHEN {unsure} THEN NULL
                     {date}
                     {title} END AS rule
      FROM ({scan}))
"""
_ONE_LINE = r"CASE WHEN contains(title, chr(10)) THEN regexp_replace(title, '\s*\n\s*', ' ', 'g') ELSE title END"


@dataclass(frozen=True, slots=True)
class Sifted:
    """Some rows after the first pass."""

    dropped: pa.Table  # schema of Dropped
    candidates: tuple[tuple[int, bytes], ...]  # line number and line


@dataclass(frozen=True, slots=True)
class PieceEnd:
    """The piece is read; the number of the line after it, and what is wrong there, if anything."""

    next_line: int
    damage: str


def sift(
    piece: Piece, settings: SelectionSettings, first_line: int = 1, threads: int | None = None
) -> Iterator[Sifted | PieceEnd]:
    """The piece's rows in their order, parted into dropped ones and candidates, and at last its end."""
    with Path(piece.path).open("rb") as file, RowLines(file, first_line) as lines:
        if query := sieve_query(settings, piece.path):
            yield from _by_engine(query, lines, threads)
        while not lines.at_end:
            yield Sifted(schema_of(Dropped).empty_table(), tuple(lines.take(ROWS_AT_ONCE, range(ROWS_AT_ONCE))))
        yield PieceEnd(lines.next_line, piece.damage)


def _by_engine(query: str, lines: RowLines, threads: int | None) -> Iterator[Sifted]:
    """What the engine gives; where it stops (a row longer than its buffer), the caller goes on without it."""
    config: dict[str, str | bool | int | float | list[str]] = {
        "autoinstall_known_extensions": False,
        "memory_limit": "512MB",
    }
    if threads:
        config["threads"] = threads
    with closing(duckdb.connect(config=config)) as connection:
        # After two seconds DuckDB would draw a bar into standard output, in the middle of somebody's JSON.
        connection.execute("SET enable_progress_bar = false")
        try:
            for batch in connection.sql(query).to_arrow_reader(ROWS_AT_ONCE):
                rules = batch.column("rule")
                left = pc.indices_nonzero(rules.is_null()).to_pylist()
                candidates = lines.take(batch.num_rows, left)
                _check_places(batch.column("survey_id").filter(rules.is_null()).to_pylist(), candidates)
                dropped = pa.Table.from_batches([batch.filter(rules.is_valid())]).cast(schema_of(Dropped))
                yield Sifted(dropped, tuple(candidates))
        except duckdb.Error:
            return


def _check_places(identifiers: list[str | None], candidates: list[tuple[int, bytes]]) -> None:
    """Are the lines that we walked to the rows that DuckDB means? Raises LitgaugeError if not."""
    missing = [(0, b"")] * (len(identifiers) - len(candidates))
    for identifier, (number, line) in zip(identifiers, [*candidates, *missing], strict=True):
        if identifier is None or identifier.encode() in line:
            continue
        with suppress(UnreadableRowError):
            if read_row(line).id == identifier:  # written with escapes
                continue
        raise LitgaugeError(
            f"DuckDB and we count rows differently near line {number}",
            data="Nothing was kept.",
            next_step="Write the file again with one JSON object a line, and report it",
        )


def scan_query(path: str, with_dates: bool = True) -> str:
    """The bare scan: the fields that the sieve looks at, of every row."""
    dates, versions = (_DATES, ", versions: 'VARCHAR'") if with_dates else (", NULL AS created", "")
    return _SCAN.format(path=_listed(path), longest=LONGEST_ROW, dates=dates, versions=versions)


def sieve_query(settings: SelectionSettings, path: str) -> str:
    """SQL that names the rule a row surely fails (NULL: a candidate); "" if every row has to be looked at."""
    date = title = ""
    if settings.submitted_after is not None:
        day = settings.submitted_after.isoformat()
        date = f"WHEN submitted IS NULL OR NOT is_first THEN NULL WHEN submitted < DATE '{day}' + 1 THEN 'too-old'"
    if loose := loose_title_pattern(settings.title_words):
        title = f"WHEN NOT regexp_matches(title, '(?i){loose}') THEN 'title'"
    if not date and not title:
        return ""
    return _SIEVE.format(
        scan=scan_query(path, bool(date)),
        date=date,
        title=title,
        one_line=_ONE_LINE,
        unsure=_UNSURE,
        length=EXAMPLE_LENGTH,
    )


def _listed(path: str) -> str:
    """A list of one path for SQL; brackets keep * and ? in its name from being patterns."""
    literal = re.sub(r"[*?\[]", lambda found: f"[{found.group()}]", path).replace("'", "''")
    return f"['{literal}']"
