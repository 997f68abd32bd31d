"""What a judge is shown of answers: each work once for each quality, and each path as a text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

import pyarrow as pa
import pyarrow.compute as pc

from tasks.benchmark import Rows
from tasks.benchmarks.scinetbench.answers.matching import find_works
from tasks.benchmarks.scinetbench.answers.outcome import Outcome
from tasks.benchmarks.scinetbench.judging import GradedThing
from tasks.benchmarks.scinetbench.release_rows import NetworkRows
from tasks.benchmarks.scinetbench.scoring import outcomes

_NO_ABSTRACT = "(none is known)"
_MOST_OF_ABSTRACT = 3_000  # characters of each work of a path


@dataclass(frozen=True, slots=True)
class _Described:
    title: str
    year: int
    abstract: str


def graded_things(rows: Rows, release: NetworkRows) -> dict[str, GradedThing]:
    """What is to be graded of these answers, by name; every path that lists a work is."""
    answered = list(outcomes(rows["answers"], find_works(rows["listed"], release), release).values())
    named = {work for one in answered for work in (*one.found, one.task.subject, one.task.target) if work}
    known = _described(named, release)
    things: dict[str, GradedThing] = {}
    for outcome in answered:
        for thing in _of_answer(outcome, known):
            things.setdefault(f"{thing.quality} {thing.task_id or thing.work}", thing)
    return things


def _of_answer(outcome: Outcome, known: dict[int, _Described]) -> Iterator[GradedThing]:
    task = outcome.task
    if task.relation == "lineage":
        if outcome.works:
            path = [
                _in_words(known[work]) if work in known else "(a work that nobody knows)"
                for work in outcome.path
                if work
            ]
            yield GradedThing(task.task_id, None, "rationality", task.prompt.split("\n", 1)[0], "\n\n".join(path))
    elif task.relation in ("novel", "disruptive"):
        quality: Literal["novelty", "disruption"] = "novelty" if task.relation == "novel" else "disruption"
        for work in outcome.found:
            yield GradedThing("", work, quality, known[work].title, known[work].abstract or _NO_ABSTRACT)


def _in_words(work: _Described) -> str:
    abstract = " ".join((work.abstract or _NO_ABSTRACT)[:_MOST_OF_ABSTRACT].split())
    return f"{work.title} ({work.year}): {abstract}"


def _described(works: Iterable[int], release: NetworkRows) -> dict[int, _Described]:
    wanted = pa.array(sorted(set(works)), pa.int64())
    rows = release.works.filter(pc.is_in(release.works["work"], wanted)).select(["work", "title", "year"]).to_pylist()
    abstracts: dict[int, str] = {}
    if release.abstracts is not None:
        chosen = release.abstracts.filter(pc.is_in(release.abstracts["work"], wanted))
        abstracts = dict(zip(chosen["work"].to_pylist(), chosen["abstract"].to_pylist(), strict=True))
    return {row["work"]: _Described(row["title"], row["year"], abstracts.get(row["work"], "")) for row in rows}
