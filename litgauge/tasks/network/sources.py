"""A user's tables, CSV, JSON lines, SNAP's text (plain or packed) or Parquet, as relations of DuckDB."""

from __future__ import annotations

import codecs
import csv
import glob
import gzip
import io
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

import duckdb

from litgauge.tasks.base.errors import StorageError, UnusableInput
from litgauge.tasks.network.conversion import converted, keys_of, text_kind, unpacked
from litgauge.tasks.network.oddities import Oddity

_LONGEST_LINE = 64 << 20
_LOOKED_AT = 1 << 20  # bytes of a CSV, for its header and the ends of its lines
_SHOWN = 3
_AGAIN = " (column "  # behind a name that stood in the header before, with its place
_NOTHING = "Nothing was computed"
_BLANKS = " \\t\\r\\n\u00a0"  # as SQL writes them
_OTHER_KINDS = {
    b"PK\x03\x04": ("this is a zip file in a packed one", "Unpack it"),
    b"BZh": ("this is packed twice", "Unpack it"),
    b"\xfd7zX": ("this is packed with xz", "Unpack it, or pack it with gzip"),
    b"\x28\xb5\x2f\xfd": ("this is packed with Zstandard", "Unpack it, or pack it with gzip"),
    codecs.BOM_UTF16_LE: ("this is UTF-16", "Save it as UTF-8"),
    codecs.BOM_UTF16_BE: ("this is UTF-16", "Save it as UTF-8"),
}


_PACKED = (b"PK\x03\x04", b"BZh")  # unpacked before they are read


@dataclass(frozen=True, slots=True)
class FileTable:
    """A file of rows; `kinds` holds the type of each column, all VARCHAR in CSV."""

    name: str  # its role: works, edges, citations
    path: Path
    file: Path  # what is read: the path, or what it was unpacked or converted to
    separator: str  # of CSV; empty for Parquet
    packed: bool
    mixed_ends: bool  # whether some lines of CSV end in CR LF and some in LF
    kinds: Mapping[str, str]
    columns: Mapping[str, str]  # requested column -> its name in the file
    broken: Oddity | None = None  # rows that broke when it was converted

    def holds_numbers(self, column: str) -> bool:
        """Return whether the column holds whole numbers, in a file that says so itself."""
        return self.kinds[self.columns[column]] in {"TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UINTEGER", "USMALLINT"}


def open_table(
    path: Path,
    name: str,
    required: Sequence[str],
    renamed: Mapping[str, str],
    folder: Path,
    optional: Sequence[str] = (),
) -> FileTable:
    """Return the table in a file, after reading its header.

    `renamed` says what an asked column is called in the file, where that is not its name; `folder` takes what has to be
    unpacked or converted. Raises UnusableInput: no such file, a kind of file that we do not read, no header, a column
    that is not there or stands there twice.
    """
    file = unpacked(path, _first_bytes(path, path, name, _PACKED), folder, f"{name} {path}")
    first = _first_bytes(file, path, name)
    packed, text, mixed, separator = first.startswith(b"\x1f\x8b"), None, False, ""
    if first.startswith(b"PAR1"):
        kinds = _parquet_columns(file, path, name)
    else:
        beginning = _beginning(file, path, name, packed)
        text = text_kind(beginning)
        if text == "ndjson":
            kinds = dict.fromkeys(keys_of(beginning), "VARCHAR")
        elif text == "snap":
            kinds = dict.fromkeys(required[:2], "VARCHAR")
        else:
            sought = {renamed.get(column, column).lower() for column in (*required, *optional)}
            separator, kinds, mixed = _csv_columns(beginning, path, name, sought)
    columns = _chosen(path, name, required, optional, renamed, kinds)
    if text is None:
        return FileTable(name, path, file, separator, packed, mixed, kinds, columns)
    column_names = list(dict.fromkeys(columns.values()))
    file, broken = converted(file, packed, text, column_names, name, folder)
    return FileTable(name, path, file, "", False, False, dict.fromkeys(column_names, "VARCHAR"), columns, broken)


def _chosen(
    path: Path,
    name: str,
    required: Sequence[str],
    optional: Sequence[str],
    renamed: Mapping[str, str],
    kinds: Mapping[str, str],
) -> dict[str, str]:
    """Return what each requested column is called among these."""
    columns = {}
    for column in (*required, *optional):
        title = renamed.get(column, column)
        match = _called(title, kinds) or _called(column, kinds)
        if match:
            if twice := [kind for kind in kinds if kind.startswith(f"{match}{_AGAIN}")]:
                raise _unusable(name, path, f"the header names {match} twice ({twice[0]})", "Rename one of them")
            columns[column] = match
        elif column in required:
            available = ", ".join(kinds) or "none"
            raise _unusable(
                name, path, f"there is no column {title!r}; there are {available}",
                f"Rename it, or say what it is called: --column {column}=NAME",
            )  # fmt: skip
    return columns


def _called(title: str, names: Iterable[str]) -> str | None:
    """Return the exact name, else one that differs only in case or in blanks around it."""
    return next((name for name in names if name == title), None) or next(
        (name for name in names if name.strip().lower() == title.lower()), None
    )


def relation(tables: duckdb.DuckDBPyConnection, table: FileTable, numbers: Collection[str] = ()) -> str:
    """Return SQL of the requested columns: texts without blanks around them, empty ones NULL; `numbers` as BIGINT."""
    chosen = []
    for column, title in table.columns.items():
        source = f"c{list(table.kinds).index(title)}" if table.separator else _quote(title)
        if table.kinds[title] in ("FLOAT", "DOUBLE"):  # what whole numbers become where one is missing
            whole = f"CASE WHEN {source} = trunc({source}) THEN try_cast({source} AS BIGINT)::VARCHAR END"
            source = f"coalesce({whole}, nullif({source}::VARCHAR, 'nan'))"  # isnan goes by Parquet's statistics
        if table.kinds[title] == "TIMESTAMP WITH TIME ZONE":  # in UTC: as text it is of the machine's zone
            source = f"make_timestamp(epoch_us({source}))"
        plain = f"{source}::BIGINT" if column in numbers else f"nullif(trim({source}::VARCHAR, e'{_BLANKS}'), '')"
        chosen.append(f"{plain} AS {column}")
    return f"(SELECT {', '.join(chosen)} FROM {_scan(tables, table)})"


@contextmanager
def file_errors(table: FileTable) -> Iterator[None]:
    """Turn DuckDB's errors about an unreadable file into UnusableInput."""
    try:
        yield
    except duckdb.OutOfMemoryException:
        raise StorageError(
            "neither memory nor the temporary folder can hold what is read",
            where=f"{table.name} {table.path}",
            data=_NOTHING,
            next_step="Name a folder on a larger disk in TMPDIR, and run again",
        ) from None
    except (duckdb.IOException, duckdb.InvalidInputException, duckdb.ConversionException) as error:
        what = str(error).splitlines()[0].removeprefix("Invalid Input Error: ").removeprefix("IO Error: ")
        if "invalid state" in what:
            what = "its lines end in more than one way, or a quote is open"
        if table.packed and "gzip" in what.lower():
            what = "the packed file is cut off or damaged"
        raise _unusable(table.name, table.path, what, "Mend the file, or fetch it again") from None


def broken_rows(tables: duckdb.DuckDBPyConnection, table: FileTable) -> Oddity:
    """Return the malformed rows, once the whole table has been read, with the lines of the first ones.

    What an open quote swallows, up to the whole rest of the file, counts line by line.
    """
    if not table.separator:
        return table.broken or Oddity(table.name, "broken-row", 0)
    behind = "length(rtrim(csv_line, e'\\r\\n')) - length(replace(rtrim(csv_line, e'\\r\\n'), e'\\n', ''))"
    rows = f"""SELECT line, max(CASE WHEN error_type = 'UNQUOTED VALUE' THEN {behind} ELSE 0 END) AS behind
        FROM {_rejects(table)}_errors GROUP BY line"""
    count = tables.execute(f"SELECT count(*) + coalesce(sum(behind), 0) FROM ({rows})").fetchall()[0][0]
    first = tables.execute(f"{rows} ORDER BY line LIMIT {_SHOWN}").fetchall()
    shown = (f"lines {line} to {line + more}, by an open quote" if more else f"line {line}" for line, more in first)
    return Oddity(table.name, "broken-row", int(count), tuple(shown))


def lines_of(table: FileTable, column: str, values: Sequence[str]) -> dict[str, int]:
    """Return the line of a CSV on which each of these texts first occurs in a column.

    A second pass over the file, because DuckDB keeps no line numbers.
    """
    if not table.separator:
        return {}
    place, missing, kinds = list(table.kinds).index(table.columns[column]), set(values), {}
    with _bytes(table.file, table.packed) as stream:
        text = io.TextIOWrapper(stream, encoding="utf-8-sig", errors="replace", newline="")
        rows = csv.reader(text, delimiter=table.separator)
        try:
            for row in rows:
                value = row[place].strip() if place < len(row) else ""
                if value in missing:
                    kinds[value] = rows.line_num
                    missing.remove(value)
                if not missing:
                    break
        except (csv.Error, EOFError, zlib.error, gzip.BadGzipFile):
            return kinds
    return kinds


def _scan(tables: duckdb.DuckDBPyConnection, table: FileTable) -> str:
    if not table.separator:
        return f"read_parquet({_escaped(table.file)})"
    columns = ", ".join(f"'c{number}': 'VARCHAR'" for number in range(len(table.kinds)))
    rejects = _rejects(table)
    for name in (f"{rejects}_errors", f"{rejects}_scans"):
        tables.execute(f"DROP TABLE IF EXISTS {name}")
    options = {
        **{"auto_detect": "false", "header": "true", "columns": f"{{{columns}}}"},
        **{"delim": _text_literal(table.separator), "quote": "'\"'", "escape": "'\"'"},
        **{"compression": "'gzip'" if table.packed else "'none'", "max_line_size": str(_LONGEST_LINE)},
        **{"strict_mode": "false" if table.mixed_ends else "true", "store_rejects": "true", "rejects_limit": "0"},
        **{"rejects_table": f"'{rejects}_errors'", "rejects_scan": f"'{rejects}_scans'"},
    }
    return f"read_csv({_escaped(table.file)}, {', '.join(f'{name}={value}' for name, value in options.items())})"


def _rejects(table: FileTable) -> str:
    return f"rejected_{table.name}"


def _first_bytes(file: Path, path: Path, name: str, allowed: Collection[bytes] = ()) -> bytes:
    """Return the first bytes of a file of a kind that is read, or of an `allowed` one."""
    if not file.exists():
        raise _unusable(name, path, "there is no such file", "Check the path")
    if not file.is_file():
        raise _unusable(name, path, "this is no regular file", "Give a file of one of the kinds in docs/network.md")
    with file.open("rb") as stream:
        first = stream.read(8)
    if not first:
        raise _unusable(name, path, "the file is empty", "Give a header and rows")
    for magic, (what, next_step) in _OTHER_KINDS.items():
        if first.startswith(magic) and magic not in allowed:
            raise _unusable(name, path, what, next_step)
    return first


def _parquet_columns(file: Path, path: Path, name: str) -> dict[str, str]:
    try:
        with duckdb.connect() as tables:
            rows = tables.execute(f"DESCRIBE SELECT * FROM read_parquet({_escaped(file)})").fetchall()
    except duckdb.Error:
        raise _unusable(name, path, "the Parquet file is cut off or damaged", "Write it again") from None
    return {row[0]: row[1] for row in rows}


def _beginning(file: Path, path: Path, name: str, packed: bool) -> bytes:
    try:
        with _bytes(file, packed) as stream:
            return stream.read(_LOOKED_AT)
    except (OSError, EOFError, zlib.error) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise
        raise _unusable(name, path, "the packed file is cut off or damaged", "Fetch it again") from None


def _csv_columns(beginning: bytes, path: Path, name: str, sought: Set[str]) -> tuple[str, dict[str, str], bool]:
    """Return the separator of the header, its columns, and whether line ends are mixed.

    Of several characters that could separate, it is the one by which most columns are found that are `sought`.
    """
    if beginning.lstrip().startswith(b"["):
        raise _unusable(
            name, path, "this is JSON, but no JSON lines", "Write an object a line, without brackets around"
        )
    try:
        line = (beginning.splitlines() or [b""])[0].decode("utf-8-sig")
        headers = {separator: _header(line, separator) for separator in ("\t", ",", ";", "|") if separator in line} or {
            ",": _header(line, ",")
        }
        separator = max(headers, key=lambda header: len(sought & {named.lower() for named in headers[header]}))
    except (UnicodeDecodeError, csv.Error):
        raise _unusable(name, path, "its first line is no header in UTF-8", "Give CSV or Parquet") from None
    names = headers[separator]
    if not any(names):
        raise _unusable(name, path, "its first line is empty, and no header", "Give a header and rows")
    kinds: dict[str, str] = {}
    for place, title in enumerate(names, start=1):
        kinds[title if title and title not in kinds else f"{title}{_AGAIN}{place})".strip()] = "VARCHAR"
    return separator, kinds, 0 < beginning.count(b"\r\n") < beginning.count(b"\n")


def _header(line: str, separator: str) -> list[str]:
    return [name.strip() for name in next(csv.reader(io.StringIO(line), delimiter=separator), [])]


@contextmanager
def _bytes(path: Path, packed: bool) -> Iterator[BinaryIO]:
    with path.open("rb") as file:
        yield cast("BinaryIO", gzip.GzipFile(fileobj=file)) if packed else file


def _escaped(path: Path) -> str:
    return _text_literal(glob.escape(str(path)))


def _text_literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _quote(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _unusable(name: str, path: Path, what: str, next_step: str) -> UnusableInput:
    return UnusableInput(what, where=f"{name} {path}", data=_NOTHING, next_step=next_step)
