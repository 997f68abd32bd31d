"""Entries of a .bib are read when somebody asks for their fields, and mean what they meant where they stand."""

from __future__ import annotations

from litgauge.tasks.latex import extract
from litgauge.tasks.latex.bibliography.bib_file import read_bib
from tests.latex.sources import document, tree


def test_an_entry_keeps_the_string_that_was_defined_before_it() -> None:
    text = (
        "@string{j = {Wind}}\n@article{a, title={A}, journal=j}\n"
        "@string{j = {Sails}}\n@article{b, title={B}, journal=j}\n"
    )
    assert [entry.fields["journal"].text for entry in read_bib(text, "x").entries] == ["Wind", "Sails"]


def test_a_file_takes_the_strings_of_those_before_it() -> None:
    strings: dict[str, str] = {}
    read_bib("@string{j = {Wind}}", "one.bib", strings)
    [entry] = read_bib("@article{a, journal=j}", "two.bib", strings).entries
    assert entry.fields["journal"].text == "Wind"


def test_damage_is_told_of_works_that_are_cited() -> None:
    damaged = "  title = {Kites in a steady wind,\n  year = 2001\n}\n"
    bib = f"@article{{a,\n{damaged}\n@article{{b,\n{damaged}"
    source = document("\\cite{a}", "", "\\bibliography{refs}")
    extraction = extract(tree(main__tex=source, refs__bib=bib), "x")
    assert [note.line for note in extraction.diagnostics if note.code == "bib-value-open"] == [2]
    assert [note.message[:2] for note in extraction.diagnostics if note.code == "entry-damaged"] == ["a:"]


def test_two_entries_on_one_line_are_two() -> None:
    found = read_bib("@misc{a, title={A}} @misc{b, title={B}}", "x").entries
    assert [(entry.key, entry.fields["title"].text) for entry in found] == [("a", "A"), ("b", "B")]


def test_letters_that_grow_in_lower_case_move_nothing() -> None:
    [_, entry] = read_bib("@misc{a, title={" + "İ" * 90 + "}}\n@misc{b, ids={c}, title={B}}", "x").entries
    assert "ids" in entry.fields
    assert "doi" not in entry.fields
