"""Many rows of metadata, and many sources: parts of `perf.scale`."""

from __future__ import annotations

import itertools
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from perf._measured import HEAD, files_of, measured, step

REPOSITORY = Path(__file__).resolve().parents[1]
SAMPLE = REPOSITORY / "data" / "sample"
REAL = Path(os.environ.get("LITGAUGE_REAL_DATA", REPOSITORY.parent / "shared" / "data"))
ROOMS = ("harvest", "latex", "papers")


def selection(folder: Path, rows: int) -> None:
    """Rows through the rules of ReportBench; then all of them taken for surveys, which a question by rule looks at."""
    write_rows(folder / "snapshot.jsonl", rows)
    print(HEAD)
    for rules in ("paper", "open"):
        step("perf._scale_corpus", "select", folder, rules, "first")
        step("perf._scale_corpus", "select", folder, rules, "again")
        print(f"{'':46}{files_of(folder / rules)}")


def sources(folder: Path, number: int) -> None:
    """Sources through the stages that read them."""
    print(HEAD)
    for turn in ("first", "again"):
        step("perf._scale_corpus", "read_sources", folder, number, turn)
    print(f"{'':46}{files_of(folder / 'store')}")


def write_rows(target: Path, rows: int) -> None:
    """A snapshot of so many rows, real ones over and over where they are, each another paper."""
    from perf.harvest import SOURCES

    real = [REAL / "arxiv" / name for name in SOURCES]
    files = real if all(path.is_file() for path in real) else [SAMPLE / "surveys.jsonl"]
    originals = [json.loads(line) for path in files for line in path.read_bytes().splitlines()]
    with target.open("w", encoding="utf-8") as file:
        for number, row in zip(range(rows), itertools.cycle(originals), strict=False):
            name = f"{number // 100_000:04}.{number % 100_000:05}"
            # Another title, for the same one by the same author would be the same paper.
            changed = {"id": name, "title": f"{_word(number)}: {row['title']}", "doi": None}
            file.write(json.dumps(row | changed) + "\n")


def _word(number: int) -> str:
    """A word for a number, of its own."""
    return "".join("bcdfghjklm"[int(digit)] + "aeiou"[int(digit) % 5] for digit in str(number)).capitalize()


def select(folder: str, rules: str, turn: str) -> None:
    """Harvest and selection, by the rules of the paper for papers of any day, or by none but that a row is whole."""
    from litgauge.tasks.engine.run import Run
    from litgauge.tasks.engine.storage import Storage
    from litgauge.tasks.harvest.settings import HarvestSettings, SelectionSettings
    from litgauge.tasks.harvest.stage import harvest, select_surveys
    from litgauge.tasks.llm.door import open_door
    from litgauge.tasks.llm.replies import Replies
    from litgauge.tasks.llm.settings import ModelSettings
    from perf._plain_stages import without_prefect

    without_prefect("harvest")
    storage = Storage(f"{folder}/{rules}")
    none: dict[str, Any] = {
        "submitted_after": None,
        "title_words": (),
        "evidence_required": False,
        "licenses": (),
    }
    chosen = SelectionSettings.model_validate({"submitted_after": None} if rules == "paper" else none)
    model = ModelSettings()
    run = Run(storage, open_door(model, replies=Replies(storage)), answering=model.answering)
    with measured(f"{turn}: harvest, {rules} rules"):
        harvested = harvest(run, HarvestSettings(path=f"{folder}/snapshot.jsonl"), chosen, [])
    with measured(f"{turn}: selection"):
        selected = select_surveys(run, harvested, chosen, {})
    print(f"{'':46}{selected.done:,} surveys, {selected.rejected:,} rejected by the question or as duplicates")


def read_sources(folder: str, number: str, turn: str) -> None:
    """References and full text of so many sources, on one core."""
    from litgauge.tasks.engine.memory import Outcome, StageMemory
    from litgauge.tasks.engine.run import Run
    from litgauge.tasks.engine.storage import Storage
    from litgauge.tasks.latex.stage import ReferenceStageSettings, extract_references
    from litgauge.tasks.papers.settings import FulltextSettings
    from litgauge.tasks.papers.stage import read_fulltexts
    from litgauge.tasks.records import SourceFile
    from perf._plain_stages import without_prefect

    without_prefect("latex", "papers")
    storage = Storage(f"{folder}/store")
    run = Run(storage, max_failed_share=1.0, cores=1)
    memory = StageMemory(storage, "sources", "code", "{}", {"sources": SourceFile})
    known = memory.states()
    names = [f"2101.{count:05}" for count in range(int(number))]
    blobs = [(name, len(data), storage.keep_blob(data)) for name, data in packed_sources()]
    with measured(f"{turn}: the sources noted"):
        outcomes = [
            Outcome(name, name, {"sources": [SourceFile(name, blob[-64:], size, "tar", f"{of}.tar.gz", blob)]})
            for name, (of, size, blob) in zip(names, itertools.cycle(blobs), strict=False)
            if name not in known
        ]
        memory.remember(outcomes)
        noted = memory.close([known[name] for name in names], [])
    with measured(f"{turn}: references"):
        read = extract_references(run, noted, ReferenceStageSettings())
    with measured(f"{turn}: full text"):
        read_fulltexts(run, noted, FulltextSettings())
    print(f"{'':46}{len(blobs)} sources repeated; {read.done:,} with references, {read.rejected:,} without")


def packed_sources() -> Iterator[tuple[str, bytes]]:
    """Real sources where they are, else the sample's, which are far smaller than a survey."""
    from litgauge.tasks.harvest.local import pack_folder

    if (REAL / "latex").is_dir():
        for folder in sorted((REAL / "latex").iterdir()):
            yield folder.name, pack_folder(folder, 200_000_000)
        return
    for file in sorted((SAMPLE / "sources").glob("9912.*.tar.gz")):
        if "9912.00015" not in file.name:  # hostile
            yield file.name, file.read_bytes()
