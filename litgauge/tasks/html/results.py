"""Pages beside the report of a release: agents by task, all answers to one task, and the list of releases.

`litgauge serve` shows them, and `litgauge publish --site` writes them: the same pages at other addresses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from types import MappingProxyType

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmark import Benchmark, Metric, ShownAnswer
from litgauge.tasks.benchmark.printed_values import heading, shade, shown
from litgauge.tasks.engine.running import RunningRun
from litgauge.tasks.html.front import Verdict, judge_note, ranking_metrics, title, verdict
from litgauge.tasks.html.report import Neighbours, ReleaseResults, environment, framed, plain_style, rendered
from litgauge.tasks.html.report_views import AgentView, ranked_agents
from litgauge.tasks.ledger import LoadedRun
from litgauge.tasks.records import ScoreRun
from litgauge.tasks.statistics import TaskScore

SCRIPT = "results.js"


@dataclass(frozen=True, slots=True)
class TaskCell:
    """An agent's answer to a task in the table of tasks."""

    text: str
    note: str  # the metric, or the state where there is no value
    state: str
    shade: int | None
    marks: tuple[str, ...]  # codes of the verdicts that pieces of it have
    anchor: str  # "" where the agent has no row for the task


@dataclass(frozen=True, slots=True)
class TaskRow:
    """A task with all agents' answers."""

    task_id: str
    title: str
    groups: tuple[str, ...]  # in the order of the columns that scores are grouped by
    cells: tuple[TaskCell, ...]


@dataclass(frozen=True, slots=True)
class AgentLine:
    """An agent in the list of releases."""

    agent: str
    judge: str
    means: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReleaseEntry:
    """A release in the list of releases."""

    release: str
    title: str
    address: str
    tasks: str  # address of the table of its tasks
    headings: tuple[str, ...]
    rows: tuple[AgentLine, ...]
    verdict: Verdict | None
    note: str = ""  # on its judge, or why its results cannot be shown
    caution: str = ""
    runs: tuple[tuple[ScoreRun, str], ...] = ()  # score runs with the addresses of their pages


def task_name(task_id: str) -> str:
    """Return a name for files and addresses that is the same wherever this task is shown."""
    return f"t{sha256(task_id.encode('utf-8', 'replace')).hexdigest()[:16]}"


def task_ids(results: ReleaseResults) -> list[str]:
    """Return the tasks that any agent has a row for, in the order of the release."""
    return list(dict.fromkeys(answer.task_id for agent in results.agents for answer in agent.answers))


def render_tasks(results: ReleaseResults, neighbours: Neighbours) -> str:
    """Return the table of agents by task, with filters."""
    tasks = task_ids(results)
    return rendered(
        "tasks.html",
        SCRIPT,
        results,
        neighbours,
        title=f"{results.release.name}: agents by task",
        names=_names(results.agents),
        rows=_task_rows(results, tasks),
        first_metric=ranking_metrics(results.benchmark.scoring)[0][0],
    )


def render_task(results: ReleaseResults, task_id: str, neighbours: Neighbours) -> str:
    """Return the page with all answers to one task, two of them beside each other."""
    answers = [(agent, answer) for agent in results.agents for answer in agent.answers if answer.task_id == task_id]
    if not answers:
        raise UnusableInput("no agent was scored on this task", where=task_id)
    first = answers[0][1]
    by_metric = [
        (metric, [answer.scores.get(metric.name) for _, answer in answers])
        for metric in results.benchmark.scoring.metrics
    ]
    return rendered(
        "task.html",
        SCRIPT,
        results,
        neighbours,
        title=first.title,
        task_id=task_id,
        groups=[value for value in first.groups.values() if value],
        names=_names(results.agents),
        answers=answers,
        measured=[(metric, of) for metric, of in by_metric if any(score and score.value is not None for score in of)],
        trajectories=results.trajectories,
    )


def release_entry(
    benchmark: Benchmark,
    runs: Sequence[LoadedRun],
    neighbours: Neighbours,
    *,
    caution: str = "",
) -> ReleaseEntry:
    """Return the entry of a release in the list; of the runs only the scores are used."""
    agents = ranked_agents(benchmark, runs)
    headline = [benchmark.scoring.metric(name) for name in benchmark.scoring.headline]
    tasks = max((agent.run.counts.get("tasks", 0) for agent in agents), default=0)
    return ReleaseEntry(
        release=agents[0].run.release,
        title=title(benchmark, len({agent.name for agent in agents}), tasks),
        address=neighbours.report,
        tasks=neighbours.tasks,
        headings=tuple(heading(metric) for metric in headline),
        rows=tuple(
            AgentLine(agent.name, agent.run.judge, tuple(_mean(agent, metric) for metric in headline))
            for agent in agents
        ),
        verdict=verdict(benchmark, agents),
        note=judge_note(benchmark, agents),
        caution=caution,
    )


def render_contents(entries: Sequence[ReleaseEntry], running: str = "") -> str:
    """Return the list of releases, each with who leads; `running` is the address of the runs in progress."""
    template = environment(None).get_template("contents.html")
    return framed(template, plain_style(), "", title="Results", entries=entries, running=running)


def render_running(
    runs: Sequence[RunningRun], *, contents: str, generated: str, links: Mapping[str, str] = MappingProxyType({})
) -> str:
    """Return the page of the runs in progress; `links` are addresses of runs by id, `contents` that of the releases."""
    template = environment(None).get_template("running.html")
    return framed(
        template,
        plain_style(),
        "running.js",
        title="Runs in progress",
        runs=runs,
        contents=contents,
        generated=generated,
        links=links,
    )


def _mean(agent: AgentView, metric: Metric) -> str:
    summary = agent.summaries.get(metric.name)
    return shown(metric, summary.mean if summary else None)


def _names(agents: Sequence[AgentView]) -> list[str]:
    """Return each agent's name, with its judge where it is there twice."""
    names = [agent.name for agent in agents]
    return [f"{agent.name} ({agent.run.judge})" if names.count(agent.name) > 1 else agent.name for agent in agents]


def _task_rows(results: ReleaseResults, tasks: Sequence[str]) -> Iterator[TaskRow]:
    scoring = results.benchmark.scoring
    metrics, _ = ranking_metrics(scoring)
    by_agent = [{answer.task_id: answer for answer in agent.answers} for agent in results.agents]
    for task_id in tasks:
        answers = [answers.get(task_id) for answers in by_agent]
        first = next(answer for answer in answers if answer is not None)
        yield TaskRow(
            task_id,
            first.title,
            tuple(first.groups.get(column, "") for column in scoring.groups),
            tuple(_cell(results, metrics, answer) for answer in answers),
        )


def _cell(results: ReleaseResults, metrics: Sequence[Metric], answer: ShownAnswer | None) -> TaskCell:
    if answer is None:
        return TaskCell("", "", "none", None, (), "")
    part = results.benchmark.page.answer
    tally = part.tally(answer.view) if part and answer.view is not None else ()
    marks = tuple(mark.code for mark, number in tally if number)
    metric, score = _first_measure(metrics, answer.scores)
    if metric is None or score is None:
        return TaskCell(answer.state, "", answer.state, None, marks, answer.anchor)
    named = metric.short if metric != metrics[0] else ""
    note = named if score.state == "scored" else score.state
    return TaskCell(shown(metric, score.value), note, answer.state, shade(metric, score.value), marks, answer.anchor)


def _first_measure(
    metrics: Sequence[Metric], scores: Mapping[str, TaskScore]
) -> tuple[Metric | None, TaskScore | None]:
    """Return the first metric that the task has a value in, or could have."""
    for metric in metrics:
        score = scores.get(metric.name)
        if score is not None and score.state != "inapplicable":
            return metric, score
    return None, None
