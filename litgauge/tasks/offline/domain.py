"""A survey's domain by arXiv categories and by the words of title and abstract.

A word scores its weight for each mention in the abstract, three at most, and three times its weight in the title; a
category its weight, halved unless it is the primary one. It reads no sense: methods are told from what they are applied
to only by how often each is named, and a survey that speaks of methods alone belongs to the domain of methods. Which
words speak for what is the caller's (configs/domains.yaml).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

TITLE_WEIGHT = 3.0
MOST_MENTIONS = 3
SECONDARY = 0.5
LEAST = 4.0
"""Below this score the evidence is too thin."""


@dataclass(frozen=True, slots=True)
class Clues:
    """Categories and words that are evidence for one domain."""

    domain: str
    categories: Mapping[str, float]  # arXiv category or archive -> weight
    keywords: Mapping[int, Sequence[str]]  # weight -> words; `*` is any word ending
    methods: Sequence[str] = ()  # words and categories that are enough where no domain has evidence


def domain_of(
    title: str,
    abstract: str,
    categories: Sequence[str],
    clues: Sequence[Clues],
    figurative: Sequence[str] = (),
    ambiguous: Sequence[str] = (),
) -> tuple[str, str]:
    """Return the domain with the most evidence and why, in one phrase; "" where there is too little.

    Ties keep the order.

    `ambiguous` words ("film", "regulated") count for a domain only beside another word of it; a category is none.
    `figurative` are phrases whose words do not mean what they speak for alone ("policy gradient" is no policy); they
    are not read. Where no domain has enough, the first whose `methods` title, categories or abstract name takes it.
    """
    read_title, read_abstract = title, abstract
    if figurative:
        phrases = _any_of(tuple(figurative))
        read_title, read_abstract = phrases.sub(" ", title), phrases.sub(" ", abstract)
    alone = _any_of(tuple(ambiguous)) if ambiguous else None
    weighed = [(_evidence(each, read_title, read_abstract, categories, alone), each.domain) for each in clues]
    scores = sorted(((sum(hits.values()), domain) for hits, domain in weighed), key=lambda pair: -pair[0])
    (first, domain), (second, rival) = (*scores, (0.0, ""), (0.0, ""))[:2]
    hits = next((hits for hits, name in weighed if name == domain), Counter())
    evidence = ", ".join(sorted(hits, key=lambda word: (-hits[word], word))[:6])
    if first < LEAST:
        for each in clues:
            if method := _method(each.methods, title, abstract, categories):
                return each.domain, f"no field of use, but methods: {method}"
        return "", f"too little evidence for any domain{': only ' + evidence if evidence else ''}"
    return domain, f"{evidence} (score {first:g}{f'; next {rival} ({second:g})' if second else ''})"


def _method(methods: Sequence[str], title: str, abstract: str, categories: Sequence[str]) -> str:
    """Return what names a method: a word of the title, the primary category, or a word of the abstract."""
    if not methods:
        return ""
    pattern = _any_of(tuple(methods))
    category_names = [f"arXiv {category}" for category in categories[:1] if category in methods]
    return next(iter([*_mentions(pattern, title), *category_names, *_mentions(pattern, abstract)]), "")


def _evidence(
    clues: Clues, title: str, abstract: str, categories: Sequence[str], ambiguous: re.Pattern[str] | None
) -> Counter[str]:
    hits: Counter[str] = Counter()
    for weight, phrases in clues.keywords.items():
        pattern = _any_of(tuple(phrases))
        for word, times in _mentions(pattern, title).items():
            hits[word] += TITLE_WEIGHT * weight * times  # type: ignore[assignment]
        for word, times in _mentions(pattern, abstract).items():
            hits[word] += weight * min(times, MOST_MENTIONS)
    if ambiguous and all(ambiguous.fullmatch(word) for word in hits):
        hits.clear()
    for place, category in enumerate(categories):
        weighs = clues.categories.get(category, clues.categories.get(category.split(".")[0], 0.0))
        if weighs:
            hits[f"arXiv {category}"] = weighs * (SECONDARY if place else 1.0)  # type: ignore[assignment]
    return hits


def _mentions(pattern: re.Pattern[str], text: str) -> Counter[str]:
    return Counter(" ".join(match[0].casefold().split()) for match in pattern.finditer(text))


@lru_cache(maxsize=64)
def _any_of(phrases: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = sorted(phrases, key=lambda word: (-len(word), word))
    arms = "|".join(re.escape(word).replace(r"\*", r"\w*").replace(r"\ ", r"[\s-]+") for word in longest_first)
    return re.compile(rf"(?<![\w-])(?:{arms})s?(?!\w)", re.IGNORECASE)
