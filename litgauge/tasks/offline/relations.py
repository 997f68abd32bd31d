"""Offline grades of works, paths and citations by their words, in place of a judge.

Novelty and disruption are read off words that authors use of their own work: they measure how it speaks of itself, no
more. A path is graded by the words that its neighbours share, a citation by words of praise and blame beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from litgauge.tasks.offline.english import WEAK, stem_set, word_set
from litgauge.tasks.text.words import stem, stems

_NEW = stem_set(
    "first novel new unexplored unprecedented unify unified bridge combine combination interdisciplinary surprising"
    " unexpected rethink introduce discover discovery"
)
_OVERTHROWING = stem_set(
    "paradigm replace outperform breakthrough revolution revolutionise foundation foundational fundamental redefine"
    " supersede obsolete transform universal simple state art introduce"
)
_SUMMING_UP = stem_set("review survey overview tutorial replicate replication reproduce reproduction comparison")
_PRAISE = stem_set(
    "follow build extend adopt use employ based inspire successful effective powerful seminal pioneer pioneering"
    " confirm demonstrate improve outperform elegant promising impressive leverage consistent"
)
_BLAME = stem_set(
    "fail limit limitation drawback flaw suffer criticise criticize contradict overlook ignore neglect question poor"
    " inaccurate unable lack costly expensive weak wrong incorrect inconsistent contrary unlike overestimate"
)
_TURNING = word_set("however but although though unfortunately nevertheless yet despite")
_MIDDLE = 4
_WORD = re.compile(r"[^\W\d_]+")


def novelty_grade(title: str, abstract: str) -> tuple[int, str]:
    """A grade from 0 to 10 and why."""
    return _graded(f"{title} {abstract}", _NEW, "that speak of something new")


def disruption_grade(title: str, abstract: str) -> tuple[int, str]:
    """A grade from 0 to 10 and why."""
    return _graded(f"{title} {abstract}", _OVERTHROWING, "that speak of taking a place")


def path_grade(texts: Sequence[str]) -> tuple[int, str]:
    """A grade from 0 to 10 by the words that neighbours share, and why."""
    word_sets = [stems(text) - WEAK for text in texts]
    if len(word_sets) < 2:
        return 0, "there is no path"
    shared = [len(first & second) / max(1, min(len(first), len(second))) for first, second in pairwise(word_sets)]
    worst, mean = min(shared), sum(shared) / len(shared)
    grade = round(10 * min(1.0, 1.5 * (mean + worst) / 2))
    return grade, f"neighbours share {mean:.0%} of their words, the two that are least alike {worst:.0%}"


def sentiment_of(sentence: str) -> tuple[str, str]:
    """positive, negative or neutral, by words of praise and blame, and which those are."""
    words = [word.lower() for word in _WORD.findall(sentence)]
    stemmed = [stem(word) for word in words]
    praise, blame = _among(stemmed, _PRAISE), _among(stemmed, _BLAME)
    if blame and (len(blame) >= len(praise) or _TURNING & set(words)):
        return "negative", f"words of blame: {', '.join(blame)}"
    if praise:
        return "positive", f"words of approval: {', '.join(praise)}"
    return "neutral", "no word of approval or blame"


def _graded(text: str, speaking: frozenset[str], what: str) -> tuple[int, str]:
    signals = _among((stem(word.lower()) for word in _WORD.findall(text)), speaking)
    summing = _among((stem(word.lower()) for word in _WORD.findall(text)), _SUMMING_UP)
    grade = max(0, min(10, _MIDDLE + len(signals) - 2 * len(summing)))
    reason = f"{len(signals)} words {what}" + (f", {len(summing)} of summing up" if summing else "")
    return grade, reason


def _among(stemmed: Iterable[str], clues: frozenset[str]) -> list[str]:
    return sorted(set(stemmed) & clues)
