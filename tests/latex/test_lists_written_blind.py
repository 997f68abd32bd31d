"""Bibliographies without \\bibitem (typed_lists/), as people write them.

A case begins with what is right: a line `%= title | family of the first author | year | places that cite it` for each
cited work, `%! none` where nothing is a bibliography, `%! unsure` where a diagnostic should say so. `%%% name` begins
a further file. The first 45 were written before the code was seen; these and each further 20 were read once before
anything was mended for them (docs/extraction.md has the shares).
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from pathlib import Path

import pytest

from litgauge.tasks.latex import Extraction, extract
from tests.latex.sources import of

CASES = sorted((Path(__file__).parent / "typed_lists").glob("*.tex"))
NOT_YET = {
    "004-alpha-in-item-brackets": "names with given names first and a colon before the title, in a list of three",
    "032-own-callout-macro": "a title that begins with a formula",
    "034-russian": "a title of two sentences",
    "036-portuguese-abnt": "the journal is bold where other works have bold titles, in a list of three",
    "038-vancouver-superscript-after": "a title that ends with a year",
    "086-author-year-hang-env": "a title that looks like its journal",
    "091-hungarian-brackets": "family names first without a comma",
    "107-indonesian": "one name before a word for 'and' that is not known",
    "111-ref-words": "a title of two words between names and a journal",
    "113-pandoc-footnote-style": "a family of three words, in a list of two",
    "114-small-caps-key-macro": "a family of two words without a tie",
}
"""Cases that are read with a fault, each with what is hard about it."""

Work = tuple[str, str, str, int]


def read_case(path: Path) -> tuple[dict[str, str], list[Work], str]:
    """Return the files of a case, its works and what else is expected."""
    files: dict[str, str] = {}
    works: list[Work] = []
    name, expected = "main.tex", "works"
    for line in path.read_text(encoding="utf-8").splitlines(keepends=True):
        if line.startswith("%= "):
            title, author, year, places = (part.strip() for part in line[3:].rsplit("|", 3))
            works.append((letters(title), letters(author), year, int(places)))
        elif line.startswith("%! "):
            expected = line[3:].strip()
        elif line.startswith("%%% "):
            name = line[4:].strip()
        else:
            files[name] = files.get(name, "") + line
    return files, works, expected


def letters(words: str | None) -> str:
    plain = unicodedata.normalize("NFKD", words or "").casefold()
    return "".join(character for character in plain if character.isalnum())


def works_of(extraction: Extraction) -> list[Work]:
    """Return the works with the number of places that cite them."""
    places = Counter(citation.key for citation in extraction.citations)
    return [
        (
            letters(reference.title),
            letters(reference.authors[0].family) if reference.authors else "",
            str(reference.year),
            sum(places[key] for key in (reference.key, *reference.aliases)),
        )
        for reference in extraction.references
    ]


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=pytest.mark.xfail(reason=NOT_YET[path.stem], strict=True))
        if path.stem in NOT_YET
        else pytest.param(path, id=path.stem)
        for path in CASES
    ],
)
def test_list(path: Path) -> None:
    files, works, expected = read_case(path)
    extraction = extract(of(files), path.stem)
    assert sorted(works_of(extraction)) == sorted(works)
    codes = {note.code for note in extraction.diagnostics} - {"nothing-cited"}
    assert expected != "unsure" or codes
