"""One entry of GROBID's reference list -> a reference."""

from __future__ import annotations

import re

from lxml import etree

from litgauge.tasks.papers.pdf.tei.xml import TEI, XML_ID, descendants, find, text_of
from litgauge.tasks.records import PersonName, Provenance, Reference
from litgauge.tasks.text import normalise_arxiv_id, normalise_doi
from litgauge.tasks.text.plain import one_line

_YEAR = re.compile(r"(?<!\d)(1[4-9]\d\d|20\d\d)(?!\d)")
_NO_NAME = re.compile(r"[\d=${}<>@:/\\_\"%#|*+]")
_GENERATION = re.compile(r"(?:jr|sr|ii|iii|iv)\.?", re.IGNORECASE)
_ET_AL = re.compile(r"\bet\.?\s+al\b|\band others\b", re.IGNORECASE)
_INITIAL = re.compile(r"(?<![\w'’])[^\W\d_](?![\w'’.])")
_STRAY = re.compile(r"^[\s\"“”'‘’.,;:]+|[\s\"“”,;:]+$|(?<![.\s])\.$")
_QUOTED = re.compile(r"[\"“]([^\"“”]*)[\"”]")
_URL = re.compile(r"https?://[\w.-]+\.[a-zA-Z]{2,}(?:[:/?#]\S*)?")
_THESIS = re.compile(r"\bthesis\b|\bdissertation\b", re.IGNORECASE)
_PREPRINT = re.compile(r"\b(?:arxiv|biorxiv|medrxiv|ssrn|preprint|corr)\b", re.IGNORECASE)
_REPORT = re.compile(r"\breport\b|\bwhite ?paper\b", re.IGNORECASE)


def read_reference(entry: etree._Element, survey_id: str) -> Reference:
    """Return the work that one <biblStruct> describes; fields that GROBID did not find are None.

    The title is the article's, else that of the book; the venue is the journal, the proceedings
    or the note of a preprint. PMIDs become PubMed addresses where there is no other.
    """
    authors, et_al = _people(entry)
    title_element, venue_element = _titles(entry)
    fields = _identifiers(entry)
    if title_element is not None and (title := _title(title_element)):
        fields["title"] = (title, title_element)
    if venue := _venue(entry, venue_element):
        fields["venue"] = venue
    if date := _date(entry):
        fields["year"] = date
    value = {name: text for name, (text, _) in fields.items()}
    return Reference(
        survey_id=survey_id,
        key=entry.get(XML_ID, ""),
        type=_type(entry, value.get("venue", "")),
        title=value.get("title"),
        authors=authors,
        et_al=et_al,
        year=int(value["year"]) if "year" in value else None,
        venue=value.get("venue"),
        doi=value.get("doi"),
        arxiv_id=value.get("arxiv_id"),
        url=value.get("url"),
        origin="grobid",
        in_main_text=False,
        aliases=(),
        provenance=tuple(
            Provenance(name, f"tei:{source.sourceline}", "guessed") for name, (_, source) in sorted(fields.items())
        ),
    )


def _titles(entry: etree._Element) -> tuple[etree._Element | None, etree._Element | None]:
    """Return the elements that hold the work's title and the venue's."""
    hosts = [
        title for title in entry.iterfind(f"{TEI}monogr/{TEI}title") if title.get("type") != "abbrev" and text_of(title)
    ]
    articles = [title for title in entry.iterfind(f"{TEI}analytic/{TEI}title") if text_of(title)]
    if articles:
        return articles[0], hosts[0] if hosts else None
    own = [title for title in hosts if title.get("level") != "j"]
    rest = [title for title in hosts if not own or title is not own[0]]
    return own[0] if own else None, rest[0] if rest else None


def _title(element: etree._Element) -> str:
    title = text_of(element)
    if whole := _QUOTED.fullmatch(title):
        title = whole[1]
    while (shorter := _STRAY.sub("", title)) != title:
        title = shorter
    return title


def _venue(entry: etree._Element, element: etree._Element | None) -> tuple[str, etree._Element] | None:
    candidates = [
        element,
        find(entry, "monogr/meeting"),
        *entry.iterfind(f"{TEI}note[@type='report_type']"),
        find(entry, "monogr/imprint/publisher"),
    ]
    for candidate in candidates:
        if candidate is not None and (venue := text_of(candidate).strip(" ,;.")):
            return venue, candidate
    return None


def _date(entry: etree._Element) -> tuple[str, etree._Element] | None:
    for date in descendants(entry, "date"):
        if year := _YEAR.search(date.get("when", "")[:4]) or _YEAR.search(text_of(date)):
            return year[1], date
    return None


def _identifiers(entry: etree._Element) -> dict[str, tuple[str, etree._Element]]:
    """DOI, arXiv id and address, each with the element that it came from; identifiers win over addresses."""
    identifiers: dict[str, tuple[str, etree._Element]] = {}
    for number in descendants(entry, "idno"):
        kind, text = number.get("type", "").lower(), text_of(number)
        if kind == "arxiv" and (arxiv_id := normalise_arxiv_id(text)):
            identifiers.setdefault("arxiv_id", (arxiv_id, number))
        if kind == "doi" and (doi := normalise_doi(text)):
            identifiers.setdefault("doi", (doi, number))
            if arxiv_id := normalise_arxiv_id(doi):
                identifiers.setdefault("arxiv_id", (arxiv_id, number))
        if kind == "pmid" and text.isdigit():
            identifiers.setdefault("pmid", (f"https://pubmed.ncbi.nlm.nih.gov/{text}/", number))
    for pointer in descendants(entry, "ptr"):
        target = one_line(pointer.get("target", "")).replace(" ", "")
        if _URL.fullmatch(target):
            identifiers.setdefault("url", (target, pointer))
            if "arxiv.org/" in target and (arxiv_id := normalise_arxiv_id(target)):
                identifiers.setdefault("arxiv_id", (arxiv_id, pointer))
            if "doi.org/" in target and (doi := normalise_doi(target)):
                identifiers.setdefault("doi", (doi, pointer))
    pubmed = identifiers.pop("pmid", None)
    if pubmed:
        identifiers.setdefault("url", pubmed)
    return identifiers


def _people(entry: etree._Element) -> tuple[tuple[PersonName, ...], bool]:
    """Return the article's authors, else the book's, else its editors; and whether the list was cut short."""
    raw = next((text_of(note) for note in entry.iterfind(f"{TEI}note[@type='raw_reference']")), "")
    et_al = bool(_ET_AL.search(raw))
    for path in ("analytic/author", "monogr/author", "monogr/respStmt", "monogr/editor"):
        people: list[PersonName] = []
        for element in entry.iterfind("/".join(TEI + step for step in path.split("/"))):
            if _ET_AL.search(text_of(element)):
                et_al = True
                continue
            if person := _person(element):
                people.append(person)
        if people:
            return tuple(people), et_al
    return (), et_al


def _person(author: etree._Element) -> PersonName | None:
    """A person, a body, or None for the fragments ("R", "III") into which GROBID breaks some names."""
    name = find(author, "persName")
    if name is None:
        body = text_of(next(descendants(author, "orgName"), None))
        return PersonName(body, "") if body and not _NO_NAME.search(body) else None
    family = text_of(name.find(f"{TEI}surname"))
    parts = [text_of(part) for part in name if part.tag in (f"{TEI}forename", f"{TEI}genName")]
    given = _INITIAL.sub(lambda initial: initial[0] + ".", " ".join(part for part in parts if part))
    if _NO_NAME.search(family + given):
        return None
    if family:
        return PersonName(family.strip(" ,.;-"), given)
    alone = " ".join(parts).strip(" ,.;-")
    return PersonName(alone, "") if len(alone) > 2 and "." not in given and not _GENERATION.fullmatch(alone) else None


def _type(entry: etree._Element, venue: str) -> str:
    """Return the BibTeX type that GROBID's levels amount to; "misc" where they say nothing."""
    notes = " ".join(text_of(note) for note in entry.iterfind(f"{TEI}note") if note.get("type") != "raw_reference")
    if _THESIS.search(f"{notes} {venue}"):
        return "phdthesis"
    if _PREPRINT.search(f"{notes} {venue}"):
        return "misc"
    if _REPORT.search(notes):
        return "techreport"
    levels = {title.get("level") for title in entry.iterfind(f"{TEI}monogr/{TEI}title") if text_of(title)}
    if "j" in levels:
        return "article"
    if find(entry, "analytic/title") is not None and "m" in levels:
        return "inproceedings"
    return "book" if "m" in levels and text_of(find(entry, "monogr/imprint/publisher")) else "misc"
