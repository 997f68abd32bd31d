"""One printed \\bibitem back to fields: by the commands of styles that say what is what, else by its look."""

from __future__ import annotations

import re
from collections.abc import Callable

from tasks.latex import scan
from tasks.latex.authorlist import printed_names
from tasks.latex.document import Place
from tasks.latex.entries import Entry, Value
from tasks.latex.printed import read_printed
from tasks.records.references import ReferenceOrigin
from tasks.records.surveys import PersonName
from tasks.text import clean_text

_INFO = re.compile(
    r"\\(?:bibinfo|bibfield)[ \t\n]*\{[ \t\n]*(title|booktitle|author|person|year|journal|doi|url|eprint|series|no"
    r"te)[ \t\n]*\}"
)
_SHOWN = re.compile(r"\\(showarticletitle|APACrefatitle|APACrefbtitle|bibtitle|btxtitlefont|btxtitle)(?![a-zA-Z])")
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
_ONLY_URL = re.compile(
    r"\\(?:url|path|href)[ \t\n]*\{[^{}]*\}|https?://[^\s{}]+|arxiv:?\s*[\w./-]+|\b10\.\d{4,9}/[^\s{}]+", re.IGNORECASE
)


def read_item(
    key: str, label: str, body: str, start: int, locate: Callable[[int], Place], place: Place, origin: ReferenceOrigin
) -> Entry:
    """The entry that a \\bibitem prints; `start` is the position of `body` for `locate`, `label` its bracketed part."""
    fields: dict[str, Value] = {"body": Value(body, place)}
    people, et_al = _structured(body, fields, lambda at: locate(start + at))
    if "title" not in fields or people is None:
        printed = read_printed(body, titles=people is None)
        if printed.title and "title" not in fields:
            fields["title"] = Value(_protected(printed.title), locate(start + _near(body, printed.title)))
        if people is None:
            people, et_al = printed_names(printed.authors)
        if printed.venue and "journal" not in fields:
            fields["journal"] = Value(_protected(printed.venue), place)
    if people:
        fields["author"] = Value("", place)
    if "year" not in fields and (year := _year(label, body)):
        fields["year"] = Value(year, place)
    return Entry(key, "misc", fields, place, origin, people or (), et_al)


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
