"""Citation marks that stand together, and the sentences that they belong to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from litgauge.tasks.citations.marks.author_year_marks import is_certain_label, label_key
from litgauge.tasks.citations.marks.citation_marks import Mark
from litgauge.tasks.citations.marks.product_marks import is_chip
from litgauge.tasks.text.sentences import BREAK, sentences_between
from litgauge.tasks.text.wordings import alternatives

_UNSEEN = "\u200b" + BREAK
_OPENING = re.compile(r"<([a-zA-Z][\w-]{0,40})(?:\s[^<>]*)?>\s*\Z")
_CLOSING = re.compile(r"\s{0,10}</([a-zA-Z][\w-]{0,40})\s?>")
LONGEST_TAG = 400
_ONLY_BETWEEN = re.compile(
    r"[\s,;、，；/&]*+(?:and|und|et|及|和|---?|[—→🔗📎📄]|<sup>\s?[,;–-]?\s?</sup>)?[\s,;、，；/&]*+"
)
_POINTER = re.compile(r"(?:[—–→➜⇒↗🔗📎📄]|(?<=\s)(?:->|-{2,3}))\s{0,2}$")
"""Words that point from a sentence to a link outside of it."""

_ENDS_CLAUSE = re.compile(r"[\s*_]*(?:[.!?。)]|\n|\||$)")
LONGEST_NAMES = 120
"""Characters of names with a year that stand before a link, in its brackets."""

_NAMES_OPEN = re.compile(r"([(（\[])([^()（）\[\]\n]{4,120}?)[\s,;:–—-]{0,4}$")


SOURCE_LABEL = alternatives("litgauge.tasks.citations", "source_wordings.json", "label")
"""Words before an address, or alone, that say that something is a source."""

_ASIDE_OPENS = re.compile(
    rf"([(（\[【])\s{{0,3}}(?:data |image |primary )?(?:{SOURCE_LABEL})\s{{0,3}}"
    r"(?:[:：][^()（）\[\]【】\n]{0,80}\n?)?$",
    re.IGNORECASE,
)
_ASIDE_ENDS = re.compile(r"[^()（）\[\]【】\n]{0,80}([)）\]】])")
_ASIDE_CLOSES = {"(": ")", "（": "）", "[": "]", "【": "】"}


@dataclass(frozen=True, slots=True)
class MarkGroup:
    """Marks that stand together, with the brackets around them."""

    start: int
    end: int
    marks: tuple[Mark, ...]

    @property
    def words(self) -> bool:
        """Return whether the group is one link whose words may be part of the sentence."""
        only = self.marks[0]
        linked = len(self.marks) == 1 and only.kind in ("link", "anchor") and _is_wording(only.words)
        return (linked and self.start == only.start) or _narrated(only)


def _is_wording(words: str) -> bool:
    """Return whether the words of a link may belong to the sentence: not "[3]", "(Smith, 2020)", "source"."""
    bracketed = bool(re.fullmatch(r"\s*[(\[（【].*[)\]）】]\s*", words, re.DOTALL))
    return (
        bool(re.search(r"[^\W\d_]{2}", words))
        and not bracketed
        and label_key(words) is None
        and words.casefold() != "source"
    )


def _narrated(mark: Mark) -> bool:
    """Return whether the mark is part of its sentence: "Smith et al. (2020)"."""
    return mark.kind == "author-year" and bool(mark.words)


def groups_of(surface: str, start: int, end: int, marks: Sequence[Mark]) -> list[MarkGroup]:
    """Return groups of marks with only separators between them, with the brackets that hold nothing else."""
    runs: list[list[Mark]] = []
    for mark in marks:
        alone = _narrated(mark) or bool(runs and _narrated(runs[-1][-1]))
        if runs and not alone and _joined(surface, runs[-1][-1].end, mark.start):
            runs[-1].append(mark)
        else:
            runs.append([mark])
    groups = []
    for run in runs:
        left, right = run[0].start, run[-1].end
        for opening, closing in ("()", "[]", "（）", "[]", "【】"):
            before, behind = _skip_back(surface, left, start), _skip(surface, right, end)
            if before > start and behind < end and surface[before - 1] == opening and surface[behind] == closing:
                left, right = before - 1, behind + 1
        left, right = _with_wrapping(surface, left, right, start, end)
        left, right = _aside(surface, left, right, start, end)
        left = _pointed(surface, left, right, start, end, run)
        groups.append(MarkGroup(left, right, tuple(run)))
    return groups


def _joined(surface: str, end: int, start: int) -> bool:
    """Return whether nothing stands between two marks but separators, and names that go with the second."""
    if _ONLY_BETWEEN.fullmatch(surface, end, start):
        return True
    between = surface[end:start].strip() if start - end <= LONGEST_NAMES else ""
    return between[:1] in (",", ";") and is_certain_label(between.strip(" ,;:–—-"))


def _pointed(surface: str, left: int, right: int, start: int, end: int, run: Sequence[Mark]) -> int:
    """Return where the dash or arrow begins that points to marks that end a sentence ("… by night — [bbc.com](…).")."""
    pointer = _POINTER.search(surface, max(start, left - 8), left)
    if pointer is None or not (run[0].start == left or surface[left] in "*_"):
        return left
    bare = not any(_is_wording(mark.words) and not _is_name(mark.words) for mark in run)
    before = surface[start : pointer.start()].rstrip(" *_)")
    ends = _ENDS_CLAUSE.match(surface, right, end) or before[-1:] in (".", "!", "?", "。")
    return pointer.start() if bare and before and ends else left


def _is_name(words: str) -> bool:
    """Return whether the words of a link are the name of a site or what a source is called."""
    return is_chip("", words) or re.fullmatch(rf"\W*(?:{SOURCE_LABEL})\W*", words, re.IGNORECASE) is not None


def _with_wrapping(surface: str, left: int, right: int, start: int, end: int) -> tuple[int, int]:
    """Return the stretch with the inline elements that hold nothing else (`<span><a …>…</a></span>`), at most four."""
    for _ in range(4):
        if right >= end or not _CLOSING.match(surface, right, end):
            break
        opening = _OPENING.search(surface, max(start, left - LONGEST_TAG), left)
        closing = _CLOSING.match(surface, right, end)
        if opening is None or closing is None or opening[1].lower() != closing[1].lower():
            break
        left, right = opening.start(), closing.end()
    return left, right


def _aside(surface: str, left: int, right: int, start: int, end: int) -> tuple[int, int]:
    """Return the brackets around marks that begin with a label ("(Source: Reuters, …)"), with emphasis.

    Else the marks.
    """
    opens = _ASIDE_OPENS.search(surface, max(start, left - LONGEST_NAMES), left)
    if opens is None and (names := _NAMES_OPEN.search(surface, max(start, left - LONGEST_NAMES - 4), left)):
        opens = names if is_certain_label(names[2]) else None
    closes = _ASIDE_ENDS.match(surface, right, end) if opens else None
    if opens is None or closes is None or closes[1] != _ASIDE_CLOSES[opens[1]]:
        return left, right
    left, right = opens.start(), closes.end()
    while left > start and right < end and surface[left - 1] == surface[right] and surface[right] in "*_":
        left, right = left - 1, right + 1
    return left, right


def sentences_of(
    surface: str, start: int, end: int, groups: Sequence[MarkGroup], still: bytearray
) -> list[tuple[int, int]]:
    """Return the sentences between two offsets, trimmed, each with the marks that belong to it.

    See `sentences_between`.
    """
    trimmed = (_trim(surface, *span) for span in sentences_between(surface, start, end, groups, still))
    return [span for span in trimmed if span[0] < span[1]]


def _skip(surface: str, at: int, end: int) -> int:
    while at < end and surface[at] in " \t\r\n\u00a0\u3000\u200b*_":
        at += 1
    return at


def _skip_back(surface: str, at: int, start: int) -> int:
    while at > start and surface[at - 1] in " \t\u00a0":
        at -= 1
    return at


def _trim(surface: str, start: int, end: int) -> tuple[int, int]:
    while start < end and (surface[start].isspace() or surface[start] in _UNSEEN):
        start += 1
    while end > start and (surface[end - 1].isspace() or surface[end - 1] in _UNSEEN):
        end -= 1
    return start, end
