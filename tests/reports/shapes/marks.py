"""Shapes of citation marks: how a claim's works are named where it ends, and the list that the marks mean."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from tests.reports.shapes.known_text import ITEMS, PARAGRAPH, SECOND, SOURCES, Claim, Source, sources_of

Place = Literal["inside", "behind", "glued"]
Mark = Callable[[Sequence[Source]], str]


@dataclass(frozen=True, slots=True)
class Shape:
    """A way to cite."""

    name: str
    mark: Mark
    list_form: str = ""  # of `LISTS`; "" where the marks carry their addresses
    addresses: bool = True  # else works are known by their titles
    places: tuple[Place, ...] = ("inside", "behind")


def each(form: str, between: str = " ") -> Mark:
    """A mark for each work, of a form with the work's fields."""
    return lambda sources: between.join(_filled(form, source) for source in sources)


def together(opening: str, form: str, between: str, closing: str) -> Mark:
    """One mark for all works."""
    return lambda sources: opening + between.join(_filled(form, source) for source in sources) + closing


def _filled(form: str, source: Source) -> str:
    superscript = str(source.number).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    fields = {
        "n": source.number, "u": source.url, "s": source.site, "t": source.title, "y": source.year, "up": superscript,
        "f": source.family, "f2": source.family2, "F": source.family.upper(), "F2": source.family2.upper(),
        "g": source.given, "g2": source.given2, "i": source.given[0], "i2": source.given2[0], "v": source.venue,
        "m": markdown(source.url), "h": source.url.replace("&", "&amp;"),
    }  # fmt: skip
    return form.format(**fields)


def markdown(url: str) -> str:
    """An address as Markdown needs it inside of round brackets."""
    return url


LINKED = {
    "site in brackets": each("([{s}]({u}))"),
    "title in brackets linked": together("(", "[{t}]({u})", "; ", ")"),
    "with a title attribute": each('([{s}]({u} "{t}"))'),
    "angle brackets inside": each("([{s}](<{u}>))"),
    "escaped brackets": each(r"\[[{s}]({u})\]"),
    "escaped, several": together(r"\[", "[{f} {y}]({u})", "; ", r"\]"),
    "escaped round brackets": each(r"\([{s}]({u})\)"),
    "escaped round, title": together(r"\(", "[{t}]({u})", ", ", r"\)"),
    "escaped twice": each(r"\\[[{s}]({u})\\]"),
    "escaped round twice": each(r"\\([{s}]({u})\\)"),
    "escaped three times": together(r"\\\[", "[{s}]({u})", "; ", r"\\\]"),
    "dollars": each("$[{s}]({u})$"),
    "two dollars": each("$$[{s}]({u})$$"),
    "two dollars, several": together("$$", "[{s}]({u})", ", ", "$$"),
    "square brackets": each("[[{s}]({u})]"),
    "bare": each("({u})"),
    "bare, square brackets": each("[{u}]"),
    "angle brackets": each("<{u}>"),
    "angle brackets in brackets": each("(<{u}>)"),
    "backticks": each("(`{u}`)"),
    "backticks alone": each("`{u}`"),
    "backticks in square brackets": each("[`{u}`]"),
    "label and backticks": each("(Source: `{u}`)"),
    "words in backticks": each("([`{s}`]({u}))"),
    "address linked": each("([{u}]({u}))"),
    "label": each("(Source: [{s}]({u}))"),
    "label, bare": together("(Sources: ", "{u}", ", ", ")"),
    "label in italics": each("*(Source: [{s}]({u}))*"),
    "label in square brackets": together("[Source: ", "{u}", "; ", "]"),
    "several in brackets": together("(", "[{s}]({u})", ", ", ")"),
    "several, semicolons": together("(", "[{f} & {f2}, {y}]({u})", "; ", ")"),
    "names linked": each("[{f} & {f2}, {y}]({u})"),
    "names in brackets linked": each("[({f} & {f2}, {y})]({u})"),
    "names before a link": together("(", "{f} & {f2}, {y}, [link]({u})", "; ", ")"),
    "number linked": each("[{n}]({u})", ""),
    "number in brackets linked": each("[[{n}]]({u})", ""),
    "number, brackets outside": each("[[{n}]({u})]", ""),
    "number escaped": each(r"[\[{n}\]]({u})", ""),
    "number raised": each("<sup>[{n}]({u})</sup>", ""),
    "number in raised brackets": each("<sup>[[{n}]]({u})</sup>", ""),
    "pandoc raised": each("^[{n}]({u})^", ""),
    "letters linked": each("[[{s} +1]({u})]"),
    "anchor": each('<a href="{h}">{s}</a>'),
    "anchor in brackets": each('(<a href="{h}" target="_blank" rel="noopener">{s}</a>)'),
    "anchor raised": each('<sup><a href="{h}">{n}</a></sup>', ""),
    "anchor, apostrophes": each("(<a class='cite' href='{h}'>{s}</a>)"),
    "element": each('<cite url="{h}">{n}</cite>', ""),
    "dash": each("— [{s}]({u})"),
    "arrow": each("→ [{s}]({u})"),
    "picture of a link": each("🔗 [{s}]({u})"),
    "by reference": each("([{s}][w{n}])"),
}  # fmt: skip
"""Marks that carry their addresses."""

NUMBERED = {
    "number": together("[", "{n}", ", ", "]"),
    "numbers apart": each("[{n}]", ""),
    "numbers with commas": each("[{n}]", ", "),
    "escaped": together(r"\[", "{n}", ", ", r"\]"),
    "doubled": each("[[{n}]]", ""),
    "raised": each("<sup>{n}</sup>", "<sup>,</sup>"),
    "raised together": together("<sup>", "{n}", ",", "</sup>"),
    "raised brackets": each("<sup>[{n}]</sup>", ""),
    "pandoc": together("^", "{n}", ",", "^"),
    "pandoc brackets": together("^[", "{n}", ",", "]^"),
    "carets": together("[^", "{n}", "^, ^", "^]"),
    "superscript": each("{up}", "˒"),
    "black brackets": each("【{n}】", ""),
    "with a label": together("[ref ", "{n}", ", ", "]"),
    "source": each("[Source {n}]"),
    "source, round": each("(Source {n})"),
    "ref., round": together("(refs. ", "{n}", ", ", ")"),
    "superscript brackets": each("⁽{up}⁾"),
    "signed": each("[#{n}]"),
    "to the list": each("[[{n}]](#ref-{n})", ""),
    "to the heading": each("[{n}](#references)", ""),
    "anchor": each('<a href="#ref{n}">[{n}]</a>', ""),
    "anchor raised": each('<sup><a href="#ref{n}">{n}</a></sup>', ""),
    "with a page": each("[{n}, p. 5]"),
    "element": each("<ref>{n}</ref>", ""),
    "code": each("[citation:{n}]", ""),
    "lettered": each("[S{n}]"),
    "in bold": each("**[{n}]**"),
}
FOOTNOTES = {"footnote": each("[^{n}]", ""), "named footnote": each("[^{f}{y}]", "")}

NAMED = {
    "apa": together("(", "{f} & {f2}, {y}", "; ", ")"),
    "no comma": together("(", "{f} & {f2} {y}", "; ", ")"),
    "and": together("(", "{f} and {f2}, {y}", "; ", ")"),
    "and, no comma": together("(", "{f} and {f2} {y}", "; ", ")"),
    "et al.": together("(", "{f} et al., {y}", "; ", ")"),
    "et al., no comma": together("(", "{f} et al. {y}", "; ", ")"),
    "italics": together("(", "{f} *et al.*, {y}", "; ", ")"),
    "commas between": together("(", "{f} et al. {y}", ", ", ")"),
    "commas between and before": together("(", "{f} et al., {y}", ", ", ")"),
    "comma for and": together("(", "{f}, {f2} {y}", "; ", ")"),
    "square": together("[", "{f} & {f2}, {y}", "; ", "]"),
    "square each": each("[{f} et al., {y}]"),
    "escaped": together(r"\[", "{f} et al., {y}", "; ", r"\]"),
    "see": together("(see ", "{f} & {f2}, {y}", "; ", ")"),
    "e.g.": together("(e.g., ", "{f} & {f2}, {y}", "; ", ")"),
    "reviewed in": together("(reviewed in ", "{f} & {f2} {y}", "; ", ")"),
    "with a page": together("(", "{f} & {f2}, {y}, p. 5", "; ", ")"),
    "page behind a colon": together("(", "{f} & {f2} {y}: 14–17", "; ", ")"),
    "initials": together("(", "{i}. {f} & {i2}. {f2}, {y}", "; ", ")"),
    "in full": together("(", "{g} {f} and {g2} {f2}, {y}", "; ", ")"),
    "slash": together("(", "{f}/{f2} {y}", "; ", ")"),
    "German": together("(vgl. ", "{f} und {f2} {y}", "; ", ")"),
    "French": together("(", "{f} et {f2}, {y}", " ; ", ")"),
    "Spanish": together("(", "{f} y {f2}, {y}", "; ", ")"),
    "Brazilian": together("(", "{F}; {F2}, {y}", "; ", ")"),
    "Chinese": together("（", "{f} 和 {f2}，{y}", "；", "）"),
    "year in brackets": together("(", "{f} & {f2} ({y})", "; ", ")"),
    "year in square brackets": together("(", "{f} & {f2} [{y}]", "; ", ")"),
    "bold": together("(**", "{f} & {f2}, {y}", "**; **", "**)"),
    "journal": together("(", "{f} & {f2}, {y}, *{v}*", "; ", ")"),
    "accessed": together("(", "{f} & {f2}, {y}, {v}", "; ", ")"),
}

LISTS: Mapping[str, str] = {
    "brackets": "[{n}] {g} {f} and {g2} {f2}. {t}. {v}, {y}. {u}",
    "stops": "{n}. {f}, {i}., & {f2}, {i2}. ({y}). {t}. *{v}*. {u}",
    "title linked": "{n}. [{t}]({u})",
    "title linked, year": "[{n}] [{t}]({u}), {y}",
    "title, year, address": "[{n}] {t}. {y}. {u}",
    "bullets": "- [{n}] {t} – {u}",
    "bold label": "**[{n}]** {t}. {u}",
    "escaped label": r"\[{n}\] {t}. {u}",
    "escaped stop": r"{n}\. {t}. {u}",
    "address in backticks": "[{n}] {t}. `{u}`",
    "address alone": "[{n}] {u}",
    "definition": '[{n}]: {u} "{t}"',
    "colon": "[{n}]: {t}. {u}",
    "round": "({n}) {t}. {u}",
    "one bracket": "{n}) {t}. {u}",
    "caret": "^{n}^ {t}. {u}",
    "raised": "{up} {t}. {u}",
    "next line": "[{n}] {t}\n   {u}",
    "table": "| {n} | {t} | {u} |",
    "element": '<p id="ref{n}">[{n}] {t}. <a href="{h}">{h}</a></p>',
    "lettered": "[S{n}] {t}. {u}",
    "lettered bullets": "- **S{n}**: [{t}]({u})",
    "black": "【{n}】 {t} {u}",
    "accessed": "{n}. {t}. {s}. Available at: {u} (Accessed: 3 May 2024).",
}
FOOTNOTE_LISTS = {"footnote": "[^{n}]: {t}. {u}", "named footnote": "[^{f}{y}]: [{t}]({u})"}
BY_NAMES = {
    "apa": "{f}, {i}., & {f2}, {i2}. ({y}). {t}. *{v}*, *12*(3), 1–9. {u}",
    "chicago": "{f}, {g}, and {g2} {f2}. {y}. “{t}.” *{v}* 12: 1–9. {u}",
    "harvard bullets": "- {f}, {i}. and {f2}, {i2}. ({y}) ‘{t}’, *{v}*, 12(3). Available at: {u}",
    "bold credit": "- **{f} & {f2} ({y})** – [{t}]({u})",
}


def shapes() -> Iterator[Shape]:
    """Every kind of mark with a list of a kind that it is used with, and every kind of list with a common mark."""
    for name, mark in LINKED.items():
        yield Shape(f"linked: {name}", mark, "by reference" if "reference" in name else "")
    for name, mark in NUMBERED.items():
        form = {"lettered": "lettered", "anchor": "element", "anchor raised": "element"}.get(name, "brackets")
        yield Shape(f"numbered: {name}", mark, form, places=("inside", "behind", "glued"))
    for name, mark in FOOTNOTES.items():
        yield Shape(f"footnotes: {name}", mark, name, places=("inside", "behind", "glued"))
    for name, mark in NAMED.items():
        yield Shape(f"named: {name}", mark, "apa", places=("inside",))
    for name in LISTS:
        mark = NUMBERED["lettered" if "lettered" in name else "number"]
        yield Shape(f"list: {name}", mark, name, places=("inside",))
    for name in BY_NAMES:
        yield Shape(f"list by names: {name}", NAMED["apa"], name, places=("inside",))


def written(shape: Shape, place: Place = "inside", heading: str = "References") -> str:
    """The text in Markdown, each claim cited in the shape."""
    paragraphs = [" ".join(_sentence(claim, shape, place) for claim in claims) for claims in (PARAGRAPH, SECOND)]
    items = [f"- {_sentence(claim, shape, place)}" for claim in ITEMS]
    parts = ["# Boats and kites", *paragraphs, "## Noise", "\n".join(items)]
    return "\n\n".join((*parts, *_list(shape.list_form, heading))) + "\n"


def _sentence(claim: Claim, shape: Shape, place: Place) -> str:
    mark = shape.mark(sources_of(claim)) if claim.cites else ""
    if not mark:
        return f"{claim.text}."
    return {"inside": f"{claim.text} {mark}.", "behind": f"{claim.text}. {mark}", "glued": f"{claim.text}.{mark}"}[
        place
    ]


def _list(form: str, heading: str) -> tuple[str, ...]:
    if not form:
        return ()
    if form == "by reference":
        return ("\n".join(f"[w{source.number}]: {source.url}" for source in SOURCES),)
    line = {**LISTS, **FOOTNOTE_LISTS, **BY_NAMES}[form]
    gap = "\n" if line.startswith(("- ", "|", "{n}. ")) else "\n\n"
    entries = gap.join(_filled(line, source) for source in SOURCES)
    head = "| No. | Title | Address |\n|---|---|---|\n" if form == "table" else ""
    return (head + entries,) if form in FOOTNOTE_LISTS else (f"## {heading}", head + entries)
