"""The engine and a whole build where nothing has changed: parts of `perf.scale`.

First the engine alone. A chain of ten small stages is built over synthetic surveys (the references stage with many rows
each), through the engine's own API, in batches. Then every stage is planned, found done and closed again. Beside it
stands the least that any solution needs: reading the references with pyarrow alone, and the same rows through
`read_table`. One survey more is added at last: how many bytes of manifests that writes.

Then ReportBench's whole build, and its release (`perf._scale_build`), beside an empty flow and pyarrow alone.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import pyarrow.parquet as pq

from litgauge.tasks.engine import Context, ItemInput, Stage, each, plan_items
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.outputs import read_table, write_rows
from litgauge.tasks.engine.progress import listening
from litgauge.tasks.engine.run import Run, StageRun
from litgauge.tasks.engine.storage import Storage
from perf._measured import HEAD, QUIET, peak_mb, step

STAGES = 10
BATCH = 100
UNDER_PREFECT = ("fill", "empty", "unchanged")  # steps of `perf._scale_build`
ALONE = ("freeze", "refreeze", "verify", "diff", "publish", "pyarrow_alone")


@dataclass(frozen=True, slots=True)
class Paper:
    """A survey."""

    survey_id: str
    references: int


@dataclass(frozen=True, slots=True)
class Cited:
    """A work that a survey cites."""

    survey_id: str
    key: str
    title: str
    authors: tuple[str, ...]
    year: int


def cite(item: ItemInput, _context: Context) -> dict[str, list[Cited]]:
    paper = item.only_row(Paper)
    names = ("A. Author", "B. Author", "C. Author")
    return {
        "references": [
            Cited(paper.survey_id, f"key{number}", f"{paper.survey_id}: a title like many {number}", names, 1990)
            for number in range(paper.references)
        ]
    }


def pass_on(item: ItemInput, _context: Context) -> dict[str, list[Paper]]:
    return {"papers": [item.only_row(Paper)]}


def stages() -> list[Stage]:
    """The chain: the first cites, the others hand one row on."""
    papers = {"papers": Paper}
    chain = [Stage("references", papers, {"references": Cited}, each(cite), batch=BATCH)]
    return chain + [Stage(f"stage-{number}", papers, papers, each(pass_on), batch=BATCH) for number in range(1, STAGES)]


def run_all(storage: Storage, source: StageOutput, note: Callable[[str, float], None]) -> dict[str, StageOutput]:
    """Every stage after the one before it (references beside the chain), as a flow would run them."""
    outputs: dict[str, StageOutput] = {}
    for stage in stages():
        started = time.process_time()
        planned = tuple(plan_items(storage, [[source]], stage.reads))
        call = StageRun(stage, Run(storage), None, {}, planned, (source,))
        pending = call.pending()
        computed = [state for batch in call.batches(pending) for state in call.compute(batch)]
        outputs[stage.name] = call.close(computed, len(planned) - len(pending))
        if stage.name != "references":
            source = outputs[stage.name]
        note(stage.name, time.process_time() - started)
    return outputs


def papers(storage: Storage, surveys: int, references: int) -> StageOutput:
    each_has = references // surveys
    rows = {f"2101.{number:05}": Paper(f"2101.{number:05}", each_has) for number in range(surveys)}
    return write_rows(storage, "papers", "papers", Paper, rows)


def chain(folder: str, surveys: str, references: str) -> None:
    storage = Storage(folder)
    run_all(storage, papers(storage, int(surveys), int(references)), lambda _name, _seconds: None)


def reuse(folder: str, surveys: str, references: str) -> None:
    storage = Storage(folder)
    imported = peak_mb()
    source = papers(storage, int(surveys), int(references))
    before = peak_mb()

    def note(name: str, seconds: float) -> None:
        print(f"{name:34}{seconds:9.3f}{peak_mb():9.0f}")

    print(f"{'plan, memory and closing':34}{'CPU s':>9}{'peak MB':>9}")
    print(f"{'imports':34}{'':9}{imported:9.0f}\n{'the surveys, kept before':34}{'':9}{before:9.0f}")
    started = time.process_time()
    computed: list[object] = []
    with listening(lambda event: computed.append(event) if type(event).__name__ == "ItemsDone" else None):
        run_all(storage, source, note)
    assert not computed, "something was done again"
    print(f"{f'all {STAGES} stages':34}{time.process_time() - started:9.3f}{peak_mb():9.0f}")


def read_with_engine(folder: str, surveys: str, references: str) -> None:
    storage = Storage(folder)
    output = run_all(storage, papers(storage, int(surveys), int(references)), lambda _name, _seconds: None)[
        "references"
    ]
    started, before = time.process_time(), peak_mb()
    table = read_table(storage, output, "references", Cited)
    seconds = time.process_time() - started
    print(f"{'read_table: references':34}{seconds:9.3f}{peak_mb():9.0f}   {table.num_rows} rows, {_mb(table.nbytes)}, ")
    print(f"{'':34}{'':9}{before:9.0f}   before")


def read_with_pyarrow(folder: str, _surveys: str, _references: str) -> None:
    parts = sorted(Path(folder).glob("stages/references/*/parts/*.parquet"))
    started, before = time.process_time(), peak_mb()
    table = pq.read_table(parts)
    seconds = time.process_time() - started
    print(
        f"{'pyarrow alone: references':34}{seconds:9.3f}{peak_mb():9.0f}   {table.num_rows} rows, {_mb(table.nbytes)}"
    )
    print(f"{'':34}{'':9}{before:9.0f}   before")


def grow(folder: str, surveys: str, references: str) -> None:
    def manifests() -> int:
        return sum(file.stat().st_size for name in ("outputs", "items") for file in Path(folder, name).rglob("*.json"))

    storage = Storage(folder)
    before = manifests()
    rows = {
        f"2101.{number:05}": Paper(f"2101.{number:05}", int(references) // int(surveys))
        for number in range(int(surveys) + 1)
    }
    run_all(storage, write_rows(storage, "papers", "papers", Paper, rows), lambda _name, _seconds: None)
    print(f"manifests of {STAGES + 1} outputs: {_mb(before)}; one survey more adds {_mb(manifests() - before)}")


def _mb(size: int) -> str:
    return f"{size / 1e6:.2f} MB"


def engine(folder: Path, surveys: int) -> None:
    """Ten small stages over so many surveys, each of 100 references: what planning, memory and closing cost."""
    for name in ("chain", "reuse", "read_with_pyarrow", "read_with_engine", "grow"):
        step("perf._scale_engine", name, folder, surveys, 100 * surveys)


def build(folder: Path, surveys: int) -> None:
    """ReportBench's build over so many surveys, each of 100 references, and what is done with its release."""
    from litgauge.flows.ui.address import ServerAddress
    from litgauge.flows.ui.server import prefect_server
    from tests.flows.live import free_port

    def run(steps: Iterable[str], environment: Mapping[str, str]) -> None:
        for name in steps:
            step("perf._scale_build", name, folder, surveys, 100 * surveys, environment=environment)

    os.environ |= QUIET | {"PREFECT_HOME": f"{folder}/prefect"}
    print(HEAD)
    with prefect_server(ServerAddress(port=free_port()), folder / "server.log") as url:
        run(UNDER_PREFECT, {"PREFECT_API_URL": url})
    run(ALONE, {})
