"""How far two labellings of the same surveys agree, beside what the commonest domain alone would score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from tasks.benchmarks.reportbench.domains.catalog import canonical


@dataclass(frozen=True, slots=True)
class Agreement:
    """Counts over the surveys that both labellings hold."""

    surveys: int
    agreed: int
    majority: int  # agreed, if every survey were put into the commonest domain of the reference
    chance: float  # share of agreement expected of two labellers with these totals who do not look, [0, 1]
    confusion: tuple[tuple[str, str, int], ...]  # reference domain, other domain, surveys; the commonest first

    @property
    def share(self) -> float:
        """Agreed surveys of all, [0, 1]."""
        return self.agreed / self.surveys

    @property
    def kappa(self) -> float:
        """Cohen's kappa: 1 = all agree, 0 = as by chance."""
        return (self.share - self.chance) / (1 - self.chance) if self.chance < 1 else 1.0


def agreement(reference: Mapping[str, str], labels: Mapping[str, str]) -> Agreement:
    """Agreement of `labels` with `reference` (survey id -> domain) over the surveys that both name.

    Spellings of one domain count as the same. Raises ValueError if no survey is in both.
    """
    pairs = Counter((_name(reference[one]), _name(labels[one])) for one in reference.keys() & labels.keys())
    total = pairs.total()
    if not total:
        raise ValueError("the two labellings have no survey in common")
    left, right = Counter[str](), Counter[str]()
    for (one, other), count in pairs.items():
        left[one] += count
        right[other] += count
    return Agreement(
        surveys=total,
        agreed=sum(count for (one, other), count in pairs.items() if one == other),
        majority=max(left.values()),
        chance=sum(left[name] * right[name] for name in left) / total**2,
        confusion=tuple(
            (one, other, count) for (one, other), count in sorted(pairs.items(), key=lambda item: (-item[1], item[0]))
        ),
    )


def _name(spelling: str) -> str:
    return canonical(spelling) or spelling
