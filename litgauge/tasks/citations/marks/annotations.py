"""Citation marks and provider annotations of one entry or sentence: taken off, with the addresses that they carry."""

from __future__ import annotations

import re
from dataclasses import dataclass

from litgauge.tasks.citations.marks.author_year_marks import label_key
from litgauge.tasks.citations.marks.citation_marks import Mark, marks_of
from litgauge.tasks.citations.marks.mark_groups import SOURCE_LABEL, MarkGroup, groups_of
from litgauge.tasks.citations.marks.product_marks import is_chip
from litgauge.tasks.text.inline_markup import without_markup

_LABEL = re.compile(rf"\W*(?:{SOURCE_LABEL}|arxiv|semantic scholar|google scholar|openalex)\W*", re.IGNORECASE)
_FEWEST_WORDS = 2


@dataclass(frozen=True, slots=True)
class Annotated:
    """A text without its marks."""

    text: str  # words of links that belong to it stay, bare addresses too
    urls: tuple[str, ...]  # those of titles first, then those of annotations, each as it stands
    title: str  # the words of the first link that can be a title, else ""


def marks_in(text: str) -> list[Mark]:
    """Return the citation marks of a text that is read by itself, in its order.

    Numbers, footnotes, links, products' own.

    Those that only a reference list could tell from other numbers ("[0, 1]", "m²") are not among them.
    """
    return [mark for mark in marks_of(text, 0, len(text), lambda _: False, bytearray(len(text))) if mark.sure]


def annotated(text: str) -> Annotated:
    """A text apart from its marks, with its Markdown."""
    pieces: list[str] = []
    named: list[str] = []
    others: list[str] = []
    title, at = "", 0
    for group in groups_of(text, 0, len(text), marks_in(text)):
        if group.end <= at:
            continue
        pieces.append(text[at : max(at, group.start)])
        at = group.end
        urls = [mark.url for mark in group.marks if mark.url]
        words = _words(group)
        if words:
            pieces.append(f"{words} {urls[0]}" if urls else words)
            named.extend(urls)
            title = title or (without_markup(words) if len(words.split()) >= _FEWEST_WORDS and urls else "")
        elif all(mark.kind == "url" for mark in group.marks):
            pieces.append(text[group.start : group.end])
            named.extend(urls)
        else:
            others.extend(urls)
    pieces.append(text[at:])
    return Annotated("".join(pieces).strip(), tuple(dict.fromkeys((*named, *others))), title)


def is_label(words: str) -> bool:
    """Return whether the words of a link only say that it is one ("link", "PDF", "arXiv"), and are no title."""
    return _LABEL.fullmatch(words) is not None


def _words(group: MarkGroup) -> str:
    """Return the words of a link that are part of the text: no site's name, no label ("PDF"), no bare number."""
    mark = group.marks[0]
    if len(group.marks) > 1 or mark.kind not in ("link", "anchor") or not mark.words.strip():
        return ""
    words = mark.words.strip()
    bracketed = group.start < mark.start
    if is_chip("", words) or is_label(words) or not re.search(r"[^\W\d_]{2}", words):
        return ""
    return "" if bracketed and (len(words.split()) < _FEWEST_WORDS or label_key(words)) else words
