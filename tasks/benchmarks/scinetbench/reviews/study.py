"""What the study comes to: each setting's grades, what it gains over the topic alone, and who is preferred."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tasks.benchmarks.scinetbench.reviews.preferring import judged_rankings
from tasks.benchmarks.scinetbench.reviews.release_rows import StudyRows
from tasks.benchmarks.scinetbench.reviews.settings import BASE, SETTINGS, Setting
from tasks.declaration import ShownAgent, ShownPage
from tasks.metrics import (
    Comparison,
    Interval,
    Preferences,
    Ranking,
    Summary,
    TaskScore,
    cluster_values,
    comparisons,
    preferences,
    summaries,
)
from tasks.metrics.means import SEED
from tasks.metrics.resampling import sums_interval

PUBLISHED_GAIN = 0.234
"""What SciNetBench's abstract reports for "relational ground truth" given to an agent."""
QUALITY = "quality"
Floats = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Gain:
    """By how much the mean quality is higher with a material than without."""

    topics: int  # that have a value in both settings
    base: float | None  # mean quality without, on these topics, [1, 10]
    given: float | None  # mean quality with it
    gain: float | None  # given / base - 1
    interval: Interval | None  # 95 %, bootstrap over topics


@dataclass(frozen=True, slots=True)
class SettingLine:
    """One agent in one setting."""

    setting: Setting
    topics: int  # with a task in this setting
    summaries: Mapping[str, Summary]  # by metric
    differences: Mapping[str, Comparison]  # to the topic alone, paired by topic; empty for that itself
    gain: Gain | None  # None for the topic alone, and where that was not written


@dataclass(frozen=True, slots=True)
class AgentLines:
    """One agent in all settings that it took part in."""

    agent: ShownAgent
    lines: tuple[SettingLine, ...]


@dataclass(frozen=True, slots=True)
class PreferenceTable:
    """Table 4, as people or a judge see it."""

    whose: str
    raters: tuple[str, ...]
    base: str  # the system that others are compared with
    found: Preferences


def agent_lines(page: ShownPage) -> tuple[AgentLines, ...]:
    """Every agent's settings, in their order."""
    return tuple(AgentLines(agent, tuple(_lines(agent))) for agent in page.agents)


def not_applicable(study: StudyRows) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """The topics without a material, by setting and reason: they have no task there, and are in no mean."""
    found: dict[str, dict[str, tuple[str, ...]]] = {}
    for one in study.materials.values():
        if not one.applies:
            reasons = found.setdefault(one.setting, {})
            reasons[one.reason] = (*reasons.get(one.reason, ()), one.topic)
    return found


def relative_gain(given: Iterable[TaskScore], base: Iterable[TaskScore], *, seed: int = SEED) -> Gain:
    """The relative gain in quality: (mean with - mean without) / mean without, over the topics that have both.

    Means are of the five grades' mean, from 1 to 10, a review that was not written at its worst (1), a review that we
    failed on left out with its topic. The ratio is taken of the means, not topic by topic, and of the grades as they
    are, though their scale begins at 1.

    Source: SciNetBench (arXiv 2601.03260), abstract: "providing agents with relational ground truth leads to a
    substantial 23.4% performance improvement in the review quality". Section 6 neither says what that is a ratio of nor
    prints the means behind figure 5 (of which the text gives two, 4.25 and 4.00, of another system). Its "Base LLM with
    Ground Truth" is "the same model" as its "Base LLM", so the plain reading is the one above, with the path as what is
    given; another is the gain over the best system without ground truth, which `score` and `compare` of a second agent
    give.
    """
    values, without = cluster_values(given), cluster_values(base)
    common = [topic for topic in values if topic in without]
    sums = np.array([[values[topic], without[topic]] for topic in common], dtype=np.float64).reshape(-1, 2)

    def ratios(drawn: Floats) -> Floats:
        return np.asarray(drawn[:, 0] / drawn[:, 1] - 1, dtype=np.float64)

    if not common:
        return Gain(0, None, None, None, None)
    means = sums.mean(axis=0)
    return Gain(
        len(common),
        float(means[1]),
        float(means[0]),
        float(ratios(means[None, :])[0]),
        sums_interval(sums, ratios, seed=seed),
    )


def preference_tables(page: ShownPage) -> tuple[PreferenceTable, ...]:
    """Table 4 by people, if any ranked, then by each judge, of the reviews of the page's agents."""
    systems = systems_of(page.agents)
    people = [
        Ranking(rater, topic, {systems[number, task]: rank for number, task, rank in of if (number, task) in systems})
        for (rater, topic), of in _people(page.agents).items()
    ]
    tables = [_table("people", people, systems.values())] if people else []
    for agent in page.agents:
        own = {key: name for key, name in systems.items() if key[0] == agent.number}
        ways: dict[str, list[Ranking]] = {}
        for one in judged_rankings(agent.rows, page.release):
            ranks = {own[agent.number, task]: rank for task, rank in one.ranks.items() if (agent.number, task) in own}
            ways.setdefault(one.rater, []).append(Ranking(one.rater, one.subject, ranks))
        for way, rankings in ways.items():
            whose = f"{agent.run.judge}, {way}" + (f", of {agent.name}" if len(page.agents) > 1 else "")
            tables.append(_table(whose, rankings, own.values()))
    return tuple(tables)


def systems_of(agents: Sequence[ShownAgent]) -> dict[tuple[int, str], str]:
    """What is compared, by agent and task: the setting, with the agent's name where there are several."""
    names = {agent.name for agent in agents}
    found = {}
    for agent in agents:
        settings = {score.task_id: score.group("setting") for score in agent.rows["scores"]}
        for task, setting in settings.items():
            found[agent.number, task] = setting if len(names) == 1 else f"{agent.name}, {setting}"
    return found


def _lines(agent: ShownAgent) -> Iterator[SettingLine]:
    by_setting: dict[str, list[TaskScore]] = {}
    for score in agent.rows["scores"]:
        by_setting.setdefault(score.group("setting"), []).append(score)
    base = by_setting.get(BASE)
    for setting in SETTINGS:
        if (scores := by_setting.get(setting)) is None:
            continue
        topics = len({score.cluster for score in scores})
        compared = base is not None and setting != BASE
        yield SettingLine(
            setting,
            topics,
            summaries(scores),
            comparisons(scores, base) if compared and base else {},
            relative_gain(_of(scores), _of(base)) if compared and base else None,
        )


def _of(scores: Iterable[TaskScore]) -> list[TaskScore]:
    return [score for score in scores if score.metric == QUALITY]


def _people(agents: Sequence[ShownAgent]) -> Mapping[tuple[str, str], list[tuple[int, str, float]]]:
    found: dict[tuple[str, str], list[tuple[int, str, float]]] = {}
    for agent in agents:
        for row in agent.rows.get("person_ranks", ()):
            found.setdefault((row.rater, row.topic), []).append((agent.number, row.task_id, row.rank))
    return found


def _table(whose: str, rankings: Sequence[Ranking], systems: Iterable[str]) -> PreferenceTable:
    names = list(dict.fromkeys(systems))
    names.sort(key=lambda name: ([SETTINGS.index(one) for one in SETTINGS if name.endswith(one)], name))
    base = next((name for name in names if name.endswith(BASE)), names[0])
    raters = tuple(dict.fromkeys(one.rater for one in rankings))
    return PreferenceTable(whose, raters, base, preferences(rankings, names, base))
