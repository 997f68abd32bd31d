"""Number of surveys in each domain, before and after sampling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from litgauge.tasks.benchmarks.reportbench.build.domains.catalog import DOMAIN_NAMES
from litgauge.tasks.benchmarks.reportbench.build.domains.sample import Draw


@dataclass(frozen=True, slots=True)
class DomainCount:
    """One domain's surveys."""

    domain: str
    before: int  # labelled surveys
    after: int  # surveys that became a task


def distribution(choices: Iterable[Draw]) -> tuple[DomainCount, ...]:
    """Return the paper's domains in its order, empty ones included, then any other name that a release uses."""
    before, after = Counter[str](), Counter[str]()
    for choice in choices:
        if choice.domain:
            before[choice.domain] += 1
            after[choice.domain] += choice.task is not None
    others = sorted(set(before) - set(DOMAIN_NAMES))
    return tuple(DomainCount(domain, before[domain], after[domain]) for domain in (*DOMAIN_NAMES, *others))
