"""A work as an answer describes it: by named fields, by the cells of a row, or in words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tasks.citations.identifiers import identity_of
from tasks.citations.list_words import words_of_list
from tasks.text import clean_title, normalise_arxiv_id, normalise_doi

_TITLES = ("title", "papertitle", "worktitle", "articletitle", "fulltitle", "displayname", "name", "papername", "paper",
           "work", "article", "publication", "document", "reference", "text")  # fmt: skip
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
_ROLES = frozenset((*_TITLES, *_AUTHORS, *_YEARS, *_DOIS, *_ARXIV, *_OPENALEX, *_ADDRESSES, *_SENTIMENTS, *_ORDERS))
_NAMING = frozenset((*_TITLES, *_DOIS, *_ARXIV, *_OPENALEX, *_ADDRESSES))

_LINK = re.compile(r"\[([^\[\]]{1,500})\]\((https?://[^\s()]+(?:\([^\s()]*\)[^\s()]*)?)\)")
_URL = re.compile(r"https?://[^\s<>\"'\])}]+")
_WORK = re.compile(
    r"(?:openalex\.org/(?:works/)?W?|openalex[\s:]{1,3}(?:id[\s:]{1,3})?W|^W(?=\d{1,12}$))(\d{1,12})\b|\bW(\d{4,12})\b",
    re.IGNORECASE,
)
_NAMED = re.compile(r"\b[wW]\d{6,12}\b")
_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)")
_BARE = re.compile(r"\d{6,12}")
"""A number that can only be OpenAlex's, whatever stands about it."""
_NUMBER = re.compile(r"(\d{1,12})(?:\.0+)?")
"""Of a work; with a decimal point as tables have it in which another one is missing."""
_NO_WORDS = re.compile(r"</?[a-zA-Z][a-zA-Z0-9]{0,9}\s*/?>|[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
"""Tags, and signs that nobody sees."""
_TAIL = re.compile(
    r"^(?P<title>.{10,400}?)\s+[-–—]\s+(?P<author>[^\W\d_][^()\d]{1,80}?)[,\s]*\(?(?P<year>1[5-9]\d\d|20\d\d)\)?\.?$"
)
_LABEL = re.compile(r"^\s*(?:title|paper|work|name)\s*:\s*", re.IGNORECASE)
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
        """Whether anything tells which work it is."""
        return bool(self.title or self.doi or self.arxiv_id or self.openalex is not None)


def folded(name: Any) -> str:
    """The name of a field or column without signs and capitals.

    >>> folded("OpenAlex ID"), folded("paper_title"), folded("#")
    ('openalexid', 'papertitle', '#')
    """
    text = str(name).strip().lower()
    return "".join(sign for sign in text if sign.isalnum()) or text


def names_works(head: Sequence[Any]) -> bool:
    """Whether one of these columns tells which work a row is about."""
    return any(name in _NAMING or name.endswith("title") for name in map(folded, head))


def is_role(name: Any) -> bool:
    """Whether a field of this name says something of a work, so that a mapping with it is one work."""
    return folded(name) in _ROLES or folded(name).endswith("title")


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
    for name in _INNER:
        inner = fields.get(name)
        if isinstance(inner, Mapping):
            fields = {**fields, **_fields(inner)}
    title = next((value for value in _titles(fields)), "")
    if link := _LINK.search(title):
        title = _LINK.sub(r"\1", title)
    doi, arxiv = str(_first(fields, _DOIS) or ""), str(_first(fields, _ARXIV) or "")
    address, name = str(_first(fields, _ADDRESSES) or ""), str(_first(fields, _OPENALEX) or "")
    year = _YEAR.search(str(_first(fields, _YEARS) or ""))
    told = ListedWork(
        title=clean_title(title),
        author=_author(_first(fields, _AUTHORS)),
        year=int(year[1]) if year else None,
        doi=normalise_doi(doi),
        arxiv_id=normalise_arxiv_id(arxiv),
        openalex=_number(fields, name, alone=not title),
        sentiment=str(_first(fields, _SENTIMENTS) or "").lower(),
    )
    if title and not (told.doi or told.arxiv_id or told.openalex is not None) and len(title.split()) == 1:
        (bare,) = of_texts([title])  # an identifier in the place of the title
        told = bare if not bare.title else told
    return _completed(told, " ".join([doi, arxiv, address, name, link[2] if link else ""]))


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
    texts = [_LABEL.sub("", _NO_WORDS.sub("", text)) for text in texts]
    linked = [_LINK.search(text) for text in texts]
    plain = [_LINK.sub(r"\1 \2", text) for text in texts]
    tails = [None if link else _TAIL.match(text.strip("* ")) for text, link in zip(plain, linked, strict=True)]
    words = words_of_list([(text, link[2] if link else None) for text, link in zip(plain, linked, strict=True)])
    works = []
    for text, link, tail, told in zip(plain, linked, tails, words, strict=True):
        title, author, year = told.title or "", told.authors[0] if told.authors else "", told.year
        if tail and _is_people(tail["author"]):
            title, author, year = tail["title"], _author(tail["author"]), int(tail["year"])
        if link and not _URL.fullmatch(link[1]) and len(link[1].split()) > 1:
            title = link[1]
        works.append(_completed(ListedWork("" if _is_identifier(title) else clean_title(title), author, year), text))
    return works


def identifiers_in(text: str) -> list[str]:
    """The identifiers of a text that is two or more of them, or names several OpenAlex works; else none.

    >>> identifiers_in("W2741809807; 10.1109/CVPR.2016.90"), identifiers_in("Owls, gulls")
    (['W2741809807', '10.1109/CVPR.2016.90'], [])
    >>> identifiers_in("These are W2741809807 and W2741809808.")
    ['W2741809807', 'W2741809808']
    """
    parts = [part for part in _SEPARATED.split(text.strip().strip("[]().")) if part]
    if len(parts) > 1 and all(map(_is_identifier, parts)):
        return parts
    named = _NAMED.findall(text)
    return named if len(named) > 1 else []


def _is_identifier(text: str) -> bool:
    """Whether a text is one identifier and nothing else."""
    bare = text.strip().strip("<>.,;\"'")
    if not bare or " " in bare:
        return False
    found = _WORK.search(bare)
    if found and len(found[0]) >= len(bare.removeprefix("https://").removeprefix("http://").removeprefix("api.")):
        return True
    return bool(
        _BARE.fullmatch(bare) or normalise_doi(bare) == bare.lower() or _URL.fullmatch(bare) or normalise_arxiv_id(bare)
    )


def _is_people(text: str) -> bool:
    """Whether words are names: each begins with a capital, or joins two."""
    words = [word.strip(",.&") for word in text.split()]
    joining = ("", "and", "et", "al", "de", "van", "von")
    return len(words) <= 8 and all(word[:1].isupper() or word in joining for word in words)


def _fields(row: Mapping[str, Any]) -> dict[str, Any]:
    return {folded(name): value for name, value in row.items()}


def _first(fields: Mapping[str, Any], names: Sequence[str]) -> Any:
    return next((fields[name] for name in names if fields.get(name) not in (None, "", [])), None)


def _titles(fields: Mapping[str, Any]) -> Iterator[str]:
    for name in (*_TITLES, *(name for name in fields if name.endswith("title"))):
        value = fields.get(name)
        if isinstance(value, list) and value:  # as Crossref has it
            value = value[0]
        if isinstance(value, str) and value.strip() and not value.strip().isdecimal():
            yield value


def _number(fields: Mapping[str, Any], name: str, *, alone: bool) -> int | None:
    """OpenAlex's number: in a field that says so any, in others one that is none of a list's own."""
    explicit = str(_first(fields, ("openalex", "openalexid", "openalexworkid", "openalexwork")) or "")
    for text, enough in ((explicit, 1), (name, 1 if alone else 6), (str(fields.get("work") or ""), 1)):
        number = of_number(text).openalex
        if number is not None and len(str(number)) >= enough:
            return number
    return openalex_in(name)


def openalex_in(text: str) -> int | None:
    """OpenAlex's number in a text; None where there is none."""
    found = _WORK.search(text.strip())
    return int(found[1] or found[2]) if found else None


def _author(value: Any) -> str:
    first = value[0] if isinstance(value, list) and value else value
    if isinstance(first, Mapping):
        first = first.get("name") or first.get("family")
    return re.split(r";|,?\s+and\s+|,\s|\s+et al", str(first))[0].strip() if isinstance(first, str) else ""


def _completed(work: ListedWork, text: str) -> ListedWork:
    """The work with the identifiers that a text about it holds."""
    address = _URL.search(text)
    identity = identity_of(address[0].rstrip(".,;") if address else None, text)
    number = openalex_in(text)
    if number is None and _BARE.fullmatch(bare := text.strip().strip(".,")):
        number = int(bare)
    return replace(
        work,
        doi=work.doi or identity.doi or normalise_doi(text),
        arxiv_id=work.arxiv_id or identity.arxiv_id or normalise_arxiv_id(text.strip().strip(".,")),
        openalex=work.openalex if work.openalex is not None else number,
    )
