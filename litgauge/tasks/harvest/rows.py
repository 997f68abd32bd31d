"""A row in the schema of arXiv's metadata snapshot, and the survey it describes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from email.utils import parsedate_to_datetime
from functools import lru_cache
from typing import TypeVar

import msgspec

from litgauge.tasks.records.surveys import Origin, PersonName, Survey
from litgauge.tasks.text import clean_text, clean_title, normalise_arxiv_id, normalise_doi, split_names

_IDENTIFIER = re.compile(r"(?:arxiv:)?(\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z-]{2,})?/\d{7})(?:v\d+)?", re.IGNORECASE)
_BODY = re.compile(r"\b(?:collaborations?|consortium|team|group|project|committee|association)\b", re.IGNORECASE)
_SUFFIX = re.compile(r"(?:jr|sr|ii|iii|iv)\.?", re.IGNORECASE)
_BRACKETS = re.compile(r"\([^()]*\)")


class RowVersion(msgspec.Struct, frozen=True, gc=False):
    """One version of a paper."""

    version: str | None = None
    created: str | None = None


class RowHead(msgspec.Struct, frozen=True, gc=False):
    """Fields that the first rules look at; nine rows in ten fall out by them, and are read no further."""

    id: str | None = None
    arxiv_id: str | None = None  # the published ReportBench rows call it so
    title: str | None = None
    versions: list[RowVersion] | None = None
    update_date: str | None = None
    deleted: bool = False  # OAI-PMH alone knows: arXiv has deleted the record

    @property
    def survey_id(self) -> str:
        """arXiv id without version, or a local id as it is."""
        return survey_id(self.id or self.arxiv_id or "")

    @property
    def created(self) -> str | None:
        """When the first version was made, as the row writes it."""
        if not (versions := self.versions):
            return None
        if (first := versions[0]).version != "v1":
            first = next((entry for entry in versions if entry.version == "v1"), first)
        return first.created

    @property
    def submitted(self) -> date | None:
        """Day (UTC) of the first version."""
        return parse_day(created) if (created := self.created) else None


class ArxivRow(RowHead, frozen=True, gc=False):
    """Fields we read; unknown keys are ignored."""

    abstract: str | None = None
    authors: str | None = None
    authors_parsed: list[list[str]] | None = None
    comments: str | None = None
    journal_ref: str | None = msgspec.field(default=None, name="journal-ref")
    doi: str | None = None
    categories: str | None = None
    license: str | None = None
    source: str | None = None  # local corpora
    removed: bool = False  # OAI-PMH alone knows: the last version has no source any more

    @property
    def updated(self) -> date | None:
        """Day (UTC) of the last version; without it, of the last change of the record."""
        last = max(self.versions or [], key=_number, default=None)
        day = parse_day(last.created) if last and last.created else None
        return day or (parse_day(self.update_date) if self.update_date else None)

    @property
    def version(self) -> int:
        """Number of the last version, from 1."""
        return max((_number(entry) for entry in self.versions or []), default=1)


@dataclass(frozen=True, slots=True)
class BrokenRow:
    """A line that is no row; it is counted and the rest goes on."""

    line_number: int  # from 1; 0 where the input has no lines
    error: str


class UnreadableRowError(ValueError):
    """Line is no row; says why."""


_HEADS = msgspec.json.Decoder(RowHead)
_ROWS = msgspec.json.Decoder(ArxivRow)


def read_row(line: bytes) -> ArxivRow:
    """Return the row that a line holds. Raises UnreadableRowError: no JSON object, a field of a wrong type, no id."""
    return _read(_ROWS, line)


def read_head(line: bytes) -> RowHead:
    """Return the head of the row that a line holds.

    Raises as `read_row`, but for the types of fields it does not look at.
    """
    try:
        head = _HEADS.decode(line)
    except (msgspec.DecodeError, RecursionError):
        return _read(_HEADS, line)
    # msgspec does not look into strings that it skips
    return head if line.isascii() and head.id and head.id.strip() else _read(_HEADS, line)


def survey_id(raw: str) -> str:
    """arXiv ids without prefix and version; other ids as they are.

    >>> survey_id("arXiv:2003.00653v2"), survey_id("cs.DL/0112017"), survey_id("local/my-survey")
    ('2003.00653', 'cs/0112017', 'local/my-survey')
    """
    if raw.replace(".", "", 1).isdecimal():  # as most are
        return raw
    match = _IDENTIFIER.fullmatch(raw.strip())
    return (normalise_arxiv_id(match.group(1)) or match.group(1)) if match else raw.strip()


def survey_ids(raw: list[str]) -> list[str]:
    """As `survey_id` makes them one by one."""
    return raw if "".join(raw).replace(".", "").isdecimal() else [survey_id(name) for name in raw]


def parse_day(text: str) -> date | None:
    """Return the day (UTC) of an RFC 2822 or ISO 8601 time, None if it is neither.

    >>> parse_day("Thu, 19 Jul 2012 23:39:08 GMT"), parse_day("2024-09-05"), parse_day("soon")
    (datetime.date(2012, 7, 19), datetime.date(2024, 9, 5), None)
    """
    if text[-4:] == " GMT" and text[-13:-12] == " ":  # as arXiv writes it: days are fewer than times
        return _arxiv_day(text[:-13])
    return _parse_day(text)


@lru_cache(maxsize=1 << 16)
def _arxiv_day(day: str) -> date | None:
    return _parse_day(f"{day} 00:00:00 GMT")


@lru_cache(maxsize=1 << 10)
def _parse_day(text: str) -> date | None:
    for parse in (datetime.fromisoformat, parsedate_to_datetime):
        try:
            moment = parse(text.strip())
            return (moment.astimezone(UTC) if moment.tzinfo else moment).date()
        except (ValueError, TypeError, IndexError, OverflowError):
            continue
    return None


def to_survey(row: ArxivRow, origin: Origin) -> Survey:
    """Return the survey, its text cleaned; a missing title is "" and is later taken from the source."""
    return Survey(
        survey_id=row.survey_id,
        title=clean_title(row.title or ""),
        abstract=_text(row.abstract),
        authors=authors_of(row),
        categories=tuple((row.categories or "").split()),
        license=_text(row.license),
        comments=_text(row.comments),
        journal_ref=_text(row.journal_ref),
        doi=normalise_doi(row.doi) if row.doi else None,
        submitted=row.submitted,
        updated=row.updated,
        version=row.version,
        source=row.source,
        origin=origin,
    )


def authors_of(row: ArxivRow) -> tuple[PersonName, ...]:
    """Return the authors in their order, from arXiv's parsed names or else by splitting the byline."""
    if row.authors_parsed:
        people = (_person(parts) for parts in row.authors_parsed)
        return tuple(person for person in people if person.family)
    return split_names(" and ".join(_byline(row.authors or "")))[0]


def _person(parts: list[str]) -> PersonName:
    family, given, suffix = (clean_text(part) for part in (*parts, "", "", "")[:3])
    given = " ".join(part for part in (given, suffix) if part)
    return PersonName(family, given) if family else PersonName(given, "")


def _byline(authors: str) -> Iterable[str]:
    """Names as BibTeX writes them: "A. B. Smith, Jr." is one person, a collaboration is in braces, affiliations go."""
    while authors != (shorter := _BRACKETS.sub(" ", authors)):
        authors = shorter
    names: list[str] = []
    for name in re.split(r",|;|\s+and\s+|\s+&\s+", " ".join(authors.split())):
        name = name.removeprefix("and ").strip(" :")
        if _SUFFIX.fullmatch(name) and names:
            given, _, family = names[-1].rpartition(" ")
            names[-1] = f"{family}, {name}, {given}"
        elif name:
            names.append(f"{{{name}}}" if _BODY.search(name) else name)
    return names


_Head = TypeVar("_Head", bound=RowHead)


def _read(decoder: msgspec.json.Decoder[_Head], line: bytes) -> _Head:
    try:
        line.decode()
        head = decoder.decode(line.rstrip(b"\r\n"))  # without its end a line that is cut off is said to be so
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UnreadableRowError(str(error) or type(error).__name__) from None
    if not head.survey_id:
        raise UnreadableRowError("it has no id")
    return head


def _number(entry: RowVersion) -> int:
    digits = (entry.version or "").removeprefix("v")
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 6 else 1


def _text(raw: str | None) -> str | None:
    return (clean_text(raw) or None) if raw else None
