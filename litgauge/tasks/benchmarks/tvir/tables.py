"""The tables and figures of the paper over all agents of a release (arXiv 2606.02320, section 5, D.2 and D.3)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any

from litgauge.tasks.benchmark import Rows, Scoring, ShownAgent, ShownPage, score_tasks
from litgauge.tasks.benchmarks.tvir.settings import DOMAINS, LANGUAGES, LEVELS
from litgauge.tasks.statistics import Comparison, Summary, TaskScore, compare, grouped, summaries
from litgauge.tasks.statistics.rankings import middle_ranks

AGGREGATES = ("ta", "va", "overall")
TEXTUAL = ("cs", "ia", "wq", "adb", "flc")
VISUAL = ("fq", "mc", "fcq", "fci", "csc", "va", "overall")
"""The columns of Table 1 that have a dash for an agent whose reports hold no figure."""
GROUPS: Mapping[str, tuple[str, ...]] = {"language": LANGUAGES, "domain": DOMAINS, "level": LEVELS}


@dataclass(frozen=True)
class AgentLine:
    """An agent's means by metric; `shown` has none where the paper prints a dash."""

    agent: ShownAgent
    text_only: bool  # none of its reports holds a figure that can be shown
    means: Mapping[str, float | None]

    def shown(self, metric: str) -> float | None:
        """Return the mean, None of what sees figures if there are none."""
        return None if self.text_only and metric in VISUAL else self.means[metric]


def agent_line(agent: ShownAgent) -> AgentLine:
    """Return the means of an agent over all its tasks: a line of Table 1."""
    return AgentLine(agent, is_text_only(agent), _means(agent.summaries))


def is_text_only(agent: ShownAgent) -> bool:
    """Return whether an agent gave reports, and none of them holds a figure that can be shown, or that we failed on."""
    counts = agent.run.counts
    return 0 < counts["text_only"] == counts["reports"]


def by_group(agent: ShownAgent, column: str) -> dict[str, AgentLine]:
    """Return an agent's means by language, domain or level: Tables 2 and 3, figure 5; groups in the paper's order."""
    scores = grouped(agent.rows["scores"], column)
    text_only = is_text_only(agent)
    return {name: AgentLine(agent, text_only, _means(scores[name])) for name in GROUPS[column] if name in scores}


def domain_ranks(overall: Mapping[str, Mapping[str, float]]) -> dict[str, float]:
    """Return the mean rank of each domain over systems, the easiest first: Table 4.

    `overall` has each system's scores by domain; 1 is the domain in which a system is best, equal ones have the middle
    of their ranks. Systems that lack a domain are left out.

    >>> domain_ranks({"a": {"Law": 70, "Art": 80, "War": 60}, "b": {"Law": 50, "Art": 50, "War": 40}})
    {'Art': 1.25, 'Law': 1.75, 'War': 3.0}
    """
    domains = {domain for of in overall.values() for domain in of}
    ranks: dict[str, list[float]] = defaultdict(list)
    for of in overall.values():
        if domains == of.keys():
            for domain, rank in middle_ranks({domain: -score for domain, score in of.items()}).items():
                ranks[domain].append(rank)
    return dict(sorted(((domain, fmean(of)) for domain, of in ranks.items()), key=lambda pair: (pair[1], pair[0])))


def domain_table(page: ShownPage) -> dict[str, float]:
    """Return Table 4 of the agents on a page that have figures, each by its first judge."""
    overall: dict[str, dict[str, float]] = {}
    for agent in page.agents:
        if agent.name not in overall and not is_text_only(agent):
            lines = by_group(agent, "domain")
            overall[agent.name] = {
                domain: mean for domain, line in lines.items() if (mean := line.means["overall"]) is not None
            }
    return domain_ranks({name: of for name, of in overall.items() if of})


@dataclass(frozen=True)
class Deviation:
    """Means of a metric over independent judgings of the same reports: a cell of Table 12."""

    metric: str
    means: tuple[float, ...]  # one a judging, 0 to 100
    deviation: float  # of the sample; the paper prints it on a scale of 0 to 1


def deviations(agent: ShownAgent, release: Any, scoring: Scoring) -> list[Deviation]:
    """Return the deviation of each metric of Table 1 over an agent's judgings; nothing where there is but one."""
    repeats = sorted({row.repeat for of in agent.rows.values() for row in of if hasattr(row, "repeat")})
    if len(repeats) < 2:
        return []
    metrics = [metric for metric in scoring.metrics if metric.shown == "paper"]
    judgings = [
        summaries(score_tasks(scoring.results(_of_judging(agent.rows, repeat), release), metrics)) for repeat in repeats
    ]
    means = {
        metric.name: tuple(mean for of in judgings if (mean := of[metric.name].mean) is not None) for metric in metrics
    }
    return [Deviation(name, of, stdev(of)) for name, of in means.items() if len(of) > 1]


def _of_judging(rows: Rows, repeat: int) -> dict[str, Sequence[Any]]:
    return {table: [row for row in of if getattr(row, "repeat", repeat) == repeat] for table, of in rows.items()}


@dataclass(frozen=True)
class Ablation:
    """A variant of an agent against the agent itself, by metric, on the tasks that both answered: Table 8."""

    base: ShownAgent
    variant: ShownAgent
    compared: Mapping[str, Comparison]  # a: the variant, b: the base


def ablations(page: ShownPage) -> Iterator[Ablation]:
    """Yield each agent that is named like another with an ending (`tvir-agent-no-charts`), by the same judge."""
    for base in page.agents:
        for variant in page.agents:
            ending = variant.name.removeprefix(base.name)
            alike = variant.run.judge == base.run.judge
            if alike and ending != variant.name and ending[:1] in tuple("-_ ("):
                sides = {metric: (_scores(variant, metric), _scores(base, metric)) for metric in AGGREGATES}
                yield Ablation(base, variant, {name: compare(*of) for name, of in sides.items() if all(of)})


def _scores(agent: ShownAgent, metric: str) -> list[TaskScore]:
    """The scores of the tasks that the agent answered."""
    return [score for score in agent.rows["scores"] if score.metric == metric and score.answered]


def _means(summaries: Mapping[str, Summary]) -> dict[str, float | None]:
    return {name: summary.mean for name, summary in summaries.items()}
