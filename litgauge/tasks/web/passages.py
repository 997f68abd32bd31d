"""Passages of a long source that a statement may rest on, so that a book costs a judge no more than an abstract.

Lexical ranking is Okapi BM25 over the chunks of the one text, which is its own small corpus, with the statement's
numbers and names weighted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from litgauge.tasks.retrieval.bm25 import Bm25Index, stems
from litgauge.tasks.text.sentences import Span, sentences
from litgauge.tasks.text.words import words

CHUNK_CHARS = 700
NUMBER_WEIGHT = 2.5  # a statement with other numbers is another statement
NAME_WEIGHT = 1.8
_TEXTS_KEPT = 8  # a page is asked about many statements in a row


@dataclass(frozen=True, slots=True)
class Passage:
    """A verbatim part of a text: text[start:end]."""

    start: int
    end: int
    text: str
    score: float  # comparable within one call only; 0.0 where the statement shares no word with the text


def chunks(text: str, chunk_chars: int = CHUNK_CHARS) -> list[Span]:
    """Return runs of whole sentences of about `chunk_chars` characters; each begins in the middle of the one before."""
    spans = sentences(text)
    cuts: list[Span] = []
    first = 0
    while first < len(spans):
        last = first
        while last + 1 < len(spans) and spans[last + 1][1] - spans[first][0] <= chunk_chars:
            last += 1
        cuts.append((spans[first][0], spans[last][1]))
        if last + 1 == len(spans):
            break
        middle = (spans[first][0] + spans[last][1]) / 2
        first = next((n for n in range(first + 1, last + 1) if spans[n][0] >= middle), last + 1)
    return cuts


def best_passages(statement: str, text: str, k: int = 6, max_chars: int = 4_000) -> tuple[Passage, ...]:
    """At most `k` passages of `text`, best first, together at most `max_chars` characters; deterministic.

    Chunks that overlap or touch become one passage. Where nothing in the text shares a word with the statement, the
    passage is its beginning, so that a judge sees what the page is about.
    """
    if not text.strip() or k <= 0 or max_chars <= 0:
        return ()
    index = _index(text, min(CHUNK_CHARS, max_chars))
    scores = index.scores(weights(statement))
    ranked = [n for n in sorted(range(len(scores)), key=lambda n: (-scores[n], n)) if scores[n] > 0.0]
    chosen = _within(ranked[:k] or [0], index.spans, max_chars)
    passages = [_passage(text, run, scores, index.spans, max_chars) for run in _runs(chosen, index.spans, text)]
    return tuple(sorted(passages, key=lambda passage: (-passage.score, passage.start)))


def weights(statement: str) -> dict[str, float]:
    """Return the stems of a statement with what each counts: numbers and names more than common words.

    >>> weights("The U-Net of 2015 has eleven layers")
    {'u-net': 1.8, '2015': 2.5, '11': 2.5, 'layer': 1.0}
    """
    return {
        word.stem: NUMBER_WEIGHT if word.stem[0].isdigit() else NAME_WEIGHT if word.name else 1.0
        for word in words(statement)
        if word.stem
    }


@dataclass(frozen=True)
class _Index:
    spans: tuple[Span, ...]
    ranking: Bm25Index

    def scores(self, statement: Mapping[str, float]) -> list[float]:
        total = np.zeros(len(self.spans))
        for term, weight in statement.items():
            total += weight * self.ranking.scores([term])
        return [float(score) for score in total]


@lru_cache(maxsize=_TEXTS_KEPT)
def _index(text: str, chunk_chars: int) -> _Index:
    spans = tuple(chunks(text, chunk_chars))
    return _Index(spans, Bm25Index.of(stems(text[start:end]) for start, end in spans))


def _within(ranked: Sequence[int], spans: Sequence[Span], max_chars: int) -> list[int]:
    """Return the best chunks that fit; the very best in any case."""
    chosen: list[int] = []
    for n in ranked:
        if _covered([*(spans[m] for m in chosen), spans[n]]) <= max_chars:
            chosen.append(n)
    return chosen or [ranked[0]]


def _covered(spans: Sequence[Span]) -> int:
    total, reached = 0, -1
    for start, end in sorted(spans):
        total += max(0, end - max(start, reached))
        reached = max(reached, end)
    return total


def _runs(chosen: Sequence[int], spans: Sequence[Span], text: str) -> list[list[int]]:
    """Chunks that overlap or touch, together; in the order of the text."""
    runs: list[list[int]] = []
    for n in sorted(chosen):
        if runs and not text[spans[runs[-1][-1]][1] : spans[n][0]].strip():
            runs[-1].append(n)
        else:
            runs.append([n])
    return runs


def _passage(text: str, run: Sequence[int], scores: Sequence[float], spans: Sequence[Span], max_chars: int) -> Passage:
    start = spans[run[0]][0]
    end = min(spans[run[-1]][1], start + max_chars)
    return Passage(start, end, text[start:end], max(scores[n] for n in run))
