"""Local PDF reader: lines of text -> title, abstract and sections, by rules that hold for scholarly papers.

GROBID does this better; this reader needs no server. It trusts the order in which the file prints its lines, which
is the reading order in PDFs made by TeX and Word, and sorts into columns the pages where that order jumps about.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from litgauge.tasks.base.errors import Rejected
from litgauge.tasks.papers.pdf.page_layout import body_height, in_reading_order, without_running_heads
from litgauge.tasks.papers.pdf.page_lines import HYPHEN, Line, read_lines
from litgauge.tasks.papers.pdf.settings import PdfSettings
from litgauge.tasks.records import FullText, Section
from litgauge.tasks.text.back_matter import without_back_matter
from litgauge.tasks.text.outline import bounded, is_appendix, joined, number_level, unnumbered
from litgauge.tasks.text.plain import one_line, tidy

MIN_LETTERS = 100
MIN_LETTERS_PER_PAGE = 20

_LETTER = re.compile(r"[^\W\d_]")
_UNMAPPED = re.compile(r"[\ufffd\ue000-\uf8ff]")
_NUMBERED = re.compile(
    r"(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[IVX]{1,5}\.|[A-Z]\.|[A-Z](?:\.\d{1,2}){1,3}\.?|[A-Z](?=\s[A-Z]))\s+\S"
)
_LETTERED = re.compile(r"[A-Z](?:\.\d{1,2})*\.?\s+[A-Z]")
_ROMAN = re.compile(r"(?:II|III|IV|VI)\.\s")
_ABSTRACT = re.compile(r"(?:abstract|summary)\s*(?:[.:—–-]+\s*|$)", re.IGNORECASE)
_FIRST_SECTION = re.compile(r"(?:1|I)\.?\s+[A-Z]")
_HEADINGS = re.compile(r"(?:introduction|background|related work|discussion|conclusions?)\W*", re.IGNORECASE)
_KEYWORDS = re.compile(
    r"(?:key ?words|index terms|ccs concepts|categories and subject|general terms|acm reference)\b", re.IGNORECASE
)
_LIST_OF_WORKS = re.compile(
    r"(?:(?:\d{1,2}|[IVX]{1,5})\.?\s+)?"
    r"(?:references?(?: and notes| cited)?|bibliography|literature(?: cited)?|works cited)\s*:?",
    re.IGNORECASE,
)
_CAPTION = re.compile(r"(?:fig(?:ure)?|table|algorithm|listing)\.?\s*\d+\s*[.:|—-]", re.IGNORECASE)
_CITED_NUMBERS = re.compile(r"\s?\[\d{1,3}(?:\s?[,;–-]\s?\[?\d{1,3}\]?)*\]")
_END_OF_SENTENCE = re.compile(r"[.!?:][\"”’)\]]*$")


def read_pdf(pdf: bytes, survey_id: str, settings: PdfSettings, *, max_chars: int = 2_000_000) -> FullText:
    """Return the text of a PDF, without running heads, captions, authors and the list of works.

    Raises Rejected: "pdf-too-large", "pdf-broken", "pdf-encrypted", "pdf-too-slow"; "pdf-no-text" for a scan;
    "pdf-unreadable-text" where the fonts do not say which letters they print.
    """
    lines, sizes = read_lines(pdf, settings)
    _require_text(lines, len(sizes))
    lines = without_running_heads(in_reading_order(lines, sizes), sizes)
    outline = _Outline(lines)
    title, rest = _title(lines, outline.height)
    for line in rest[_front_matter(rest, outline) :]:
        outline.add(line)
    titled = [(part, one_line(unbroken(part.title, outline.words))) for part in outline.parts]
    sections = without_back_matter(
        [Section(part.level, heading, joined(part.paragraphs(outline.words))) for part, heading in titled]
    )
    abstract = joined(outline.abstract.paragraphs(outline.words)) or None
    return FullText(survey_id, title, abstract, bounded(sections, max_chars), "pdf")


def _require_text(lines: Sequence[Line], pages: int) -> None:
    text = "".join(line.text for line in lines)
    letters = len(_LETTER.findall(text))
    if letters < max(MIN_LETTERS, MIN_LETTERS_PER_PAGE * pages) and not len(_UNMAPPED.findall(text)) > MIN_LETTERS:
        raise Rejected("pdf-no-text", f"{letters} letters on {pages} pages: the PDF is a scan or holds only pictures")
    if len(_UNMAPPED.findall(text)) > 0.3 * len(text):
        raise Rejected("pdf-unreadable-text", "the PDF's fonts do not say which letters they print")


@dataclass(slots=True)
class _Part:
    """A section under construction."""

    level: int
    title: str  # may hold HYPHEN
    lines: list[Line] = field(default_factory=list)

    def paragraphs(self, words: Counter[str]) -> Iterator[str]:
        """Yield the lines put together; a paragraph ends at an indented line, a gap, or a caption."""
        current: list[str] = []
        previous: Line | None = None
        caption = False
        for line in self.lines:
            starts = previous is None or _starts_paragraph(previous, line)
            if starts and current:
                yield from _finished(current, words, caption)
                current = []
            if not current:
                caption = _CAPTION.match(line.text) is not None
            current.append(line.text)
            previous = line
        yield from _finished(current, words, caption)


def _finished(lines: list[str], words: Counter[str], caption: bool) -> Iterator[str]:
    if lines and not caption:
        text = tidy(_CITED_NUMBERS.sub("", unbroken(" ".join(lines), words)))
        if _LETTER.search(text):
            yield text


def _starts_paragraph(above: Line, line: Line) -> bool:
    if _CAPTION.match(line.text):
        return True
    if line.page != above.page or line.bottom > above.bottom:
        return _END_OF_SENTENCE.search(above.text) is not None and line.text[:1].isupper()
    if line.left - above.left > 0.6 * line.height and not above.text.endswith(HYPHEN):
        return _END_OF_SENTENCE.search(above.text) is not None
    return above.bottom - line.bottom > 2.0 * line.height and HYPHEN not in above.text


def unbroken(text: str, words: Counter[str]) -> str:
    """Return the text with words broken at line ends joined: without hyphen, unless the paper has it elsewhere."""

    def join(match: re.Match[str]) -> str:
        left, right = match[1], match[2]
        if not right[:1].islower() or words[f"{left}-{right}".lower()] > words[f"{left}{right}".lower()]:
            return f"{left}-{right}"
        return f"{left}{right}"

    return re.sub(rf"([\w'’-]*){HYPHEN}\s?([\w'’]*)", join, text)


def word_counts(lines: Sequence[Line]) -> Counter[str]:
    """Count how often the paper prints each word, hyphenated ones as they stand."""
    counts: Counter[str] = Counter()
    for line in lines:
        counts.update(word.lower() for word in re.findall(rf"(?<!{HYPHEN})\b\w+(?:-\w+)*\b(?!{HYPHEN})", line.text))
    return counts


class _Outline:
    """Sorts lines into the abstract and sections, and drops others: a machine with one state per part of a paper."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self.height, self.words = body_height(lines), word_counts(lines)
        self.abstract = _Part(1, "Abstract")
        self.parts: list[_Part] = []
        self._roman = any(_ROMAN.match(line.text) for line in lines)
        self._state: Literal["front", "abstract", "text", "list"] = "front"
        self._heading: Line | None = None
        self._numbered = sum(1 for line in lines if _NUMBERED.match(line.text) and self.is_heading(line)) > 2

    def add(self, line: Line) -> None:
        """Add the next line in reading order."""
        text = line.text
        if self._state == "front" and _ABSTRACT.match(text):
            self._state = "abstract"
            if rest := _ABSTRACT.sub("", text, count=1):
                self.abstract.lines.append(replace(line, text=rest))
        elif _LIST_OF_WORKS.fullmatch(text) and self.parts:
            self._state = "list"
        elif self.is_heading(line) and (
            _NUMBERED.match(text) or self._larger(line) or not self._numbered or self._goes_on(line)
        ):
            self._open(line)
        elif self._state == "abstract":
            if _KEYWORDS.match(text):
                self._state = "front"
            else:
                self.abstract.lines.append(line)
        elif self._state == "text" and line.height > 0.88 * self.height:  # smaller print: footnotes, tables
            self.parts[-1].lines.append(line)
        elif self._state == "front" and not _KEYWORDS.match(text) and not self.abstract.lines:
            self.parts.append(_Part(1, "", [line]))
            self._state = "text"

    def _open(self, line: Line) -> None:
        if self._state == "list" and not is_appendix(line.text) and not _LETTERED.match(line.text):
            return
        if self._state == "text" and self._goes_on(line):
            last = self.parts[-1]
            last.title = f"{last.title} {line.text}"
        else:
            level = number_level(line.text, roman=self._roman)
            self.parts.append(_Part(level or self._level(line), unnumbered(line.text)))
        self._state = "text"
        self._heading = line

    def _goes_on(self, line: Line) -> bool:
        """True if a heading continues the one on the line above it."""
        above = self._heading
        return (
            above is not None
            and bool(self.parts)
            and not self.parts[-1].lines
            and not _NUMBERED.match(line.text)
            and abs(above.height - line.height) < 0.2
            and 0 < above.bottom - line.bottom < 2 * line.height
        )

    def _level(self, line: Line) -> int:
        """Unnumbered headings: the larger the higher; beside numbered ones, one level under the last."""
        return 1 if line.height > 1.15 * self.height or not self.parts else min(self.parts[-1].level + 1, 3)

    def is_heading(self, line: Line) -> bool:
        """True if a line looks like a heading by its type, its number or its words."""
        text = line.text
        if len(text) > 120 or not _LETTER.search(text) or _CAPTION.match(text):
            return False
        if self._state == "text" and self._heading is not None and self._heading.text.endswith(HYPHEN):
            return self._goes_on(line)
        larger = self._larger(line)
        if _NUMBERED.match(text):
            words = unnumbered(text)
            capitals = words.isupper() and len(words) > 4
            return words[:1].isupper() and (larger or line.bold or capitals or self._is_slanted_subsection(line))
        plain = not _END_OF_SENTENCE.search(text) and len(text.split()) <= 12 and text[:1].isupper()
        return (
            plain
            and len(_LETTER.findall(text)) > 3
            and (larger or _HEADINGS.fullmatch(text) is not None or (line.bold and len(text.split()) <= 8))
        )

    def _larger(self, line: Line) -> bool:
        return line.height > 1.08 * self.height

    def _is_slanted_subsection(self, line: Line) -> bool:
        return line.slanted and len(line.text.split()) <= 10 and not line.text.endswith((".", ","))


def _front_matter(lines: Sequence[Line], outline: _Outline) -> int:
    """Return how many lines come before the abstract or the first section: authors, addresses, dates.

    0 if neither is near.
    """
    for place, line in enumerate(lines):
        if line.page > 2:
            break
        if (
            _ABSTRACT.match(line.text)
            or _HEADINGS.fullmatch(line.text)
            or (_FIRST_SECTION.match(line.text) and outline.is_heading(line))
        ):
            return place
    return 0


def _title(lines: Sequence[Line], height: float) -> tuple[str | None, Sequence[Line]]:
    """Return the largest print on the first page, and the lines after it."""
    first = [line for line in lines if line.page == 0 and len(_LETTER.findall(line.text)) > 3]
    if not first:
        return None, lines
    largest = max(line.height for line in first)
    if largest < 1.1 * height:
        return None, lines
    start = next(place for place, line in enumerate(lines) if line in first and line.height > 0.97 * largest)
    end = start
    while end < len(lines) and lines[end].page == 0 and lines[end].height > 0.97 * largest and end - start < 6:
        end += 1
    title = one_line(" ".join(line.text for line in lines[start:end]).replace(f"{HYPHEN} ", "").replace(HYPHEN, ""))
    return title or None, lines[end:]
