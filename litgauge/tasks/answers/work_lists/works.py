"""A work as an answer describes it: by named fields, by the cells of a row, or in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from litgauge.tasks.answers.rows import folded_field
from litgauge.tasks.answers.work_lists.wordings import wording
from litgauge.tasks.citations.printed_work import PrintedWork, is_identifier, openalex_in
from litgauge.tasks.citations.works import read_printed, read_printed_works, read_title
from litgauge.tasks.text import clean_title, normalise_arxiv_id, normalise_doi

_TITLES = ("title", "papertitle", "worktitle", "articletitle", "fulltitle", "displayname", "name", "papername", "paper",
           "work", "article", "publication", "document", "reference", "study", "text")  # fmt: skip
_TITLE_ENDS = ("title", "paper", "work", "article", "publication")  # "Citing paper"
_AUTHORS = ("firstauthor", "author", "authors", "by", "creator", "creators")
_YEARS = ("year", "publicationyear", "paperyear", "pubyear", "date", "publicationdate", "published")
_DOIS = ("doi", "doiurl", "doilink", "paperdoi")
_ARXIV = ("arxivid", "arxiv", "eprint", "arxivurl", "arxivlink")
_OPENALEX = ("openalex", "openalexid", "openalexurl", "openalexworkid", "openalexwork", "workid", "paperid", "docid",
             "articleid", "documentid", "wid", "id")  # fmt: skip
_ADDRESSES = ("url", "link", "href", "address", "uri", "landingpageurl")
_INNER = ("paper", "work", "ids", "identifiers", "externalids", "item", "metadata", "document", "article")
_SENTIMENTS = ("sentiment", "stance", "tone")
_ORDERS = ("rank", "position", "place", "order", "step", "no", "number", "index", "#", "nr")
_LANGUAGES = {"title": "title field", "author": "author field", "year": "year field"}
_ROLES = frozenset((*_TITLES, *_AUTHORS, *_YEARS, *_DOIS, *_ARXIV, *_OPENALEX, *_ADDRESSES, *_SENTIMENTS, *_ORDERS))
_NAMING = frozenset((*_TITLES, *_DOIS, *_ARXIV, *_OPENALEX, *_ADDRESSES))

_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)")
_NAMED = re.compile(r"\b[wW]\d{6,12}\b")
_NUMBER = re.compile(r"(\d{1,12})(?:\.0+)?")
"""Of a work; with a decimal point as tables have it in which another one is missing."""
_SEPARATED = re.compile(r"\s*[,;|\n]\s*|\s+and\s+|\s+")


@dataclass(frozen=True, slots=True)
class ListedWork:
    """A work as an answer describes it."""

    title: str = ""
    author: str = ""
    year: int | None = None
    doi: str | None = None
    arxiv_id: str | None = None
    openalex: int | None = None
    sentiment: str = ""

    @property
    def named(self) -> bool:
        """Return whether anything tells which work it is."""
        return bool(self.title or self.doi or self.arxiv_id or self.openalex is not None)


def names_works(head: Sequence[Any]) -> bool:
    """Return whether one of these columns tells which work a row is about."""
    return any(
        name in _NAMING or name.endswith(_TITLE_ENDS) or _known(name) in _NAMING for name in map(folded_field, head)
    )


def is_role(name: Any) -> bool:
    """Return whether a field of this name says something of a work, so that a mapping with it is one work."""
    return folded_field(name) in _ROLES or folded_field(name).endswith(_TITLE_ENDS)


def of_number(value: Any) -> ListedWork:
    """The work of this OpenAlex number, as a number or in digits; one that nothing names where it can be none.

    >>> of_number(2741809807.0).openalex, of_number("2741809807").openalex, of_number(10**30).named, of_number(-1).named
    (2741809807, 2741809807, False, False)
    """
    found = None if isinstance(value, bool) else _NUMBER.fullmatch(str(value).strip())
    return ListedWork(openalex=int(found[1])) if found and int(found[1]) else ListedWork()


def order_of(row: Mapping[str, Any]) -> float | None:
    """The place in the list that a row gives itself."""
    found = _first(_fields(row), _ORDERS)
    try:
        return None if found is None else float(str(found).strip().rstrip("."))
    except ValueError:
        return None


def sentiment_of(row: Mapping[str, Any]) -> str:
    """In what spirit a row says that a work is cited; "" where it does not."""
    return str(_first(_fields(row), _SENTIMENTS) or "").lower()


def of_mapping(row: Mapping[str, Any]) -> ListedWork:
    """The work that named fields tell."""
    fields = _fields(row)
    for name in (*_INNER, *(name for name in fields if name.endswith(_TITLE_ENDS))):
        inner = fields.get(name)
        if isinstance(inner, Mapping):
            fields = {**fields, **_fields(inner)}
    printed = read_title(next(_titles(fields), ""))
    doi, arxiv = str(_first(fields, _DOIS) or ""), str(_first(fields, _ARXIV) or "")
    address, name = str(_first(fields, _ADDRESSES) or ""), str(_first(fields, _OPENALEX) or "")
    year = _YEAR.search(str(_first(fields, _YEARS) or ""))
    told = ListedWork(
        title=printed.title,
        author=_author(_first(fields, _AUTHORS)) or (printed.authors[0] if printed.authors else ""),
        year=int(year[1]) if year else printed.year,
        doi=normalise_doi(doi),
        arxiv_id=normalise_arxiv_id(arxiv),
        openalex=_number(fields, name, alone=not printed.title),
        sentiment=str(_first(fields, _SENTIMENTS) or "").lower(),
    )
    elsewhere = read_printed(" ".join(part for part in (doi, arxiv, address, name) if part))
    return replace(
        told,
        doi=told.doi or printed.doi or elsewhere.doi,
        arxiv_id=told.arxiv_id or printed.arxiv_id or elsewhere.arxiv_id,
        openalex=next((one for one in (told.openalex, printed.openalex, openalex_in(name), openalex_in(address))
                       if one is not None), None),
    )  # fmt: skip


def of_cells(cells: Sequence[Any]) -> ListedWork:
    """The work that a row without a head is about: by what each of its cells looks like."""
    texts = [str(cell).strip() for cell in cells if isinstance(cell, str | int) and not isinstance(cell, bool)]
    known = ListedWork()
    words: list[str] = []
    for text in texts:
        found = of_texts([text])[0]
        if _YEAR.fullmatch(text):
            known = replace(known, year=int(text))
        elif found.named and not found.title:
            known = replace(known, doi=known.doi or found.doi, arxiv_id=known.arxiv_id or found.arxiv_id,
                            openalex=found.openalex if known.openalex is None else known.openalex)  # fmt: skip
        elif not re.fullmatch(r"[\d.,%\s+-]*", text):
            words.append(text)
    title = max(words, key=len, default="")
    return replace(known, title=clean_title(title)) if title else known


def of_texts(texts: Sequence[str]) -> list[ListedWork]:
    """Works that are described in words, as entries of one list."""
    return [listed(work) for work in read_printed_works(texts)]


def listed(work: PrintedWork) -> ListedWork:
    """A printed work as a row of an answer."""
    author = work.authors[0] if work.authors else ""
    return ListedWork(work.title, author, work.year, work.doi, work.arxiv_id, work.openalex)


def identifiers_in(text: str) -> list[str]:
    """The identifiers of a text that is two or more of them, or names several OpenAlex works or DOIs; else none.

    >>> identifiers_in("W2741809807; 10.1109/CVPR.2016.90"), identifiers_in("Owls, gulls")
    (['W2741809807', '10.1109/CVPR.2016.90'], [])
    >>> identifiers_in("These are W2741809807 and W2741809808.")
    ['W2741809807', 'W2741809808']
    """
    parts = [part for part in _SEPARATED.split(text.strip().strip("[]().")) if part]
    if len(parts) > 1 and all(map(is_identifier, parts)):
        return parts
    named = _NAMED.findall(text)
    dois = dict.fromkeys(doi for part in parts if is_identifier(part.rstrip(".)")) and (doi := normalise_doi(part)))
    return named if len(named) > 1 else list(dois) if len(dois) > 1 else []


def _fields(row: Mapping[str, Any]) -> dict[str, Any]:
    fields = {folded_field(name): value for name, value in row.items()}
    return {_known(name): value for name, value in fields.items()} | fields


def _known(name: str) -> str:
    """Return the English name of a field in other languages; any other name unchanged."""
    return next((field for field, kind in _LANGUAGES.items() if wording(kind).fullmatch(name)), name)


def _first(fields: Mapping[str, Any], names: Sequence[str]) -> Any:
    return next((fields[name] for name in names if fields.get(name) not in (None, "", [])), None)


def _titles(fields: Mapping[str, Any]) -> Iterator[str]:
    for name in (*_TITLES, *(name for end in _TITLE_ENDS for name in fields if name.endswith(end))):
        value = fields.get(name)
        if isinstance(value, list) and value:  # as Crossref has it
            value = value[0]
        if isinstance(value, str) and any(map(str.isalnum, value)) and not value.strip().isdecimal():
            yield value


def _number(fields: Mapping[str, Any], name: str, *, alone: bool) -> int | None:
    """OpenAlex's number: in a field that says so any, in others one that is none of a list's own."""
    explicit = str(_first(fields, ("openalex", "openalexid", "openalexworkid", "openalexwork")) or "")
    for text, enough in ((explicit, 1), (name, 1 if alone else 6), (str(fields.get("work") or ""), 1)):
        number = of_number(text).openalex
        if number is not None and len(str(number)) >= enough:
            return number
    return None


def _author(value: Any) -> str:
    first = value[0] if isinstance(value, list) and value else value
    if isinstance(first, Mapping):
        first = first.get("name") or first.get("family")
    return re.split(r";|,?\s+and\s+|,\s|\s+et al", str(first))[0].strip() if isinstance(first, str) else ""
