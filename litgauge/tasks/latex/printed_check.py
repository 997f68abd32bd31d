"""Fields of a database held to the list that the document prints: which of them both say, and which differ."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import replace

from litgauge.tasks.latex.bibliography.bibitem import Item
from litgauge.tasks.latex.bibliography.entries import Entry
from litgauge.tasks.records.references import PrintedCheck, Reference
from litgauge.tasks.text import clean_text, normalise_doi

_COMMAND = re.compile(r"\\(?:[a-zA-Z@]+\*?|.)", re.DOTALL)
_YEAR = re.compile(r"(?<!\d)(?:1[5-9]\d\d|20\d\d)(?!\d)")
_SHORTEST_TITLE = 8  # letters; shorter ones stand in any text


def checked(reference: Reference, printed: Item | Entry) -> Reference:
    """Return the reference with what the printed list says of each of its fields.

    A style may leave any field out, so a title or identifier that it does not print contradicts nothing; another year
    or DOI does, and so do authors none of whom it names.
    """
    body = _body(printed)
    letters = _letters(_COMMAND.sub("", body))
    rows = [replace(row, printed=_check(row.field, reference, printed, body, letters)) for row in reference.provenance]
    return replace(reference, provenance=tuple(rows))


def contradicted(reference: Reference) -> list[str]:
    """Return the fields of which the printed list says something else."""
    return [row.field for row in reference.provenance if row.printed == "contradicted"]


def _check(name: str, reference: Reference, printed: Item | Entry, body: str, letters: str) -> PrintedCheck:
    match name:
        case "title":
            title = _letters(reference.title or "")
            return "confirmed" if len(title) >= _SHORTEST_TITLE and title in letters else ""
        case "year":
            years = set(_YEAR.findall(body))
            return "" if not years else "confirmed" if str(reference.year) in years else "contradicted"
        case "authors":
            return _authors(reference, printed, body, letters)
        case "doi":
            doi = normalise_doi(body) if "10." in body else None
            if doi is None:
                return ""
            return "confirmed" if doi == reference.doi or (reference.doi or "") in body.lower() else "contradicted"
        case "arxiv_id":
            return "confirmed" if reference.arxiv_id and reference.arxiv_id in body else ""
    return ""


def _authors(reference: Reference, printed: Item | Entry, body: str, letters: str) -> PrintedCheck:
    families = [family for name in reference.authors if (family := _letters(name.family))]
    if not families or (isinstance(printed, Item) and printed.same_authors is not None):
        return ""
    if families[0] in letters:
        return "confirmed"
    letters = _letters(clean_text(body))
    if families[0] in letters:
        return "confirmed"
    return "" if any(family in letters for family in families) else "contradicted"


def _body(printed: Item | Entry) -> str:
    if isinstance(printed, Item):
        return f"{printed.label} {printed.body}"
    people = [f"{name.given} {name.family}" for name in printed.people or ()]
    return " ".join([*people, *(value.text for value in printed.fields.values())])


def _letters(text: str) -> str:
    """Return letters and digits alone, without accents, case-folded."""
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text)
    return "".join(filter(str.isalnum, text.casefold()))
