"""Text of a paper that questions are asked about, and the spans of it that answers quote."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from litgauge.tasks.records import Section

_OPENING = re.compile(r"\b(?:introduction|intro|overview|motivation)\b|引言|绪论", re.IGNORECASE)
_CLOSING = re.compile(r"\b(?:conclu\w+|summary|discussion|outlook)\b|结论|总结", re.IGNORECASE)
LONGEST_PART = 12_000
"""Characters of introduction and of conclusion that are read; with the abstract, about 8,000 tokens."""


@dataclass(frozen=True, slots=True)
class PaperText:
    """A paper as questions are asked about it."""

    survey_id: str
    paper: int
    title: str
    abstract: str
    headings: tuple[str, ...]  # of the sections that are read
    texts: tuple[str, ...]
    read_from: str  # "fulltext", "abstract" or "title"
    remark: str  # why there is no better text; "" with a full text

    @property
    def parts(self) -> tuple[tuple[str, str], ...]:
        """Its texts with the places that they stand at."""
        return (
            ("title", self.title),
            ("abstract", self.abstract),
            *zip((heading or "text" for heading in self.headings), self.texts, strict=True),
        )

    @property
    def prompt_text(self) -> str:
        """Return the whole text, as questions get it."""
        head = [f"Title: {self.title}", f"Abstract: {self.abstract}" if self.abstract else ""]
        return "\n\n".join(
            filter(
                None, [*head, *(f"{heading}\n{text}" for heading, text in zip(self.headings, self.texts, strict=True))]
            )
        )


def read_sections(sections: Sequence[Section]) -> tuple[Section, ...]:
    """Introduction and conclusion with what lies in them; of a text without such headings its beginning and its end."""
    filled = [section for section in sections if section.text.strip()]
    if not filled:
        return ()
    opening = next((section for section in filled if _OPENING.search(section.title)), filled[0])
    closing = next(
        (section for section in reversed(filled) if _CLOSING.search(section.title) and section is not opening), None
    )
    chosen = [opening, *([closing] if closing else filled[-1:] if filled[-1] is not opening else [])]
    return tuple(
        Section(section.level, section.title, _shortened(section, last=section is not opening)) for section in chosen
    )


def _shortened(section: Section, *, last: bool) -> str:
    """At most LONGEST_PART characters: of the closing section its end."""
    return section.text[-LONGEST_PART:] if last else section.text[:LONGEST_PART]


FEWEST_WORDS = 3
"""Of a span; a shorter one says nothing of where it was taken from."""
_SIGNS = str.maketrans({"“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "‘": "'", "’": "'", "`": "'",
                        "–": "-", "—": "-", "‐": "-", "‑": "-", "−": "-", "\u00ad": None})  # fmt: skip
_BLANKS = re.compile(r"\s+")


class FoundSpan(NamedTuple):
    """A span as it stands in the text, and in which part of it."""

    text: str
    place: str


def find_span(span: str, paper: PaperText) -> FoundSpan | None:
    """Return the span as the paper has it, with "title", "abstract" or the heading it stands under.

    None if it does not.

    Letters must be the same, but for case; white space, quotes and dashes may be written in another way.
    """
    letters = _comparable(span.strip().strip("\"'“”‘’"))[0].strip().rstrip(".")
    if len(letters.split()) < FEWEST_WORDS:
        return None
    for place, text in paper.parts:
        plain, at = _comparable(text)
        start = plain.find(letters)
        if start >= 0:
            stop = at[start + len(letters) - 1] + 1
            return FoundSpan(_BLANKS.sub(" ", text[at[start] : stop]), place)
    return None


def _comparable(text: str) -> tuple[str, list[int]]:
    """Return the text in the form in which spans are compared, and where each of its letters stands."""
    plain: list[str] = []
    at: list[int] = []
    blank = True
    for position, letter in enumerate(text):
        for sign in unicodedata.normalize("NFKC", letter.translate(_SIGNS)).casefold():
            if sign.isspace():
                if blank:
                    continue
                sign = " "
            blank = sign == " "
            plain.append(sign)
            at.append(position)
    return "".join(plain), at
