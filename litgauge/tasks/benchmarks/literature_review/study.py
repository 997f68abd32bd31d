"""Results of the study: grades of each setting, its gain over the topic alone, and preferences."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

import numpy as np
import numpy.typing as npt

from litgauge.tasks.benchmark import ShownAgent, ShownPage
from litgauge.tasks.benchmarks.literature_review.preferences import PREFERRING, SIDE_BY_SIDE, judged_rankings
from litgauge.tasks.benchmarks.literature_review.release_rows import StudyRows
from litgauge.tasks.benchmarks.literature_review.rows import JudgedRank
from litgauge.tasks.benchmarks.literature_review.settings import BASE, SETTINGS, Setting
from litgauge.tasks.statistics import (
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
from litgauge.tasks.statistics.means import SEED
from litgauge.tasks.statistics.resampling import sums_interval

PUBLISHED_GAIN = 0.234
"""Gain that SciNetBench's abstract reports for "relational ground truth" given to an agent."""
QUALITY = "quality"
PEOPLE = "people"
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
    preferences: Preferences
    places: tuple[float, ...]  # mean rank of what a judge was shown first, second, …; () where nothing was shown so


def agent_lines(page: ShownPage) -> tuple[AgentLines, ...]:
    """Every agent's settings, in their order."""
    return tuple(AgentLines(agent, tuple(_lines(agent))) for agent in page.agents)


def not_applicable(study: StudyRows) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
    """Return the topics without a material, by setting and reason: they have no task there, and are in no mean."""
    reasons_of: dict[str, dict[str, tuple[str, ...]]] = {}
    for material in study.materials.values():
        if not material.applies:
            reasons = reasons_of.setdefault(material.setting, {})
            reasons[material.reason] = (*reasons.get(material.reason, ()), material.topic)
    return reasons_of


def relative_gain(with_material: Iterable[TaskScore], base: Iterable[TaskScore], *, seed: int = SEED) -> Gain:
    """Return the relative gain in quality: (mean with - mean without) / mean without, over the topics that have both.

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
    values, without = cluster_values(with_material), cluster_values(base)
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
    """Table 4 by people, if any ranked, then by each judge: by its grades over all agents, side by side agent by agent.

    Where nothing stands beside something else there is no table.
    """
    systems = systems_of(page.agents)
    ranks: dict[tuple[str, str], dict[str, dict[str, float]]] = defaultdict(lambda: defaultdict(dict))
    for (rater, topic), of in _people(page.agents).items():
        ranks[PEOPLE, rater][topic] |= {systems[answer]: rank for answer, rank in of.items() if answer in systems}
    places: dict[str, tuple[float, ...]] = {}
    several = len({agent.name for agent in page.agents}) > 1
    for agent in page.agents:
        for judged_ranking in judged_rankings(agent.rows, page.release):
            apart = several and judged_ranking.rater not in PREFERRING.across
            judge_name = f"{agent.run.judge}, {judged_ranking.rater}" + (f", of {agent.name}" if apart else "")
            named = {systems[agent.number, task]: rank for task, rank in judged_ranking.ranks.items()}
            ranks[judge_name, agent.run.judge][judged_ranking.subject] |= named
            if judged_ranking.rater == SIDE_BY_SIDE:
                places[judge_name] = ranks_by_place(agent.rows.get("judged_ranks", ()))
    by_table: dict[str, list[Ranking]] = defaultdict(list)
    for (judge_name, rater), topics in ranks.items():
        by_table[judge_name] += [Ranking(rater, topic, of) for topic, of in topics.items()]
    tables = (_table(judge_name, rankings, places.get(judge_name, ())) for judge_name, rankings in by_table.items())
    return tuple(table for table in tables if len(table.preferences.lines) > 1)


def ranks_by_place(rows: Sequence[JudgedRank]) -> tuple[float, ...]:
    """Return the mean rank that the judge gave what it was shown first, second, …, where it was shown the most
    that it was.

    A judge that goes by what reviews say gives each place about the same.
    """
    most = max((row.shown_at for row in rows), default=0)
    whole = {(row.topic, row.round) for row in rows if row.shown_at == most}
    by_place: dict[int, list[int]] = defaultdict(list)
    for row in rows:
        if row.rank is not None and (row.topic, row.round) in whole:
            by_place[row.shown_at].append(row.rank)
    return tuple(fmean(by_place[place]) for place in sorted(by_place))


def systems_of(agents: Sequence[ShownAgent]) -> dict[tuple[int, str], str]:
    """Return what is compared, by agent and task: the setting, with the agent's name where there are several."""
    names = {agent.name for agent in agents}
    values = {}
    for agent in agents:
        settings = {score.task_id: score.group("setting") for score in agent.rows["scores"]}
        for task, setting in settings.items():
            values[agent.number, task] = setting if len(names) == 1 else f"{agent.name}, {setting}"
    return values


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


def _people(agents: Sequence[ShownAgent]) -> Mapping[tuple[str, str], Mapping[tuple[int, str], float]]:
    people: dict[tuple[str, str], dict[tuple[int, str], float]] = defaultdict(dict)
    for agent in agents:
        for row in agent.rows.get("person_ranks", ()):
            people[row.rater, row.topic][agent.number, row.task_id] = row.rank
    return people


def _table(judge_name: str, rankings: Sequence[Ranking], places: tuple[float, ...]) -> PreferenceTable:
    names = list(dict.fromkeys(name for ranking in rankings for name in ranking.ranks))
    names.sort(key=lambda name: (SETTINGS.index(_setting(name)), name))
    base = next((name for name in names if _setting(name) == BASE), names[0])
    raters = tuple(dict.fromkeys(ranking.rater for ranking in rankings))
    return PreferenceTable(judge_name, raters, base, preferences(rankings, names, base), places)


def _setting(system: str) -> Setting:
    """Return the setting in the name of a system, see `systems_of`."""
    return next(setting for setting in SETTINGS if system.rpartition(", ")[2] == setting)
