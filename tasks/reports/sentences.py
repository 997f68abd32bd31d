"""Sentences of a stretch of text, and which of them a citation mark belongs to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tasks.reports.marks import Mark
from tasks.reports.names import label_key
from tasks.reports.surface import BREAK
from tasks.reports.words import ABBREVIATIONS, BEFORE_NUMBERS, MAY_END, OPENERS

LONGEST_ASIDE = 400
"""Characters; a sentence does not end inside brackets that are shorter."""

_END = re.compile(
    r"[.!?…]+[\"'”’»)\]*_]*|[。！？｡]+[”』」）’\"*]*|"
    + BREAK
    + r"+|(?: {2,}|\\)\n|(?<=[.;:)\]]) [-•–—·▪●] (?=[A-Z“\"\[*0-9])"
)
_DOTTED = re.compile(r"(?:[A-Za-z]\.){1,5}[A-Za-z]$")
_WORD_BEFORE = re.compile(r"[\w.’'&-]{1,30}$")
_MIXED = re.compile(r"[a-z]{1,4}[A-Z]|[a-z](?:\.[a-z])+\.")
_ONLY_BETWEEN = re.compile(r"[\s,;、，；/&]*(?:and|und|et|及|和)?[\s,;、，；/&]*")


@dataclass(frozen=True, slots=True)
class Group:
    """Marks that stand together, with the brackets around them."""

    start: int
    end: int
    marks: tuple[Mark, ...]

    @property
    def words(self) -> bool:
        """Whether it is one link whose words may be part of the sentence."""
        only = self.marks[0]
        linked = len(self.marks) == 1 and only.kind in ("link", "anchor") and _is_wording(only.words)
        return (linked and self.start == only.start) or _narrated(only)


def _is_wording(words: str) -> bool:
    """Whether the words of a link may belong to the sentence: not "[3]", "(Smith, 2020)", "source"."""
    bracketed = bool(re.fullmatch(r"\s*[(\[（【].*[)\]）】]\s*", words, re.DOTALL))
    return (
        bool(re.search(r"[^\W\d_]{2}", words))
        and not bracketed
        and label_key(words) is None
        and words.casefold() != "source"
    )


def _narrated(mark: Mark) -> bool:
    """Whether the mark is part of its sentence: "Smith et al. (2020)"."""
    return mark.kind == "author-year" and bool(mark.words)


def groups_of(surface: str, start: int, end: int, marks: Sequence[Mark]) -> list[Group]:
    """Marks with nothing but separators between them, together with a pair of brackets that holds nothing else."""
    runs: list[list[Mark]] = []
    for mark in marks:
        alone = _narrated(mark) or bool(runs and _narrated(runs[-1][-1]))
        if runs and not alone and _ONLY_BETWEEN.fullmatch(surface, runs[-1][-1].end, mark.start):
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
        groups.append(Group(left, right, tuple(run)))
    return groups


def sentences_of(
    surface: str, start: int, end: int, groups: Sequence[Group], still: bytearray
) -> list[tuple[int, int]]:
    """The sentences between two offsets, trimmed, each with the marks that belong to it.

    A mark belongs to the sentence that it stands in; behind the full stop to the sentence before, unless a small
    letter follows it ("… caching. [2] proposed an engine …") or it is a link whose words begin the next sentence.
    `still` (one byte per character from `start`) marks code, mathematics and marks: no sentence ends inside.
    """
    by_start = {group.start: group for group in groups}
    asides = _asides(surface, start, end, still)
    found: list[tuple[int, int]] = []
    begin = start
    for stop in _END.finditer(surface, start, end):
        if stop.start() < begin or still[stop.start() - start]:
            continue
        hard = surface[stop.start()] in BREAK + " \\" or "\n" in stop[0]
        if not hard and (asides[stop.end() - start] > 0 or not _ends(surface, begin, stop, end, by_start)):
            continue
        after = _with_marks(surface, stop.end(), end, by_start)
        found.append((begin, after))
        begin = after
    found.append((begin, end))
    trimmed = (_trim(surface, *span) for span in found)
    return [span for span in trimmed if span[0] < span[1]]


def _with_marks(surface: str, at: int, end: int, by_start: dict[int, Group]) -> int:
    """The offset behind the marks that follow a full stop and belong to it."""
    while True:
        begin = _skip(surface, at, end)
        group = by_start.get(begin)
        if group is None:
            return at
        behind = _skip(surface, group.end, end)
        following = surface[behind : behind + 1] if behind < end else ""
        subject = following.islower() or (group.words and following and "\n" not in surface[group.end : behind])
        if subject and by_start.get(behind) is None:
            return at
        at = group.end
        if following in (".", "。", ",", ";") and behind < end and not surface[behind + 1 : behind + 2].isalnum():
            at = behind + 1


def _ends(surface: str, begin: int, stop: re.Match[str], end: int, by_start: dict[int, Group]) -> bool:
    """Whether a sentence ends at this mark of punctuation."""
    if stop[0][0] in "。！？｡":
        return True
    at = _skip(surface, stop.end(), end)
    if at >= end:
        return True
    group = by_start.get(at)
    if at == stop.end() and group is None and not "\u2e80" < surface[at] < "\uff00":
        return False  # "3.5", "arxiv.org", "e.g.,"
    if group is not None:
        at = _skip(surface, group.end, end)
    following = surface[at : at + 24]
    before = _WORD_BEFORE.search(surface, max(begin, stop.start() - 30), stop.start())
    word = before[0] if before else ""
    if stop[0][0] == "." and _abbreviated(word, following, begin, before):
        return False
    plain = following.lstrip("\"'“‘«([*_`#<")
    if plain[:1].islower():
        return bool(_MIXED.match(plain)) or group is not None
    return True


def _abbreviated(word: str, following: str, begin: int, before: re.Match[str] | None) -> bool:
    """Whether the full stop belongs to the word before it."""
    if not word or before is None:
        return False
    name = word.casefold().lstrip("’'-")
    first = re.match(r"[\W_]*([^\W\d_]+)", following)
    opener = bool(first) and first is not None and first[1].casefold() in OPENERS and first[1][:1].isupper()
    if word.isdecimal():
        return before.start() <= begin + 3 and len(word) < 3  # "1. First"
    if _DOTTED.search(word) or (len(word) == 1 and word.isalpha() and word.isupper() and word not in "I"):
        return not opener
    if name in BEFORE_NUMBERS and following.lstrip("(# ")[:1].isdecimal():
        return True
    if name in ABBREVIATIONS:
        return not (opener and name in MAY_END)
    return False


def _asides(surface: str, start: int, end: int, still: bytearray) -> list[int]:
    """Per character, how deep it stands in round brackets that close within `LONGEST_ASIDE` characters (as steps)."""
    steps = [0] * (end - start + 1)
    opened: list[int] = []
    for found in re.compile(r"[()（）]|\n\s*\n").finditer(surface, start, end):
        at = found.start() - start
        if still[at]:
            continue
        if found[0] in "(（":
            opened.append(at)
        elif found[0] not in ")）":
            opened.clear()
        elif opened:
            begin = opened.pop()
            if at - begin <= LONGEST_ASIDE:
                steps[begin] += 1
                steps[at] -= 1
    depth = 0
    for index, step in enumerate(steps):
        depth += step
        steps[index] = depth
    return steps


def _skip(surface: str, at: int, end: int) -> int:
    while at < end and surface[at] in " \t\r\n\u00a0\u3000\u200b*_":
        at += 1
    return at


def _skip_back(surface: str, at: int, start: int) -> int:
    while at > start and surface[at - 1] in " \t\u00a0":
        at -= 1
    return at


def _trim(surface: str, start: int, end: int) -> tuple[int, int]:
    blank = " \t\r\n\f\v\u00a0\u3000\u200b" + BREAK
    while start < end and surface[start] in blank:
        start += 1
    while end > start and surface[end - 1] in blank:
        end -= 1
    return start, end
