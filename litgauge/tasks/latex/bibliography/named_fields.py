"""Printed references whose style names their fields: REVTeX, ACM, Elsevier, Springer, IMS, APA and AMS-TeX."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import zip_longest

from litgauge.tasks.citations.printed.name_lists import printed_names
from litgauge.tasks.latex.bibliography.entries import Locate, Value
from litgauge.tasks.latex.expansion import arguments
from litgauge.tasks.records.surveys import PersonName
from litgauge.tasks.text import clean_text

_INFO = re.compile(
    r"\\(?:bibinfo|bibfield)[ \t\n]*\{[ \t\n]*(title|booktitle|author|person|year|journal|doi|url|eprint|series|no"
    r"te)[ \t\n]*\}"
)
_TITLE = re.compile(r"\\(?:bib(?:info|field)[ \t\n]*\{[ \t\n]*title|showarticletitle|b[ac]?title|APACrefa?b?title)")
_EDITION = re.compile(r"(?<!\s)\s*+\(\\bibinfo\s*\{(?:edition|series)\}.*", re.DOTALL)
_EDITORS = re.compile(r"\\bib(?:field|info)[ \t\n]*\{[ \t\n]*editor[ \t\n]*\}")
_COMMANDS = {
    "showarticletitle": "title",  # ACM
    "batitle": "title",  # Springer and IMS, down to byear
    "bctitle": "title",
    "btitle": "title",
    "bbtitle": "booktitle",
    "bjtitle": "journal",
    "bjournal": "journal",
    "byear": "year",
    "APACrefatitle": "title",
    "APACrefbtitle": "booktitle",
    "APACjournalVolNumPages": "journal",
    "APACrefYear": "year",
    "APACrefYearMonthDay": "year",
}
_COMMAND = re.compile(rf"\\({'|'.join(_COMMANDS)})(?![a-zA-Z])")
_SPRINGER_AUTHOR = re.compile(r"\\[bo]author(?![a-zA-Z])")
_SPRINGER_PART = re.compile(r"\\(bsnm|bfnm|binits|bparticle|bsuffix)(?![a-zA-Z])")
_FAMILY_FONT = re.compile(r"\\bibnamefont(?![a-zA-Z])")
_GIVEN_FONT = re.compile(r"\\bibfnamefont(?![a-zA-Z])")
_APA_AUTHORS = ("\\begin{APACrefauthors}", "\\end{APACrefauthors}")
_APA_WORDS = re.compile(r"\\(BBA|BCBL|BHBI|BPBI)(?![a-zA-Z])(?:\s*\{\})?")
_LONGEST_NAME, _LONGEST_FIELD = 500, 5_000
_ET_AL = re.compile(r"\bet(?:~|\\ |\s)\s*al\b|\\betal(?![a-zA-Z])")
_AMS_FIELD = re.compile(
    r"\\(by|bysame|paper|book|inbook|jour|yr|vol|issue|pages|page|publ|publaddr|paperinfo|bookinfo|eds?|finalinfo|toappear"
    r"|lang|transl|moreref|key|no|manyby|miscnote|endref|mathnet|mathscinet|zmath|crossref|isi|elib)(?![a-zA-Z])"
)
_AMS_NAMES = {"paper": "title", "jour": "journal", "yr": "year"}

People = tuple[PersonName, ...]


def named_fields(body: str, locate: Locate) -> tuple[dict[str, Value], People | None, bool]:
    """Return the fields that the style names, the people (None if it does not name them), and whether these are cut
    off.
    """
    if "\\by" in body or "\\paper" in body:
        fields, authors, et_al = ams_fields(body, locate)
        if fields:
            return fields, authors, et_al
    fields = {}
    people: list[PersonName] = []
    edited = [span for match in _EDITORS.finditer(body) if (span := arguments.group(body, match.end(), len(body)))]
    for match, text in _groups(_INFO, body):
        if any(span.start <= match.start() < span.stop for span in edited):
            continue
        if match[1] in ("author", "person"):
            if match[1] == "person" or ("\\bibinfo" not in text and "\\bibfield" not in text):
                people.extend(_name(text))
        elif "\\bibinfo" not in (text := _EDITION.sub("", text)):
            fields.setdefault(match[1], Value(text, locate(match.start())))
    for match, text in _groups(_COMMAND, body):
        fields.setdefault(_COMMANDS[match[1]], Value(text, locate(match.start())))
    people.extend(person for _, text in _groups(_SPRINGER_AUTHOR, body) if (person := _springer_name(text)))
    start = body.find(_APA_AUTHORS[0])
    end = body.find(_APA_AUTHORS[1], start)
    if 0 <= start < end:
        people.extend(_apa_names(body[start + len(_APA_AUTHORS[0]) : end]))
    if "title" not in fields and "booktitle" in fields and ("{person}" in body or _COMMAND.search(body)):
        fields["title"] = fields["booktitle"]  # of a book; REVTeX and Elsevier print only the book of a chapter
    titled = min((match.start() for match in _TITLE.finditer(body)), default=len(body))
    return fields, tuple(people) or None, bool(people) and _ET_AL.search(body, 0, titled) is not None


def _groups(command: re.Pattern[str], body: str) -> Iterator[tuple[re.Match[str], str]]:
    """Every call of a command with the text of its argument, where that is no longer than a field may be."""
    for match in command.finditer(body):
        if value := arguments.group(body, match.end(), min(len(body), match.end() + _LONGEST_FIELD)):
            yield match, body[value.start : value.stop]


def _name(text: str) -> People:
    """One name whose parts REVTeX tells apart, or names as they are printed."""
    family = next((part for _, part in _groups(_FAMILY_FONT, text)), None)
    if family is not None:
        given = next((part for _, part in _groups(_GIVEN_FONT, text)), "")
        return (PersonName(clean_text(family), clean_text(given)),)
    return _printed(text)


def _springer_name(text: str) -> PersonName | None:
    parts: dict[str, str] = {}
    if len(text) > _LONGEST_NAME:
        return None
    for match, part in _groups(_SPRINGER_PART, text):
        parts.setdefault(match[1], clean_text(part))
    if not parts.get("bsnm"):
        return next(iter(_printed(text)), None)
    given = parts.get("bfnm") or parts.get("binits", "")
    family = f"{parts.get('bparticle', '')} {parts['bsnm']}".strip()
    return PersonName(family, f"{given} {parts.get('bsuffix', '')}".strip())


def _apa_names(text: str) -> People:
    words = {"BBA": " & ", "BPBI": ". ", "BHBI": "-", "BCBL": " "}
    return _printed(_APA_WORDS.sub(lambda match: words[match[1]], text))


def _printed(text: str) -> People:
    cleaned, bare = clean_text(text), text.strip(" .%\t\n")
    whole = bare.startswith("{") and bare.find("}") == len(bare) - 1 and " " in " ".join(bare.split())
    return printed_names(f"{{{cleaned.rstrip('.')}}}" if whole else cleaned)[0]


def ams_fields(body: str, locate: Locate) -> tuple[dict[str, Value], tuple[PersonName, ...] | None, bool]:
    """Return the same as `named_fields`, for the commands of AMS-TeX (\\by A. Ames \\paper Title \\jour J \\yr 2001).

    Russian journals use them in \\bibitem and \\Bibitem, too.
    """
    marks = list(_AMS_FIELD.finditer(body))
    values: dict[str, Value] = {}
    for mark, following in zip_longest(marks, marks[1:]):
        text = body[mark.end() : following.start() if following else len(body)].strip(" \t\n,.")
        values.setdefault(mark[1], Value(text, locate(mark.start())))
    if not values.keys() & {"paper", "book", "by", "jour"}:
        return {}, None, False
    fields = {field: values[name] for name, field in _AMS_NAMES.items() if name in values}
    whole = values.get("inbook") or values.get("book")
    if whole:
        fields["booktitle" if "title" in fields else "title"] = whole
    people, et_al = printed_names(clean_text(values["by"].text)) if "by" in values else (None, False)
    return fields, people, et_al
