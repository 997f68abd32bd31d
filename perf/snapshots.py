"""A snapshot of OpenAlex, made up at any size, through SciNetBench's build: `python -m perf.snapshots [options]`.

    --works 200000     works of thirty years, 10.6 references each (as perf.network makes them)
    --hepph            instead the real network of ../shared/data (LITGAUGE_REAL_DATA): its years and citations, the
                       titles, abstracts, venues and topics made up
    --layout parquet   the Parquet twin instead of gz JSON lines
    --memory-gb 2      what DuckDB may take
    --keep FOLDER      leave snapshot and storage there; run again, it goes on from what it finds
    --only snapshot    write the snapshot and its config, and build nothing
    --fault missing    (or cut, schema) spoil one of its files: the build must refuse it and say which
    --reading FILE     instead: rows as OpenAlex's API gives them, gzipped, read beside a loop over json.loads

Prints what every stage took; the last column is the most memory that the process has held by then.
"""

from __future__ import annotations

import argparse
import functools
import gzip
import itertools
import json
import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import yaml

from perf._measured import HEAD, QUIET, files_of, measured
from perf.network import YEARS, synthetic, zipf_venues

ADDRESS = "https://openalex.org/"
FIRST_YEAR = 1995
IN_A_FILE = 50_000
WORDS = (
    "we",
    "study",
    "how",
    "a",
    "model",
    "of",
    "data",
    "with",
    "noise",
    "learns",
    "to",
    "find",
    "what",
    "others",
    "could",
    "not",
)


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--works", type=int, default=200_000)
    asked.add_argument("--hepph", action="store_true")
    asked.add_argument("--layout", choices=["jsonl", "parquet"], default="jsonl")
    asked.add_argument("--memory-gb", type=float, default=2.0)
    asked.add_argument("--keep", type=Path)
    asked.add_argument("--only", choices=["snapshot"])
    asked.add_argument("--fault", choices=["missing", "cut", "schema"])
    asked.add_argument("--reading", type=Path)
    given = asked.parse_args()
    if given.reading:
        compare_reading(given.reading)
        return
    with ExitStack() as stack:
        folder = given.keep or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="litgauge-snapshot-")))
        snapshot = folder / "snapshot"
        if not snapshot.exists():
            network = hepph() if given.hepph else made(given.works)
            write_snapshot(snapshot, *network, layout=given.layout)
        if given.fault:
            spoil(next(snapshot.glob("data/*/works/*/part_0001.*")), given.fault)
        print(f"{given.layout}: {files_of(snapshot)}")
        config = write_config(folder, given.memory_gb, hepph=given.hepph)
        if not given.only:
            build(config, folder / "storage")
            print(f"storage: {files_of(folder / 'storage')}")


def made(works: int) -> tuple[list[int], list[str], list[list[int]]]:
    """Numbers, days and references of works that nobody wrote."""
    table, edges = synthetic(works, 10.6)
    days = table["date"].to_numpy().astype("datetime64[s]").astype("datetime64[D]")
    days = days + (np.datetime64(f"{FIRST_YEAR}-01-01") - np.datetime64("1970-01-01"))
    cited = edges["cited"].to_numpy()
    places = np.searchsorted(edges["citing"].to_numpy(), np.arange(works + 1))
    references = [(cited[lo:hi] + 1).tolist() for lo, hi in itertools.pairwise(places)]
    return list(range(1, works + 1)), days.astype(str).tolist(), references


def hepph() -> tuple[list[int], list[str], list[list[int]]]:
    """The same of a real network."""
    data = Path(os.environ.get("LITGAUGE_REAL_DATA", "../shared/data")) / "citation_graph"
    nodes = duckdb.sql(
        f"SELECT id::BIGINT, year FROM read_csv('{data}/hepph.nodes.tsv.gz') ORDER BY year, id"
    ).fetchall()
    cites = duckdb.sql(
        f"SELECT citing::BIGINT, list(cited::BIGINT) FROM read_csv('{data}/hepph.edges.tsv.gz') GROUP BY citing"
    ).fetchall()
    of = dict(cites)
    # Ids begin anew in the year 2000: without the leading zeros they would be another's.
    return (
        [work for work, _ in nodes],
        [f"{year}-01-01" for _, year in nodes],
        [of.get(work, []) for work, _ in nodes],
    )


def write_snapshot(
    folder: Path, works: list[int], days: list[str], references: list[list[int]], *, layout: str
) -> None:
    """Files of rows as OpenAlex has them, with a manifest; the folder is there when all of it is."""
    names = sub_field_names()
    venues = zipf_venues(len(works)).tolist()
    draft = folder.with_name("snapshot.draft")
    place = draft / "data" / layout / "works"
    entries = []
    for number, lo in enumerate(range(0, len(works), IN_A_FILE)):
        rows = (
            row(work, day, cited, venue, names, at)
            for at, (work, day, cited, venue) in enumerate(
                zip(*(column[lo : lo + IN_A_FILE] for column in (works, days, references, venues)), strict=True), lo
            )
        )
        below = f"updated_date=2026-{1 + number % 9:02d}-05/part_{number:04d}"
        below += write_part(place / below, rows, layout)
        meta = {"content_length": (place / below).stat().st_size, "record_count": len(works[lo : lo + IN_A_FILE])}
        entries.append({"url": f"s3://openalex/data/{layout}/works/{below}", "meta": meta})
    manifest = {"date": "2026-09-23", "format": layout, "entity": "works", "record_count": len(works), "files": entries}
    (place / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    deleted = "".join(f"{ADDRESS}W{work},2026-08-14\n" for work in works[::1000])
    (place / "deleted_ids.csv.gz").write_bytes(gzip.compress(f"work_id,deleted_date\n{deleted}".encode()))
    merged = draft / "legacy-data" / "merged_ids" / "works" / "2025-01-01.csv"
    merged.parent.mkdir(parents=True)
    pairs = "".join(f"2025-01-01,W{old},W{new}\n" for old, new in zip(works[1::500], works[2::500], strict=False))
    merged.write_text(f"merge_date,id,merge_into_id\n{pairs}", encoding="utf-8")
    draft.rename(folder)


def spoil(part: Path, fault: str) -> None:
    """Remove a file, cut it off, or rename a column in its rows."""
    if fault == "schema":
        lines = gzip.decompress(part.read_bytes()).replace(b'"referenced_works"', b'"references"')
        part.write_bytes(gzip.compress(lines, 1))
        manifest = part.parent.parent / "manifest.json"
        listed = json.loads(manifest.read_text(encoding="utf-8"))
        listed["files"][1]["meta"]["content_length"] = part.stat().st_size
        manifest.write_text(json.dumps(listed), encoding="utf-8")
    elif fault == "cut":
        part.write_bytes(part.read_bytes()[: part.stat().st_size // 2])
    else:
        part.unlink()


def compare_reading(path: Path) -> None:
    """Print the rates of a json loop and of our reading, in CPU seconds, and their ratios."""
    from litgauge.tasks.benchmarks.scinetbench.build.corpus import CorpusRule
    from litgauge.tasks.benchmarks.scinetbench.build.snapshot import find_snapshot
    from litgauge.tasks.benchmarks.scinetbench.build.snapshot.scan import scan_works

    file = find_snapshot(str(path)).works[0]
    nothing = CorpusRule((1,), None, None, (), paratext=False, retracted=True, universe="corpus")

    def loop() -> None:
        with gzip.open(path, "rb") as lines:
            for line in lines:
                json.loads(line)

    def read(rule: CorpusRule | None) -> None:
        for _ in scan_works(file, [], rule):
            pass

    read(None)  # imports and tables
    rates = {}
    for name, work in (("json.loads", loop), ("all rows kept", lambda: read(None)), ("none", lambda: read(nothing))):
        begin = time.process_time()
        work()
        rates[name] = path.stat().st_size / 1e6 / (time.process_time() - begin)
        print(f"{name:<14} {rates[name]:6.1f} MB/s of gzip   x{rates[name] / rates['json.loads']:.2f}")


def row(work: int, day: str, cited: list[int], venue: int, names: list[str], at: int) -> dict[str, Any]:
    """A row of works; every third title names a sub-field, every fourth abstract another one."""
    title = f"On {names[at * 7 % len(names)]} number {at}" if at % 3 == 0 else f"A work of number {at}"
    words = [WORDS[(at * 31 + place * 7) % len(WORDS)] for place in range(60)]
    if at % 4 == 0:
        words[10:10] = names[at * 13 % len(names)].split()
    index: dict[str, list[int]] = {}
    for place, word in enumerate(words):
        index.setdefault(word, []).append(place)
    source = {"id": f"{ADDRESS}S{venue + 1}", "display_name": f"Venue {venue + 1}", "type": "journal"}
    return {
        "id": f"{ADDRESS}W{work}",
        "doi": f"https://doi.org/10.1000/{work}",
        "title": title,
        "publication_year": int(day[:4]),
        "publication_date": day,
        "primary_location": {"source": source},
        "topics": [{"id": f"{ADDRESS}T{10_000 + at % 300}"}],
        "authorships": [{"author": {"display_name": f"Ada Falz{at % 5_000}"}}],
        "abstract_inverted_index": json.dumps(index),
        "referenced_works": [f"{ADDRESS}W{one}" for one in cited],
        "cited_by_count": 3,
        "is_paratext": False,
        "is_retracted": False,
        "type": "article",
        "updated_date": "2026-01-02T03:04:05",
    }


def write_part(path: Path, rows: Iterator[dict[str, Any]], layout: str) -> str:
    """One file; its suffix."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if layout == "parquet":
        pq.write_table(pa.Table.from_pylist(list(rows)), f"{path}.parquet")
        return ".parquet"
    with gzip.open(f"{path}.gz", "wt", compresslevel=1, encoding="utf-8") as file:
        for one in rows:
            file.write(json.dumps(one) + "\n")
    return ".gz"


def sub_field_names() -> list[str]:
    """The names of the list that ships."""
    fields = yaml.safe_load(Path("configs/scinetbench/sub_fields.yaml").read_text(encoding="utf-8"))
    return [one if isinstance(one, str) else one["name"] for names in fields.values() for one in names]


def write_config(folder: Path, memory_gb: float, *, hepph: bool) -> Path:
    """The paper's queries about all works."""
    values = {
        "kind": "scinetbench",
        "snapshot": {"path": str(folder / "snapshot")},
        "machine": {"memory_gb": memory_gb, "threads": 2},
        "sub_fields": {"min_works": 50},
        "queries": {"emerging_since": 2001 if hepph else FIRST_YEAR + YEARS - 3},
    }
    path = folder / "config.yaml"
    path.write_text(yaml.safe_dump(values), encoding="utf-8")
    return path


def build(config: Path, storage: Path) -> None:
    """The whole build, a row of figures a stage."""
    os.environ.update(QUIET)
    import litgauge.flows.scinetbench.build as built
    from litgauge.flows.scinetbench.config import NetworkBuildConfig

    def timed(name: str) -> Callable[..., Any]:
        called = getattr(built, name)

        @functools.wraps(called)
        def call(*given: Any, **named: Any) -> Any:
            with measured(f"  {name}"):
                return called(*given, **named)

        return call

    for name in ("read_snapshot", "make_network", "measure", "assign_sub_fields", "draw_queries", "freeze"):
        setattr(built, name, timed(name))
    print(HEAD)
    with measured("whole build"):
        found = built.build_scinetbench(NetworkBuildConfig(**yaml.safe_load(config.read_text())), str(storage))
    print({name: found[name] for name in ("release", "new", "tables")}, file=sys.stderr)


if __name__ == "__main__":
    main()
