"""One printed \\bibitem back to fields: by the commands of styles that say what is what, else by its look."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from tasks.latex import scan
from tasks.latex.authorlist import printed_names
from tasks.latex.definitions import Macro, expand_macros
from tasks.latex.document import Place
from tasks.latex.entries import Entry, Value
from tasks.latex.printed import Printed, read_printed_list
from tasks.records.references import ReferenceOrigin
from tasks.records.surveys import PersonName
from tasks.text import clean_text

_INFO = re.compile(
    r"\\(?:bibinfo|bibfield)[ \t\n]*\{[ \t\n]*(title|booktitle|author|person|year|journal|doi|url|eprint|series|no"
    r"te)[ \t\n]*\}"
)
_SHOWN = re.compile(r"\\(showarticletitle|APACrefatitle|APACrefbtitle)(?![a-zA-Z])")
_FAMILY_FONT = re.compile(r"\\bibnamefont(?![a-zA-Z])")
_GIVEN_FONT = re.compile(r"\\bibfnamefont(?![a-zA-Z])")
_APA_YEAR = re.compile(r"\\APACrefYear(?:MonthDay)?(?![a-zA-Z])")
_APA_JOURNAL = re.compile(r"\\APACjournalVolNumPages(?![a-zA-Z])")
_APA_AUTHORS = re.compile(r"\\begin\{APACrefauthors\}(.*?)\\end\{APACrefauthors\}", re.DOTALL)
_YEAR = re.compile(r"(?<![\d.:/])(1[6-9]\d\d|20[0-4]\d)(?![\d/])")
_YEAR_MARKED = re.compile(r"[(\[](1[6-9]\d\d|20[0-4]\d)[a-z]?[)\]]")
_LABEL_YEAR = re.compile(
    r"\((1[6-9]\d\d|20[0-4]\d)[a-z]?\)|\{?(1[6-9]\d\d|20[0-4]\d)[a-z]?\}?\s*$|,\s*(1[6-9]\d\d|20[0-4]\d)"
)
_OF_STYLES = {
    macro.name: macro
    for macro in (
        Macro("btxifchangecase", 2, None, "#2"),  # babelbib: the title in lower case, and as it was written
        Macro("authorindexentries", 2, None, ""),  # authorindex
        Macro("jburldef", 2, None, ""),  # jurabib, here and below
        Macro("jbbibargs", 4, None, "#1. #4"),
        Macro("bibnf", 3, None, "#1, #2"),
    )
}
"""Commands of styles whose arguments are not all text."""
_OF_STYLES_USED = re.compile(rf"\\(?:{'|'.join(_OF_STYLES)})(?![a-zA-Z])")
_ONLY_URL = re.compile(
    r"\\(?:url|path|href)[ \t\n]*\{[^{}]*\}|https?://[^\s{}]+|arxiv:?\s*[\w./-]+|\b10\.\d{4,9}/[^\s{}]+", re.IGNORECASE
)


@dataclass(frozen=True, slots=True, eq=False)
class Item:
    """A \\bibitem that nobody has read yet: reading is dear, and what a .bib has is not needed from here."""

    key: str
    label: str  # the bracketed part
    body: str
    start: int  # position of `body` for `locate`
    locate: Callable[[int], Place]
    place: Place
    origin: ReferenceOrigin
    macros: Mapping[str, Macro]
    same_authors: Item | None = None  # the item before, where a rule stands for its authors


def read_items(items: Sequence[Item]) -> list[Entry]:
    """The entries that items of one list print, in their order."""
    wanted: dict[Item, None] = {}
    for item in items:
        chain: Item | None = item
        while chain is not None and chain not in wanted:
            wanted[chain] = None
            chain = chain.same_authors
    drafts = {item: _draft(item) for item in wanted}
    for known in (False, True):
        chosen = [item for item, draft in drafts.items() if draft.needs_reading and (draft.people is not None) is known]
        printed = read_printed_list([drafts[item].body for item in chosen], titles=not known)
        for item, parts in zip(chosen, printed, strict=True):
            _complete(item, drafts[item], parts)
    return [_entry(item, drafts) for item in items]


@dataclass(slots=True)
class _Draft:
    body: str
    fields: dict[str, Value]
    people: tuple[PersonName, ...] | None
    et_al: bool

    @property
    def needs_reading(self) -> bool:
        """Whether the style leaves title or people unnamed."""
        return "title" not in self.fields or self.people is None


def _draft(item: Item) -> _Draft:
    body = expand_macros(item.body, item.macros)
    if _OF_STYLES_USED.search(body):
        body = expand_macros(body, _OF_STYLES)
    fields: dict[str, Value] = {"body": Value(body, item.place)}
    people, et_al = _structured(body, fields, lambda at: item.locate(item.start + at))
    return _Draft(body, fields, people, et_al)


def _complete(item: Item, draft: _Draft, printed: Printed) -> None:
    fields = draft.fields
    if printed.title and "title" not in fields:
        place = item.locate(item.start + _near(draft.body, printed.title))
        fields["title"] = Value(_protected(printed.title), place)
    if draft.people is None:
        draft.people, draft.et_al = printed_names(printed.authors)
    if printed.venue and "journal" not in fields:
        fields["journal"] = Value(_protected(printed.venue), item.place)


def _entry(item: Item, drafts: Mapping[Item, _Draft]) -> Entry:
    draft, named = drafts[item], item
    while named.same_authors is not None:
        named = named.same_authors
    people, et_al = drafts[named].people, drafts[named].et_al
    if people:
        draft.fields["author"] = Value("", item.place)
    if "year" not in draft.fields and (year := _year(item.label, draft.body)):
        draft.fields["year"] = Value(year, item.place)
    return Entry(item.key, "misc", draft.fields, item.place, item.origin, people or (), et_al)


def _structured(
    body: str, fields: dict[str, Value], locate: Callable[[int], Place]
) -> tuple[tuple[PersonName, ...] | None, bool]:
    """Fields that the style names; people where it names them too."""
    people: list[PersonName] = []
    et_al = False
    for found in _INFO.finditer(body):
        value = scan.group(body, found.end(), len(body))
        if not value:
            continue
        name, text = found.group(1), body[value.start : value.stop]
        if name in ("author", "person"):
            if name == "author" and ("\\bibinfo" in text or "\\bibfield" in text):
                et_al = et_al or "et~al" in text or "et al" in text
                continue
            names, cut = _named(text)
            people.extend(names)
            et_al = et_al or cut
        elif "\\bibinfo" not in text:
            fields.setdefault(name, Value(text, locate(found.start())))
    for found in _SHOWN.finditer(body):
        if value := scan.group(body, found.end(), len(body)):
            fields.setdefault("title", Value(body[value.start : value.stop], locate(found.start())))
    if "title" not in fields and "booktitle" in fields and "{person}" in body:
        fields["title"] = fields["booktitle"]
    for name, command in (("year", _APA_YEAR), ("journal", _APA_JOURNAL)):
        shown = command.search(body)
        if shown and (value := scan.group(body, shown.end(), len(body))):
            fields.setdefault(name, Value(body[value.start : value.stop], locate(shown.start())))
    if apa := _APA_AUTHORS.search(body):
        text = re.sub(r"\\BPBI(?![a-zA-Z])", ". ", apa.group(1))
        text = re.sub(
            r"\\(?:BBA|BCBL|BHBI)(?![a-zA-Z])(?:\s*\{\})?", lambda mark: "-" if "BHBI" in mark.group() else " ", text
        )
        names, et_al = printed_names(clean_text(text))
        people.extend(names)
    et_al = et_al or (bool(people) and re.search(r"\\emph\{et~al\.?\}|et~al", body) is not None)
    return (tuple(people) if people else None), et_al


def _named(text: str) -> tuple[tuple[PersonName, ...], bool]:
    """One name whose parts REVTeX tells apart, or a name as it is printed."""
    family = _FAMILY_FONT.search(text)
    given = _GIVEN_FONT.search(text)
    span = scan.group(text, family.end(), len(text)) if family else None
    if family and span:
        first = scan.group(text, given.end(), len(text)) if given else None
        name = clean_text(text[span.start : span.stop])
        return (PersonName(name, clean_text(text[first.start : first.stop]) if first else ""),), False
    return printed_names(clean_text(text))


def _year(label: str, body: str) -> str | None:
    if found := _LABEL_YEAR.search(label):
        return next(group for group in found.groups() if group)
    bare = _ONLY_URL.sub(" ", body)
    if found := _YEAR_MARKED.search(bare):
        return found.group(1)
    years = _YEAR.findall(re.sub(r"\d+\s*(?:--?|–)\s*\d+", " ", bare))
    return years[-1] if years else None


def _near(body: str, title: str) -> int:
    """Where in the body the title begins, by its first words."""
    words = re.findall(r"\w+", title)[:3]
    found = re.search(r"\W{1,12}".join(re.escape(word) for word in words), body) if words else None
    return found.start() if found else 0


def _protected(title: str) -> str:
    """Clean text as LaTeX that cleans to itself."""
    return re.sub(
        r"([\\{}$^~%])",
        lambda found: {"\\": "\\textbackslash{}", "^": "\\textasciicircum{}", "~": "\\textasciitilde{}"}.get(
            found.group(), "\\" + found.group()
        ),
        title,
    )
