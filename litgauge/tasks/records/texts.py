"""Text of a survey, as prompts and contexts need it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Literal

from litgauge.tasks.records.surveys import PersonName

TextOrigin = Literal["latex", "grobid", "pdf"]


@dataclass(frozen=True, slots=True)
class Section:
    """One section; level 1 is the highest. Paragraphs are separated by an empty line."""

    level: int
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class FullText:
    """A survey's text without its bibliography. Unicode, no LaTeX."""

    survey_id: str
    title: str | None
    abstract: str | None
    sections: tuple[Section, ...]
    origin: TextOrigin
    authors: tuple[PersonName, ...] = ()  # as far as the source names them
    written: date | None = None  # the day that the source names as its own
