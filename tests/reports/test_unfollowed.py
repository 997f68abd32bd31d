"""Citations that nobody can follow, in reports as agents write them."""

from __future__ import annotations

from litgauge.tasks.records import AgentReport
from litgauge.tasks.reports.read_result import ReadReport
from litgauge.tasks.reports.reader import read_report
from litgauge.tasks.reports.unfollowed import as_judged, unfollowed, unfollowed_by_report
from tests.tables import each_row

TEXT = """# Kites

Kites fly in wind [1]. They were flown in China before 500 BC [2]. Some carry people [7]. Wind is moving air.
Kites and boats met in 1820 [1][2]. A long tail steadies a kite [9][2].

## References

[1] A. Example. Kites in wind. https://a.example/kites
[2] B. Sample. Kites in China. 1999.
"""


def read(text: str) -> ReadReport:
    return read_report(AgentReport("a/1", "a", "1", "1", "1.md", "markdown", text, "00"))


def test_marks_without_an_entry_and_entries_without_an_address_lead_nowhere() -> None:
    found = read(TEXT)
    texts = {one.number: one.text for one in found.statements}
    assert [texts[number] for number in sorted(unfollowed(found.statements, found.links))] == [
        "They were flown in China before 500 BC.",
        "Some carry people.",
        "A long tail steadies a kite.",
    ]


@each_row(
    "text", [TEXT, "", "No citation.", "It is so [1].\n\nIt is not (Smith, 2020).", "See [this](https://a.example)."]
)
def test_every_cited_statement_is_among_the_pairs_or_cannot_be_followed(text: str) -> None:
    found = read(text)
    lost = unfollowed(found.statements, found.links)
    paired = {statement for statement, _ in found.pairs if statement >= 0}
    assert lost | paired == {one.number for one in found.statements if one.cited}
    assert not lost & paired
    assert unfollowed_by_report(found.statements, found.links).get("a/1", frozenset()) == lost


def test_they_are_judged_as_statements_without_citation() -> None:
    found = read(TEXT)
    lost = unfollowed(found.statements, found.links)
    judged = as_judged(found.statements, found.links)
    assert [one.number for one in judged if not one.cited] == sorted({3} | lost)
    assert [one.text for one in judged] == [one.text for one in found.statements]
