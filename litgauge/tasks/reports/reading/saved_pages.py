"""Parts of a saved page of a product that do not belong to the answer."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

_QUESTION_TAG = re.compile(
    r"\bdata-message-author-role\s?=\s?[\"']?(?:user|system|tool)\b|\bdata-testid\s?=\s?[\"']?user-message\b"
    r"|\bdata-(?:role|author|sender|message-role)\s?=\s?[\"']?(?:user|human)\b|\bclass\s?=\s?\"(?:sr-only|visually-hidden)\""
    r"|\bcdk-visually-hidden\b",
    re.IGNORECASE,
)
_ASKED_TAGS = frozenset({"user-query", "user-query-content", "deep-research-source-lists", "sources-carousel-inline"})
_DRESSING = frozenset({"button", "textarea", "select", "dialog", "mat-icon", "iframe"})
_CITES = re.compile(r"\bhref\s?=|\bdata-[a-z-]{0,40}(?:url|href|link)\s?=|</p\s?>", re.IGNORECASE)

MOST_HIDDEN = 20_000
"""Characters of a button or the like; what is longer was never closed, or is no button."""


def unseen(text: str, tags: Sequence[re.Match[str]]) -> Iterator[tuple[int, int]]:
    """Yield the elements of a page that are not the answer: the user's question, buttons, hidden panels of sources.

    `tags` are all tags of the text, with "/" in group 1 of one that closes and the name in group 2.
    """
    cites = [mark.start() for mark in _CITES.finditer(text)]
    for index, stop in _elements(tags):
        tag = tags[index]
        name = tag[2].lower()
        if name in _ASKED_TAGS or _QUESTION_TAG.search(tag[0]):
            yield tag.start(), stop
        elif name in _DRESSING and stop - tag.start() <= MOST_HIDDEN:
            following = bisect_left(cites, tag.start())
            if following == len(cites) or cites[following] >= stop:
                yield tag.start(), stop


def _elements(tags: Sequence[re.Match[str]]) -> list[tuple[int, int]]:
    """Return index of the opening tag and end offset of every closed element, in the order of the tags."""
    opened: dict[str, list[int]] = {}
    elements: list[tuple[int, int]] = []
    for index, tag in enumerate(tags):
        name = tag[2].lower()
        if not tag[1]:
            if not tag[0].endswith("/>"):
                opened.setdefault(name, []).append(index)
        elif opened.get(name):
            elements.append((opened[name].pop(), tag.end()))
    return sorted(elements)
