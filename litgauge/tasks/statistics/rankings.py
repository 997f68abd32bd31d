"""Statistics of rankings: ranks of each system (SciNetBench, Table 4), and agreement of raters.

A ranking gives the answers to one subject their ranks, 1 the best; answers of equal rank are tied. Intervals are 95 %
bootstrap intervals over subjects.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import fsum, sqrt
from typing import TYPE_CHECKING

from litgauge.tasks.statistics.means import SEED

if TYPE_CHECKING:
    from litgauge.tasks.statistics.kappas import GradeAgreement
from litgauge.tasks.statistics.interval import Interval


@dataclass(frozen=True, slots=True)
class Ranking:
    """One rater's ranking of the answers to one subject."""

    rater: str
    subject: str
    ranks: Mapping[str, float]  # of systems, or of whatever else is ranked; lower is better


@dataclass(frozen=True, slots=True)
class Preference:
    """One system's line of Table 4."""

    system: str
    mean: float | None  # of its ranks, tied ones at the middle of theirs; None without a complete ranking
    interval: Interval | None
    counts: tuple[int, ...]  # how often it had rank 1, 2, …; of tied ones the best of theirs
    wins: float | None  # share of the rankings that hold it and the base in which it is the better one, ties half
    wins_interval: Interval | None
    compared: int  # rankings that hold both


@dataclass(frozen=True, slots=True)
class Preferences:
    """Table 4 of some rankings."""

    lines: tuple[Preference, ...]
    rankings: int  # that hold all systems: means and counts are of these
    subjects: int  # of those
    incomplete: int  # rankings that lack a system: in the shares of wins alone


def preferences(rankings: Iterable[Ranking], systems: Sequence[str], base: str, *, seed: int = SEED) -> Preferences:
    """Return how often each system has each rank, its mean rank, and how often it is preferred to the base.

    Means and counts are of the rankings that hold every system, since third of three is not third of four.

    Source: SciNetBench (arXiv 2601.03260), Table 4. Its own mean ranks do not follow from its counts of ranks: from
    these, with 20 queries each, 1.30, 2.15, 2.90 and 3.65 follow, not 1.25, 2.00, 3.10 and 3.65.

    >>> counts = {"truth": (15, 4, 1, 0), "deep": (3, 12, 4, 1), "base": (2, 3, 10, 5), "search": (0, 1, 5, 14)}
    >>> [sum(rank * n for rank, n in enumerate(of, 1)) / sum(of) for of in counts.values()]
    [1.3, 2.15, 2.9, 3.65]
    """
    partial = [ranking for ranking in rankings if set(ranking.ranks) & set(systems)]
    complete = [ranking for ranking in partial if set(systems) <= set(ranking.ranks)]
    return Preferences(
        tuple(_preference(system, systems, base, complete, partial, seed) for system in systems),
        len(complete),
        len({ranking.subject for ranking in complete}),
        len(partial) - len(complete),
    )


def _preference(
    system: str,
    systems: Sequence[str],
    base: str,
    complete: Sequence[Ranking],
    partial: Sequence[Ranking],
    seed: int,
) -> Preference:
    of = [{name: ranking.ranks[name] for name in systems} for ranking in complete]
    counted = Counter(competition(ranks)[system] for ranks in of)
    middles = [(ranking.subject, middle_ranks(ranks)[system]) for ranking, ranks in zip(complete, of, strict=True)]
    pairs = [
        (ranking.subject, _won(ranking.ranks[system], ranking.ranks[base]))
        for ranking in partial
        if system != base and {system, base} <= set(ranking.ranks)
    ]
    return Preference(
        system,
        *_mean(middles, seed),
        tuple(counted[rank] for rank in range(1, len(systems) + 1)),
        *_mean(pairs, seed),
        len(pairs),
    )


def competition(ranks: Mapping[str, float]) -> dict[str, int]:
    """Return the ranks with gaps closed, equal ones with the best rank of theirs.

    >>> competition({"a": 2, "b": 5, "c": 2, "d": 9})
    {'a': 1, 'b': 3, 'c': 1, 'd': 4}
    """
    return {item: 1 + sum(other < rank for other in ranks.values()) for item, rank in ranks.items()}


def middle_ranks(ranks: Mapping[str, float]) -> dict[str, float]:
    """Return the ranks with ties at the middle of the places that they share.

    >>> middle_ranks({"a": 1, "b": 1, "c": 3})
    {'a': 1.5, 'b': 1.5, 'c': 3.0}
    """
    values = list(ranks.values())
    return {name: 0.5 + sum(value < rank for value in values) + values.count(rank) / 2 for name, rank in ranks.items()}


@dataclass(frozen=True, slots=True)
class RankAgreement:
    """Agreement of two raters on the answers that both ranked."""

    one: str
    other: str
    subjects: int  # of which both ranked two answers or more
    pairs: int  # of answers to one subject that both ranked
    tau: float | None  # mean over subjects of Kendall's tau-b, [-1, 1]; None where none is defined
    interval: Interval | None
    defined: int  # subjects on which it is: neither rater has all of them tied
    ranks: GradeAgreement  # of the ranks among what both ranked: kappa plain, linear, quadratic


def rank_agreements(rankings: Iterable[Ranking], judges: Iterable[Ranking], *, seed: int = SEED) -> list[RankAgreement]:
    """Each person with each judge, then all of them together, then each two people. Same names, same rater."""
    people, of_judges = _by_rater(rankings), _by_rater(judges)
    pairs = []
    for judge, of_judge in of_judges.items():
        pairs += [_agreement(person, judge, list(_both(of, of_judge)), seed) for person, of in people.items()]
        if len(people) > 1:
            together = [pair for of in people.values() for pair in _both(of, of_judge)]
            pairs.append(_agreement("all people", judge, together, seed))
    for first, second in combinations(people, 2):
        pairs.append(_agreement(first, second, list(_both(people[first], people[second])), seed))
    return pairs


def kendall_tau(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Kendall's tau-b of two rankings of the same things, [-1, 1]; None where one of them has all tied.

    Source: Kendall (1945), Biometrika 33, 239-251.

    >>> kendall_tau([1, 2, 3, 4], [1, 2, 4, 3]), kendall_tau([1, 1], [1, 2])
    (0.6666666666666666, None)
    """
    signs = [(_sign(a - b), _sign(c - d)) for (a, c), (b, d) in combinations(list(zip(first, second, strict=True)), 2)]
    untied = sum(a != 0 for a, _ in signs) * sum(b != 0 for _, b in signs)
    return sum(a * b for a, b in signs) / sqrt(untied) if untied else None


_Both = tuple[str, list[float], list[float]]


def _by_rater(rankings: Iterable[Ranking]) -> dict[str, dict[str, Mapping[str, float]]]:
    ranks: dict[str, dict[str, Mapping[str, float]]] = defaultdict(dict)
    for ranking in rankings:
        ranks[ranking.rater][ranking.subject] = ranking.ranks
    return ranks


def _both(first: Mapping[str, Mapping[str, float]], second: Mapping[str, Mapping[str, float]]) -> Iterator[_Both]:
    """Of each subject that both ranked two answers or more of, the ranks of the one and of the other."""
    for subject, ranks in first.items():
        common = sorted(set(ranks) & set(second.get(subject, ())))
        if len(common) > 1:
            yield subject, [ranks[item] for item in common], [second[subject][item] for item in common]


def _agreement(first: str, second: str, shared: Sequence[_Both], seed: int) -> RankAgreement:
    from litgauge.tasks.statistics.kappas import GradePair, grade_agreement  # loads numpy

    taus = [(subject, tau) for subject, a, b in shared if (tau := kendall_tau(a, b)) is not None]
    pairs = []
    for subject, a, b in shared:
        of_one, of_other = (competition({str(place): rank for place, rank in enumerate(of)}) for of in (a, b))
        pairs += [GradePair(subject, of_one[place], of_other[place]) for place in of_one]
    return RankAgreement(
        first,
        second,
        len({subject for subject, _, _ in shared}),
        sum(len(a) * (len(a) - 1) // 2 for _, a, _ in shared),
        *_mean(taus, seed),
        len(taus),
        grade_agreement(pairs, seed=seed),
    )


def _mean(values: Sequence[tuple[str, float]], seed: int) -> tuple[float | None, Interval | None]:
    """Return the mean of values, and its interval over their subjects."""
    if not values:
        return None, None
    from litgauge.tasks.statistics.resampling import ratio_interval  # loads numpy

    by_subject: dict[str, list[float]] = defaultdict(list)
    for subject, value in values:
        by_subject[subject].append(value)
    sums = [fsum(of) for of in by_subject.values()]
    counts = [float(len(of)) for of in by_subject.values()]
    return fsum(sums) / fsum(counts), ratio_interval(sums, counts, seed=seed)


def _won(rank: float, base: float) -> float:
    return 0.5 if rank == base else float(rank < base)


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)
