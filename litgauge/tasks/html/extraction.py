"""One page per paper that a person can check: its references beside the source lines that cite them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from html import escape
from pathlib import Path

from litgauge.tasks.base.errors import Rejected, UnusableInput
from litgauge.tasks.html.plain_pages import PALETTE, PlainPage, whole_page, write_pages
from litgauge.tasks.latex import Extraction, SourceTree, open_path
from litgauge.tasks.records.references import Citation, Diagnostic, Provenance, Reference

LONGEST_LINE = 400
SHOWN_CITATIONS = 25
_STYLE = f"""{PALETTE}
body{{font:15px/1.45 system-ui,sans-serif;margin:0 auto;max-width:90rem;padding:1rem clamp(.7rem,3vw,1.5rem);
overflow-wrap:anywhere}}
h1{{font-size:1.4rem;margin:.2rem 0}}h2{{font-size:1.1rem;margin:1.4rem 0 .4rem}}
p.sum{{margin:.2rem 0 1rem}}table{{border-collapse:collapse;width:100%;table-layout:fixed}}
td,th{{border-top:1px solid var(--line);padding:.45rem .6rem;text-align:left;vertical-align:top}}
.ref{{width:46%}}.cites{{width:54%}}.key{{color:var(--key);font-family:ui-monospace,monospace;font-size:.85em}}
.title{{font-weight:600}}.none{{color:var(--bad);font-style:italic}}
span[title]{{text-decoration:underline dotted var(--soft);cursor:help}}
.place{{font-family:ui-monospace,monospace;font-size:.85em;color:var(--soft)}}
code{{display:block;white-space:pre-wrap;background:var(--panel);padding:.15rem .4rem;border-radius:3px;font-size:.85em;
margin:.1rem 0 .4rem}}summary{{cursor:pointer;padding:.25rem 0;min-height:1.5rem}}
dl{{margin:.2rem 0 .4rem;border-left:2px solid var(--line);padding-left:.6rem}}dt{{font-size:.9em}}dd{{margin:0}}
.error{{color:var(--bad)}}.warning{{color:var(--warn)}}.info{{color:var(--soft)}}ul.notes{{padding-left:1.2rem}}
@media(max-width:45rem){{table,tbody,tr,td{{display:block;width:auto}}thead{{display:none}}
td.ref{{width:auto;padding:.4rem 0 .2rem}}
td.cites{{width:auto;border-top:0;padding:0 0 .6rem .6rem}}}}
"""


def extraction_page(extraction: Extraction, tree: SourceTree | None, source: str) -> str:
    """A self-contained HTML page: diagnostics on top, then every reference with the lines that cite it.

    A reference unfolds, by mouse, finger or keyboard, to the lines that its fields came from; hovering over a field
    shows its file and line at once. Without the tree, places have no text.
    """
    lines = _Lines(tree)
    name = escape(extraction.survey_id)
    body = "".join(
        [
            f"<h1>{name}</h1>",
            _summary(extraction, source),
            _notes(extraction.diagnostics),
            _unresolved(extraction),
            "<h2>References</h2><p>The line with a reference’s key opens: it shows where each field was read.</p>",
            '<table><thead><tr><th class="ref" scope="col">Reference</th>',
            '<th class="cites" scope="col">Cited at</th></tr></thead><tbody>',
            *_rows(extraction, lines),
            "</tbody></table>",
        ]
    )
    return whole_page(f"References of {name}", _STYLE, body)


def write_page(path: Path, pages: Sequence[tuple[Path, Extraction]]) -> list[Path]:
    """Write one page per paper and return their paths; sources are opened again for the lines that cite.

    A single paper's page is `path` itself. Of several, `path` is the list, and their pages stand beside it.
    """
    plain = [
        PlainPage(
            extraction.survey_id,
            f"{extraction.status}, {len(extraction.references)} references",
            partial(_page_of, source, extraction),
        )
        for source, extraction in pages
    ]
    return write_pages(path, "Extracted references", _STYLE, plain)


def _page_of(source: Path, extraction: Extraction) -> str:
    try:
        tree: SourceTree | None = open_path(source)
    except (Rejected, UnusableInput):
        tree = None
    return extraction_page(extraction, tree, str(source))


class _Lines:
    """Text of source lines, each file split once."""

    def __init__(self, tree: SourceTree | None) -> None:
        self.tree = tree
        self.files: dict[str, list[str]] = {}

    def at(self, file: str, line: int) -> str:
        if self.tree is None or file not in self.tree.members:
            return ""
        if file not in self.files:
            self.files[file] = self.tree.text(file).split("\n")
        lines = self.files[file]
        return lines[line - 1].strip()[:LONGEST_LINE] if 0 < line <= len(lines) else ""


def _summary(extraction: Extraction, source: str) -> str:
    parts = [f"{escape(source)} · status <b>{extraction.status}</b>"]
    if extraction.main:
        parts.append(f"main file {escape(extraction.main)}")
    parts += [
        f"{len(extraction.references)} references",
        f"{len(extraction.cited_keys)} cited keys",
        f"{len(extraction.citations)} citations",
    ]
    if extraction.nocite_keys:
        parts.append(f"{len(extraction.nocite_keys)} in \\nocite")
    return f'<p class="sum">{" · ".join(parts)}</p>'


def _notes(diagnostics: tuple[Diagnostic, ...]) -> str:
    if not diagnostics:
        return ""
    order = {"error": 0, "warning": 1, "info": 2}
    items = "".join(
        f'<li class="{note.severity}"><b>{escape(note.code)}</b> {escape(note.message)} <span class="place"'
        f">{_place(note.file, note.line)}</span></li>"
        for note in sorted(diagnostics, key=lambda note: order[note.severity])
    )
    return f'<h2>Diagnostics</h2><ul class="notes">{items}</ul>'


def _unresolved(extraction: Extraction) -> str:
    if not extraction.unresolved_keys:
        return ""
    keys = ", ".join(f'<span class="key">{escape(key)}</span>' for key in extraction.unresolved_keys)
    return f"<h2>Cited, but in no bibliography</h2><p>{keys}</p>"


def _rows(extraction: Extraction, lines: _Lines) -> Iterator[str]:
    places: dict[str, list[Citation]] = {}
    for citation in extraction.citations:
        places.setdefault(citation.key, []).append(citation)
    for reference in extraction.references:
        cited = [citation for key in (reference.key, *reference.aliases) for citation in places.get(key, [])]
        left, right = _reference(reference, lines), _citations(cited, lines)
        yield f'<tr><td class="ref">{left}</td><td class="cites">{right}</td></tr>\n'


def _reference(reference: Reference, lines: _Lines) -> str:
    came_from = {item.field: _source(item) for item in reference.provenance}
    authors = "; ".join(f"{name.family}, {name.given}" if name.given else name.family for name in reference.authors)
    fields = [
        _field("authors", authors + (" et al." if reference.et_al else ""), came_from),
        _field("year", str(reference.year or ""), came_from),
        _field("venue", reference.venue or "", came_from),
        _field("doi", (reference.doi and f"doi:{reference.doi}") or "", came_from),
        _field("arxiv_id", (reference.arxiv_id and f"arXiv:{reference.arxiv_id}") or "", came_from),
        _field("url", reference.url or "", came_from),
    ]
    title = _field("title", reference.title or "", came_from) or '<span class="none">no title</span>'
    also = f" = {', '.join(map(escape, reference.aliases))}" if reference.aliases else ""
    where = "" if reference.in_main_text else " · appendix only"
    return f'<div class="title">{title}</div><div>{" · ".join(field for field in fields if field)}</div>' + _folded(
        f'<span class="key">{escape(reference.key)}{also}</span> <span class="place"'
        f">{escape(reference.type)} from {reference.origin}{where}</span>",
        _origins(reference, lines),
    )


def _source(item: Provenance) -> str:
    """Return where a value stands, and what speaks for it."""
    checked = f", {item.printed} by the printed list" if item.printed else ""
    return f"{item.place}, {item.basis}{checked}"


def _folded(head: str, inside: str) -> str:
    return f"<details><summary>{head}</summary><dl>{inside}</dl></details>" if inside else f"<div>{head}</div>"


def _origins(reference: Reference, lines: _Lines) -> str:
    """Return the lines that fields were read from, each once, with the names of its fields."""
    fields: dict[str, list[str]] = {}
    for item in reference.provenance:
        fields.setdefault(item.place, []).append(item.field)
    citing = []
    for place, names in fields.items():
        file, _, line = place.rpartition(":")
        text = lines.at(file, int(line)) if line.isdecimal() else ""
        citing.append(
            f'<dt><b>{escape(", ".join(names))}</b> <span class="place">{escape(place)}</span></dt>'
            f"<dd>{_line(text, '')}</dd>"
        )
    return "".join(citing)


def _field(name: str, text: str, came_from: Mapping[str, str]) -> str:
    if not text:
        return ""
    place = came_from.get(name)
    return f'<span title="{escape(name)}: {escape(place)}">{escape(text)}</span>' if place else escape(text)


def _citations(citations: list[Citation], lines: _Lines) -> str:
    shown = "".join(_citation(citation, lines) for citation in citations[:SHOWN_CITATIONS])
    more = len(citations) - SHOWN_CITATIONS
    return shown + (f'<div class="place">and {more} more</div>' if more > 0 else "")


def _citation(citation: Citation, lines: _Lines) -> str:
    where = f"{_place(citation.file, citation.line)} \\{escape(citation.command)}"
    section = f" · {escape(citation.section)}" if citation.section else ""
    appendix = " · appendix" if citation.in_appendix else ""
    text = _line(lines.at(citation.file, citation.line), citation.key)
    return f'<div class="place">{where}{section}{appendix}</div>{text}'


def _line(text: str, key: str) -> str:
    if not text:
        return ""
    before, match, after = text.partition(key) if key else (text, "", "")
    marked = f"{escape(before)}<mark>{escape(match)}</mark>{escape(after)}" if match else escape(text)
    return f"<code>{marked}</code>"


def _place(file: str, line: int) -> str:
    return escape(f"{file}:{line}" if line else file)
