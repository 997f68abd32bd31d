"""Words that say where something is from, and claim nothing: "Source:", "URL:", a bare title before its address."""

from __future__ import annotations

import re
from collections.abc import Sequence

from tasks.citations.marks.author_year_marks import only_names
from tasks.citations.marks.mark_groups import SOURCE_LABEL, MarkGroup
from tasks.text.inline_markup import without_markup
from tasks.text.wordings import alternatives

LONGEST_POINTER = 25
"""Words; what is longer says something, even behind "Source:"."""

ANNOUNCES = re.compile(alternatives("tasks.citations", "source_wordings.json", "announcement"), re.IGNORECASE)
"""What a heading or a line before a colon says if links, and no statements, follow it; in many languages."""

_LETTER = re.compile(r"[^\W\d_]")
_ONLY_LABEL = re.compile(
    rf"[\W_]*+(?:(?:data |key |primary |full |official )?(?:{SOURCE_LABEL}|evidence))?[\W_]*+", re.IGNORECASE
)
_BEGINS = re.compile(
    rf"[\W_]*+(?:(?:data|key|primary|image|figure|table|full|official|main)\s)?(?:{SOURCE_LABEL})[^\w:：]{{0,5}}[:：]",
    re.IGNORECASE,
)
_SEE = re.compile(
    r"[\W_]*+(?:(?:see|see also|cf\.?|siehe|vgl\.?|voir|véase)(?=[\s:.,]|$)|参见|详见|参照)", re.IGNORECASE
)
_ASSERTS = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|will|would|can|could|may|might|must|should|shall|does|did|do|says?|said"
    r"|shows?|showed|finds?|found|reports|reported|reached|reaches|rose|rises|fell|falls|grew|grows|led|leads|uses?|used"
    r"|remains?|requires?|required|allows?|provides?|includes?|included|increas(?:es|ed)|decreas(?:es|ed)|ha|han|fue|era"
    r"|est|sont|était|ist|sind|war|waren|wurde|wurden|hat|haben)\b|n[’']t\b|\d\s?%|[$€£¥]\s?\d|\d\s?(?:million|billion|trillion)"
    r"|[是为占达增减降升有被将已了在让使约超]|\d[万亿]",
    re.IGNORECASE,
)
_ENDS_SENTENCE = re.compile(r"[.!?。！？][\s\"'”’*_]*$")
_POINTS = re.compile(r"[:：—–-][\s*_]*$")
_CREDIT = re.compile(r"\((?:[^()]{0,60}[,;]\s)?(?:19|20)\d\d\)[\s*_.]*$|\[\d{4}\][\s*_.]*$")
_WHOLE_TITLE = re.compile(r"[\s*_]*[“\"«《「][^“”\"«»《》「」]{6,300}[”\"»》」][\s*_.]*(?:\([^()]{0,40}\))?[\s*_.]*$")
_BOLD_TITLE = re.compile(r"\s*(\*\*|__)(?=\S)[^*_\n]{8,300}\1\s*\([^()]{2,120}\)[\s:–—-]*$")
_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_SMALL = frozenset("a an and as at by de for from in of on or the to via vs with und der die das".split())  # noqa: SIM905
_KIND_OF_WORK = re.compile(
    r"(?:[\w‐-–/]+\s){0,4}(?:reviews?|critiques?|synthesis|stud(?:y|ies)|analys[ie]s|summary|snippet|papers?|preprint|survey|report)(?:/\w+)?",
    re.IGNORECASE,
)
_ET_AL = re.compile(r"(?:[^\W\d_a-z][\w'’‑-]*+\s?+){1,4}et\sal\.?(?:\s\(?(?:19|20)\d\d[a-z]?\)?)?")


def says_only_source(words: str) -> bool:
    """Whether words without their marks say no more than where something is from ("Sources:", "Xi et al. 2012")."""
    if _ONLY_LABEL.fullmatch(words):
        return True
    if len(words) > 200:
        return False
    pieces = [piece.strip(" .*_\n") for piece in words.split(";")]
    named = [piece for piece in pieces if _ET_AL.fullmatch(piece) or only_names(piece)]
    return bool(named) and all(piece in named or _KIND_OF_WORK.fullmatch(piece) for piece in pieces)


def points_only(surface: str, start: int, end: int, groups: Sequence[MarkGroup]) -> bool:
    """Return whether a sentence with these marks only points: "Source: …", "See …", a link alone, "Title: address".

    What has a verb, a share or an amount of money claims something and never only points.
    """
    outside, linked = _apart(surface, start, end, groups)
    if len(outside.split()) > LONGEST_POINTER or len(outside) > 200:
        return False
    if outside[:1] in "([（" and outside.rstrip(" .。*_")[-1:] not in ")]）":
        return False  # "(Sources: A, B) It snows."
    labelled = _BEGINS.match(outside)
    if labelled or _SEE.match(outside):
        return not asserts(outside[labelled.end() if labelled else 0 :])
    if not _LETTER.search(outside):
        return bool(linked) and not any(asserts(words) or _ENDS_SENTENCE.search(words) for words in linked)
    if linked or groups[-1].end < end or asserts(outside):
        return False
    if groups[-1].marks[0].kind != "url":
        return False
    return bool(
        _BOLD_TITLE.match(surface, start, groups[0].start)
        or _POINTS.search(outside)
        or _WHOLE_TITLE.match(outside)
        or _CREDIT.search(outside)
        or _in_capitals(outside)
    )


def asserts(words: str) -> bool:
    """Return whether words have a verb, a share or an amount of money, and so say more than a name does."""
    return _ASSERTS.search(words) is not None


def _in_capitals(words: str) -> bool:
    """Return whether words are a name: all of them begin large, but for the small ones and what brackets add."""
    found = [word for word in _WORD.findall(re.sub(r"\([^()]*\)", "", words)) if word not in _SMALL]
    return bool(found) and all(word[0].isupper() for word in found) and not re.search(r"[:：;；|]", words)


def _apart(surface: str, start: int, end: int, groups: Sequence[MarkGroup]) -> tuple[str, list[str]]:
    """The words that are in no mark, and those of links that may be part of the sentence."""
    pieces, at = [], start
    for group in groups:
        pieces.append(surface[at : max(at, group.start)])
        at = max(at, group.end)
    linked = [group.marks[0].words for group in groups if group.words]
    return without_markup("".join((*pieces, surface[at:end]))), linked
