"""A text cut into overlapping chunks of whole sentences, with their places in it."""

from __future__ import annotations

from tasks.text.sentences import Span, sentences

CHUNK_CHARS = 700


def chunks(text: str, chunk_chars: int = CHUNK_CHARS) -> list[Span]:
    """Runs of whole sentences of about `chunk_chars` characters; each begins in the middle of the one before."""
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
