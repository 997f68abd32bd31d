"""Printed bibliographies: \\bibitem lists and biblatex's .bbl."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from litgauge.tasks.latex.bibliography.bibitem import Item
from litgauge.tasks.latex.bibliography.entries import Entry, Locate, Value
from litgauge.tasks.latex.expansion import arguments
from litgauge.tasks.latex.expansion.definitions import BIBLIOGRAPHIC, Macro
from litgauge.tasks.records.references import ReferenceOrigin
from litgauge.tasks.records.surveys import PersonName
from litgauge.tasks.text import clean_text

_ITEM = re.compile(
    r"\\(?:bibitem|R?Bibitem|harvarditem|bib@item|reference(?=[ \t]*\{))(?![a-zA-Z@])"
    r"|\\end[ \t]*\{(?:thebibliography|references)\}|\\bibitemend"
)
_END_MARK = (
    r"\\end[ \t]*\{(?:[a-z]*bibliography\*?|references|list|document)\}|\\endthebibliography"
    r"|\\(?:section|chapter|appendix)"
)
"""Commands that end the last item of a list, besides commands of the document that stand for it."""
_SAME_AUTHORS = re.compile(
    r"\s*(?:\\BIBentry\w+\s*)?(?:\\leavevmode\s*)?(?:\{\s*)?"
    r"(?:\\bysame(?![a-zA-Z])|\\sameauthors?(?![a-zA-Z])|\\vrule height"
    r"|\\rule\s*(?:\[[^\]]*\])?\s*\{|\\underline\s*\{\s*\\hspace"
    r"|\\(?:makebox|hbox)[^{}]{0,40}\{\s*\\hrulefill|(?:\\_\s*|_){3,}|-{3,}[\s.,}]|[—–]{2,}[\s.,}]|—[\s.,])"
)
"""Signs that stand for the authors of the item before."""
_LABEL_END = re.compile(r"\][ \t]*\n?[ \t]*\{")
_FOOTNOTE_KEY = re.compile(r"(?:Note|endnote|footnote)\d+(?:-\w+)?", re.IGNORECASE)
_FOOTNOTE = re.compile(r"\\bibinfo[ \t\n]*\{note\}|\\BibitemOpen")
_ENTRY = re.compile(r"\\entry\{([^{}]+)\}\{([^{}]*)\}")
_FIELD = re.compile(r"\\(?:field|strng)\{([a-zA-Z]+)\}")
_NAME = re.compile(r"\\name\{([a-z]+)\}\{(\d+)\}\{")
_VERB = re.compile(r"\\verb\{([a-z]+)\}\s*\n\s*\\verb (.*)")
_LIST = re.compile(r"\\list\{([a-z]+)\}\{\d+\}\{")
_ALIAS = re.compile(r"\\keyalias\{([^{}]+)\}\{([^{}]+)\}")
_PART = re.compile(r"(?<![a-z])(family|given|prefix|suffix)\s*=\s*")

_DELIMITER = re.compile(r"\\bib(?:namedelim[a-d]|namedelimi|initdelim)(?![a-zA-Z])")

_PARTS = frozenset({"article", "inproceedings", "incollection", "inbook"})


def read_bibliography(
    text: str, locate: Locate, origin: ReferenceOrigin, macros: Mapping[str, Macro] = MappingProxyType({})
) -> Sequence[Entry | Item]:
    """Return the entries of a printed bibliography.

    `locate` gives the place of a position, `macros` are the document's.

    Entries of biblatex are read at once, a \\bibitem only when its work is needed (`read_items`).
    """
    if "\\entry{" in text and "\\endentry" in text:
        return _biblatex(text, locate)
    return _items(text, locate, origin, {name: macro for name, macro in macros.items() if name not in BIBLIOGRAPHIC})


def _items(text: str, locate: Locate, origin: ReferenceOrigin, macros: Mapping[str, Macro]) -> list[Item]:
    items: list[Item] = []
    own = [name for name, macro in macros.items() if "\\end{thebibliography}" in macro.body]
    ends = re.compile("|".join([f"(?:{_END_MARK})(?![a-zA-Z])", *(rf"\\{name}(?![a-zA-Z])" for name in own)]))
    marks = list(_ITEM.finditer(text))
    for number, mark in enumerate(marks):
        if mark.group().startswith("\\end") or mark.group() == "\\bibitemend":
            continue
        last = number + 1 == len(marks) or marks[number + 1].group().startswith(("\\end", "\\bibitemend"))
        stop = marks[number + 1].start() if number + 1 < len(marks) else len(text)
        if last and (closing := ends.search(text, mark.end(), stop)):
            stop = closing.start()
        head = _head(text, mark, stop)
        if not head:
            continue
        key, label, end = head
        if _FOOTNOTE_KEY.fullmatch(key) and _FOOTNOTE.search(text, end, stop):
            continue  # REVTeX prints footnotes among the references
        before = items[-1] if items and _SAME_AUTHORS.match(text, end, stop) else None
        items.append(Item(key, label, text[end:stop], end, locate, locate(mark.start()), origin, macros, before))
    return items


def _head(text: str, mark: re.Match[str], stop: int) -> tuple[str, str, int] | None:
    """Key, label and the end of an item's head."""
    label = arguments.option(text, mark.end(), stop, longest=stop)  # natbib prints all authors of a collaboration
    shown = text[label.start : label.stop] if label else ""
    position = label.end if label else mark.end()
    if mark.group() == "\\harvarditem":
        full = arguments.group(text, position, stop)
        year = arguments.group(text, full.end, stop) if full else None
        if not full or not year:
            return None
        shown, position = f"({text[year.start : year.stop]}){text[full.start : full.stop]}", year.end
    key = arguments.group(text, position, stop)
    if key is None and label and (closing := _LABEL_END.search(text, label.end, stop)):
        # For TeX, a bracket inside the label ends it, earlier than its author meant.
        shown, key = text[label.start : closing.start()], arguments.group(text, closing.end() - 1, stop)
    return (" ".join(text[key.start : key.stop].split()), shown, key.end) if key else None


def _biblatex(text: str, locate: Locate) -> list[Entry]:
    entries: list[Entry] = []
    aliases: dict[str, list[str]] = {}
    for alias, key in _ALIAS.findall(text):
        aliases.setdefault(key, []).append(alias)
    marks = list(_ENTRY.finditer(text))
    bounds = [*(mark.start() for mark in marks[1:]), len(text)]
    for mark, bound in zip(marks, bounds, strict=False):
        stop = text.find("\\endentry", mark.end(), bound)
        entry = _biblatex_entry(text, mark, bound if stop < 0 else stop, locate)
        ids = {"ids": Value(",".join(aliases[entry.key]), entry.place)} if entry.key in aliases else {}
        entries.append(replace(entry, fields={**entry.fields, **ids}))
    return entries


def _biblatex_entry(text: str, match: re.Match[str], stop: int, locate: Locate) -> Entry:
    fields: dict[str, Value] = {}
    for mark in _FIELD.finditer(text, match.end(), stop):
        if value := arguments.group(text, mark.end(), stop):
            fields.setdefault(mark.group(1), Value(text[value.start : value.stop], locate(mark.start())))
    for mark in _VERB.finditer(text, match.end(), stop):
        fields.setdefault(mark.group(1), Value(mark.group(2).strip(), locate(mark.start())))
    for mark in _LIST.finditer(text, match.end(), stop):
        if value := arguments.group(text, mark.end() - 1, stop):
            words = text[value.start : value.stop].strip()
            fields.setdefault(
                mark.group(1), Value(words[1:-1] if words.startswith("{") else words, locate(mark.start()))
            )
    people: tuple[PersonName, ...] | None = None
    et_al = False
    for mark in _NAME.finditer(text, match.end(), stop):
        if mark.group(1) == "author" or (mark.group(1) == "editor" and people is None and match.group(2) not in _PARTS):
            people, et_al = _people(text, mark.end() - 1, stop)
            fields["author"] = Value("", locate(mark.start()))
    return Entry(match.group(1), match.group(2).lower() or "misc", fields, locate(match.start()), "bbl", people, et_al)


def _people(text: str, position: int, stop: int) -> tuple[tuple[PersonName, ...], bool]:
    options = arguments.group(text, position, stop, longest=stop)
    if options is None:
        return (), False
    names = arguments.group(text, options.end, stop, longest=stop) or options  # before 1.1 there were no options
    people = []
    at = names.start
    while person := arguments.group(text, at, names.stop):
        parts = _name_parts(text[person.start : person.stop])
        family = clean_text(" ".join(part for part in (parts.get("prefix"), parts.get("family")) if part))
        given = clean_text(" ".join(part for part in (parts.get("given"), parts.get("suffix")) if part))
        if family or given:
            people.append(PersonName(family, given) if family else PersonName(given, ""))
        at = person.end
    return tuple(people), "more=true" in text[options.start : options.stop]


def _name_parts(raw: str) -> dict[str, str]:
    """Return the parts by name; before format 2.5 they have no names but an order, each followed by its initials."""
    values: dict[str, str] = {}
    if not _PART.search(raw):
        groups, at = [], 0
        while span := arguments.group(raw, at, len(raw)):
            groups.append(raw[span.start : span.stop])
            at = span.end
        values = dict(zip(("family", "given", "prefix", "suffix"), groups[len(groups) % 2 :: 2], strict=False))
        return {name: _DELIMITER.sub(" ", words) for name, words in values.items()}
    for part in _PART.finditer(raw):
        if value := arguments.group(raw, part.end(), len(raw)):
            values.setdefault(part.group(1), _DELIMITER.sub(" ", raw[value.start : value.stop]))
    return values
