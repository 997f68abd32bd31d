"""Reference of tables: every table of every benchmark's releases and score runs, column by column, in Markdown."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator

from litgauge.tasks.benchmark import known_benchmarks
from litgauge.tasks.records.table import Table
from litgauge.tasks.text.markdown import Marked, table

_HEAD = """# Tables

A release is a folder of Parquet files, one per table: `TABLE.parquet`; so is a score run in the ledger. Rows are \
unique by the key. A reference names the table and column in which a value must stand."""


def table_reference() -> str:
    """Return the page: a section for each benchmark, a table for each table of its releases and score runs."""
    return "\n\n".join([_HEAD, *_sections()]) + "\n"


def _sections() -> Iterator[str]:
    for benchmark in known_benchmarks().values():
        yield f"## {benchmark.title}: releases"
        yield from _tables(benchmark.tables)
        yield f"## {benchmark.title}: score runs"
        yield from _tables(benchmark.scoring.all_tables)


def _tables(tables: Iterable[Table]) -> Iterator[str]:
    for one in tables:
        yield f"### `{one.name}`"
        key = ", ".join(f"`{name}`" for name in one.key) or "none"
        yield f"{one.holds[:1].upper()}{one.holds[1:]}. Key: {key}."
        yield table(("column", "type", "meaning", "refers to"), _rows(one))


def _rows(one: Table) -> Iterator[tuple[str, ...]]:
    meanings = one.columns
    for field in dataclasses.fields(one.row):
        yield Marked(f"`{field.name}`"), str(field.type), meanings[field.name], one.refers_to.get(field.name, "")
