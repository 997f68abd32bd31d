"""Text of a survey out of its LaTeX source."""

from __future__ import annotations

import re
from collections.abc import Mapping

from litgauge.tasks.base.errors import Rejected
from litgauge.tasks.latex.expansion.arguments import Cursor, environment_ends
from litgauge.tasks.latex.expansion.definitions import Macro
from litgauge.tasks.latex.expansion.document import Document
from litgauge.tasks.latex.expansion.expand import expand
from litgauge.tasks.latex.sources.tree import SourceTree
from litgauge.tasks.papers.latex_text import commands as table
from litgauge.tasks.papers.latex_text.byline import authors_of, written_on
from litgauge.tasks.papers.latex_text.handlers import HANDLERS
from litgauge.tasks.papers.latex_text.reader import Part, Reader
from litgauge.tasks.records import FullText, Section
from litgauge.tasks.text import clean_title
from litgauge.tasks.text.back_matter import without_back_matter
from litgauge.tasks.text.outline import bounded, joined

MAX_TITLE_CHARS = 600
SHORTEST_OPENING = 200  # characters before the first section that are text, not remains of a title page

_TITLE = re.compile(rf"\\(?:{'|'.join(sorted(table.TITLES))})(?![a-zA-Z])\*?")
_PDF_TITLE = re.compile(r"pdftitle\s*=\s*(?=\{)")
_ABSTRACTS = "|".join(sorted(table.ABSTRACTS))
_ABSTRACT = re.compile(rf"\\begin\s*\{{({_ABSTRACTS})\*?\}}|\\({_ABSTRACTS})\s*(?=\{{)")
_ACRONYM = re.compile(r"\\(newacronym|acrodef|acro)(?![a-zA-Z])")
_LARGE = re.compile(
    r"\{\s*(?:\\(?:bf|bfseries|boldmath|sf|sffamily|centering|sc)\s*){0,3}\\(?:Huge|huge|LARGE|Large)(?![a-zA-Z])"
)
_LARGE_ENVIRONMENT = re.compile(r"\\begin\{(Huge|huge|LARGE|Large)\}")
_SECTION = re.compile(r"\\(?:section|chapter)(?![a-zA-Z])")
_NOT_TITLE = re.compile(r"\\(?:thanks|footnote|titlenote|footnotemark)\s*(?=\{)")
_INLINE_ABSTRACT = re.compile(r"abstract\s*[.:—–-]+\s*", re.IGNORECASE)
_ADDRESS = re.compile(r"[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64}){1,5}")
_CITING = re.compile(r"\\[a-zA-Z@]*[cC]ite")
_TYPOGRAPHY = re.compile(
    r"@|\\(?:advance|setbox|[hv]?box|[hv]skip|[hv]space|kern|dimen|count|skip|global|expandafter|csname|parindent"
    r"|penalty|relax|font\w*)(?![a-zA-Z])"
)
_ABSTRACT_TITLE = re.compile(r"abstract|summary", re.IGNORECASE)


def latex_fulltext(tree: SourceTree, survey_id: str, *, max_chars: int = 2_000_000) -> FullText:
    """Return the text of the paper that a source tree holds, without citations, floats and list of works.

    Captions go with their floats, footnotes stand in brackets in their sentences, formulas are kept readable.
    Raises Rejected("no-latex") where there is no document, Rejected("no-text") where it holds no prose
    (a wrapper around a PDF).
    """
    document = expand(tree, leave=left_to_the_reader)
    reader = Reader(HANDLERS, acronyms(document.text), max_chars)
    reader.read(document.text, document.body_start)
    parts, abstract = _abstract_apart(reader.parts, reader.abstract)
    if not abstract:
        abstract = _abstract_of_preamble(document, reader)
    if not any(part.paragraphs for part in parts):
        parts = [Part(0, "", reader.front), *parts]
    if sum(map(len, parts[0].paragraphs if parts else [])) < SHORTEST_OPENING and len(parts) > 1 and not parts[0].title:
        parts = parts[1:]
    sections = without_back_matter(_levelled(parts))
    if not abstract and not any(section.text for section in sections):
        raise Rejected("no-text", "the LaTeX source holds no prose", where=document.main)
    title = title_of(document, reader) or clean_title(reader.heading_above) or None
    return FullText(
        survey_id,
        title,
        joined([*dict.fromkeys(abstract)]) or None,
        bounded(sections, max_chars),
        "latex",
        authors_of(document, reader),
        written_on(document),
    )


def left_to_the_reader(macro: Macro) -> bool:
    """True if a definition does not count: the reader knows the command, or a class says how it is typeset.

    What the authors define themselves counts where it cites: \\credit{Fig. 2}{key} prints words.
    """
    handled = macro.name in table.DROPPED or table.CITE.fullmatch(macro.name) is not None
    if macro.name in HANDLERS:
        return True
    if macro.packaged:
        return handled or _TYPOGRAPHY.search(macro.body) is not None
    return handled and _CITING.search(macro.body) is None


def _levelled(parts: list[Part]) -> list[Section]:
    """Sections with levels from 1: the highest rank that the paper uses is 1, parts of a book aside."""
    ranks = {part.rank for part in parts if part.title}
    if len(ranks) > 1:
        ranks.discard(0)
    top = min(ranks, default=0)
    return [Section(max(part.rank - top, 0) + 1, part.title, joined(part.paragraphs)) for part in parts]


def _abstract_apart(parts: list[Part], abstract: list[str]) -> tuple[list[Part], list[str]]:
    """Without the section or the first paragraph that is the abstract, which is used where there is no other."""
    if parts and not parts[0].title:
        opening = [text for text in parts[0].paragraphs if not _ADDRESS.search(text) and not _is_list_of_names(text)]
        parts = [Part(parts[0].rank, "", opening), *parts[1:]]
        for place, text in enumerate(parts[0].paragraphs[:4]):
            if (match := _INLINE_ABSTRACT.match(text)) and len(text) > 200:
                paragraphs = [*parts[0].paragraphs[:place], *parts[0].paragraphs[place + 1 :]]
                return [Part(parts[0].rank, "", paragraphs), *parts[1:]], abstract or [text[match.end() :]]
    own = [part for part in parts if _ABSTRACT_TITLE.fullmatch(part.title.strip(" .:"))][:1]
    if not own or parts.index(own[0]) > 2:
        return parts, abstract
    return [part for part in parts if part is not own[0]], abstract or own[0].paragraphs


def _is_list_of_names(text: str) -> bool:
    """True if most words begin like names, initials or marks of institutes: authors that no \\author holds."""
    words = text.split()
    return len(words) > 8 and sum(1 for word in words if not word[0].islower()) > 0.7 * len(words)


def _abstract_of_preamble(document: Document, reader: Reader) -> list[str]:
    match = _ABSTRACT.search(document.text, 0, document.body_start)
    if match is None:
        return []
    if match[1]:
        stop, _ = environment_ends(document.text).get(match.end(), (0, 0))
        return reader.paragraphs(document.text[match.end() : stop]) if stop else []
    return reader.paragraphs(Cursor(document.text, match.end()).group() or "")


def title_of(document: Document, reader: Reader) -> str | None:
    """Return the argument of the last \\title that has one, else the PDF's title."""
    for pattern, text in ((_TITLE, document.text), (_PDF_TITLE, document.tree.text(document.main))):
        for match in reversed(list(pattern.finditer(text))):
            if title := _plain_title(Cursor(text, match.end()).argument(), reader):
                return title
    return _large_print(document.text, document.body_start, reader)


def _large_print(text: str, start: int, reader: Reader) -> str | None:
    """Return the first group in large type before any section, where a title page is set by hand."""
    section = _SECTION.search(text, start)
    stop = section.start() if section else min(len(text), start + 20_000)
    raw = [Cursor(text, match.start()).group() or "" for match in _LARGE.finditer(text, start, stop)]
    for match in _LARGE_ENVIRONMENT.finditer(text, start, stop):
        raw.append(text[match.end() : max(text.find(f"\\end{{{match[1]}}}", match.end(), stop), match.end())])
    for candidate in raw:
        title = _plain_title(candidate, reader)
        if 10 <= len(title) <= 300 and not _ADDRESS.search(title):
            return title
    return None


def _plain_title(raw: str, reader: Reader) -> str:
    """A title without its notes, on one line."""
    while match := _NOT_TITLE.search(raw):
        cursor = Cursor(raw, match.end())
        raw = raw[: match.start()] + (raw[cursor.position :] if cursor.group() is not None else "")
    return clean_title(reader.inline(raw))[:MAX_TITLE_CHARS]


def acronyms(text: str) -> Mapping[str, str]:
    """Labels of the acronyms that the paper defines, with their short forms."""
    forms: dict[str, str] = {}
    for command in _ACRONYM.finditer(text):
        cursor = Cursor(text, command.end())
        cursor.skip_options()
        label = cursor.group()
        if label is not None:
            short = cursor.group() if command[1] == "newacronym" else cursor.option()
            forms[label.strip()] = label.strip() if short is None else short
    return forms
