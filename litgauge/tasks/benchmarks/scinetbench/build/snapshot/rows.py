"""One row of OpenAlex's works: the columns that the network needs, by name; all others are passed over."""

from __future__ import annotations

import datetime
import json
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

import msgspec

from litgauge.tasks.text import clean_text, compact_title, normalise_arxiv_id, normalise_doi

_LATE = ("abstract_inverted_index", "authorships", "locations", "referenced_works")
"""Columns that stay JSON until a row belongs."""
NEEDED = ("id", "referenced_works", "publication_year", "title")
"""A file none of whose rows has one of these is another kind of file; `display_name` does for the title."""
_NUMBER = re.compile(r"(?:^|/|\b)[A-Z]?(\d{1,18})$")
_ADDRESS = "https://openalex.org/"
_WORK_ADDRESS = f"{_ADDRESS}W"
_LETTER = len(_WORK_ADDRESS)
_QUOTED_ADDRESS = f'"{_WORK_ADDRESS}'.encode()
_DAY = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_MOST_DIGITS = 18  # of a number that a table can hold
_MOST_WORDS = 100_000  # of an abstract
_FARTHEST = 1_000_000  # place of a word that is read in one go
Keeps = Callable[[int, str, Collection[int], bool, bool, bool], bool]
"""Predicate: a row of this year, type and topics, paratext, retracted, in the expansion corpus or not, may belong."""
_PLACE = re.compile(r"\d{1,9}")
_NOTHING, _ABSENT = msgspec.Raw(b"null"), msgspec.Raw(b"")


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
    xpac: bool  # of the expansion corpus, which the API leaves out by default
    topics: tuple[int, ...]  # the primary one first
    cited_by: int  # by OpenAlex's own count
    abstract_index: str  # JSON of its words' places, as the row has it: `read_abstract` makes a text of it; "" none
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
    """Columns that are read; large ones stay JSON until a row belongs. Unset is what the row does not have."""

    id: str | int
    title: str | msgspec.UnsetType | None = msgspec.UNSET
    display_name: str | msgspec.UnsetType | None = msgspec.UNSET
    publication_year: int | msgspec.UnsetType | None = msgspec.UNSET
    publication_date: str | None = None
    doi: str | None = None
    authorships: msgspec.Raw = _NOTHING
    primary_location: _Location | None = None
    host_venue: _Source | None = None  # before 2023
    locations: msgspec.Raw = _NOTHING
    primary_topic: _Topic | None = None
    topics: list[_Topic | None] | msgspec.UnsetType | None = msgspec.UNSET
    type: str | msgspec.UnsetType | None = msgspec.UNSET
    is_paratext: bool | None = None
    is_retracted: bool | None = None
    is_xpac: bool | None = None
    cited_by_count: Annotated[int, msgspec.Meta(le=10**_MOST_DIGITS)] | None = None
    abstract_inverted_index: msgspec.Raw = _NOTHING  # whatever it is, the work stays
    referenced_works: msgspec.Raw = _ABSENT
    updated_date: str | None = None

    @property
    def has(self) -> frozenset[str]:
        """Return the columns that may be needed and that the row has, null or not."""
        own = {
            "id": True,
            "referenced_works": self.referenced_works != _ABSENT,
            "publication_year": self.publication_year is not msgspec.UNSET or self.publication_date is not None,
            "title": self.title is not msgspec.UNSET or self.display_name is not msgspec.UNSET,
            "topics": self.topics is not msgspec.UNSET or self.primary_topic is not None,
            "type": self.type is not msgspec.UNSET,
        }
        return frozenset(name for name, is_present in own.items() if is_present)


class UnreadableWorkError(ValueError):
    """Row says nothing that the network can use, and why."""


_decoder = msgspec.json.Decoder(RawWork, strict=False)
_authorships = msgspec.json.Decoder(list[_Authorship | None] | None)
_locations = msgspec.json.Decoder(list[_Location | None] | None)
_numbers = msgspec.json.Decoder(tuple[Annotated[int, msgspec.Meta(ge=0, lt=10**_MOST_DIGITS)], ...])
_names = msgspec.json.Decoder(list[str | int | None] | None, strict=False)
_index = msgspec.json.Decoder(dict[str, tuple[Annotated[int, msgspec.Meta(ge=0, le=_FARTHEST)], ...]])


def read_line(line: bytes) -> RawWork:
    """A line of JSON, half a surrogate pair as "?". Raises UnreadableWorkError if it is none, or has no id."""
    try:
        return _decoder.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        if "surrogate" not in str(error):
            raise UnreadableWorkError(str(error)) from None
    try:
        return _decoder.decode(_without_surrogates(line))
    except (ValueError, RecursionError) as error:
        raise UnreadableWorkError(str(error)) from None


def read_record(record: Mapping[str, Any]) -> RawWork:
    """A row of Parquet, as Python has it: maps are pairs, days are dates. Raises as `read_line`."""
    try:
        return msgspec.convert({name: _plain(name, value) for name, value in record.items()}, RawWork, strict=False)
    except msgspec.ValidationError as error:
        raise UnreadableWorkError(str(error)) from None


def scanned(raw: RawWork, updated: str, keeps: Keeps | None = None) -> ScannedWork:
    """Return the row as the network keeps it; `updated` is its folder's.

    Of a row that is not to be kept only what says so is read: its texts, ids and references are empty.
    Raises UnreadableWorkError without id or year.
    """
    number = number_of(raw.id)
    if number is None:
        raise UnreadableWorkError(f"{str(raw.id)[:60]!r} is no id of a work")
    year, date = _when(raw)
    ids = [topic.id for topic in (raw.primary_topic, *(raw.topics or ())) if topic is not None]
    topics = tuple(dict.fromkeys(topic for name in ids if (topic := number_of(name)) is not None))
    flags = bool(raw.is_paratext), bool(raw.is_retracted), bool(raw.is_xpac)
    updated_on = (raw.updated_date or "")[:10] or updated
    cited_by, kind = raw.cited_by_count or 0, raw.type or ""
    if keeps is not None and not keeps(year, kind, topics, *flags):
        return ScannedWork(
            number, "", "", "", year, date, None, None, None, "", "", kind, *flags, topics, cited_by, "", (), updated_on
        )
    title = clean_text(_first(raw.title, raw.display_name))
    source = (raw.primary_location and raw.primary_location.source) or raw.host_venue or _Source()
    return ScannedWork(
        number,
        title,
        compact_title(title),
        _first_author(raw),
        year,
        date,
        normalise_doi(raw.doi or ""),
        _arxiv_id(raw),
        number_of(source.id),
        source.display_name or "",
        source.type or "",
        kind,
        *flags,
        topics,
        cited_by,
        _text_of(raw.abstract_inverted_index),
        _reference_numbers(raw.referenced_works),
        updated_on,
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


def read_abstract(index: str) -> str:
    """Return the clean text of a scanned row's index: at once where no place has two words, else by `abstract_of`."""
    try:
        listed = _index.decode(index)
        words = [""] * (1 + max(map(max, filter(None, listed.values())), default=-1))
        for word, places in listed.items():
            for place in places:
                words[place] = word
        present = [word for word in words if word]
        if sum(map(len, listed.values())) - len(listed.get("", ())) == len(present) <= _MOST_WORDS:
            return clean_text(" ".join(present))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        pass  # of another form
    try:
        return clean_text(abstract_of(json.loads(index)))
    except (ValueError, RecursionError):
        return ""


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


def _text_of(part: msgspec.Raw) -> str:
    return "" if part == _NOTHING else bytes(part).decode("utf-8", "replace")


def _without_surrogates(line: bytes) -> bytes:
    return json.dumps(json.loads(line), ensure_ascii=False).encode("utf-8", "replace")


def _place(value: Any) -> float | None:
    """At which place a word stands; None where that is no number."""
    number = int(value) if isinstance(value, str) and _PLACE.fullmatch(value) else value
    return number if isinstance(number, int | float) and number == number else None  # NaN is not itself


def _first_author(raw: RawWork) -> str:
    first = next(iter(_part(_authorships, raw.authorships)), None)
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
    places = _part(_locations, raw.locations) if b"arxiv" in bytes(raw.locations).lower() else []
    addresses = [
        address
        for place in (raw.primary_location, *places)
        if place is not None
        for address in (place.landing_page_url, place.pdf_url)
        if address and "arxiv" in address.lower()
    ]
    doi = raw.doi if raw.doi and "arxiv" in raw.doi.lower() else ""
    return next((arxiv_id for text in (doi, *addresses) if text and (arxiv_id := normalise_arxiv_id(text))), None)


def _first(*texts: str | msgspec.UnsetType | None) -> str:
    return next((text for text in texts if isinstance(text, str) and text), "")


def _part(decoder: msgspec.json.Decoder[Any], part: msgspec.Raw) -> list[Any]:
    """Return a part of a row; empty if it is of another form."""
    try:
        return decoder.decode(part) or []
    except (msgspec.DecodeError, UnicodeDecodeError):
        return []


def _reference_numbers(names: msgspec.Raw) -> tuple[int, ...]:
    """Return the numbers of the works in a list of ids; nearly all lists hold whole addresses alone."""
    if names in (_ABSENT, _NOTHING):
        return ()
    try:
        return _numbers.decode(bytes(names).replace(_QUOTED_ADDRESS, b"").replace(b'"', b""))
    except (msgspec.DecodeError, UnicodeDecodeError):
        listed = _part(_names, names)
    return tuple(number for name in listed if (number := number_of(name)) is not None)


def _plain(name: str, value: Any) -> Any:
    if isinstance(value, (datetime.date, datetime.datetime)):
        return value.isoformat()
    if name == "abstract_inverted_index" and isinstance(value, list):
        value = dict(value)
    return msgspec.Raw(msgspec.json.encode(value)) if name in _LATE else value
