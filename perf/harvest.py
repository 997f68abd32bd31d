"""Speed and memory of the snapshot harvest: `python -m perf.harvest [--rows N] [--real-data DIR] [--json]`.

Makes a snapshot of 300,000 rows (or N) by repeating real ones (ids, titles and times varied, so that none is a
double) in a temporary folder, and measures, each in a process of its own, best of three:
  json.loads     a plain loop that decodes every line and does nothing with it
  bare loop      every line's head decoded by msgspec, and nothing done with it
  DuckDB scan    what a scan in SQL in place of the harvest would take at the least: rules that are nearly ours, whole
                 rows of those that pass; broken rows, doubled keys and wrong types pass unseen, nothing is cleaned
  harvest        `harvest_snapshot` with ReportBench's rules, with the date rule on and off
  stage          the harvest stage as a run computes it, into storage, Prefect imported
  flow           a Prefect flow that harvests, with a server beside it
and the peak memory of harvest, stage and flow on a file three times as long. CPU is that of all processes; peak memory
that of the measuring process, and beside it of the largest that it started (the server of the flow).
"""

from __future__ import annotations

import argparse
import itertools
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
SOURCES = (
    "DERIVED_oai_arXivRaw_cs_2019-10_as_snapshot.jsonl",
    "tomcarter_sample.jsonl",
    "unarXive_sample_metadata_2212.jsonl",
    "wanng_first200.jsonl",
)
SCANNED = {
    "id": "VARCHAR",
    "title": "VARCHAR",
    "versions": "STRUCT(version VARCHAR, created VARCHAR)[]",
    "update_date": "VARCHAR",
    "deleted": "BOOLEAN",
    "abstract": "VARCHAR",
    "authors": "VARCHAR",
    "authors_parsed": "VARCHAR[][]",
    "comments": "VARCHAR",
    "journal-ref": "VARCHAR",
    "doi": "VARCHAR",
    "categories": "VARCHAR",
    "license": "VARCHAR",
}
REPEATS = 3
QUIET = {"DO_NOT_TRACK": "1", "PREFECT_SERVER_ANALYTICS_ENABLED": "false", "PREFECT_LOGGING_LEVEL": "CRITICAL"}


def make_snapshot(real: Path, target: Path, rows: int) -> None:
    """Write so many rows, the real ones over and over; ids, titles and times are made different, as they are."""
    originals = [json.loads(line) for name in SOURCES for line in (real / "arxiv" / name).read_bytes().splitlines()]
    with target.open("w") as file:
        for number, row in zip(range(rows), itertools.cycle(originals), strict=False):
            changed = row | {"id": f"{number // 100_000:04}.{number % 100_000:05}", "title": f"{row['title']} {number}"}
            clock = f" {number % 24:02}:{number // 24 % 60:02}:{number // 1440 % 60:02} GMT"
            first, *later = row["versions"]
            changed["versions"] = [first | {"created": first["created"][:-13] + clock}, *later]
            file.write(json.dumps(changed) + "\n")


def plain_loop(path: str) -> int:
    """Decode every line with json.loads."""
    with open(path) as file:  # noqa: PTH123 - the plainest loop there is
        return sum(1 for line in file if json.loads(line))


def bare_loop(path: str) -> int:
    """What reading and decoding alone take."""
    from litgauge.tasks.harvest.json_lines import read_lines
    from litgauge.tasks.harvest.rows import read_head

    return sum(1 for line in read_lines(path) if read_head(line))


def duckdb_scan(path: str, any_day: bool = False) -> int:
    """Read the file with DuckDB: id and rule of each row, and what is read of those that the first rules keep."""
    import duckdb

    columns = ", ".join(f'"{name}": {of_type!r}' for name, of_type in SCANNED.items())
    kept = ", ".join(f'"{name}"' for name in SCANNED)
    dated = "" if any_day else "when day is null then 'missing-date' when day <= date '2020-01-01' then 'too-old'"
    letters = "|".join("[^a-z]*".join(word) for word in ("survey", "review"))
    with duckdb.connect() as connection:
        rows = connection.sql(f"""
            select id, rule, case when rule is null then struct_pack({kept}) end as kept
            from (
                select *, case when deleted then 'deleted' {dated}
                    when not regexp_matches(title, '(?i){letters}') then 'title' end as rule
                from (
                    select *, try_strptime(versions[1].created, '%a, %d %b %Y %H:%M:%S GMT')::date as day
                    from read_ndjson({path!r}, columns = {{{columns}}}, ignore_errors = true)
                )
            )""")
        return sum(batch.num_rows for batch in rows.to_arrow_reader(1 << 14))


def duckdb_scan_any_day(path: str) -> int:
    """Read the file with DuckDB, without the date rule."""
    return duckdb_scan(path, any_day=True)


def harvest(path: str, any_day: bool = False) -> int:
    """The whole harvest, with ReportBench's rules."""
    from litgauge.tasks.harvest.settings import SelectionSettings
    from litgauge.tasks.harvest.snapshot import harvest_snapshot

    selection = SelectionSettings(submitted_after=None) if any_day else SelectionSettings()
    return sum(part.rows for part in harvest_snapshot(path, selection))


def harvest_any_day(path: str) -> int:
    """The whole harvest without the date rule: every title is looked at."""
    return harvest(path, any_day=True)


def flow(path: str) -> int:
    """A build's first stage in a flow of its own: a new storage, Prefect, and a server beside it."""
    from prefect import flow as prefect_flow
    from prefect.testing.utilities import prefect_test_harness

    from litgauge.tasks.engine.outputs import read_table
    from litgauge.tasks.engine.run import Run
    from litgauge.tasks.engine.storage import Storage
    from litgauge.tasks.harvest.settings import HarvestSettings, SelectionSettings
    from litgauge.tasks.harvest.stage import harvest as harvest_stage
    from litgauge.tasks.records import Dropped, Survey

    @prefect_flow(persist_result=False)
    def build_harvest(folder: str) -> int:
        run = Run(Storage(folder))
        output = harvest_stage(run, HarvestSettings(path=path), SelectionSettings(), [])
        tables = (("dropped", Dropped), ("surveys", Survey))
        return sum(read_table(run.storage, output, name, row).num_rows for name, row in tables)

    with tempfile.TemporaryDirectory(prefix="litgauge-") as folder, prefect_test_harness():
        return build_harvest(folder)


def stage(path: str) -> int:
    """The harvest stage, computed into a storage of its own."""
    from litgauge.tasks.engine.outputs import read_table
    from litgauge.tasks.engine.run import Run, StageRun
    from litgauge.tasks.engine.storage import Storage
    from litgauge.tasks.harvest.settings import SelectionSettings
    from litgauge.tasks.harvest.stage import HARVEST, HarvestCall, PlannedItem
    from litgauge.tasks.records import Dropped, Survey

    with tempfile.TemporaryDirectory(prefix="litgauge-") as folder:
        run = Run(Storage(folder))
        settings = HarvestCall(
            files={"snapshot": path}, local=None, increments=frozenset(), refresh="oai", selection=SelectionSettings()
        )
        items = (PlannedItem("snapshot", "snapshot"),)
        call = StageRun(HARVEST, run, settings, {}, items, ())
        output = call.close(call.compute(items), 0)
        tables = (("dropped", Dropped), ("surveys", Survey))
        return sum(read_table(run.storage, output, name, row).num_rows for name, row in tables)


MEASURED: dict[str, Callable[[str], int]] = {
    "json.loads loop": plain_loop,
    "bare loop": bare_loop,
    "DuckDB scan": duckdb_scan,
    "DuckDB scan without date": duckdb_scan_any_day,
    "harvest, paper": harvest,
    "harvest, paper without date": harvest_any_day,
    "stage": stage,
    "flow": flow,
}


def cpu_s() -> float:
    """Seconds of CPU of this process and of those it waited for."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def measure(name: str, path: str) -> dict[str, float]:
    """Run one measurement in this process."""
    task = MEASURED[name]
    seconds, cpu = [], []
    for _ in range(REPEATS):
        start, used = time.perf_counter(), cpu_s()
        rows = task(path)
        seconds.append(time.perf_counter() - start)
        cpu.append(cpu_s() - used)
    peak, child = (
        resource.getrusage(who).ru_maxrss / (1 << 20 if sys.platform == "darwin" else 1 << 10)
        for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return {
        "rows": rows,
        "rows_s": rows / min(seconds),
        "mb_s": Path(path).stat().st_size / 1e6 / min(seconds),
        "cpu_us_row": min(cpu) / rows * 1e6,
        "peak_mb": peak,
        "child_mb": child,
    }


def in_own_process(name: str, path: Path) -> dict[str, float]:
    """Run one measurement in a new process, so that its peak memory is its own."""
    command = [sys.executable, "-m", "perf.harvest", "--measure", name, str(path)]
    done = subprocess.run(command, cwd=REPOSITORY, check=True, capture_output=True, text=True)
    found: dict[str, float] = json.loads(done.stdout)
    return found


def report(real: Path, rows: int) -> dict[str, dict[str, float]]:
    """All measurements; the longer file is measured for memory only."""
    with tempfile.TemporaryDirectory(prefix="litgauge-") as folder:
        path = Path(folder) / "snapshot.jsonl"
        make_snapshot(real, path, rows)
        results = {name: in_own_process(name, path) for name in MEASURED}
        make_snapshot(real, path, 3 * rows)
        for name in ("harvest, paper", "stage", "flow"):
            results[f"{name}, three times the rows"] = in_own_process(name, path)
    loop = results["json.loads loop"]
    for result in results.values():
        result["times_loop"] = result["rows_s"] / loop["rows_s"]
        result["times_cpu"] = loop["cpu_us_row"] / result["cpu_us_row"]
    return results


def show(results: dict[str, dict[str, float]]) -> str:
    """The table, with the aims below."""
    lines = [f"{'':34}{'rows/s':>10}{'MB/s':>8}{'x loop':>8}{'CPU us':>8}{'x loop':>8}{'peak MB':>9}{'child':>7}"]
    for name, result in results.items():
        lines.append(
            f"{name:34}{result['rows_s']:>10,.0f}{result['mb_s']:>8,.0f}{result['times_loop']:>8.2f}"
            f"{result['cpu_us_row']:>8.2f}{result['times_cpu']:>8.2f}{result['peak_mb']:>9,.0f}{result['child_mb']:>7,.0f}"
        )
    lines.append(f"aims: at least 4 x loop, flat memory; {os.cpu_count()} cores")
    return "\n".join(lines)


def main() -> None:
    """Print the table, or JSON."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=300_000)
    default = os.environ.get("LITGAUGE_REAL_DATA", str(REPOSITORY.parent / "shared" / "data"))
    parser.add_argument("--real-data", type=Path, default=Path(default))
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--measure", nargs=2, metavar=("NAME", "PATH"), help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.measure:
        print(json.dumps(measure(*arguments.measure)))
        return
    os.environ |= QUIET
    results = report(arguments.real_data, arguments.rows)
    print(json.dumps(results) if arguments.json else show(results))


if __name__ == "__main__":
    main()
