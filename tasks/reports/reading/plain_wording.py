"""What a reader sees of a stretch of a report: without citation marks, without Markdown and HTML."""

from __future__ import annotations

import html
import re
from collections.abc import Sequence

from tasks.reports.reading.mark_groups import MarkGroup
from tasks.reports.reading.transparent_html import SIGNS

_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,2000}>")
_IMAGE = re.compile(r"!\[([^\[\]]{0,300})\]\([^()\n]{0,2048}\)")
_EMPTY = re.compile(r"[(\[（【]\s*[,;]?\s*[)\]）】]|\(\s*(?:sources?|refs?|see|cited in)?\s*[:,;]*\s*\)", re.IGNORECASE)
_EMPHASIS = re.compile(r"(?<![\w*_\\])(?:\*{1,3}|_{1,3}|~~)(?=\S)|(?<=[^\s\\])(?:\*{1,3}|_{1,3}|~~)(?![\w*_])|\*\*")
_BEFORE_MARK = re.compile(r"\s+(?=[.,;:!?)\]。，；：！？、]|$)")
_SPACED_MARK = re.compile(r" [.,;:!?)\]。，；：！？、]")
_HANGING = re.compile(r"\s*(?<![,;])[,;]++\s*(?=[)）])|(?<=[(（])\s*[,;]+\s*")
_DOUBLE = re.compile(r"(?<![,;])(?:([,;])(?:\s*[,;])+(?=\s|$)|[,;]++(?=[.。]))")
_DOUBLED = re.compile(r"[,;]\s*[,;.。]")
_BULLETS = "-•–—·▪●"
_BULLET = re.compile(rf"^[{_BULLETS}] +")
_QUOTES = re.compile(r"\n[ \t]{0,3}(?:>[ \t]?)+")
_ESCAPE = re.compile(r"\\([\\`*_{}\[\]()#+\-.!|<>~$])")
_LEADS = re.compile(
    r"(?:,|\b(?:by|in|of|see|from|while|whereas|and|that|as|to|following|with|both|work))\s+$", re.IGNORECASE
)
_MARKED_UP = re.compile(rf"[<>!*_~`\\&{SIGNS}]")
"""Without any of these there is no markup; most sentences have none, and each pattern costs a walk through them."""

_BRACKETS = re.compile(r"[()\[\]（）【】]")
_BLANKS = str.maketrans(SIGNS, " " * len(SIGNS))
_CODE = re.compile(r"`([^`\n]{1,300})`")


def wording(surface: str, start: int, end: int, groups: Sequence[MarkGroup]) -> str:
    """The text between two offsets on one line, without marks; words of a link that are part of the sentence stay."""
    pieces: list[str] = []
    at = start
    for group in groups:
        if group.end <= at or group.start >= end:
            continue
        pieces.append(surface[at : max(at, group.start)])
        if group.words and not _closes(surface, start, end, group):
            pieces.append(group.marks[0].words)
        elif _speaks(surface, start, group):
            pieces.append(surface[group.start : group.end])
        at = group.end
    pieces.append(surface[at:end])
    return plain("".join(pieces))


def says_anything(text: str) -> bool:
    """Whether a letter or a digit is left of the text as a reader sees it."""
    if _MARKED_UP.search(text) or _BRACKETS.search(text):
        text = plain(text)
    return any(map(str.isalnum, text))


def plain(text: str) -> str:
    """Text on one line without inline Markdown, HTML tags, entities and empty brackets."""
    if _MARKED_UP.search(text):
        text = _without_markup(text)
    text = " ".join(text.split())
    if _BRACKETS.search(text):
        if "," in text or ";" in text:
            text = _HANGING.sub("", text)
        text = " ".join(_EMPTY.sub("", text).split())
    if _SPACED_MARK.search(text):
        text = _BEFORE_MARK.sub("", text)
    if _DOUBLED.search(text):
        text = _DOUBLE.sub(r"\1", text)
    text = text.strip()
    return _BULLET.sub("", text) if text[:1] in _BULLETS else text


def _without_markup(text: str) -> str:
    text = _IMAGE.sub(" ", _QUOTES.sub("\n", text))
    if "<" in text:
        text = _TAG.sub("", text)
    text = text.translate(_BLANKS)
    text = _CODE.sub(r"\1", text)
    text = _ESCAPE.sub(r"\1", _EMPHASIS.sub("", text))
    return html.unescape(text) if "&" in text else text


def _speaks(surface: str, start: int, group: MarkGroup) -> bool:
    """Whether a number stands for its authors in the sentence: "[2] proposed an engine", "following [3] we"."""
    if not surface[group.end : group.end + 2].lstrip()[:1].islower() or group.marks[0].kind != "number":
        return False
    before = surface[max(start, group.start - 20) : group.start]
    return not before.strip() or bool(_LEADS.search(before))


def _closes(surface: str, start: int, end: int, group: MarkGroup) -> bool:
    """Whether the link stands behind the sentence, as its source."""
    before = surface[start : group.start].rstrip(" \t\n*_")
    return before[-1:] in (".", "!", "?", "。", "！", "？", "”", '"') and not surface[group.end : end].strip(" .。*_\n")
