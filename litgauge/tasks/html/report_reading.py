"""One page per report that a person can check: its text, with statements and citation marks coloured."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal
from urllib.parse import urlsplit

from litgauge.tasks.html.plain_pages import PALETTE, PlainPage, printable, whole_page, write_pages
from litgauge.tasks.records import AgentReport, StatementLink
from litgauge.tasks.reports import ReadReport
from litgauge.tasks.reports.diagnostics import ReadingDiagnostic

SHOWN_MARKS = 200
"""Of unresolved and of stray marks, in the lists on top; all are coloured in the text."""

_STYLE = f"""{PALETTE}
body{{font:16px/1.55 system-ui,sans-serif;margin:0 auto;max-width:52rem;padding:1rem;overflow-wrap:anywhere}}
h1{{font-size:1.3rem;margin:.2rem 0}}h2{{font-size:1.05rem;margin:1.2rem 0 .3rem}}
.text{{white-space:pre-wrap;border-top:1px solid var(--line);padding-top:1rem}}
.s{{background:var(--plain);border-radius:3px}}.c{{background:var(--cited)}}
.s.odd{{box-shadow:inset 0 -2px var(--soft)}}
.e{{color:var(--soft);background:var(--panel)}}.m{{color:var(--link);font-weight:600;text-decoration:underline}}
.m.lost{{color:var(--ground);background:var(--bad);text-decoration:none}}
.m.stray{{color:var(--ground);background:var(--warn)}}
.context{{display:block;font-size:.8rem;color:var(--soft);border-left:3px solid var(--soft);padding-left:.4rem;
margin-top:.3rem}}
.f{{outline:1px dashed var(--soft);outline-offset:2px;border-radius:3px}}.f.s{{background:none}}
table.figures{{border-collapse:collapse;font-size:.85rem;width:100%}}
table.figures td,table.figures th{{border-top:1px solid var(--line);padding:.2rem .4rem;text-align:left}}
.n{{font-size:.75em;vertical-align:super}}p.key span{{padding:.1rem .4rem;margin-right:.3rem;display:inline-block}}
ul{{padding-left:1.2rem}}.warning{{color:var(--bad)}}
"""
Layer = Literal["figure", "statement", "entry", "mark"]
_PACKED = re.compile(r"[^\s<>]{400,}")
"""The bytes of a picture that stand in the text: the page shows where they begin, and how many there are."""


@dataclass(frozen=True)
class ShownReading:
    """A report as it was read, with what is odd about it."""

    name: str
    report: AgentReport
    read: ReadReport
    diagnostics: tuple[ReadingDiagnostic, ...]

    @property
    def counts(self) -> str:
        """Return the numbers of the reading, in words."""
        read = self.read
        cited = sum(statement.cited for statement in read.statements)
        return (
            f"{self.report.format} · {len(read.statements)} statements, {cited} of them cite · {len(read.pairs)} pairs"
            f" · {len(read.entries) or len(self.report.given)} references · {len(read.unresolved)} unresolved marks ·"
            f" {len(read.stray)} marks outside of statements"
            + (f" · {len(read.figures)} figures" if read.figures else "")
        )


def write_reading_pages(path: Path, readings: Sequence[ShownReading]) -> list[Path]:
    """Write one page per report and return their paths; of several, `path` is the list."""
    pages = [
        PlainPage(
            shown.name,
            shown.counts + "".join(f" · {diagnostic.code}" for diagnostic in shown.diagnostics),
            partial(reading_page, shown),
        )
        for shown in readings
    ]
    return write_pages(path, "Reports as they are read", _STYLE, pages)


def reading_page(shown: ShownReading) -> str:
    """A self-contained HTML page: what is odd on top, then the text with all that was read in it."""
    name = printable(shown.name)
    key = (
        '<p class="key"><span class="s c">cites</span><span class="s">does not cite</span><span class="e">reference'
        ' list</span><span class="m">mark</span><span class="m lost">leads nowhere</span>'
        '<span class="m stray">outside of statements</span><span class="f">figure</span>'
        " What a judge is told of where a statement stands is in small letters above it.</p>"
    )
    notes = "".join(
        f'<li class="warning"><b>{printable(diagnostic.code)}</b> {printable(diagnostic.message)}</li>'
        for diagnostic in shown.diagnostics
    )
    body = "".join(
        [
            f"<h1>{name}</h1><p>{printable(shown.counts)}</p>",
            f"<h2>Diagnostics</h2><ul>{notes}</ul>" if notes else "",
            _link_list("Marks that lead nowhere", "u", shown.read.unresolved),
            _link_list("Marks outside of statements", "o", shown.read.stray),
            _figures(shown.read),
            key,
            '<div class="text">',
            *_coloured(shown),
            "</div>",
        ]
    )
    return whole_page(f"How {name} is read", _STYLE, body)


def _link_list(title: str, prefix: str, links: Sequence[StatementLink]) -> str:
    if not links:
        return ""
    items = " ".join(
        f'<a href="#{prefix}{number}">{printable(link.label or "annotation")}</a>'
        for number, link in enumerate(links[:SHOWN_MARKS])
    )
    more = f" and {len(links) - SHOWN_MARKS} more" if len(links) > SHOWN_MARKS else ""
    return f"<h2>{title}</h2><p>{items}{more}</p>"


def _figures(read: ReadReport) -> str:
    """The figures with what is known of each; nothing is loaded from where they lead to."""
    if not read.figures:
        return ""
    rows = []
    no_caption = '<span class="warning">no caption</span>'
    for figure in read.figures:
        targets = [target.target for target in read.figure_targets if target.figure == figure.number]
        links = [link for link in read.figure_links if link.figure == figure.number]
        cited = " ".join(
            _link("m" if link.url else "m lost", link.url or "", "", printable(link.label)) for link in links
        )
        reason = f" ({figure.type_reason})" if figure.type_reason else ""
        place = f" ({figure.caption_place})" if figure.caption else ""
        rows.append(
            f'<tr><td><a href="#f{figure.number}">{printable(figure.label or str(figure.number + 1))}</a></td>'
            f"<td>{printable(figure.caption) or no_caption}{place}</td>"
            f"<td>{figure.type}{reason}</td><td>{'<br/>'.join(map(printable, targets))}</td>"
            f"<td>{printable(figure.source)} {cited}</td></tr>"
        )
    head = "".join(f"<th>{name}</th>" for name in ("figure", "caption", "type", "picture", "source"))
    return f'<h2>Figures</h2><table class="figures"><tr>{head}</tr>{"".join(rows)}</table>'


@dataclass(frozen=True, slots=True)
class _Part:
    """A stretch of the text to be coloured."""

    start: int
    end: int
    layer: Layer
    classes: str
    url: str = ""
    anchor: str = ""
    context: str = ""


def _coloured(shown: ShownReading) -> Iterator[str]:
    """Yield the text in pieces, each in the colours of all the parts that cover it; parts of no length are put in."""
    text = shown.report.text
    parts = list(_parts(shown.read))
    points = sorted((part for part in parts if part.start == part.end), key=lambda part: part.start)
    begins = sorted((part for part in parts if part.start < part.end), key=lambda part: part.start)
    edges = sorted({0, len(text), *(edge for part in parts for edge in (part.start, part.end))})
    active: dict[Layer, _Part] = {}
    next_begin = next_point = 0
    for at, stop in zip(edges, [*edges[1:], len(text)], strict=True):
        while next_point < len(points) and points[next_point].start <= at:
            yield _point(points[next_point])
            next_point += 1
        while next_begin < len(begins) and begins[next_begin].start <= at:
            active[begins[next_begin].layer] = begins[next_begin]
            next_begin += 1
        active = {layer: part for layer, part in active.items() if part.end > at}
        if stop > at:
            yield _piece(text[at:stop], active, at)


def _scopes(read: ReadReport) -> dict[int, str]:
    """Return a remark for each statement that a citation outside of it is for."""
    apart = {(link.statement, link.scope): link.label for link in read.links if link.scope != "sentence"}
    return {number: f"cited with its {scope} by {label}" for (number, scope), label in apart.items()}


def _parts(read: ReadReport) -> Iterator[_Part]:
    scopes = _scopes(read)
    for number, statement in enumerate(read.statements):
        classes = f"s{' c' if statement.cited else ''}{' odd' if number % 2 else ''}"
        context = " · ".join(filter(None, (statement.context, scopes.get(number, ""))))
        yield _Part(statement.start, statement.end, "statement", classes, context=context)
    for entry in read.entries:
        if entry.start >= 0:
            yield _Part(entry.start, entry.end, "entry", "e")
    for figure in read.figures:
        yield _Part(figure.start, figure.end, "figure", "f", anchor=f"f{figure.number}")
    for cited in read.figure_links:
        yield _Part(cited.start, cited.end, "mark", "m" if cited.url or cited.entry else "m lost", cited.url or "")
    numbers = {id(link): number for number, link in enumerate(read.unresolved)}
    for link in read.links:
        place = numbers.get(id(link))
        anchor, classes = (f"u{place}", "m lost") if place is not None else ("", "m")
        yield _Part(link.start, link.end, "mark", classes, link.url or "", anchor)
    for number, link in enumerate(read.stray):
        yield _Part(link.start, link.end, "mark", "m stray", link.url or "", f"o{number}")


def _piece(text: str, active: dict[Layer, _Part], at: int) -> str:
    figure = active.get("figure")
    if figure is not None:
        text = _PACKED.sub(lambda packed: f"{packed[0][:80]}… ({len(packed[0])} characters)", text)
    shown = printable(text)
    if not active:
        return shown
    classes = " ".join(part.classes for part in active.values())
    mark, statement = active.get("mark"), active.get("statement")
    note = ""
    if statement is not None and statement.context and statement.start == at:
        note = f'<span class="context">{printable(statement.context)}</span>'
    if mark is None:
        named = f' id="{figure.anchor}"' if figure is not None and figure.start == at else ""
        return f'{note}<span class="{classes}"{named}>{shown}</span>'
    anchor = f' id="{mark.anchor}"' if mark.anchor and mark.start == at else ""
    return note + _link(classes, mark.url, anchor, shown)


def _point(part: _Part) -> str:
    host = urlsplit(part.url).hostname if part.url.startswith(("http://", "https://")) else None
    anchor = f' id="{part.anchor}"' if part.anchor else ""
    return _link(f"{part.classes} n", part.url, anchor, f"[{printable(host or 'annotation')}]")


def _link(classes: str, url: str, anchor: str, shown: str) -> str:
    if url.startswith(("http://", "https://")):
        href = printable(url)
        return (
            f'<a class="{classes}"{anchor} href="{href}" title="{href}" rel="noopener noreferrer nofollow">{shown}</a>'
        )
    return f'<span class="{classes}"{anchor}>{shown}</span>'
