"""An agent's answer beside the truth: ranked works, and paths drawn with their years and citations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from operator import attrgetter
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from litgauge.tasks.benchmark import AnswerMark
from litgauge.tasks.benchmarks.scinetbench.outcome import Outcome
from litgauge.tasks.benchmarks.scinetbench.release import NetworkRows
from litgauge.tasks.benchmarks.scinetbench.rows import AnsweredWork, FoundWork, NetworkTask
from litgauge.tasks.benchmarks.scinetbench.scoring import outcomes
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records.grouping import rows_by

HIT = AnswerMark("hit", "✓", "as the truth has it")
OTHER = AnswerMark("other", "–", "another work of the network")
INVENTED = AnswerMark("invented", "✗", "not in the network")
UNCOUNTED = AnswerMark("uncounted", "∘", "listed again, or too far down")
MARKS = (HIT, OTHER, INVENTED, UNCOUNTED)
MISSED = AnswerMark("missed", "○", "the agent does not have it")  # of the truth


@dataclass(frozen=True, slots=True)
class ShownWork:
    """A work with what the network knows of it."""

    work: int | None
    title: str
    year: int | None
    citations: int | None
    mark: AnswerMark
    why: str  # by what it was recognised, or why it does not count
    cites_next: bool | None = None  # along a path, whether it cites the next one


@dataclass(frozen=True, slots=True)
class AnswerView:
    """One answer as the page shows it."""

    task: NetworkTask
    file: str
    remarks: str
    listed: tuple[ShownWork, ...]  # as the agent has it
    path: tuple[ShownWork, ...]  # the agent's, its ends added; () of a list
    truth: tuple[ShownWork, ...]  # with those that the agent has marked


def answer_views(release: NetworkRows, runs: Sequence[Any], _storage: Storage | None) -> list[dict[str, AnswerView]]:
    """Of each run every answer, by task."""
    works = [row.work for run in runs for row in run.rows["found"] if row.work is not None]
    truth = [row.work for rows in release.truth.values() for row in rows]
    ends = [end for task in release.tasks for end in (task.subject, task.target) if end is not None]
    shown = _works_shown({*works, *truth, *ends}, release)
    return [_of_run(run, release, shown) for run in runs]


def tally(view: AnswerView) -> list[tuple[AnswerMark, int]]:
    """Return how many works of an answer have each mark."""
    return [(mark, sum(work.mark is mark for work in view.listed)) for mark in MARKS]


def task_titles(release: NetworkRows) -> dict[str, str]:
    """Return a title for each task: its sub-field, relation and subject."""
    names = {name: sub_field.name for name, sub_field in release.sub_fields.items()}
    titles = _works_shown({task.subject for task in release.tasks if task.subject is not None}, release)
    return {
        task.task_id: f"{names.get(task.sub_field, task.sub_field)}: {task.relation}"
        + (f", {titles[task.subject][0]}" if task.subject in titles else "")
        for task in release.tasks
    }


_WorkFacts = Mapping[int, tuple[str, int, int]]  # title, year, citations


def _works_shown(works: Iterable[int], release: NetworkRows) -> dict[int, tuple[str, int, int]]:
    numbers = pa.array(sorted(set(works)), pa.int64())
    rows = release.works.filter(pc.is_in(release.works["work"], numbers)).select(["work", "title", "year"])
    counts = release.measures.filter(pc.is_in(release.measures["work"], numbers)).select(["work", "citations"])
    cited = dict(zip(counts["work"].to_pylist(), counts["citations"].to_pylist(), strict=True))
    return {row["work"]: (row["title"], row["year"], cited.get(row["work"], 0)) for row in rows.to_pylist()}


def _of_run(run: Any, release: NetworkRows, shown: _WorkFacts) -> dict[str, AnswerView]:
    listed: Mapping[str, list[AnsweredWork]] = rows_by(run.rows["listed"], attrgetter("task_id"))
    matches: dict[tuple[str, int], FoundWork] = {(row.task_id, row.position): row for row in run.rows["found"]}
    by_task_id = outcomes(run.rows["answers"], run.rows["found"], release)
    views = {}
    for answer in run.rows["answers"]:
        outcome = by_task_id.get(answer.task_id)
        if outcome is None:
            continue
        rows = [(row, matches[row.task_id, row.position]) for row in listed.get(answer.task_id, ())]
        works = tuple(_shown_work(row, match, outcome, shown) for row, match in rows)
        invented = [work.title for work in works if work.mark is INVENTED]
        invented = invented[::-1] if outcome.turned else invented
        path = tuple(_along(outcome.path, outcome, shown, invented)) if outcome.task.relation == "lineage" else ()
        truth = tuple(_of_truth(work, outcome) for work in _along(outcome.truth, outcome, shown))
        views[answer.task_id] = AnswerView(outcome.task, answer.file, answer.remarks, works, path, truth)
    return views


def _shown_work(row: AnsweredWork, match: FoundWork, outcome: Outcome, shown: _WorkFacts) -> ShownWork:
    title, year, citations = shown.get(match.work or -1, (row.title or row.doi or row.arxiv_id or "", row.year, None))
    if match.rule in ("repeated", "beyond"):
        mark = UNCOUNTED
    elif match.work is None:
        mark = INVENTED
    else:
        mark = HIT if _is_hit(match.work, outcome) else OTHER
    return ShownWork(match.work, title, year, citations, mark, f"{match.rule}: {match.evidence}")


def _is_hit(work: int, outcome: Outcome) -> bool:
    subject, network = outcome.task.subject or 0, outcome.network
    if outcome.task.relation == "together":
        return bool(network.sources_of(work, subject))
    return network.cite(work, subject) if outcome.task.kind == "pair-wise" else work in outcome.truth


def _along(
    works: Sequence[int | None], outcome: Outcome, shown: _WorkFacts, invented: Sequence[str] = ()
) -> Iterator[ShownWork]:
    """Works in their order, each with whether it cites the next; those that the agent has are marked.

    `invented` are the titles of those that are none, in their order.
    """
    titles = iter(invented)
    for place, work in enumerate(works, start=1):
        title, year, citations = shown[work] if work is not None else (next(titles, ""), None, None)
        following = works[place] if place < len(works) else None
        cites = work is not None and following is not None and outcome.network.cite(work, following)
        has = work is not None and work in outcome.known_works
        mark = INVENTED if work is None else HIT if has and work in outcome.truth else OTHER
        yield ShownWork(work, title, year, citations, mark, "", cites if place < len(works) else None)


def _of_truth(work: ShownWork, outcome: Outcome) -> ShownWork:
    return work if work.work in outcome.known_works else replace(work, mark=MISSED)
