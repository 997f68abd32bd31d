"""What is read of a paper: title and abstract and, of its full text, the introduction and the conclusion."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tasks.records import Section

ReadFrom = Literal["fulltext", "abstract", "title"]
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
    read_from: str
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
    def told(self) -> str:
        """All of it, as a question is given it."""
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
    opening = next((one for one in filled if _OPENING.search(one.title)), filled[0])
    closing = next((one for one in reversed(filled) if _CLOSING.search(one.title) and one is not opening), None)
    kept = [opening, *([closing] if closing else filled[-1:] if filled[-1] is not opening else [])]
    return tuple(Section(one.level, one.title, _shortened(one, last=one is not opening)) for one in kept)


def _shortened(section: Section, *, last: bool) -> str:
    """At most LONGEST_PART characters: of the closing section its end."""
    return section.text[-LONGEST_PART:] if last else section.text[:LONGEST_PART]
