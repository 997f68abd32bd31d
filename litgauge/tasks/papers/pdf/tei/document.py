"""GROBID's TEI -> references, citations with their contexts, and the full text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from lxml import etree

from litgauge.tasks.papers.pdf.tei.callouts import Link, Linker
from litgauge.tasks.papers.pdf.tei.passages import TeiPassage, passages
from litgauge.tasks.papers.pdf.tei.reference import read_reference
from litgauge.tasks.papers.pdf.tei.text import tei_fulltext
from litgauge.tasks.papers.pdf.tei.xml import TEI, XML_ID, parse_tei
from litgauge.tasks.records import Citation, CitationContext, Diagnostic, FullText, Reference
from litgauge.tasks.text.plain import one_line

MAX_CONTEXT_CHARS = 5_000


@dataclass(frozen=True, slots=True)
class TeiDocument:
    """All that GROBID found in one PDF."""

    references: tuple[Reference, ...]  # cited in the text
    uncited: tuple[Reference, ...]  # in the printed list, but no callout leads to them
    citations: tuple[Citation, ...]  # command: the rule that linked it ("bibr" is GROBID's own)
    contexts: tuple[CitationContext, ...]
    fulltext: FullText
    diagnostics: tuple[Diagnostic, ...]
    grobid_version: str | None = None


def read_tei(xml: bytes, survey_id: str, *, max_chars: int = 2_000_000) -> TeiDocument:
    """References, citations, contexts and text of a TEI document.

    Only works that the text cites are references; the others are in `uncited`, each with a diagnostic
    (docs/notes/grobid.md says why). Raises Failed("tei-malformed") or Failed("tei-too-large").
    """
    root = parse_tei(xml)
    entries = [
        read_reference(entry, survey_id)
        for entry in root.iterfind(f".//{TEI}listBibl/{TEI}biblStruct")
        if entry.get(XML_ID)
    ]
    spans = [passage for passage in passages(root) if passage.text.strip()]
    linker = Linker(entries, spans)
    citations, contexts = _citations(spans, linker, survey_id)
    main_text = {citation.key for citation in citations if not citation.in_appendix}
    cited = {citation.key for citation in citations}
    references = tuple(replace(entry, in_main_text=entry.key in main_text) for entry in entries if entry.key in cited)
    uncited = tuple(entry for entry in entries if entry.key not in cited)
    return TeiDocument(
        references,
        uncited,
        tuple(citations),
        tuple(contexts),
        tei_fulltext(root, survey_id, max_chars),
        tuple(_diagnostics(spans, uncited, references)),
        _version(root),
    )


def _version(root: etree._Element) -> str | None:
    return next((entry.get("version") for entry in root.iterfind(f".//{TEI}application[@ident='GROBID']")), None)


def _citations(
    spans: Sequence[TeiPassage], linker: Linker, survey_id: str
) -> tuple[list[Citation], list[CitationContext]]:
    citations: list[Citation] = []
    contexts: list[CitationContext] = []
    for passage in spans:
        for link in linker.links(passage):
            contexts.append(_context(passage, link, survey_id, len(citations)))
            citations.append(
                Citation(
                    survey_id=survey_id,
                    key=link.key,
                    file="",
                    line=0,
                    command=link.rule,
                    section=passage.section,
                    in_appendix=passage.in_appendix,
                )
            )
    return citations, contexts


def _context(passage: TeiPassage, link: Link, survey_id: str, number: int) -> CitationContext:
    start = max(0, min(link.start - MAX_CONTEXT_CHARS // 2, len(passage.text) - MAX_CONTEXT_CHARS))
    return CitationContext(
        survey_id=survey_id,
        key=link.key,
        citation=number,
        sentence=passage.sentence_at(link.start),
        paragraph=one_line(passage.text[start : start + MAX_CONTEXT_CHARS]),
        callout=one_line(passage.text[link.start : link.end]),
    )


def _diagnostics(
    spans: Sequence[TeiPassage], uncited: Sequence[Reference], references: Sequence[Reference]
) -> Iterator[Diagnostic]:
    if not uncited and not references:
        yield Diagnostic("warning", "grobid-no-list", "GROBID found no list of references", "", 0)
    for entry in uncited:
        label = entry.title or ", ".join(person.family for person in entry.authors) or "no title, no authors"
        yield Diagnostic("warning", "grobid-uncited", f"{entry.key}: no callout leads to it: {label[:120]}", "", 0)
    for reference in references:
        if reference.title is None:
            yield Diagnostic("warning", "grobid-no-title", f"{reference.key}: GROBID found no title", "", 0)
    keys = {entry.key for entry in (*uncited, *references)}
    unlinked = sum(1 for passage in spans for callout in passage.callouts if callout.target not in keys)
    if unlinked:
        yield Diagnostic("info", "grobid-unlinked", f"{unlinked} marked callouts have no entry of their own", "", 0)
