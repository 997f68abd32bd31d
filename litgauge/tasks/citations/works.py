"""Readers of printed works: entries of lists, lines and cells, in any style."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from litgauge.tasks.citations.addresses import clean_url
from litgauge.tasks.citations.agent_entries import (
    ADDRESS,
    CREDITED,
    INITIAL,
    YEARS,
    is_credit,
    work_before,
    work_of_agent,
)
from litgauge.tasks.citations.bibtex import bibtex_entries
from litgauge.tasks.citations.entry_words import without_site
from litgauge.tasks.citations.list_words import words_of_list
from litgauge.tasks.citations.marks.annotations import annotated
from litgauge.tasks.citations.marks.author_year_marks import label_key
from litgauge.tasks.citations.printed.name_lists import printed_names
from litgauge.tasks.citations.printed_entries import families_of
from litgauge.tasks.citations.printed_work import PrintedWork, with_identifiers
from litgauge.tasks.text import clean_text, clean_title, normalise_arxiv_id, normalise_doi
from litgauge.tasks.text.inline_markup import without_markup

LONGEST_ENTRY = 4_000
"""Characters of an entry that are read."""

_UNSEEN = re.compile(r"[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_TAG = re.compile(
    r"</?(?!(?:i|em|cite|b|strong|a|sup|ref|citation|source|grok:render|argument)\b)[a-zA-Z][a-zA-Z0-9]{0,9}\s*/?>"
)
_LABEL = re.compile(
    r"^\s*(?:\[\^?\d{1,4}\]:?\s*|\(?\d{1,3}[.)]\s+(?=\S)|[-*+•◦‣]\s+)?"
    r"(?:[*_]{0,2}(?:title|paper|work|name)[*_]{0,2}\s*:[*_]{0,2}\s*)?",
    re.IGNORECASE,
)
_OPENALEX_WORDS = re.compile(
    r" ?[(\[]? ?(?:https?://(?:api\.)?openalex\.org/\S*?W\d{1,12}|(?:openalex[\s:_-]{1,3})?(?:id[\s:]{1,3})?\bW\d{4,12}"
    r"|openalex[\s:_-]{1,3}(?:id[\s:]{1,3})?W\d{1,12}) ?[)\]]?",
    re.IGNORECASE,
)
_SCORE = re.compile(r"^[01]?\.\d{1,4} |\s?\([\w ]{1,30}[:=] ?[\d.,]{1,12}%?\)$")
"""Score that a search gives an entry: "0.93 Owls at night", "Owls at night (score: 0.93)"."""
_KIND = re.compile(r"^\[(?:PDF|HTML|BOOK|CITATION)\]\s*", re.IGNORECASE)
"""Labels that Google Scholar prints before a title."""
_ATTACHED = re.compile(r"(?<=[^\W\d_])(?:\[\d{1,3}(?:[,–-] ?\d{1,3}){0,9}\]){1,9}(?=[\s.,;:]|$)")
"""Numbered marks right behind a word: "Owls by night[1][3]"."""
_CELLS = re.compile(r"(?P<title>[^|]{8,300}?) \| (?P<cells>[^|]{1,200}(?: \| [^|]{1,200}){0,4})$")
"""A line whose parts are set apart as the cells of a table: "Owls by night | 2019 | Nature"."""
_SET_OFF = re.compile(r"\s*(?:\*\*[^*\n]{4,300}\*\*|[“\"][^“”\"\n]{4,300}[”\"])\s*(?:by\s|[:–—-]\s)")
"""A title that is set off, and what is said of it."""
_VENUE_WORDS = 6  # of a cell with the year
_SEVERAL = re.compile(r"\bet al\b|,| and | & |\b[^\W\d_]\.")
"""Signs of people rather than a venue: several of them, or an initial."""


def read_printed(text: str) -> PrintedWork:
    """Return the work of one entry, in any usual style: IEEE, APA, Vancouver, Chicago, BibTeX, or as agents write them.

    >>> read_printed("GloVe (Pennington et al., 2014) ([aclanthology.org](https://aclanthology.org/D14-1162))").title
    'GloVe'
    """
    (work,) = read_printed_works([text])
    return work


def read_printed_works(texts: Sequence[str]) -> list[PrintedWork]:
    """Return the works of the entries of one list, in its order.

    Entries in the style of bibliographies are read together.
    """
    entries = [_entry(text[:LONGEST_ENTRY]) for text in texts]
    plain = [number for number, entry in enumerate(entries) if entry.work is None]
    words = words_of_list([(entries[number].text, entries[number].url) for number in plain])
    works = {}
    for number, entry in zip(plain, words, strict=True):
        works[number] = PrintedWork(entry.title or "", entry.authors, entry.year, entry.venue)
    return [
        with_identifiers(works[number] if entry.work is None else entry.work, entry.whole, entry.url)
        for number, entry in enumerate(entries)
    ]


def read_title(text: str) -> PrintedWork:
    """Return the work that a title field names; beside the title, it may hold marks, people and a year.

    >>> read_title("Owls by night (Ames, 2019) [1]").title
    'Owls by night'
    """
    raw = _ATTACHED.sub("", " ".join(_UNSEEN.sub("", text[:LONGEST_ENTRY]).split()))
    if label_key(without_markup(re.split(r"[.:] ", raw)[0])) or (INITIAL.search(raw) and is_credit(raw)):
        return read_printed(raw)  # a reference in full
    if _SET_OFF.match(raw):
        return read_printed(raw)
    bare = annotated(raw)
    plain = without_markup(_OPENALEX_WORDS.sub(" ", bare.title or ADDRESS.sub(" ", bare.text)))
    match = CREDITED.fullmatch(plain)
    work = PrintedWork(clean_title(plain))
    if (
        match
        and not match["rest"].strip(" .")
        and (families_of(match["names"], int(match["year"])) or not match["names"])
    ):
        work = PrintedWork(
            clean_title(match["title"]), families_of(match["names"], int(match["year"])), int(match["year"])
        )
    urls = [url for address in bare.urls if (url := clean_url(address))]
    return with_identifiers(work, " ".join([raw, *urls]), urls[0] if urls else None)


@dataclass(frozen=True, slots=True)
class _Entry:
    """An entry without citation marks, OpenAlex identifiers and provider annotations."""

    text: str  # with the words of links, and addresses
    url: str | None
    whole: str  # as it was
    work: PrintedWork | None = None  # where its form sets title and authors apart


def _entry(raw: str) -> _Entry:
    whole = " ".join(_TAG.sub(" ", _UNSEEN.sub("", raw)).split())
    if whole.startswith("@") and (entries := list(bibtex_entries(whole))):
        return _Entry(whole, None, "", of_bibtex(entries[0][1]))
    bare = annotated(_credited_cells(_ATTACHED.sub("", whole[_label_end(whole) :])))
    urls = [url for address in bare.urls if (url := clean_url(address))]
    url = urls[0] if urls else None
    text = _SCORE.sub("", _OPENALEX_WORDS.sub(" ", bare.text).strip(" ,;|"))
    text = _KIND.sub("", text)
    resolved = (
        work_before(without_site(bare.title, url) or bare.title, text.partition(bare.title)[2])
        if bare.title
        else work_of_agent(text)
    )
    return _Entry(text, url, " ".join([whole, *urls]), resolved)


def _credited_cells(text: str) -> str:
    """Return the entry with people and year in brackets after the title, where bars separate them.

    >>> _credited_cells("Owls by night | Ames et al. | 2019 | Nature")
    'Owls by night (Ames et al., 2019)'
    """
    match = _CELLS.fullmatch(text)
    cells = match["cells"].split(" | ") if match else []
    years = [YEARS.search(cell) for cell in cells if len(cell.split()) <= _VENUE_WORDS]
    year = next((year_match[1] for year_match in years if year_match), None)
    if match is None or year is None:
        return text
    names = next((cell for cell in cells if _SEVERAL.search(cell) and families_of(cell, int(year))), "")
    return f"{match['title']} ({names.strip()}{', ' if names else ''}{year.strip()})"


def _label_end(text: str) -> int:
    match = _LABEL.match(text)
    return match.end() if match and match.end() < len(text) else 0


def of_bibtex(fields: Mapping[str, str]) -> PrintedWork:
    """Return the work of a BibTeX entry's fields."""
    people = printed_names(fields.get("author", "").replace(" and ", "; "))[0]
    year = YEARS.search(fields.get("year") or fields.get("date") or "")
    eprint = fields.get("eprint", "")
    return PrintedWork(
        clean_title(fields.get("title", "")),
        tuple(person.family for person in people),
        int(year[1]) if year else None,
        clean_text(fields.get("journal") or fields.get("booktitle") or "") or None,
        normalise_doi(fields.get("doi") or fields.get("url") or ""),
        normalise_arxiv_id(eprint) or normalise_arxiv_id(fields.get("url") or fields.get("journal") or ""),
        None,
        clean_url(fields["url"]) if fields.get("url") else None,
    )
