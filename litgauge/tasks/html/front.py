"""Top of a report page: what was measured on what, who leads and whether that is certain, and who judged."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from litgauge.tasks.benchmark import Benchmark, Metric, Scoring, Words
from litgauge.tasks.benchmark.printed_values import shown, shown_interval
from litgauge.tasks.html.columns import charted
from litgauge.tasks.html.report_views import AgentView, ranked_agents
from litgauge.tasks.ledger import LoadedRun
from litgauge.tasks.statistics import FEWEST, Comparison, Interval

_NAMED = 4  # metrics, or agents, that a sentence names
_COLUMNS = 5  # metrics of the ranking before a reader chooses others


@dataclass(frozen=True, slots=True)
class Verdict:
    """Who leads by the first headline metric, and how the others stand to that agent."""

    leader: str  # "" where nobody has a value
    claim: str  # the rest of the sentence that begins with the leader
    reasons: tuple[str, ...]
    standings: Mapping[int, str]  # number of an agent -> a few words


def title(benchmark: Benchmark, agents: int, tasks: int) -> str:
    """Return what was measured on what: "ReportBench: F1 and Match rate of 3 agents on 12 tasks"."""
    measured = _listed(benchmark.scoring.metric(name).short for name in benchmark.scoring.headline)
    return f"{benchmark.title}: {measured} of {_counted(agents, 'agent')} on {_counted(tasks, 'task')}"


def ranking_metrics(scoring: Scoring) -> tuple[tuple[Metric, ...], frozenset[str]]:
    """Return the metrics that a reader can choose as columns, headline first, and the names of those shown at first."""
    headline = tuple(scoring.metric(name) for name in scoring.headline)
    ordered = dict.fromkeys((*headline, *charted(scoring), *scoring.metrics))
    chosen = tuple(metric for metric in ordered if metric.shown in ("paper", "beside"))
    first = dict.fromkeys((*headline, *charted(scoring)))
    return tuple(dict.fromkeys((*headline, *chosen))), frozenset(metric.name for metric in list(first)[:_COLUMNS])


def verdict_sentence(benchmark: Benchmark, runs: Sequence[LoadedRun]) -> str:
    """Return the sentence with which the page begins: who leads, and whether that is certain.

    Of the runs only the scores are used. Raises UnusableInput if they are of more than one release.
    """
    standing = verdict(benchmark, ranked_agents(benchmark, runs, benchmark.scoring.headline[:1]))
    return f"{standing.leader} {standing.claim}".strip()


def verdict(benchmark: Benchmark, agents: Sequence[AgentView]) -> Verdict:
    """Return who leads, and whether the paired test of the house holds each lead for certain."""
    scoring, words = benchmark.scoring, benchmark.page.words
    metric, leader = scoring.metric(scoring.headline[0]), agents[0]
    summary = leader.summaries.get(metric.name)
    if summary is None or summary.mean is None:
        claim = f"No agent has a value in {metric.short}; what was left out, and why, stands below."
        return Verdict("", claim, (), {})
    value = shown(metric, summary.mean)
    rivals = [agent for agent in agents[1:] if agent.name != leader.name]
    if not rivals:
        interval = f" (95 % interval {shown_interval(metric, summary.interval)})" if summary.interval else ""
        claim = f"has a mean {metric.short} of {value}{interval}. It is the only agent here, so there is no leader."
        return Verdict(leader.name, claim, (), {})
    level = [agent.name for agent in rivals if (of := agent.summaries.get(metric.name)) and of.mean == summary.mean]
    if level:
        claim = (
            f"and {_listed(dict.fromkeys(level))} share the best mean {metric.short}, {value}, so there is no leader."
        )
        return Verdict(leader.name, claim, tuple(_other_headlines(scoring, agents)), {})
    if not any((of := agent.summaries.get(metric.name)) and of.mean is not None for agent in rivals):
        claim = f"has a mean {metric.short} of {value}. No other agent has a value there, so there is no leader."
        return Verdict(leader.name, claim, tuple(_other_headlines(scoring, agents)), {})
    judged = _is_judged(scoring, metric)
    standings = [_standing(metric, leader, rival, words, judged=judged) for rival in rivals]
    reasons = (*(standing.sentence for standing in standings[:_NAMED]), *_other_headlines(scoring, agents))
    claim = _claim(metric, value, standings, words)
    return Verdict(leader.name, claim, reasons, {standing.number: standing.words for standing in standings})


@dataclass(frozen=True, slots=True)
class _Standing:
    number: int
    name: str
    words: str
    sentence: str
    certain: bool
    decidable: bool


def _standing(metric: Metric, leader: AgentView, rival: AgentView, words: Words, *, judged: bool) -> _Standing:
    comparison = rival.differences.get(metric.name)
    if judged and rival.run.judge != leader.run.judge:
        reason = f"{rival.name} was judged by {rival.run.judge}, {leader.name} by {leader.run.judge}: not comparable."
        return _Standing(rival.number, rival.name, "another judge", reason, certain=False, decidable=False)
    if comparison is None or comparison.difference is None:
        reason = f"{rival.name} and {leader.name} share no {words.cluster} with a value in {metric.short}."
        return _Standing(rival.number, rival.name, "not comparable", reason, certain=False, decidable=False)
    behind = comparison.difference if metric.lower_is_better else -comparison.difference
    certain = comparison.certain and behind > 0
    p = f"p {comparison.p:.2g}"
    if certain:
        state = f"certainly behind, {p}"
    elif comparison.decidable:
        state = f"may be level, {p}"
    else:
        state = f"too few {words.clusters} to tell"
    return _Standing(
        rival.number,
        rival.name,
        state,
        f"{rival.name} is {_gap(metric, behind, comparison, p)} over {comparison.clusters:,} "
        f"{words.cluster if comparison.clusters == 1 else words.clusters}.",
        certain=certain,
        decidable=comparison.decidable,
    )


def _gap(metric: Metric, behind: float, comparison: Comparison, p: str) -> str:
    """Return "0.161 behind (95 % interval 0.076–0.235, p 0.0078)"."""
    interval = comparison.interval
    if interval and not metric.lower_is_better:
        interval = Interval(-interval.high, -interval.low)
    ends = f"95 % interval {shown_interval(metric, interval)}, " if interval else ""
    return f"{shown(metric, abs(behind))} {'behind' if behind >= 0 else 'ahead on shared ones'} ({ends}{p})"


def _claim(metric: Metric, value: str, standings: Sequence[_Standing], words: Words) -> str:
    """Return the sentence that follows the leader's name."""
    open_ones = [standing for standing in standings if not standing.certain]
    if not open_ones:
        return f"leads in {metric.short} with {value}, and the lead is certain."
    if not any(standing.decidable or standing.certain for standing in standings):
        return (
            f"is ahead in {metric.short} with {value}, but the lead is not certain: that takes {FEWEST} "
            f"{words.clusters} that both agents have a value for."
        )
    over = _listed(standing.name for standing in open_ones)
    certain = "" if len(open_ones) == len(standings) else "; over the others it is"
    return f"is ahead in {metric.short} with {value}, but the lead over {over} is not certain{certain}."


def _other_headlines(scoring: Scoring, agents: Sequence[AgentView]) -> list[str]:
    """Return a sentence for each further headline metric: who has the best mean there."""
    sentences = []
    for name in scoring.headline[1:]:
        metric = scoring.metric(name)
        means = [
            (summary.mean, agent.name)
            for agent in agents
            if (summary := agent.summaries.get(name)) is not None and summary.mean is not None
        ]
        if means:
            mean = (min if metric.lower_is_better else max)(value for value, _ in means)
            best = _listed(dict.fromkeys(agent for value, agent in means if value == mean))
            sentences.append(f"Best mean in {metric.short}: {best}, {shown(metric, mean)}.")
    return sentences


def judge_note(benchmark: Benchmark, agents: Sequence[AgentView]) -> str:
    """Return the warning where rules judged in the place of a model, with what they judged; "" where they did not."""
    offline = [agent for agent in agents if agent.run.offline]
    if not offline:
        return ""
    scoring = benchmark.scoring
    shown_metrics = ranking_metrics(scoring)[0]
    measured = {name for agent in offline for name, summary in agent.summaries.items() if summary.scored}
    judged = [metric.short for metric in shown_metrics if _is_judged(scoring, metric) and metric.name in measured]
    free = [metric.short for metric in shown_metrics if not _is_judged(scoring, metric) and metric.name in measured]
    of_agents = "" if len(offline) == len(agents) else f" of {_listed(dict.fromkeys(agent.name for agent in offline))}"
    what = (
        f"{_listed(judged)}{of_agents} {'come' if len(judged) > 1 else 'comes'} from offline rules, not from a model"
        if judged
        else f"Offline rules judged the {benchmark.page.words.answers}{of_agents}, not a model"
    )
    without = f" {_listed(free)} {'need' if len(free) > 1 else 'needs'} no judge." if free else ""
    return f"{what}: good for a try of {benchmark.title}, not for conclusions.{without}"


def _is_judged(scoring: Scoring, metric: Metric) -> bool:
    return not scoring.judged.keys().isdisjoint(metric.needs)


def _listed(names: Iterable[str]) -> str:
    """Return "a, b and c"; of many the first, and how many more there are.

    >>> _listed(["a", "b", "c"])
    'a, b and c'
    """
    all_names = list(names)
    parts = all_names if len(all_names) <= _NAMED else [*all_names[: _NAMED - 1], f"{len(all_names) - _NAMED + 1} more"]
    return " and ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else parts)


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
