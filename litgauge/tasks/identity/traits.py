"""Cited works, and the normalised traits by which any two works are compared."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from litgauge.tasks.identity.spelling import folded_title, signs_of
from litgauge.tasks.records import PersonName, PublishedSurvey, Reference, Survey
from litgauge.tasks.text import clean_text, compact_title, normalise_arxiv_id, normalise_doi
from litgauge.tasks.text.repairs import repair_broken

_WORD = re.compile(r"[^\W_]+")
_CAPITALS = re.compile(r"[A-Z]{2}")
_ARXIV_DOI = "10.48550/arxiv."
_SUBTITLE = re.compile(r":\s|\s[–—]\s|—")
_ANOTHER_WORK = re.compile(
    r"(?:part|volume|vol|book|chapter|supplement\w*|appendix|erratum|corrigendum|correction|addendum|comments?|reply"
    r"|response|rejoinder|discussion|revisit\w*|version|release|continued|[ivx]{1,5}|\d+)\b",
    re.IGNORECASE,
)
"""Beginnings of a second half of a title that make it another work, not a subtitle."""


@dataclass(frozen=True, slots=True)
class DescribedWork:
    """A work that a report cites, as far as its address, its entry or its page tells."""

    title: str | None = None
    authors: tuple[PersonName, ...] = ()
    year: int | None = None
    doi: str | None = None
    arxiv_id: str | None = None
    url: str | None = None
    other_titles: tuple[str, ...] = ()  # by which the same work goes: its entry's, its page's without the site's name
    published: str = ""  # by its page: "YYYY-MM" or "YYYY"


def by_every_title(work: DescribedWork) -> tuple[DescribedWork, ...]:
    """Return the work once for each title that it goes by, its own first."""
    others = (replace(work, title=title, other_titles=()) for title in work.other_titles if title != work.title)
    return (replace(work, other_titles=()), *others)


@dataclass(frozen=True, slots=True)
class Traits:
    """Identifiers, title and people of a work, normalised for comparison."""

    doi: str | None  # never arXiv's own, which is an arXiv id
    arxiv_id: str | None
    compact: str  # compact title, "" where there is none
    folded: str  # the same in one spelling, see `folded_title`
    signs: tuple[str, ...]  # that make another name of a word: "VoxNet++"
    head: str  # compact title before its subtitle; "" where it has none, or one that makes another work of it
    verbatim: str  # letters and digits of the title as it stands, LaTeX and all
    words: tuple[str, ...]  # of the title, case-folded
    first_author: tuple[str, ...]  # words of the first author's family name; () where nobody or a body is named
    people: frozenset[str]  # words of all names
    year: int | None


def traits_of(work: DescribedWork | Reference | Survey | PublishedSurvey) -> Traits:
    """Return the traits of a cited work, a reference or a survey; identifiers are read from its address too."""
    if isinstance(work, (Survey, PublishedSurvey)):
        year = work.submitted.year if work.submitted else None
        return _traits(work.title, work.authors, year, work.doi, work.survey_id, "")
    mended, authors = work.title, work.authors
    if isinstance(work, Reference) and work.origin == "published":
        # Imported rows stand as they were published, with what a broken decoder left of their LaTeX.
        mended = mended and repair_broken(mended)
        authors = tuple(PersonName(repair_broken(name.family), repair_broken(name.given)) for name in authors)
    traits = _traits(mended, authors, work.year, work.doi, work.arxiv_id, work.url)
    return traits if mended == work.title else replace(traits, verbatim=_letters(work.title or ""))


def _traits(
    title: str | None,
    authors: tuple[PersonName, ...],
    year: int | None,
    doi: str | None,
    arxiv_id: str | None,
    url: str | None,
) -> Traits:
    doi = normalise_doi(doi or "") or normalise_doi(url or "")
    arxiv_id = normalise_arxiv_id(arxiv_id or "") or normalise_arxiv_id(doi or "") or normalise_arxiv_id(url or "")
    text = clean_text(title or "")
    return Traits(
        doi=None if doi and doi.startswith(_ARXIV_DOI) else doi,
        arxiv_id=arxiv_id,
        compact=compact_title(text),
        folded=folded_title(text),
        signs=signs_of(text),
        head=_head(text),
        verbatim=_letters(title or ""),
        words=tuple(word.casefold() for word in _WORD.findall(text)),
        first_author=_folded(authors[0].family) if authors and not _is_body(authors[0]) else (),
        people=frozenset(word for name in authors for word in _folded(f"{name.given} {name.family}")),
        year=year,
    )


def _head(title: str) -> str:
    match = _SUBTITLE.search(title)
    if match is None or _ANOTHER_WORK.match(title[match.end() :].lstrip()):
        return ""
    return folded_title(title[: match.start()])


def _letters(title: str) -> str:
    return "".join(character for character in title.casefold() if character.isalnum())


def _is_body(name: PersonName) -> bool:
    """A collaboration, a company: of several words or with capitals in a row, and no given name."""
    return not name.given and (" " in name.family or bool(_CAPITALS.search(name.family)))


def _folded(name: str) -> tuple[str, ...]:
    return tuple(word for part in _WORD.findall(name) if (word := compact_title(part)))
