"""No input makes a parser fail; a short run here, 200,000 inputs each under `make soak`."""

from __future__ import annotations

import contextlib
import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from litgauge.tasks.base.errors import Rejected
from litgauge.tasks.citations.printed.markup import MARKS
from litgauge.tasks.citations.printed.name_lists import printed_names
from litgauge.tasks.citations.printed.reading import read_printed_list
from litgauge.tasks.latex import Caps, extract, open_source
from litgauge.tasks.latex.bibliography.amsrefs import read_amsrefs
from litgauge.tasks.latex.bibliography.bbl import read_bibliography
from litgauge.tasks.latex.bibliography.bib_file import read_bib
from litgauge.tasks.latex.bibliography.bibitem import Item
from litgauge.tasks.latex.bibliography.item_reading import read_items
from litgauge.tasks.latex.expansion.document import Place
from tests.latex.fuzzing import bibtex, latex
from tests.latex.sources import document, tarball, tree, zipped
from tests.tables import each_row

RUNS = settings(suppress_health_check=list(HealthCheck))
SOAK = settings(max_examples=200_000, deadline=None, suppress_health_check=list(HealthCheck), database=None)


def check_document(text: str) -> None:
    found = extract(tree(main__tex=document(text), refs__bib="@misc{key, title={T}}", b__tex=text), "x")
    known = {reference.key for reference in found.references} | {
        alias for reference in found.references for alias in reference.aliases
    }
    assert set(found.cited_keys) == known | set(found.unresolved_keys)
    assert all(citation.line >= 1 for citation in found.citations)


def check_raw_document(text: str) -> None:
    extract(tree(main__tex="\\documentclass{article}" + text, main__bbl=text), "x")


def check_bib(text: str) -> None:
    lines = text.count("\n") + 1
    for entry in read_bib(text, "refs.bib").entries:
        assert entry.key
        assert all(1 <= value.place.line <= lines for value in entry.fields.values())


def check_whole_bib(text: str) -> None:
    """Whatever stands before a sound entry on a line of its own, the entry is read."""
    entries = read_bib(text + "\n@article{sound, title={Sound}, year=2001}\n", "refs.bib").entries
    assert any(entry.key == "sound" and entry.fields["title"].text == "Sound" for entry in entries)


def check_bbl(text: str) -> None:
    found = read_bibliography(text, lambda _: Place("x", 1), "bbl")
    items = [entry for entry in found if isinstance(entry, Item)]
    assert [entry.key for entry in read_items(items)] == [item.key for item in items]


def check_printed(text: str) -> None:
    [found] = read_printed_list([text])
    assert not MARKS.search(found.authors)
    if found.title:
        assert not MARKS.search(found.title)
        assert found.title == unicodedata.normalize("NFC", found.title)
        assert "\n" not in found.title


def check_names(text: str) -> None:
    people, _ = printed_names(text)
    assert all(person.family for person in people)


def check_amsrefs(text: str) -> None:
    read_amsrefs(text, lambda _: Place("x", 1))


PARSERS: dict[str, tuple[Callable[[str], None], st.SearchStrategy[str]]] = {
    "document": (check_document, latex),
    "raw document": (check_raw_document, latex),
    "bib": (check_bib, bibtex),
    "whole bib": (check_whole_bib, bibtex),
    "bbl": (check_bbl, latex),
    "printed": (check_printed, latex),
    "names": (check_names, latex),
    "amsrefs": (check_amsrefs, latex),
}


def run(parser: str, runs: settings) -> None:
    check, inputs = PARSERS[parser]
    runs(given(inputs)(check))()


@each_row("parser", PARSERS)
def test_no_input_breaks_a_parser(parser: str) -> None:
    run(parser, RUNS)


@pytest.mark.soak
@pytest.mark.parametrize("parser", PARSERS)
def test_200_000_inputs_break_no_parser(parser: str) -> None:
    run(parser, SOAK)


@given(
    st.binary(max_size=400), st.sampled_from([b"", b"PK\x03\x04", b"\x1f\x8b\x08", b"BZh9", b"%PDF", b"\xfd7zXZ\x00"])
)
@RUNS
def test_no_bytes_break_the_archive_reader(data: bytes, start: bytes) -> None:
    opened(start + data)


@given(st.integers(0, 5_000), st.integers(0, 255), st.booleans())
@RUNS
def test_no_damage_to_an_archive_breaks_the_reader(position: int, value: int, as_zip: bool) -> None:
    members = [("ms.tex", document("\\cite{a}").encode()), ("refs.bib", b"@misc{a, title={A}}")]
    archive = bytearray((zipped if as_zip else tarball)(members))
    archive[position % len(archive)] = value
    opened(bytes(archive))


def opened(data: bytes) -> None:
    with contextlib.suppress(Rejected):
        open_source(data, "fuzz", Caps(expanded_bytes=1_000_000))
