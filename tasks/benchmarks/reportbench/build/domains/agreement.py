"""How far two labellings of the same surveys agree, beside what the commonest domain alone would score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from tasks.benchmarks.reportbench.build.domains.catalog import canonical
from tasks.statistics.coefficients import cohen_kappa


@dataclass(frozen=True, slots=True)
class DomainAgreement:
    """Counts over the surveys that both labellings hold."""

    surveys: int
    agreed: int
    majority: int  # agreed, if every survey were put into the commonest domain of the reference
    kappa: float  # Cohen's: 1 = all agree, 0 = as by chance; 1 where both know one domain only
    confusion: tuple[tuple[str, str, int], ...]  # reference domain, other domain, surveys; the commonest first

    @property
    def share(self) -> float:
        """Agreed surveys of all, [0, 1]."""
        return self.agreed / self.surveys


def domain_agreement(reference: Mapping[str, str], labels: Mapping[str, str]) -> DomainAgreement:
    """Agreement of `labels` with `reference` (survey id -> domain) over the surveys that both name.

    Spellings of one domain count as the same. Raises ValueError if no survey is in both.
    """
    pairs = [(_name(reference[one]), _name(labels[one])) for one in sorted(reference.keys() & labels.keys())]
    if not pairs:
        raise ValueError("the two labellings have no survey in common")
    ours, theirs = [one for one, _ in pairs], [other for _, other in pairs]
    kappa = cohen_kappa(ours, theirs)
    return DomainAgreement(
        surveys=len(pairs),
        agreed=sum(one == other for one, other in pairs),
        majority=max(Counter(ours).values()),
        kappa=1.0 if kappa is None else kappa,
        confusion=tuple(
            (one, other, count)
            for (one, other), count in sorted(Counter(pairs).items(), key=lambda item: (-item[1], item[0]))
        ),
    )


def _name(spelling: str) -> str:
    return canonical(spelling) or spelling
