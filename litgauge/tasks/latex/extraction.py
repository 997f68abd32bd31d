"""Extraction of the works that a source tree cites."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from litgauge.tasks.base.errors import Rejected
from litgauge.tasks.latex.bibliography.plain_tex import plain_citations
from litgauge.tasks.latex.bibliography.resources import read_resources
from litgauge.tasks.latex.citations import MOST_CITATIONS, CitedWorks
from litgauge.tasks.latex.duplicates import merge_duplicates
from litgauge.tasks.latex.expansion.document import Document
from litgauge.tasks.latex.expansion.expand import expand_with_supplements
from litgauge.tasks.latex.printed_check import checked, contradicted
from litgauge.tasks.latex.references import build_reference
from litgauge.tasks.latex.rereading import read_citations
from litgauge.tasks.latex.resolution import Resolution, resolve
from litgauge.tasks.latex.sources.tree import SourceTree
from litgauge.tasks.records.references import Citation, Diagnostic, Reference

if TYPE_CHECKING:
    from litgauge.tasks.latex.settings import ExtractionSettings  # pydantic, which a paper's reader never needs

Status = Literal["ok", "no-references", "no-latex", "rejected", "failed"]


@dataclass(frozen=True, slots=True)
class Extraction:
    """Works that a survey's source cites, with the status of the reading."""

    survey_id: str
    status: Status
    main: str | None
    references: tuple[Reference, ...] = ()
    citations: tuple[Citation, ...] = ()
    cited_keys: tuple[str, ...] = ()  # in the order of their first citation
    nocite_keys: tuple[str, ...] = ()
    unresolved_keys: tuple[str, ...] = ()  # cited, and in no bibliography
    diagnostics: tuple[Diagnostic, ...] = ()


def extract(tree: SourceTree, survey_id: str, settings: ExtractionSettings | None = None) -> Extraction:
    """Return the references of one source. Faults of the source never raise: see `status` and `diagnostics`."""
    try:
        document, cited, reread = read_citations(
            lambda packages: expand_with_supplements(tree, packages=packages), survey_id
        )
    except Rejected as reason:
        return Extraction(
            survey_id, "no-latex", None, diagnostics=(Diagnostic("error", reason.rule, reason.what, tree.name, 0),)
        )
    together = (*cited.citations, *plain_citations(document, survey_id))
    cited = replace(cited, citations=together[:MOST_CITATIONS])
    bibliography = read_resources(document, list(dict.fromkeys(citation.key for citation in cited.citations)))
    if bibliography.is_typed:
        from litgauge.tasks.latex.bibliography.typed.reading import read_typed_list  # which few papers need

        typed = read_typed_list(document.tree)
        bibliography.printed.extend(typed.items)
        bibliography.diagnostics.extend(typed.diagnostics)
        cited = replace(cited, citations=(*typed.beside(cited.citations), *typed.citations(survey_id))[:MOST_CITATIONS])
    elif "\\footnote" in document.text and "{revtex" in document.text:
        from litgauge.tasks.latex.bibliography.typed.printed_notes import read_printed_notes

        notes_of_list = read_printed_notes(document)
        bibliography.printed.extend(notes_of_list.items)
        cited = replace(cited, citations=(*cited.citations, *notes_of_list.citations(survey_id))[:MOST_CITATIONS])
    main_text = {citation.key for citation in cited.citations if not citation.in_appendix}
    keys = dict.fromkeys(citation.key for citation in cited.citations)
    cited_keys = [key for key in keys if key in main_text or not (settings and settings.before_appendix)]
    resolved = resolve(cited_keys, bibliography, document.main)
    unknown: dict[str, set[str]] = {key: set() for key in resolved.entries}
    built = [
        build_reference(survey_id, key, entry, key in main_text, document.macros, unknown[key])
        for key, entry in resolved.entries.items()
    ]
    built = [
        checked(reference, resolved.printed[reference.key]) if reference.key in resolved.printed else reference
        for reference in built
    ]
    references, merged = merge_duplicates(built)
    notes = (
        *document.diagnostics,
        *reread,
        *cited.diagnostics,
        *bibliography.diagnostics,
        *resolved.diagnostics,
        *merged,
        *_left_out(unknown, resolved),
        *_guessed(document.tree, {*document.files, *bibliography.bib_files, *bibliography.bbl_files}),
        *_notes(document, cited, built, resolved),
    )
    return Extraction(
        survey_id,
        "ok" if references else "no-references",
        document.main,
        tuple(references),
        cited.citations,
        tuple(cited_keys),
        cited.nocite_keys,
        tuple(resolved.unresolved),
        notes,
    )


def _left_out(unknown: Mapping[str, set[str]], resolved: Resolution) -> Iterator[Diagnostic]:
    for key, names in unknown.items():
        if names:
            commands = ", ".join(f"\\{name}" for name in sorted(names))
            message = f"{key}: {commands} in its title or venue is defined nowhere; it is left out or read as its name"
            yield Diagnostic("info", "command-unknown", message, *resolved.entries[key].place)


def _guessed(tree: SourceTree, read: Collection[str]) -> Iterator[Diagnostic]:
    for path, encoding in tree.guessed.items():
        if path in read:
            message = f"it is no UTF-8 and declares no encoding that fits: read as {encoding}"
            yield Diagnostic("warning", "encoding-guessed", message, path, 0)


def _notes(document: Document, cited: CitedWorks, built: Sequence[Reference], resolved: Resolution) -> list[Diagnostic]:
    notes = []
    if not cited.citations:
        notes.append(Diagnostic("warning", "nothing-cited", "the text cites nothing", document.main, 0))
    if "*" in cited.nocite_keys:
        notes.append(
            Diagnostic(
                "info",
                "nocite-all",
                "\\nocite{*} prints works that the text does not cite; they are left out",
                document.main,
                0,
            )
        )
    if document.tree.skipped:
        notes.append(Diagnostic("info", "member-skipped", f"not read: {document.tree.left_out}", document.tree.name, 0))
    if differing := [
        f"{reference.key} ({', '.join(names)})" for reference in built if (names := contradicted(reference))
    ]:
        shown = ", ".join(differing[:5]) + (" …" if len(differing) > 5 else "")
        message = f"the printed list says other things of {len(differing)} works than the .bib: {shown}"
        notes.append(Diagnostic("info", "bbl-differs", message, document.main, 0))
    for reference in built:
        entry = resolved.entries[reference.key]
        if not reference.title:
            notes.append(
                Diagnostic(
                    "info", "title-missing", f"{reference.key}: no title was found in the bibliography", *entry.place
                )
            )
        if entry.damaged:
            notes.append(
                Diagnostic(
                    "warning",
                    "entry-damaged",
                    f"{reference.key}: read from a damaged entry, fields may be lost",
                    *entry.place,
                )
            )
    return notes


def as_json(extraction: Extraction, source: str) -> dict[str, Any]:
    """Return the object that `litgauge extract` writes for a source; its shape is kept stable."""
    places: dict[str, list[dict[str, Any]]] = {}
    for citation in extraction.citations:
        places.setdefault(citation.key, []).append(
            {"file": citation.file, "line": citation.line, "command": citation.command}
        )
    return {
        "source": source,
        "status": extraction.status,
        "main": extraction.main,
        "references": [_reference(reference, places) for reference in extraction.references],
        "cited_keys": list(extraction.cited_keys),
        "nocite_keys": list(extraction.nocite_keys),
        "unresolved_keys": list(extraction.unresolved_keys),
        "diagnostics": [
            {
                "severity": note.severity,
                "code": note.code,
                "message": note.message,
                "file": note.file,
                "line": note.line,
            }
            for note in extraction.diagnostics
        ],
    }


def _reference(reference: Reference, places: Mapping[str, list[dict[str, Any]]]) -> dict[str, Any]:
    return {
        "key": reference.key,
        "type": reference.type,
        "title": reference.title,
        "authors": [{"family": name.family, "given": name.given} for name in reference.authors],
        "year": reference.year,
        "venue": reference.venue,
        "doi": reference.doi,
        "arxiv_id": reference.arxiv_id,
        "url": reference.url,
        "origin": reference.origin,
        "aliases": list(reference.aliases),
        "citations": [place for key in (reference.key, *reference.aliases) for place in places.get(key, [])],
        "provenance": {item.field: item.place for item in reference.provenance},
        "basis": {item.field: item.basis for item in reference.provenance},
        "printed": {item.field: item.printed for item in reference.provenance if item.printed},
    }
