"""From cited keys and entries to the works that the document cites."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType

from litgauge.tasks.latex.bibliography.entries import Entry, Value
from litgauge.tasks.latex.expansion.definitions import Macro, expand_macros
from litgauge.tasks.records.references import Provenance, Reference
from litgauge.tasks.records.surveys import PersonName
from litgauge.tasks.text import clean_text, clean_title, normalise_arxiv_id, normalise_doi, split_names

_YEAR = re.compile(r"(?<!\d)(1[5-9]\d\d|20\d\d)(?!\d)")
_VENUE = tuple(
    """
    journal journaltitle booktitle eventtitle school institution organization publisher howpublished series
    """.split()  # noqa: SIM905
)
_PARTS = frozenset({"article", "inproceedings", "incollection", "conference"})
_WHOLES = frozenset(
    {"book", "proceedings", "collection", "mvbook", "mvproceedings", "mvcollection", "manual", "techreport", "report"}
)
_OLD_NUMBER = re.compile(r"\d{7}(?:v\d+)?")
_URL = re.compile(r"https?://[^\s{}\\\"<>]+|(?<=\\url\{)[^{}\s]+")
_ARXIV_FIELDS = tuple(
    """
    eprint arxivid arxiv url doi journal journaltitle note howpublished volume number pages publisher eid
    archiveprefix booktitle urldate addendum body
    """.split()  # noqa: SIM905
)
_OWN = {"doi": ("doi",), "arxiv_id": ("eprint", "arxivid", "arxiv"), "url": ("url",)}
"""Fields that are made for a value; in any other it is told by its form alone."""
_WRAPPED = re.compile(r"(?<=[./_()-])\n[ \t]*+(?!10\.)")
_DOI_FIELDS = tuple(
    """
    doi url ee note howpublished bdsk-url-1 bdsk-url-2 eprint link addendum body
    """.split()  # noqa: SIM905
)


def build_reference(
    survey_id: str,
    key: str,
    entry: Entry,
    in_main_text: bool,
    macros: Mapping[str, Macro] = MappingProxyType({}),
    unknown: set[str] | None = None,
) -> Reference:
    """Return the clean reference of an entry, with the place of every field that it has.

    The names of commands in its title and venue that nobody knows go into `unknown`.
    """
    cleaner = _Cleaner(entry.type, entry.read_fields, macros, unknown)
    title = cleaner.title()
    authors, et_al = (entry.people, entry.et_al) if entry.people is not None else cleaner.authors()
    if entry.people and "author" in cleaner.fields:
        cleaner.came_from("authors", "author")
    return Reference(
        survey_id=survey_id,
        key=key,
        type=entry.type,
        title=title,
        authors=authors,
        et_al=et_al,
        year=cleaner.year(),
        venue=cleaner.venue(),
        doi=cleaner.doi(),
        arxiv_id=cleaner.arxiv_id(),
        url=cleaner.url(),
        origin=entry.origin,
        in_main_text=in_main_text,
        aliases=(),
        provenance=tuple(cleaner.provenance),
    )


class _Cleaner:
    def __init__(
        self, kind: str, fields: Mapping[str, Value], macros: Mapping[str, Macro], unknown: set[str] | None
    ) -> None:
        self.kind, self.fields, self.macros, self.unknown = kind, fields, macros, unknown
        self.provenance: list[Provenance] = []

    def came_from(self, name: str, source: str) -> None:
        value = self.fields[source]
        basis = "parsed" if value.basis == "stated" and source not in _OWN.get(name, (source,)) else value.basis
        self.provenance.append(Provenance(name, str(value.place), basis))

    def _text(self, source: str) -> str:
        text = self.fields[source].text
        return expand_macros(text, self.macros) if self.macros and "\\" in text else text

    def _first(self, names: Iterable[str]) -> str | None:
        return next((name for name in names if name in self.fields and self.fields[name].text.strip()), None)

    def title(self) -> str | None:
        source = self._first(("title", "maintitle", *(("booktitle",) if self.kind in _WHOLES else ())))
        if source is None:
            return None
        text = self._text(source)
        if source == "title" and "subtitle" in self.fields:
            text = f"{text}: {self._text('subtitle')}"
        cleaned = clean_title(text, self.unknown)
        if cleaned:
            self.came_from("title", source)
        return cleaned or None

    def authors(self) -> tuple[tuple[PersonName, ...], bool]:
        source = self._first(("author",) if self.kind in _PARTS else ("author", "editor"))
        if source is None:
            return (), False
        people, et_al = split_names(self._text(source))
        if people:
            self.came_from("authors", source)
        return people, et_al

    def year(self) -> int | None:
        for source in ("year", "date", "eventdate"):
            if source not in self.fields:
                continue
            text = self.fields[source].text
            if match := _YEAR.search(clean_text(text) if "\\" in text else text):  # "{\\noopsort{1973c}}1981"
                self.came_from("year", source)
                return int(match.group(1))
        return None

    def venue(self) -> str | None:
        source = self._first(_VENUE)
        if source is None:
            return None
        text = clean_title(self._text(source), self.unknown)
        if text:
            self.came_from("venue", source)
        return text or None

    def doi(self) -> str | None:
        for source in _DOI_FIELDS:
            if (
                source in self.fields
                and "10." in (text := self.fields[source].text)
                and (doi := normalise_doi(_WRAPPED.sub("", text) if source == "doi" and "\n" in text else text))
            ):
                self.came_from("doi", source)
                return doi
        return None

    def arxiv_id(self) -> str | None:
        for source in _ARXIV_FIELDS:
            if source not in self.fields:
                continue
            text = self.fields[source].text
            if source in ("volume", "number", "pages", "eid") and "arxiv" not in text.lower():
                continue
            arxiv_id = normalise_arxiv_id(text)
            if arxiv_id is None and source == "eprint" and _OLD_NUMBER.fullmatch(text.strip()):
                arxiv_id = self._old_style(text.strip())
            if arxiv_id:
                self.came_from("arxiv_id", source)
                return arxiv_id
        return None

    def _old_style(self, number: str) -> str | None:
        """An old number whose archive stands in another field ("hep-ph", "9901234")."""
        for source in ("primaryclass", "eprintclass", "archiveprefix", "archive"):
            if source in self.fields and (
                arxiv_id := normalise_arxiv_id(f"{self.fields[source].text.strip()}/{number}")
            ):
                return arxiv_id
        return None

    def url(self) -> str | None:
        for source in ("url", "howpublished", "note", "link", "ee", "bdsk-url-1", "body"):
            if source in self.fields:
                text = self.fields[source].text
                match = _URL.search(clean_text(text) if "\\" in text else text)
                if match:
                    self.came_from("url", source)
                    return match.group().rstrip(".,;)")
        return None
