"""Views of the score runs of one release, in the order of report.html."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

import msgspec

from litgauge.tasks.benchmark import AnswerState, Benchmark, ShownAgent, ShownAnswer
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.figures.cards import figure_cards
from litgauge.tasks.html.columns import charted
from litgauge.tasks.html.trajectories import trajectory_rows
from litgauge.tasks.ledger import LoadedRun, leaderboard
from litgauge.tasks.records import ScoreRun
from litgauge.tasks.records.grouping import rows_by
from litgauge.tasks.statistics import OTHER_TASK, Comparison, CorrectedMean, Summary, TaskScore, comparisons, grouped


@dataclass(frozen=True, slots=True)
class AgentView(ShownAgent):
    """One agent, with all that the page's own sections show of it."""

    by: Mapping[str, Mapping[str, Mapping[str, Summary]]]  # column, its value, charted metric
    differences: Mapping[
        str, Comparison
    ]  # of its charted and headline metrics to those of the first agent; empty for itself
    corrected: Mapping[str, CorrectedMean]  # metrics as people's labels correct them

    @property
    def compared(self) -> int:
        """Number of clusters on which it and the first agent both have a value."""
        return max((difference.clusters for difference in self.differences.values()), default=0)

    @property
    def judges(self) -> tuple[tuple[str, str, str, tuple[str, ...]], ...]:
        """Provider, model and parameters that were set of each judge, and the questions that it was asked."""
        questions: dict[tuple[str, str, str], dict[str, None]] = defaultdict(dict)
        for judge in self.run.judges:
            labels = (f"{question.label} {question.fingerprint[:10]}" for question in judge.questions)
            questions[judge.provider, judge.model, _set_parameters(judge.parameters)].update(dict.fromkeys(labels))
        return tuple((*who, tuple(labels)) for who, labels in questions.items())


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A reason why answers have no value, with the agents and metrics that it affects."""

    reason: str
    answers: int
    agents: tuple[tuple[str, int], ...]  # with the number of their answers
    metrics: tuple[tuple[str, tuple[tuple[str, int], ...]], ...]  # state -> metrics with the number of answers

    def count_of(self, number: int) -> str:
        """Return the number of answers behind a metric, if it differs from that of the reason."""
        return "" if number == self.answers else f" ({number})"


def agent_views(
    benchmark: Benchmark, release: Any, runs: Sequence[LoadedRun], storage: Storage | None
) -> tuple[AgentView, ...]:
    """Return the agents in the order of the leaderboard.

    Raises UnusableInput if the runs are of more than one release.
    """
    loaded = {run.run.run_id: run for run in runs}
    ranked = ranked_agents(benchmark, runs)
    ordered = [loaded[agent.run.run_id] for agent in ranked]
    part = benchmark.page.answer
    views = part.views(release, ordered, storage) if part else [{}] * len(ordered)
    titles = part.titles(release) if part else {}
    agents = []
    for agent, run, of_run in zip(ranked, ordered, views, strict=True):
        own, cards = _charted(benchmark, run), figure_cards(run.rows)
        answers = tuple(
            replace(
                _answer(_anchor(run.run, task_id), task_id, titles.get(task_id, task_id), scores, of_run.get(task_id)),
                figures=cards.get(task_id),
            )
            for task_id, scores in _by_task(run).items()
        )
        by = {column: grouped(own, column) for column in benchmark.scoring.groups}
        rows = {**run.rows, **trajectory_rows(storage, run.run.agent_run)}
        agents.append(replace(agent, rows=rows, answers=answers, by=by))
    return tuple(agents)


def ranked_agents(
    benchmark: Benchmark, runs: Sequence[LoadedRun], compared: Iterable[str] = ()
) -> tuple[AgentView, ...]:
    """Return the agents in the order of the leaderboard, without their answers; of the runs only the scores are used.

    `compared` are the metrics whose differences are tested, by default those charted and of the headline.
    Raises UnusableInput if the runs are of more than one release.
    """
    loaded = {run.run.run_id: run for run in runs}
    rows = leaderboard(runs).rows
    names = {*compared} or {metric.name for metric in charted(benchmark.scoring)} | {*benchmark.scoring.headline}
    first = _scores(loaded[rows[0].run.run_id], names)
    agents = []
    for number, row in enumerate(rows):
        run = loaded[row.run.run_id]
        differences = comparisons(_scores(run, names), first) if number else {}
        own = (run.run, run.rows, row.summaries)
        agents.append(AgentView(number, row.agent, *own, (), by={}, differences=differences, corrected=row.corrected))
    return tuple(agents)


def column_values(agents: Sequence[ShownAgent], column: str) -> list[str]:
    """Return the values that a column has on the page, in order; "" where a task has none."""
    return sorted({answer.groups.get(column, "") for agent in agents for answer in agent.answers})


def left_out(agents: Sequence[ShownAgent]) -> tuple[LeftOut, ...]:
    """Every reason once, the commonest first; one answer counts once, in however many metrics it has no value.

    Tasks that a metric is not declared for are no reason.
    """
    counts: dict[str, dict[str, dict[str, Counter[str]]]] = {}  # reason -> agent -> state -> metric
    for agent in agents:
        name = f"{agent.name} ({agent.run.judge})" if _twice(agent, agents) else agent.name
        for metric, summary in agent.summaries.items():
            for state, reason, number in summary.reasons:
                if reason == OTHER_TASK:
                    continue
                of_agent = counts.setdefault(reason, {}).setdefault(name, {})
                of_agent.setdefault(state, Counter())[metric] += number
    reasons = [_left_out(reason, of_agents) for reason, of_agents in counts.items()]
    return tuple(sorted(reasons, key=lambda reason: -reason.answers))


def _left_out(reason: str, of_agents: Mapping[str, Mapping[str, Counter[str]]]) -> LeftOut:
    agents = tuple((name, max(max(of.values()) for of in states.values())) for name, states in of_agents.items())
    together: dict[str, Counter[str]] = {}
    for states in of_agents.values():
        for state, of in states.items():
            together.setdefault(state, Counter()).update(of)
    metrics = tuple((state, tuple(of.items())) for state, of in together.items())
    return LeftOut(reason, sum(number for _, number in agents), agents, metrics)


def _twice(agent: ShownAgent, agents: Sequence[ShownAgent]) -> bool:
    return sum(other.name == agent.name for other in agents) > 1


def _anchor(run: ScoreRun, task_id: str) -> str:
    """Return the same wherever this agent, judge and task are shown, so that a link to it lasts."""
    identity = "\n".join((run.agent, run.judge, task_id))
    return f"r{sha256(identity.encode('utf-8', 'replace')).hexdigest()[:10]}"


def _answer(anchor: str, task_id: str, title: str, scores: Sequence[TaskScore], view: Any) -> ShownAnswer:
    groups = {group.column: group.value for group in scores[0].groups}
    return ShownAnswer(anchor, task_id, title, groups, _state(scores), {score.metric: score for score in scores}, view)


def _state(scores: Sequence[TaskScore]) -> AnswerState:
    if not any(score.answered for score in scores):
        return "missing"
    if all(score.state == "not-asked" for score in scores):
        return "not-asked"
    return "unscored" if any(score.state == "unscored" for score in scores) else "scored"


def _by_task(run: LoadedRun) -> dict[str, list[TaskScore]]:
    """Return the scores of each task, in the release's order, which is that of the rows."""
    return rows_by(run.rows["scores"], lambda score: score.task_id)


def _charted(benchmark: Benchmark, run: LoadedRun) -> list[TaskScore]:
    names = {metric.name for metric in charted(benchmark.scoring)}
    return [score for score in run.rows["scores"] if score.metric in names]


def _scores(run: LoadedRun, names: Collection[str]) -> list[TaskScore]:
    return [score for score in run.rows["scores"] if score.metric in names]


def _set_parameters(parameters: str) -> str:
    """Return the parameters that are set, "temperature 0, seed 7"; what is no JSON object as it stands."""
    try:
        values = msgspec.json.decode(parameters)
    except msgspec.DecodeError:
        return parameters
    if not isinstance(values, dict):
        return parameters
    return ", ".join(f"{name} {value}" for name, value in values.items() if value is not None)
