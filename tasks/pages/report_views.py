"""What report.html shows of the score runs of one release, in the order in which it is shown."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from tasks.declaration import Benchmark, ShownAgent, ShownAnswer
from tasks.declaration.page import AnswerState
from tasks.engine.storage import Storage
from tasks.ledger import LoadedRun, leaderboard
from tasks.metrics import Comparison, Summary, TaskScore, comparisons, grouped
from tasks.pages.columns import charted


@dataclass(frozen=True, slots=True)
class AgentView(ShownAgent):
    """One agent, with all that the page's own sections show of it."""

    by: Mapping[str, Mapping[str, Mapping[str, Summary]]]  # column, its value, charted metric
    differences: Mapping[str, Comparison]  # of its charted metrics to those of the first agent; empty for itself

    @property
    def compared(self) -> int:
        """On how many clusters it and the first agent both have a value."""
        return max((found.clusters for found in self.differences.values()), default=0)

    @property
    def judges(self) -> tuple[tuple[str, str, str, tuple[str, ...]], ...]:
        """Provider, model and parameters that were set of each judge, and the questions that it was asked."""
        asked: dict[tuple[str, str, str], dict[str, None]] = defaultdict(dict)
        for judge in self.run.judges:
            labels = (f"{question.label} {question.fingerprint[:10]}" for question in judge.questions)
            asked[judge.provider, judge.model, _set_parameters(judge.parameters)].update(dict.fromkeys(labels))
        return tuple((*who, tuple(labels)) for who, labels in asked.items())

    @property
    def unscored(self) -> tuple[tuple[tuple[str, ...], str, int], ...]:
        """Metrics, reason and number of answers for every value that there is not; one line for what is alike."""
        alike: dict[tuple[str, int], list[str]] = defaultdict(list)
        for metric, summary in self.summaries.items():
            for state, reason, number in summary.reasons:
                alike[f"{state}: {reason}", number].append(metric)
        return tuple((tuple(metrics), why, number) for (why, number), metrics in alike.items())


def agent_views(
    benchmark: Benchmark, release: Any, runs: Sequence[LoadedRun], storage: Storage | None
) -> tuple[AgentView, ...]:
    """The agents in the order of the leaderboard. Raises UnusableInput if the runs are of more than one release."""
    loaded = {run.run.run_id: run for run in runs}
    rows = leaderboard(runs).rows
    ordered = [loaded[row.run.run_id] for row in rows]
    part = benchmark.page.answer
    views = part.views(release, ordered, storage) if part else [{}] * len(ordered)
    titles = part.titles(release) if part else {}
    first = _charted(benchmark, ordered[0])
    found = []
    for number, (row, run, of_run) in enumerate(zip(rows, ordered, views, strict=True)):
        own = _charted(benchmark, run)
        answers = tuple(
            _answer(f"a{number}r{place}", task_id, titles.get(task_id, task_id), scores, of_run.get(task_id))
            for place, (task_id, scores) in enumerate(_by_task(run).items())
        )
        by = {column: grouped(own, column) for column in benchmark.scoring.groups}
        differences = comparisons(own, first) if number else {}
        found.append(AgentView(number, row.agent, run.run, run.rows, row.summaries, answers, by, differences))
    return tuple(found)


def column_values(agents: Sequence[ShownAgent], column: str) -> list[str]:
    """The values that a column has on the page, in order; "" where a task has none."""
    return sorted({answer.groups.get(column, "") for agent in agents for answer in agent.answers})


def _answer(anchor: str, task_id: str, title: str, scores: Sequence[TaskScore], view: Any) -> ShownAnswer:
    groups = {group.column: group.value for group in scores[0].groups}
    return ShownAnswer(anchor, task_id, title, groups, _state(scores), {score.metric: score for score in scores}, view)


def _state(scores: Sequence[TaskScore]) -> AnswerState:
    if not any(score.given for score in scores):
        return "missing"
    return "unscored" if any(score.state == "unscored" for score in scores) else "scored"


def _by_task(run: LoadedRun) -> dict[str, list[TaskScore]]:
    """The scores of each task, in the release's order, which is that of the rows."""
    found: dict[str, list[TaskScore]] = defaultdict(list)
    for score in run.rows["scores"]:
        found[score.task_id].append(score)
    return found


def _charted(benchmark: Benchmark, run: LoadedRun) -> list[TaskScore]:
    names = {metric.name for metric in charted(benchmark.scoring)}
    return [score for score in run.rows["scores"] if score.metric in names]


def _set_parameters(parameters: str) -> str:
    """The parameters that are set, "temperature 0, seed 7"; what is no JSON object as it stands."""
    try:
        values = msgspec.json.decode(parameters)
    except msgspec.DecodeError:
        return parameters
    if not isinstance(values, dict):
        return parameters
    return ", ".join(f"{name} {value}" for name, value in values.items() if value is not None)
