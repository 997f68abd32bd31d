"""Tables of an analysis on a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import JustifyMethod
from rich.table import Table
from rich.text import Text

from litgauge.flows.cli.console import out
from litgauge.tasks.benchmark.analysis import Cell, Grid, Row

_ANY_WIDTH = 10_000


def print_grid(grid: Grid) -> None:
    """Print a table and its sentences, group by group.

    A table that is too wide is spared the small print below its numbers; one that still is comes in several parts.
    """
    all_columns = range(len(grid.columns))
    for group, rows in grid.groups:
        whole = _table(grid, group, rows, all_columns, small_print=True)
        if _width(whole) <= out.width:
            out.print(whole)
            continue
        for columns in _parts(grid, group, rows):
            out.print(_table(grid, group, rows, columns, small_print=False))
    for note in grid.notes:
        out.print(Text(note), soft_wrap=True)


def _parts(grid: Grid, group: str, rows: Sequence[Row]) -> Iterator[list[int]]:
    """Yield columns that fit beside those that name the rows."""
    names = [number for number, column in enumerate(grid.columns) if column.text]
    part = list(names)
    for number, column in enumerate(grid.columns):
        if column.text:
            continue
        wider = [*part, number]
        if part != names and _width(_table(grid, group, rows, wider, small_print=False)) > out.width:
            yield part
            wider = [*names, number]
        part = wider
    yield part


def _width(table: Table) -> int:
    return out.measure(table, options=out.options.update(max_width=_ANY_WIDTH)).maximum


def _table(grid: Grid, group: str, rows: Sequence[Row], columns: Sequence[int], *, small_print: bool) -> Table:
    title = f"{grid.title}. {group}" if group else grid.title
    table = Table(title=Text(title), title_justify="left")
    for column in (grid.columns[number] for number in columns):
        justify: JustifyMethod = "left" if column.text else "right"
        table.add_column(Text(column.heading), justify=justify, overflow="fold")
    for row in rows:
        cells = [(row.cells[number], small_print or grid.columns[number].text) for number in columns]
        table.add_row(*(_cell(cell, whole=whole) for cell, whole in cells), style="dim" if row.soft else None)
    return table


def _cell(cell: Cell, *, whole: bool) -> Text:
    return Text("\n".join([cell.text, *(cell.notes if whole else ())]), style="bold" if cell.best else "")
