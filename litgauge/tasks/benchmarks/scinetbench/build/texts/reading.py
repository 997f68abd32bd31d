"""One text: its work, its references and its citations with their sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from litgauge.tasks.fences.calling import fenced
from litgauge.tasks.latex import extract, open_source
from litgauge.tasks.latex.contexts import citation_contexts
from litgauge.tasks.papers.latex_text import latex_fulltext
from litgauge.tasks.papers.pdf.tei import read_tei
from litgauge.tasks.papers.settings import FulltextSettings
from litgauge.tasks.records import CitationContext, Reference
from litgauge.tasks.text import normalise_arxiv_id, normalise_doi

SUFFIXES = (".tex", ".xml", ".gz", ".tgz", ".tar", ".zip")
_LIMITS = FulltextSettings().limits
_WORK = re.compile(r"[wW](\d{4,12})(?!\d)")
_XML = re.compile(rb"\s*<(?:\?xml|TEI)")


@dataclass(frozen=True, slots=True)
class TextWork:
    """Work that a text is of, by the name of its file and by its own title."""

    file: str
    title: str
    doi: str | None
    arxiv_id: str | None
    openalex: int | None


@dataclass(frozen=True, slots=True)
class TextReference:
    """A work that a text refers to."""

    file: str
    key: str
    title: str
    author: str
    year: int | None
    doi: str | None
    arxiv_id: str | None


@dataclass(frozen=True, slots=True)
class TextMention:
    """A place where a text cites a reference."""

    file: str
    key: str
    paragraph: int  # from 0
    sentence: str
    context: str  # the paragraph, or what of it stands around the place


@dataclass(frozen=True, slots=True)
class CitingText:
    """All of one text."""

    work: TextWork
    references: tuple[TextReference, ...]
    mentions: tuple[TextMention, ...]


def find_texts(folder: Path) -> dict[str, Path]:
    """Return the files of a folder that may be texts, by their names below it."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix.lower() in SUFFIXES)
    return {path.relative_to(folder).as_posix(): path for path in paths if not path.name.startswith(".")}


def read_text(path: Path, name: str) -> CitingText:
    """Return the text in a file: a LaTeX source, packed or not, or TEI.

    Raises Rejected or Failed where it is neither.
    """
    return fenced(_LIMITS, "reading a text", _read, path.read_bytes(), name)


def _read(data: bytes, name: str) -> CitingText:
    if _XML.match(data):
        tei = read_tei(data, name)
        return _citing_text(name, tei.fulltext.title, tei.references, tei.contexts)
    tree = open_source(data, name)
    contexts = citation_contexts(tree, name)
    return _citing_text(name, latex_fulltext(tree, name).title, extract(tree, name).references, contexts)


def _citing_text(
    name: str, title: str | None, references: Sequence[Reference], contexts: Sequence[CitationContext]
) -> CitingText:
    of_key = {alias: reference.key for reference in references for alias in (reference.key, *reference.aliases)}
    paragraphs: dict[str, int] = {}
    mentions = tuple(
        TextMention(
            name,
            of_key[context.key],
            paragraphs.setdefault(context.paragraph, len(paragraphs)),
            context.sentence or context.paragraph[:1_000],
            context.paragraph,
        )
        for context in contexts
        if context.key in of_key
    )
    return CitingText(
        _work(name, title or ""), tuple(_reference(name, reference) for reference in references), mentions
    )


def _work(name: str, title: str) -> TextWork:
    """Return the work that the file's name identifies: W2741809807.tex, 1706.03762v5.tar.gz, 10.1000_182.xml."""
    stem = name.rsplit("/", 1)[-1]
    for suffix in (*SUFFIXES, ".tei", ".grobid"):
        stem = stem.removesuffix(suffix)
    number = _WORK.match(stem)
    named = stem.replace("_", "/", 1)
    return TextWork(name, title, normalise_doi(named), normalise_arxiv_id(named), int(number[1]) if number else None)


def _reference(name: str, reference: Reference) -> TextReference:
    author = reference.authors[0] if reference.authors else None
    full_name = f"{author.given} {author.family}".strip() if author else ""
    return TextReference(
        name, reference.key, reference.title or "", full_name, reference.year, reference.doi, reference.arxiv_id
    )
