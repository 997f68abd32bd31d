"""Visible wording of a stretch of text, without citation marks, Markdown and HTML."""

from __future__ import annotations

import re
from collections.abc import Sequence

from litgauge.tasks.citations.marks.mark_groups import MarkGroup
from litgauge.tasks.text.inline_markup import without_markup

_LEADS = re.compile(
    r"(?:,|\b(?:by|in|of|see|from|while|whereas|and|that|as|to|following|with|both|work))\s+$", re.IGNORECASE
)
_BEFORE_OBJECT = re.compile(
    r"(?<![^\W\d_])(?:at|on|from|via|in|to|of|by|with|under|through|visit|called|e\.g\.,?|i\.e\.,?|auf|unter|bei|von|sur|dans|en"
    r"|de|su|в|на|из|в)\s{1,3}$",
    re.IGNORECASE,
)
"""Words that need what follows them."""


def wording(surface: str, start: int, end: int, groups: Sequence[MarkGroup]) -> str:
    """Return the text between two offsets on one line, without marks.

    Words of a link that are part of the sentence stay.
    """
    pieces: list[str] = []
    at = start
    for group in groups:
        if group.end <= at or group.start >= end:
            continue
        pieces.append(surface[at : max(at, group.start)])
        if group.words and not _closes(surface, start, end, group):
            pieces.append(group.marks[0].words)
        elif _speaks(surface, start, group) or _is_object(surface, start, group):
            pieces.append(surface[group.start : group.end])
        at = group.end
    pieces.append(surface[at:end])
    return without_markup("".join(pieces))


def says_anything(text: str) -> bool:
    """Return whether a letter or a digit is left of the text as a reader sees it."""
    return any(map(str.isalnum, without_markup(text)))


def _speaks(surface: str, start: int, group: MarkGroup) -> bool:
    """Return whether a number stands for its authors in the sentence: "[2] proposed an engine", "following [3] we"."""
    if not surface[group.end : group.end + 2].lstrip()[:1].islower() or group.marks[0].kind != "number":
        return False
    before = surface[max(start, group.start - 20) : group.start]
    return not before.strip() or bool(_LEADS.search(before))


def _is_object(surface: str, start: int, group: MarkGroup) -> bool:
    """Return whether a bare address is part of its sentence: "threads at https://…, and posts on https://…"."""
    bare = all(mark.kind == "url" for mark in group.marks) and group.start == group.marks[0].start
    return bare and _BEFORE_OBJECT.search(surface, max(start, group.start - 20), group.start) is not None


def _closes(surface: str, start: int, end: int, group: MarkGroup) -> bool:
    """Return whether the link stands behind the sentence, as its source."""
    before = surface[start : group.start].rstrip(" \t\n*_")
    return before[-1:] in (".", "!", "?", "。", "！", "？", "”", '"') and not surface[group.end : end].strip(" .。*_\n")
