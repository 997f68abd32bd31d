"""The embedded sample's 300 works as a release, without the pipeline that builds it, and queries of every kind."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from litgauge.tasks.benchmarks.scinetbench.benchmark import SCINETBENCH
from litgauge.tasks.benchmarks.scinetbench.build.queries.prompts import list_prompt, named, path_prompt
from litgauge.tasks.benchmarks.scinetbench.rows import (
    Measured,
    Membership,
    NetworkTask,
    NetworkWork,
    ReferenceList,
    SubField,
    Truth,
    Venue,
    WorkAbstract,
)
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.releases.freeze import freeze_release
from litgauge.tasks.releases.release import StoredRelease, load
from litgauge.tasks.text import compact_title

SAMPLE = Path(__file__).resolve().parents[3] / "data" / "sample" / "scinetbench"
NAMES = ("Folding robots", "Crease patterns", "Paper sensors", "Origami materials")
WANTED = 20


def sample_works() -> list[dict[str, Any]]:
    """The rows of the sample's snapshot, by number."""
    files = sorted(SAMPLE.rglob("part_*.gz"))
    lines = [line for path in files for line in gzip.decompress(path.read_bytes()).splitlines()]
    rows = {_number(row["id"]): row for row in map(json.loads, lines) if row.get("publication_date")}
    return [rows[number] for number in sorted(rows)]


def sample_release(folder: Path) -> StoredRelease:
    """Frozen in `folder`/store."""
    return release_of(folder, [_work(row) for row in sample_works()], sample_works())


def release_of(folder: Path, works: Sequence[tuple[NetworkWork, str]], rows: Sequence[dict[str, Any]]) -> StoredRelease:
    """A release of works with their abstracts, and of what they cite."""
    there = {work.work for work, _ in works}
    cites = {
        _number(row["id"]): tuple(sorted(there & {_number(one) for one in row.get("referenced_works", ())}))
        for row in rows
    }
    counts = Counter(cited for of in cites.values() for cited in of)
    members = [
        Membership(_slug(name), work.work, name.lower())
        for name in NAMES
        for work, abstract in works
        if name.lower() in f"{work.title} {abstract}".lower()
    ]
    measured = [
        Measured(work.work, counts[work.work], len(cites.get(work.work, ())), 0, 0, 0, None, None, None, None)
        for work, _ in works
    ]
    tasks = list(_tasks([work for work, _ in works], counts, members))
    storage = Storage(str(folder / "store"))
    tables = {
        "works": [work for work, _ in sorted(works, key=lambda one: (one[0].date, one[0].work))],
        "citations": [ReferenceList(work, of) for work, of in sorted(cites.items()) if of],
        "abstracts": [WorkAbstract(work.work, abstract) for work, abstract in works if abstract],
        "venues": [Venue(1, "Journal of Folded Matter", "journal", len(works))],
        "network": [],
        "measures": measured,
        "sub_fields": [SubField(_slug(name), name, "Folding", (name.lower(),), 75) for name in NAMES],
        "members": members,
        "mentions": [],
        "tasks": tasks,
        "truth": [Truth(task.task_id, 1, task.target, 1.0, tied=False) for task in tasks if task.target],
    }
    freeze_release(storage, SCINETBENCH, tables)
    return load(storage, "scinetbench")


def _tasks(works: Sequence[NetworkWork], counts: Counter[int], members: Sequence[Membership]) -> Iterator[NetworkTask]:
    by_number = {work.work: work for work in works}
    told = {work.work: named(work.work, work.title, work.year) for work in works}
    for name in NAMES:
        own = sorted({row.work for row in members if row.sub_field == _slug(name)})
        if not own:
            continue
        subject = max(own, key=lambda work: (counts[work], work))
        newest, oldest = (of(own, key=lambda work: (by_number[work].date, work)) for of in (max, min))
        asked: list[tuple[str, str, int | None, int | None, str]] = [
            ("ego-centric", "novel", None, None, list_prompt("novel", sub_field=name, length=WANTED)),
            ("pair-wise", "cites", subject, None, list_prompt("cites", subject=told[subject], length=WANTED)),
            ("path-wise", "lineage", newest, oldest, path_prompt(told[newest], told[oldest], 5)),
        ]
        for kind, relation, one, other, prompt in asked:
            wanted = 6 if kind == "path-wise" else WANTED
            task_id = f"{_slug(name)}-{relation}"
            yield NetworkTask(task_id, kind, relation, _slug(name), one, other, wanted, prompt, reviewed=False)  # type: ignore[arg-type]


def _work(row: dict[str, Any]) -> tuple[NetworkWork, str]:
    title, date = row["title"] or "", row["publication_date"]
    index = row["abstract_inverted_index"]
    placed = json.loads(index) if isinstance(index, str) else index or {}
    words = sorted((place, word) for word, places in placed.items() for place in places)
    work = NetworkWork(
        _number(row["id"]), title, compact_title(title), "", int(date[:4]), date, None, None, 1, "article", (), 0,
        in_corpus=True,
    )  # fmt: skip
    return work, " ".join(word for _, word in words)


def _number(name: str) -> int:
    return int(name.rsplit("W", 1)[-1])


def _slug(name: str) -> str:
    return name.lower().replace(" ", "-")
