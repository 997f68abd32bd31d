"""Behind `litgauge network`: measures and paths in networks of files; starts without Prefect."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
from rich.text import Text

from litgauge.flows.cli.console import err, json_line, out, print_json
from litgauge.flows.cli.output_files import opened
from litgauge.flows.cli.table_files import check_table_file, write_table
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.network.build import BuiltNetwork
from litgauge.tasks.network.disruption import Definition
from litgauge.tasks.network.measures import Measure, Novelty, beauty_measure, disruption_measure, novelty_measure
from litgauge.tasks.network.oddities import Oddity
from litgauge.tasks.network.path import PathFinder
from litgauge.tasks.network.user_files import citations_of_file, network_of_files, node_of
from litgauge.tasks.text.terminal import plain

_COLUMNS = ("citing", "cited", "work", "date", "venue", "citations")


@dataclass(frozen=True)
class Job:
    """Files of a network, and how many threads compute on it."""

    edges: Path
    works: Path
    columns: list[str]
    workers: int | None = None

    @property
    def renamed(self) -> Mapping[str, str]:
        """Return the names of columns in the files, by ours. Raises UnusableInput for an option that names none."""
        pairs = [column.partition("=") for column in self.columns]
        for name, equals, title in pairs:
            if name.strip() not in _COLUMNS or not title.strip():
                raise UnusableInput(
                    f"it must be one of {', '.join(_COLUMNS)}, an equals sign, and what that is called in your file",
                    where=f"--column {name}{equals}{title}",
                    data="Nothing was computed",
                    next_step="Write --column work=id",
                )
        return {name.strip(): title.strip() for name, _, title in pairs}


def write_disruption(job: Job, output: Path, definition: Definition, window: int | None, as_json: bool) -> None:
    """Write a row a work, and say what was done."""
    _check_output(job, output)
    with _built(job) as built:
        _write_rows(job, output, built, disruption_measure(definition, window), as_json)


def write_novelty(job: Job, output: Path, definition: Novelty, settings: Mapping[str, Any], as_json: bool) -> None:
    """Write the novelty of works, year by year; `settings` as of `novelty_measure`."""
    _check_output(job, output)
    with _built(job, venues=True) as built:
        _write_rows(job, output, built, novelty_measure(built, definition, **settings), as_json)


def write_beauty(job: Job, output: Path, as_json: bool) -> None:
    """Write how long works slept, and when they woke."""
    _check_output(job, output)
    with _built(job) as built:
        _write_rows(job, output, built, beauty_measure(built.network), as_json)


def print_path(job: Job, citations: Path | None, newer: str, older: str, max_hops: int) -> None:
    """Print the best path, or null, as one line of JSON."""
    with _built(job) as built:
        network, weights = built.network, None
        ends = node_of(network, newer, "--from"), node_of(network, older, "--to")
        if citations is not None:
            weights, oddities = citations_of_file(citations, network, job.renamed)
            _tell(oddities)
        best = PathFinder(network, weights).best(*ends, max_hops)
        path = [network.ids[node].as_py() for node in best.nodes] if best else None
    total, hops = (best.total, best.hops) if best else (None, None)
    with opened(None) as stream:
        stream.write(json_line({"path": path, "total": total, "hops": hops}))


def _check_output(job: Job, output: Path) -> None:
    check_table_file(output)
    if output.exists() and any(table.exists() and output.samefile(table) for table in (job.edges, job.works)):
        raise UnusableInput(
            "this is the table that is read", where=f"--out {output}", data="Nothing was done", next_step="Name another"
        )


def _write_rows(job: Job, output: Path, built: BuiltNetwork, measure: Measure, as_json: bool) -> None:
    network, defined = built.network, 0
    schema = measure.schema(network)

    def counted(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        nonlocal defined
        for batch in batches:
            defined += pc.count(batch.column(len(schema) - 1)).as_py()
            yield batch

    with _progress() as progress:
        computed = progress.add_task("works", total=network.works)
        rows = measure.rows(network, job.workers, lambda works: progress.advance(computed, works))
        write_table(output, schema, counted(rows))
    report: dict[str, Any] = {"out": str(output), "works": network.works, "citations": network.citations}
    report |= {"defined": defined, "network": network.digest}
    if as_json:
        odd = [{"table": o.table, "code": o.code, "count": o.count, "examples": o.examples} for o in built.oddities]
        print_json({**report, "oddities": odd})
        return
    summary = f"{network.works:,} works, {network.citations:,} citations; {defined:,} works have a value"
    out.print(f"{summary} → {output}", soft_wrap=True)


@contextmanager
def _built(job: Job, *, venues: bool = False) -> Iterator[BuiltNetwork]:
    """Yield the network of the files in a folder that goes when it is done with; what is odd is told."""
    renamed = job.renamed
    with tempfile.TemporaryDirectory(prefix="litgauge-network-") as folder:
        with _progress() as progress:
            read = progress.add_task("citations", total=None)
            advance = partial(progress.advance, read)
            built = network_of_files(job.edges, job.works, Path(folder), renamed, advance, venues=venues)
        _tell(built.oddities)
        yield built


def _tell(oddities: Iterable[Oddity]) -> None:
    for oddity in oddities:
        err.print(Text(plain(str(oddity))), soft_wrap=True, highlight=False)


def _progress() -> Progress:
    """Bars on a terminal; on a pipe nothing."""
    return Progress(
        SpinnerColumn(finished_text="✓"),
        TextColumn("{task.description:<9}"),
        BarColumn(bar_width=28),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=err,
        disable=not err.is_terminal,
        transient=True,
    )
