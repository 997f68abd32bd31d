"""Small local verifier: how likely a page bears a statement out, by weights learnt on published verdicts.

It sees words, figures and denials, as the rules of `support` do, but in the whole page and weighed by what was learnt
(`training/statement_verifier.py`). docs/judging.md has its agreement with verdicts that it has not seen.
"""

from __future__ import annotations

import json
import math
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from litgauge.tasks.offline.figures import Figure, figures
from litgauge.tasks.offline.support import LONGEST_STATEMENT, support
from litgauge.tasks.text.sentences import sentences
from litgauge.tasks.text.words import stems

NAME = "local_verifier@2"
WEIGHTS = Path(__file__).with_name("verifier_weights.json")
LONGEST_PAGE = 200_000
"""Characters of a page that are compared."""

_WINDOW = 3  # sentences of a passage


@dataclass(frozen=True, slots=True)
class Verification:
    """The verifier's verdict on a statement and a page."""

    probability: float  # that the page bears the statement out, [0, 1]
    passage: str  # the sentences that hold most of the statement, as they stand in the page

    @property
    def certainty(self) -> float:
        """Return the probability of the likelier answer, [0.5, 1]."""
        return max(self.probability, 1 - self.probability)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the verifier sees of a statement in a page."""

    features: dict[str, float]  # that weights were learnt for
    passage: str  # the sentences that hold most of the statement, as they stand in the page
    opposed: bool  # the sentence that holds most of it denies what it says: words that agree are no sign then

    def probability(self, score: float) -> float:
        """Return the probability that the page bears the statement out, by the weighted sum of the features."""
        return 1 / (1 + math.exp(-min(score, 0.0) if self.opposed else -score))


@dataclass(frozen=True, slots=True)
class _Page:
    text: str
    places: Sequence[tuple[int, int]]  # of its sentences
    stems: Sequence[frozenset[str]]  # of each
    holding: Counter[str]  # sentences that hold a stem
    figures: Sequence[Figure]


def verify(statement: str, page: str) -> Verification | None:
    """Return how likely the page bears the statement out; None where one of them has no words to compare."""
    found_evidence = evidence(statement, page)
    if found_evidence is None:
        return None
    weights = _weights()
    score = weights["bias"] + sum(weights[name] * value for name, value in found_evidence.features.items())
    return Verification(found_evidence.probability(score), found_evidence.passage)


@cache
def _weights() -> dict[str, float]:
    return json.loads(WEIGHTS.read_text(encoding="utf-8"))["weights"]  # type: ignore[no-any-return]


def evidence(statement: str, text: str) -> Evidence | None:
    """Return what speaks for and against a statement in a page; None where one of them has no words to compare."""
    statement = statement[:LONGEST_STATEMENT]
    own_stems, page = stems(statement), _page(text[:LONGEST_PAGE])
    if not own_stems or not page.places:
        return None
    rarity = {word: math.log((len(page.places) + 1) / (page.holding[word] + 0.5)) for word in sorted(own_stems)}
    whole = sum(rarity.values())
    shares = [sum(rarity[word] for word in sentence_stems & own_stems) / whole for sentence_stems in page.stems]
    share, first = _best_window(page.stems, rarity)
    passage = page.text[page.places[first][0] : page.places[min(first + _WINDOW, len(page.places)) - 1][1]]
    stated, near = figures(statement), figures(passage)
    values = {
        "sentence": max(shares),  # share of the statement's rare words in the best sentence
        "window": share / whole,  # … in the best three
        "page": sum(bool(page.holding[word]) for word in own_stems) / len(own_stems),
        "figures_near": _agreeing(stated, near),
        "figures": _agreeing(stated, page.figures),
        "length": math.log(len(own_stems) + 1),
    }
    closest = page.places[max(range(len(shares)), key=lambda place: (shares[place], -place))]
    against = support(statement, page.text[slice(*closest)]).against
    return Evidence(values, passage, opposed=against in ("denial", "opposite"))


def _best_window(sentence_stems: Sequence[frozenset[str]], rarity: dict[str, float]) -> tuple[float, int]:
    """Return the most that neighbouring sentences hold, and where they begin; in one pass."""
    counts: Counter[str] = Counter()
    window: deque[frozenset[str]] = deque()
    share, best = 0.0, (0.0, 0)
    for place, words in enumerate(sentence_stems):
        own = words & rarity.keys()
        share += sum(rarity[word] for word in sorted(own) if not counts[word])
        counts.update(own)
        window.append(own)
        if len(window) > _WINDOW:
            oldest = window.popleft()
            counts.subtract(oldest)
            share -= sum(rarity[word] for word in sorted(oldest) if not counts[word])
        if share > best[0] + 1e-9:
            best = share, max(0, place - _WINDOW + 1)
    return best


def _agreeing(stated: Sequence[Figure], others: Sequence[Figure]) -> float:
    """Return the share of the figures that are among the others; 1 if there are none."""
    return sum(any(figure.agrees(other) for other in others) for figure in stated) / len(stated) if stated else 1.0


@lru_cache(maxsize=8)
def _page(text: str) -> _Page:
    places = list(sentences(text))
    by_place = [stems(text[start:end]) for start, end in places]
    return _Page(text, places, by_place, Counter(word for words in by_place for word in words), figures(text))
