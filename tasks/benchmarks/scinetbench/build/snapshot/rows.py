"""One row of OpenAlex's works: the columns that the network needs, by name; all others are passed over."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec

from tasks.text import clean_text, compact_title, normalise_arxiv_id, normalise_doi

NEEDED = ("id", "referenced_works", "publication_year", "title")
"""A file none of whose rows has one of these is another kind of file; `display_name` does for the title."""
_NUMBER = re.compile(r"(?:^|/|\b)[A-Z]?(\d{1,18})$")
_ADDRESS = "https://openalex.org/"
_LETTER = len(_ADDRESS) + 1
_DAY = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_MOST_DIGITS = 18  # of a number that a table can hold
_MOST_WORDS = 100_000  # of an abstract
_PLACE = re.compile(r"\d{1,9}")


@dataclass(frozen=True, slots=True)
class ScannedWork:
    """A work as a row has it; numbers are OpenAlex ids without their letter."""

    work: int
    title: str  # "" where the row has none
    title_key: str  # its letters and digits alone
    author: str  # the first author, as OpenAlex writes the name; "" unknown
    year: int
    date: str  # YYYY-MM-DD; the first of January of a year alone
    doi: str | None
    arxiv_id: str | None
    venue: int | None
    venue_name: str
    venue_type: str  # "journal", "repository", "conference", …; "" unknown
    type: str
    paratext: bool
    retracted: bool
    topics: tuple[int, ...]  # the primary one first
    cited_by: int  # by OpenAlex's own count
    abstract: str  # "" where there is none
    references: tuple[int, ...]  # as they stand: doubles, itself, works that were merged
    updated: str  # YYYY-MM-DD, when OpenAlex changed the row last; "" unknown


class _Source(msgspec.Struct):
    id: str | None = None
    display_name: str | None = None
    type: str | None = None


class _Location(msgspec.Struct):
    source: _Source | None = None
    landing_page_url: str | None = None
    pdf_url: str | None = None


class _Author(msgspec.Struct):
    display_name: str | None = None


class _Authorship(msgspec.Struct):
    author: _Author | None = None
    raw_author_name: str | None = None


class _Topic(msgspec.Struct):
    id: str | int | None = None


class RawWork(msgspec.Struct):
    """Columns that are read. Unset is what the row does not have."""

    id: str | int
    title: str | msgspec.UnsetType | None = msgspec.UNSET
    display_name: str | msgspec.UnsetType | None = msgspec.UNSET
    publication_year: int | msgspec.UnsetType | None = msgspec.UNSET
    publication_date: str | None = None
    doi: str | None = None
    authorships: list[_Authorship | None] | None = None
    primary_location: _Location | None = None
    host_venue: _Source | None = None  # before 2023
    locations: list[_Location | None] | None = None
    primary_topic: _Topic | None = None
    topics: list[_Topic | None] | None = None
    type: str | None = None
    is_paratext: bool | None = None
    is_retracted: bool | None = None
    cited_by_count: Annotated[int, msgspec.Meta(le=10**_MOST_DIGITS)] | None = None
    abstract_inverted_index: Any = None  # whatever it is, the work stays
    referenced_works: list[str | int | None] | msgspec.UnsetType | None = msgspec.UNSET
    updated_date: str | None = None

    @property
    def has(self) -> frozenset[str]:
        """Return the needed columns that the row has, null or not."""
        own = {
            "id": True,
            "referenced_works": self.referenced_works is not msgspec.UNSET,
            "publication_year": self.publication_year is not msgspec.UNSET or self.publication_date is not None,
            "title": self.title is not msgspec.UNSET or self.display_name is not msgspec.UNSET,
        }
        return frozenset(name for name, there in own.items() if there)


class UnreadableWorkError(ValueError):
    """Row says nothing that the network can use, and why."""


_decoder = msgspec.json.Decoder(RawWork, strict=False)


def read_line(line: bytes) -> RawWork:
    """A line of JSON, half a surrogate pair as "?". Raises UnreadableWorkError if it is none, or has no id."""
    try:
        return _decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        if "surrogate" not in str(error):
            raise UnreadableWorkError(str(error)) from None
    try:
        return _decoder.decode(json.dumps(json.loads(line), ensure_ascii=False).encode("utf-8", "replace"))
    except (ValueError, RecursionError) as error:
        raise UnreadableWorkError(str(error)) from None


def read_record(record: Mapping[str, Any]) -> RawWork:
    """A row of Parquet, as Python has it: maps are pairs, days are dates. Raises as `read_line`."""
    try:
        return msgspec.convert({name: _plain(name, value) for name, value in record.items()}, RawWork, strict=False)
    except msgspec.ValidationError as error:
        raise UnreadableWorkError(str(error)) from None


def scanned(raw: RawWork, updated: str) -> ScannedWork:
    """Return the row as the network keeps it; `updated` is its folder's.

    Raises UnreadableWorkError without id or year.
    """
    number = number_of(raw.id)
    if number is None:
        raise UnreadableWorkError(f"{str(raw.id)[:60]!r} is no id of a work")
    year, date = _when(raw)
    title = clean_text(_first(raw.title, raw.display_name))
    source = (raw.primary_location and raw.primary_location.source) or raw.host_venue or _Source()
    topics = [topic.id for topic in (raw.primary_topic, *(raw.topics or ())) if topic is not None]
    references = raw.referenced_works
    return ScannedWork(
        work=number,
        title=title,
        title_key=compact_title(title),
        author=_first_author(raw),
        year=year,
        date=date,
        doi=normalise_doi(raw.doi or ""),
        arxiv_id=_arxiv_id(raw),
        venue=number_of(source.id),
        venue_name=source.display_name or "",
        venue_type=source.type or "",
        type=raw.type or "",
        paratext=bool(raw.is_paratext),
        retracted=bool(raw.is_retracted),
        topics=tuple(dict.fromkeys(number for topic in topics if (number := number_of(topic)) is not None)),
        cited_by=raw.cited_by_count or 0,
        abstract=clean_text(abstract_of(raw.abstract_inverted_index)),
        references=tuple(number for name in _reference_ids(references) if (number := number_of(name)) is not None),
        updated=(raw.updated_date or "")[:10] or updated,
    )


def number_of(name: str | int | None) -> int | None:
    """Return the number in an id; None where there is none.

    >>> number_of("https://openalex.org/W2741809807"), number_of(""), number_of(12)
    (2741809807, None, 12)
    """
    if isinstance(name, int):
        return name if 0 <= name < 10**_MOST_DIGITS else None
    if name is not None and (plain := name[_LETTER:]).isdecimal() and name.startswith(_ADDRESS):  # nearly all are so
        return int(plain) if len(plain) <= _MOST_DIGITS else None
    match = _NUMBER.search((name or "").strip())
    return int(match[1]) if match else None


def abstract_of(index: Any) -> str:
    """Return the text that an inverted index stands for, given as a map or as its JSON.

    "" for none, or one that is broken.

    >>> abstract_of({"works": [1], "It": [0], "well": [2, 3]})
    'It works well well'
    >>> abstract_of('{"IndexLength": 1, "InvertedIndex": {"Short": [0]}}')
    'Short'
    """
    if isinstance(index, str):
        if not index.lstrip().startswith("{"):
            return index
        try:
            index = json.loads(index)
        except (ValueError, RecursionError):
            return ""
    if not isinstance(index, Mapping):
        return ""
    inner = index.get("InvertedIndex")
    listed = inner if isinstance(inner, Mapping) else index
    placed = [
        (number, str(word))
        for word, places in listed.items()
        if isinstance(places, list)
        for place in places
        if (number := place if type(place) is int else _place(place)) is not None
    ]
    return " ".join(word for _, word in sorted(placed)[:_MOST_WORDS])


def _place(value: Any) -> float | None:
    """At which place a word stands; None where that is no number."""
    number = int(value) if isinstance(value, str) and _PLACE.fullmatch(value) else value
    return number if isinstance(number, int | float) and number == number else None  # NaN is not itself


def _first_author(raw: RawWork) -> str:
    first = raw.authorships[0] if raw.authorships else None
    named = first.author.display_name if first and first.author else ""
    return " ".join((named or (first.raw_author_name if first else "") or "").split())


def _when(raw: RawWork) -> tuple[int, str]:
    """Year and day. The day is only believed within the year."""
    match = _DAY.match(raw.publication_date or "")
    year = raw.publication_year if isinstance(raw.publication_year, int) else None
    if year is None and match:
        year = int(match[1])
    if not year or not 0 < year < datetime.MAXYEAR:
        raise UnreadableWorkError(f"it has no year of publication ({raw.publication_year})")
    whole = match is not None and int(match[1]) == year and _is_day(match[0])
    return year, match[0] if match and whole else f"{year:04d}-01-01"


def _is_day(text: str) -> bool:
    try:
        datetime.date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _arxiv_id(raw: RawWork) -> str | None:
    """Return the id by which arXiv has the work: in its DOI, or an address of it at arXiv."""
    addresses = [
        address
        for place in (raw.primary_location, *(raw.locations or ()))
        if place is not None
        for address in (place.landing_page_url, place.pdf_url)
        if address and "arxiv" in address.lower()
    ]
    doi = raw.doi if raw.doi and "arxiv" in raw.doi.lower() else ""
    return next((arxiv_id for text in (doi, *addresses) if text and (arxiv_id := normalise_arxiv_id(text))), None)


def _first(*texts: str | msgspec.UnsetType | None) -> str:
    return next((text for text in texts if isinstance(text, str) and text), "")


def _reference_ids(references: Any) -> list[str | int | None]:
    return references if isinstance(references, list) else []


def _plain(name: str, value: Any) -> Any:
    if isinstance(value, (datetime.date, datetime.datetime)):
        return value.isoformat()
    if name == "abstract_inverted_index" and isinstance(value, list):
        return dict(value)
    return value
