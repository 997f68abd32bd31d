"""Scoring of a run: outcomes of its answers, what a judge grades of them, and the results of its tasks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import pyarrow as pa
import pyarrow.compute as pc

from litgauge.tasks.benchmark import Rows
from litgauge.tasks.benchmarks.scinetbench.baselines import baseline_values
from litgauge.tasks.benchmarks.scinetbench.judging import GradedThing
from litgauge.tasks.benchmarks.scinetbench.matching import find_works
from litgauge.tasks.benchmarks.scinetbench.outcome import Neighbours, Outcome, look_up, outcome_of
from litgauge.tasks.benchmarks.scinetbench.release import NetworkRows
from litgauge.tasks.benchmarks.scinetbench.rows import AnsweredWork, FoundWork, TaskAnswer, WorkGrade
from litgauge.tasks.records import Unscored
from litgauge.tasks.records.grouping import rows_by
from litgauge.tasks.statistics import TaskResult

QUALITIES = {"novel": "novelty", "disruptive": "disruption", "lineage": "rationality"}
"""Quality that a judge grades in answers to a task, by its relation."""


def derive(rows: Rows, release: NetworkRows) -> Rows:
    """Return the rows, with the listed works matched to the network and the values of the baseline lists."""
    works = find_works(rows["listed"], release)
    tasks = [release.task[answer.task_id] for answer in rows["answers"] if answer.task_id in release.task]
    return {**rows, "found": works, "baselines": tuple(baseline_values(tasks, release))}


def outcomes(answers: Sequence[TaskAnswer], matches: Iterable[FoundWork], release: NetworkRows) -> dict[str, Outcome]:
    """Return the outcome of every answered task that the release has, by task."""
    by_task = rows_by(matches, lambda row: row.task_id)
    tasks = [release.task[answer.task_id] for answer in answers if answer.task_id in release.task]
    named = {row.work for rows in by_task.values() for row in rows if row.work is not None}
    ends = {end for task in tasks for end in (task.subject, task.target) if end is not None}
    along = {row.work for task in tasks if task.kind == "path-wise" for row in release.truth.get(task.task_id, ())}
    network: Neighbours = look_up(release, named | ends | along)
    return {
        task.task_id: outcome_of(
            task,
            by_task[task.task_id],
            [row.work for row in release.truth.get(task.task_id, ())],
            network,
            {rule: works for (name, rule), works in release.other_paths.items() if name == task.task_id},
        )
        for task in tasks
    }


def task_results(rows: Rows, release: NetworkRows) -> tuple[TaskResult, ...]:
    """Every task of the kinds that the agent took part in."""
    by_task_id = outcomes(rows["answers"], rows["found"], release)
    grades = _Grades(rows.get("grades", ()))
    results = []
    for answer in rows["answers"]:
        if (outcome := by_task_id.get(answer.task_id)) is not None:
            task = outcome.task
            results.append(
                TaskResult(
                    task_id=task.task_id,
                    cluster=task.sub_field,
                    groups={"kind": task.kind, "relation": task.relation},
                    answered=answer.listed > 0,
                    parts={"outcome": outcome, "grades": grades.of(outcome)},
                )
            )
    return tuple(results)


class _Grades:
    """A judge's grades, of works and of paths."""

    def __init__(self, rows: Iterable[WorkGrade]) -> None:
        self._grades = {
            (row.quality, row.task_id if row.work is None else row.work): Unscored(f"the judge failed: {row.reason}")
            if row.score is None
            else row.score
            for row in rows
        }

    def of(self, outcome: Outcome) -> list[int | Unscored]:
        """Return the grades of the answer's works, or of its path; none where the task has nothing to grade."""
        quality = QUALITIES.get(outcome.task.relation)
        if quality is None:
            return []
        subjects = [outcome.task.task_id] if quality == "rationality" else outcome.known_works
        left_out = Unscored("the judge gave no such grade")
        return [self._grades.get((quality, subject), left_out) for subject in subjects]  # type: ignore[arg-type]


def readdress(old: Rows, new: Rows) -> Rows:
    """Return the old judge's grades beside what the new run found: that rests on the release, and asks nobody."""
    return {**new, "grades": list(old.get("grades", ()))}


def count_rows(rows: Rows) -> Mapping[str, int]:
    """Return the listed works by what came of them."""
    listed: Sequence[AnsweredWork] = rows["listed"]
    rules = Counter(row.rule for row in rows["found"])
    of_network = sum(row.work is not None and row.rule not in ("repeated", "beyond") for row in rows["found"])
    return {
        "works_listed": len(listed),
        "works_found": of_network,
        "works_invented": rules["invented"],
        "works_repeated": rules["repeated"],
        "works_beyond_length": rules["beyond"],
    }


_NO_ABSTRACT = "(none is known)"
_MOST_OF_ABSTRACT = 3_000  # characters of each work of a path


@dataclass(frozen=True, slots=True)
class _Described:
    title: str
    year: int
    abstract: str


def graded_things(rows: Rows, release: NetworkRows) -> dict[str, GradedThing]:
    """Return what a judge grades in these answers, by name: each work once a quality, and every path with a work."""
    answered = list(outcomes(rows["answers"], find_works(rows["listed"], release), release).values())
    named = {
        work
        for outcome in answered
        for work in (*outcome.known_works, outcome.task.subject, outcome.task.target)
        if work
    }
    descriptions = _described(named, release)
    things: dict[str, GradedThing] = {}
    for outcome in answered:
        for thing in _of_answer(outcome, descriptions):
            things.setdefault(f"{thing.quality} {thing.task_id or thing.work}", thing)
    return things


def _of_answer(outcome: Outcome, descriptions: dict[int, _Described]) -> Iterator[GradedThing]:
    task = outcome.task
    if task.relation == "lineage":
        if outcome.works:
            path = [
                _in_words(descriptions[work]) if work in descriptions else "(a work that nobody knows)"
                for work in outcome.path
                if work
            ]
            yield GradedThing(task.task_id, None, "rationality", task.prompt.split("\n", 1)[0], "\n\n".join(path))
    elif task.relation in ("novel", "disruptive"):
        quality: Literal["novelty", "disruption"] = "novelty" if task.relation == "novel" else "disruption"
        for work in outcome.known_works:
            yield GradedThing("", work, quality, descriptions[work].title, descriptions[work].abstract or _NO_ABSTRACT)


def _in_words(work: _Described) -> str:
    abstract = " ".join((work.abstract or _NO_ABSTRACT)[:_MOST_OF_ABSTRACT].split())
    return f"{work.title} ({work.year}): {abstract}"


def _described(works: Iterable[int], release: NetworkRows) -> dict[int, _Described]:
    numbers = pa.array(sorted(set(works)), pa.int64())
    rows = release.works.filter(pc.is_in(release.works["work"], numbers)).select(["work", "title", "year"]).to_pylist()
    abstracts: dict[int, str] = {}
    if release.abstracts is not None:
        chosen = release.abstracts.filter(pc.is_in(release.abstracts["work"], numbers))
        abstracts = dict(zip(chosen["work"].to_pylist(), chosen["abstract"].to_pylist(), strict=True))
    return {row["work"]: _Described(row["title"], row["year"], abstracts.get(row["work"], "")) for row in rows}
