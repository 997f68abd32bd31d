"""Reads the fields of a printed \\bibitem: by commands of styles that name them, else by its look."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from litgauge.tasks.citations.printed.name_lists import printed_names, with_families
from litgauge.tasks.citations.printed.reading import Printed, read_printed_list
from litgauge.tasks.latex.bibliography.bibitem import Item
from litgauge.tasks.latex.bibliography.entries import Entry, Value
from litgauge.tasks.latex.bibliography.named_fields import named_fields
from litgauge.tasks.latex.expansion.definitions import Macro, expand_macros
from litgauge.tasks.latex.expansion.document import Place
from litgauge.tasks.records.references import Basis, Diagnostic
from litgauge.tasks.records.surveys import PersonName
from litgauge.tasks.text import clean_text
from litgauge.tasks.text.decode import for_text

_YEAR = re.compile(r"(?<![\d.:/])(1[6-9]\d\d|20[0-4]\d)(?![\d/])")
_YEAR_MARKED = re.compile(r"[(\[](1[6-9]\d\d|20[0-4]\d)[a-z]?[)\]]")
_LABEL_YEAR = re.compile(
    r"\((1[6-9]\d\d|20[0-4]\d)[a-z]?\)|\{?(1[6-9]\d\d|20[0-4]\d)[a-z]?\}?\s*$|,\s*(1[6-9]\d\d|20[0-4]\d)"
)
_YEAR_VOLUME_PAGE = re.compile(
    r"(?<![\d.:/(])(1[6-9]\d\d|20[0-4]\d)\}?,\s*(?:\\\w+\s*\{|\{\\\w+\s+)?[A-Z]?\d{1,4}\}?(?:\s*\(\d+\))?,\s*(?:pp?\.\s*)?[A-Z]?\d"
)
"""As chemists and astronomers write it: a page may look like a year."""
_RANGE = re.compile(r"(?<!\d)\d++\s*+(?:--?|–)\s*+\d++")
_YEARS = re.compile(r"(?<![\d.:/])(1[6-9]\d\d|20[0-4]\d)(?:\s*(?:--?|–)\s*(?:1[6-9]|20)\d\d(?!\d)|-\d\d-\d\d(?!\d))")
"""Two years ("1913--1959") or a day ("2012-05-03")."""
_OF_STYLES = {
    macro.name: macro
    for macro in (
        Macro("btxifchangecase", 2, None, "#2"),  # babelbib: the title in lower case, and as it was written
        Macro("authorindexentries", 2, None, ""),  # authorindex
        Macro("abntrefinfo", 3, None, ""),
        Macro("setboolean", 2, None, ""),
        Macro("jburldef", 2, None, ""),  # jurabib, here and below
        Macro("jbbibargs", 4, None, "#1. #4"),
        Macro("bibnf", 3, None, "#1, #2"),
        Macro("abtype", 2, None, "#2"),
        Macro("noopsort", 1, None, ""),  # of .bib files: what a year is sorted by
        Macro("switchargs", 2, None, "#2#1"),
    )
}
"""Commands of styles whose arguments are not all text."""
_CSL = {
    macro.name: macro
    for macro in (
        Macro("CSLLeftMargin", 1, None, ""),
        Macro("CSLRightInline", 1, None, "#1"),
        Macro("CSLBlock", 1, None, " #1 "),
        Macro("CSLIndent", 1, None, " #1 "),
    )
}
"""Pandoc's commands: the margin holds the number; what its preamble defines them to is typography."""
_TIED = re.compile(
    r"((?:^[ \t]*|[,;][ \n]+|(?:[\s,;]and|\\&)[ \n]+)(?:[^\W\d_a-z][\w.'’\\\"{}`^-]{0,20}[ ~\n]){1,3})"
    r"([^\W\d_a-z][^\s~.,;{}]+)~([^\W\d_a-z][^\s~,;{}.]+)(?=[,;]|\s+and\s|\.\s|\.?$)",
    re.MULTILINE,
)
"""A family name of two words, which BibTeX ties after a given name: "Luc De~Raedt"."""
_RULE = re.compile(
    r"\\(?:rule\s*(?:\[[^\]]*\])?\s*\{[^{}]*\}\s*\{[^{}]*\}|underline\s*\{\s*\\hspace\*?\s*\{[^{}]*\}\s*\}"
    r"|(?:makebox|hbox)[^{}]{0,40}\{\s*\\hrulefill\s*\})"
)
"""A drawn line, with its measures."""
_OF_STYLES_USED = re.compile(rf"\\(?:{'|'.join(_OF_STYLES)})(?![a-zA-Z])")
_WORD, _MOST_BETWEEN = re.compile(r"\w+"), 12
_ONLY_URL = re.compile(
    r"\\(?:url|path|href)[ \t\n]*\{[^{}]*\}|https?://[^\s{}]+|arxiv:?\s*[\w./-]+|\b10\.\d{4,9}/[^\s{}]+"
    r"|\b(?:cited|accessed|retrieved|visited|viewed)\b[^\])}]{0,40}?(?:19|20)\d\d",
    re.IGNORECASE,
)


def read_items(items: Sequence[Item]) -> list[Entry]:
    """Return the entries that items of one list print, in their order."""
    closure: dict[Item, None] = {}
    for item in items:
        chain: Item | None = item
        while chain is not None and chain not in closure:
            closure[chain] = None
            chain = chain.same_authors
    drafts = {item: _draft(item) for item in closure}
    for titles in (True, False):
        chosen = [item for item, draft in drafts.items() if draft.needs_reading and draft.may_print_title is titles]
        printed = read_printed_list([drafts[item].body for item in chosen], titles=titles)
        for item, parts in zip(chosen, printed, strict=True):
            _complete(item, drafts[item], parts)
    return [_entry(item, drafts) for item in items]


@dataclass(slots=True)
class _Draft:
    body: str
    fields: dict[str, Value]
    people: tuple[PersonName, ...] | None
    et_al: bool
    people_basis: Basis = "stated"
    is_cut: bool = False

    @property
    def needs_reading(self) -> bool:
        """True if the style leaves title or people unnamed."""
        return "title" not in self.fields or self.people is None

    @property
    def may_print_title(self) -> bool:
        """True if a title may stand there unnamed; REVTeX, which names people by \\bibinfo, would name it."""
        return self.people is None or "\\bibinfo" not in self.body


def body_to_read(item: Item) -> str:
    """Return the text that an item prints, without macros of the document and macros whose arguments are no text."""
    macros = {**item.macros, **_CSL} if "\\CSL" in item.body else item.macros
    body = expand_macros(for_text(item.body), macros)
    if item.same_authors:
        body = _RULE.sub("", body, count=1)
    return expand_macros(body, _OF_STYLES) if _OF_STYLES_USED.search(body) else body


def _draft(item: Item) -> _Draft:
    body = body_to_read(item)
    names, newblock, rest = body.partition("\\newblock")
    if "~" in names:
        body = f"{_TIED.sub(_held_together, names)}{newblock}{rest}"
    fields, people, et_al = named_fields(body, lambda at: _place(item, body, at))
    fields["body"] = Value(body, item.place)
    if item.title:
        fields["title"] = Value(item.title, item.place, "parsed")
        people, et_al = printed_names(item.authors)
        if item.venue:
            fields["journal"] = Value(item.venue, item.place, "parsed")
    return _Draft(body, fields, people, et_al)


def _held_together(match: re.Match[str]) -> str:
    return f"{match[1]}{{{clean_text(match[2])} {clean_text(match[3])}}}"


def _place(item: Item, body: str, position: int) -> Place:
    """Return the place in the source of a position in the body; the item's own place where macros were expanded."""
    return item.locate(item.start + position) if body == item.body else item.place


def _complete(item: Item, draft: _Draft, printed: Printed) -> None:
    fields = draft.fields
    draft.is_cut = printed.is_cut
    if printed.title and "title" not in fields:
        place = _place(item, draft.body, _near(draft.body, printed.title))
        fields["title"] = Value(_protected(printed.title), place, "guessed")
    if draft.people is None:
        people, draft.et_al = printed_names(printed.authors)
        draft.people = with_families(people, item.label)
        draft.people_basis = "guessed"
    if printed.venue and "journal" not in fields:
        fields["journal"] = Value(_protected(printed.venue), item.place, "guessed")


def _entry(item: Item, drafts: Mapping[Item, _Draft]) -> Entry:
    draft, named = drafts[item], item
    while named.same_authors is not None:
        named = named.same_authors
    people, et_al = drafts[named].people, drafts[named].et_al
    if people:
        draft.fields["author"] = Value("", item.place, drafts[named].people_basis)
    if "year" not in draft.fields and (year := _year(item.label, draft.body)):
        draft.fields["year"] = Value(year, item.place, "parsed")
    cut = (_cut_note(item),) if draft.is_cut else ()
    return Entry(item.key, "misc", draft.fields, item.place, item.origin, people or (), et_al or draft.is_cut, cut)


def _cut_note(item: Item) -> Diagnostic:
    message = f"{item.key}: it is too long for a reference: some of its names, or its end, were not read"
    return Diagnostic("warning", "authors-cut", message, *item.place)


def _year(label: str, body: str) -> str | None:
    """Return the year of the label, else one in brackets, else the last that is no page, else the first of two."""
    if match := _LABEL_YEAR.search(label):
        return next(group for group in match.groups() if group)
    bare = _ONLY_URL.sub(" ", body)
    if match := _YEAR_VOLUME_PAGE.search(bare):
        return match[1]
    if match := _YEAR_MARKED.search(bare):
        return match.group(1)
    years = _YEAR.findall(_RANGE.sub(" ", bare))
    if years:
        return str(years[-1])
    spanned = _YEARS.search(bare)
    return spanned[1] if spanned else None


def _near(body: str, title: str) -> int:
    """Return the position in the body at which the title begins, by its first words."""
    words = _WORD.findall(title)[:3]
    start = body.find(words[0]) if words else -1
    while start >= 0:
        position = start
        for word in words:
            position = body.find(word, position, position + len(word) + _MOST_BETWEEN)
            if position < 0:
                break
            position += len(word)
        else:
            return start
        start = body.find(words[0], start + 1)
    return 0


def _protected(title: str) -> str:
    """Clean text as LaTeX that cleans to itself."""
    return re.sub(
        r"([\\{}$^~%])",
        lambda match: {"\\": "\\textbackslash{}", "^": "\\textasciicircum{}", "~": "\\textasciitilde{}"}.get(
            match.group(), "\\" + match.group()
        ),
        title,
    )
