"""The offline rule: a domain by arXiv categories and by the words of title and abstract."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from tasks.benchmarks.reportbench.domains.catalog import DOMAIN_NAMES, UNKNOWN, Domain, DomainName, catalog

TITLE_WEIGHT = 3.0
MOST_MENTIONS = 3
"""Mentions in an abstract beyond these add nothing."""

SECONDARY = 0.5
"""What a category counts that is not the primary one."""

LEAST = 4.0
"""Below this score the evidence is too thin, and the domain is Unknown."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for one domain."""

    domain: DomainName
    score: float
    words: tuple[str, ...]  # found words and categories, the weightiest first


def weigh(title: str, abstract: str, categories: Sequence[str]) -> tuple[Evidence, ...]:
    """The evidence for every domain but Unknown, the strongest first; ties keep the paper's order.

    A word scores its weight for each mention in the abstract, three at most, and three times its weight in the
    title; a category its weight, halved unless it is the primary one.
    """
    found = [_evidence(domain, title, abstract, categories) for domain in catalog().domains if domain.name != UNKNOWN]
    return tuple(sorted(found, key=lambda evidence: (-evidence.score, DOMAIN_NAMES.index(evidence.domain))))


def best(title: str, abstract: str, categories: Sequence[str]) -> tuple[DomainName, str]:
    """The domain with the most evidence, or Unknown, and why in one sentence."""
    first, second, *_ = weigh(title, abstract, categories)
    if first.score < LEAST:
        shown = f": only {', '.join(first.words)}" if first.words else ""
        return UNKNOWN, f"too little evidence for any domain{shown}"
    rival = f"; next {second.domain} ({second.score:g})" if second.score else ""
    return first.domain, f"{', '.join(first.words[:6])} (score {first.score:g}{rival})"


def _evidence(domain: Domain, title: str, abstract: str, categories: Sequence[str]) -> Evidence:
    hits: dict[str, float] = {}
    for weight, pattern in _patterns(domain.name):
        for match in pattern.finditer(title):
            word = _spelled(match)
            hits[word] = hits.get(word, 0.0) + TITLE_WEIGHT * weight
        mentions: dict[str, int] = {}
        for match in pattern.finditer(abstract):
            word = _spelled(match)
            mentions[word] = mentions.get(word, 0) + 1
            if mentions[word] <= MOST_MENTIONS:
                hits[word] = hits.get(word, 0.0) + weight
    for place, category in enumerate(categories):
        weight = domain.categories.get(category, domain.categories.get(category.split(".")[0], 0.0))
        if weight:
            hits[f"arXiv {category}"] = weight * (1.0 if place == 0 else SECONDARY)
    ranked = sorted(hits, key=lambda word: (-hits[word], word))
    return Evidence(domain.name, round(sum(hits.values()), 2), tuple(ranked))


def _spelled(match: re.Match[str]) -> str:
    return " ".join(match[0].casefold().split())


@cache
def _patterns(name: DomainName) -> tuple[tuple[float, re.Pattern[str]], ...]:
    domain = next(domain for domain in catalog().domains if domain.name == name)
    return tuple((float(weight), _any_of(words)) for weight, words in domain.keywords.items())


def _any_of(words: Sequence[str]) -> re.Pattern[str]:
    longest_first = sorted(words, key=lambda word: (-len(word), word))
    arms = "|".join(re.escape(word).replace(r"\*", r"\w*").replace(r"\ ", r"[\s-]+") for word in longest_first)
    return re.compile(rf"(?<![\w-])(?:{arms})s?(?!\w)", re.IGNORECASE)
