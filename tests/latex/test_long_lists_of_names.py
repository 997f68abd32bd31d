"""Printed references with more authors than anybody reads: names kept or cut with a diagnostic, titles never lost."""

from __future__ import annotations

from itertools import product

import pytest

from litgauge.tasks.latex import Extraction, extract
from tests.latex.sources import document, of

SYLLABLES = "ka mo ri ta bel son der ling vor hart".split()  # noqa: SIM905
FAMILIES = ["".join(parts).capitalize() for parts in product(SYLLABLES, repeat=4)]
REST = "Observation of gravitational waves in a detector.\n\\newblock {\\em Phys. Rev. Lett.}, 116:061102, 2016."


def given_first(families: list[str]) -> str:
    names = [f"A.~B. {family}" for family in families]
    return f"{', '.join(names[:-1])}, and {names[-1]}.\n\\newblock "


def turned(families: list[str]) -> str:
    names = [f"{family}, A. B." for family in families]
    return f"{', '.join(names[:-1])} and {names[-1]} "


def vancouver(families: list[str]) -> str:
    return f"{', '.join(f'{family} AB' for family in families)}. "


def printed(names: str) -> Extraction:
    item = f"\\begin{{thebibliography}}{{1}}\\bibitem{{a}}\n{names}{REST}\\end{{thebibliography}}"
    return extract(of({"paper.tex": document(f"Waves \\cite{{a}}.\n{item}", ending="")}), "x")


@pytest.mark.slow
@pytest.mark.parametrize("style", [given_first, turned, vancouver])
@pytest.mark.parametrize("count", [700, 1_300, 3_000])
def test_long_lists_are_kept(style: object, count: int) -> None:
    assert callable(style)
    (reference,) = printed(style(FAMILIES[:count])).references
    assert [person.family for person in reference.authors] == FAMILIES[:count]
    assert (reference.title, reference.et_al) == ("Observation of gravitational waves in a detector", False)


@pytest.mark.slow
def test_what_is_too_long_is_cut_and_says_so() -> None:
    families = FAMILIES * 4
    extraction = printed(given_first(families))
    (reference,) = extraction.references
    names = [person.family for person in reference.authors]
    assert 20_000 < len(names) < len(families)
    assert (names[:20_000], names[-1]) == (families[:20_000], families[-1])
    assert (reference.title, reference.et_al) == ("Observation of gravitational waves in a detector", True)
    assert "authors-cut" in {note.code for note in extraction.diagnostics}


def test_long_remarks_are_no_names() -> None:
    extraction = printed("A. Ames. On kites. {\\em J. Inv.}, 2001. " + "A remark of many words that go on. " * 900)
    (reference,) = extraction.references
    assert (reference.title, [person.family for person in reference.authors]) == ("On kites", ["Ames"])
