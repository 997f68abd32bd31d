"""What is told about a report before a judge is paid for it."""

from __future__ import annotations

import pytest

from tasks.records import GivenReference
from tasks.reports import read_report
from tasks.reports.diagnostics import diagnose
from tests.reports.writing import LIST, report

URLS = [f"https://a{number}.example/x" for number in range(8)]
ENTRIES = "\n".join(f"{number}. Work number {number}, {url}" for number, url in enumerate(URLS, 1))


def codes(text: str, given: tuple[GivenReference, ...] = ()) -> list[str]:
    row = report(text, given)
    return [one.code for one in diagnose(row, read_report(row))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It rains [1]. It snows [2]." + LIST, []),
        ("It rains. It snows. It pours. It blows. It hails.", ["cites-nothing"]),
        ("It rains. It snows.", []),
        (" \n", ["no-text"]),
        ("<script>It rains.</script>", ["no-statements"]),
        ("It rains \\cite{a}. " * 6, ["few-citations"]),
        (f"It rains in Spain. It snows.\n\n## References\n\n{ENTRIES}", ["list-not-cited"]),
        ("".join(f"It rains [{number}]. " for number in range(1, 9)), ["marks-lead-nowhere"]),
        ("It rains [1] `[2] [3] [4] [5] [6]` ![x](https://a.example/y)." + LIST, []),
    ],
)
def test_what_looks_cited_and_is_not_is_told(text: str, expected: list[str]) -> None:
    assert codes(text) == expected


def test_a_list_beside_the_report_that_nothing_cites_is_told() -> None:
    given = tuple(GivenReference(str(number), url, None) for number, url in enumerate(URLS, 1))
    assert codes("It rains. It snows.", given) == ["list-not-cited"]
    assert codes("It rains [1]. It snows [2].", given) == []


def test_the_message_has_the_counts() -> None:
    row = report("It rains \\cite{a}. " * 6 + "It snows [1]." + LIST)
    (told,) = diagnose(row, read_report(row))
    assert told.report_id == "agent/report"
    assert told.message == "6 likely marks and 0 addresses in the text are no citations; 1 citations were read"
