"""What is told about a report before a judge is paid for it."""

from __future__ import annotations

from pathlib import Path

from litgauge.tasks.engine.outputs import write_rows
from litgauge.tasks.engine.progress import Event, Note, listening
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import AgentReport, GivenReference, from_table, to_table
from litgauge.tasks.reports import read_report
from litgauge.tasks.reports.diagnostics import ReadingDiagnostic, diagnose
from litgauge.tasks.reports.stage import doubtful_readings
from tests.reports.writing import LIST, report
from tests.tables import each_row

URLS = [f"https://a{number}.example/x" for number in range(8)]
ENTRIES = "\n".join(f"{number}. Work number {number}, {url}" for number, url in enumerate(URLS, 1))


def codes(text: str, given: tuple[GivenReference, ...] = ()) -> list[str]:
    row = report(text, given)
    return [one.code for one in diagnose(row, read_report(row))]


@each_row(
    "text, expected",
    [
        ("It rains [1]. It snows [2]." + LIST, []),
        ("It rains. It snows. It pours. It blows. It hails.", ["cites-nothing"]),
        ("It rains. It snows.", []),
        (" \n", ["no-text"]),
        ("<script>It rains.</script>", ["no-statements"]),
        ("It rains \\cite{a}. " * 6, ["few-citations"]),
        (f"It rains in Spain. It snows.\n\n## References\n\n{ENTRIES}", ["list-not-cited"]),
        ("".join(f"It rains [{number}]. " for number in range(1, 9)), ["marks-lead-nowhere"]),
        ("It is 4 m² at 10⁻⁶ yr⁻¹ and R² of 0.9 [1]. " * 3 + LIST, []),
        ("It rains [1]. It snows [7]." + LIST, ["marks-unpaired"]),
        (
            "It rains (a1). It snows (a2). It pours (a3). It blows (a4).\n\n### Fuentes\n\n"
            + "\n".join(f"(a{number}) Work {number}: {URLS[number]}" for number in range(1, 5)),
            ["one-statement-cites"],
        ),
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


def test_marks_in_no_pair_are_named_with_their_lines() -> None:
    row = report("# Weather\n\nIt rains [1]. It snows [7].\n\nIt pours.¹ It blows [8]." + LIST)
    (told,) = diagnose(row, read_report(row))
    assert told.code == "marks-unpaired"
    assert told.message == "of 4 citation marks 2 lead nowhere (“[7]” in line 3, “[8]” in line 5)"


def test_a_score_run_tells_it_before_a_judge_is_asked(tmp_path: Path) -> None:
    told = ReadingDiagnostic("agent/report", "few-citations", "40 likely marks and 0 addresses")
    storage = Storage(str(tmp_path))
    output = write_rows(storage, "reading", "diagnostics", ReadingDiagnostic, {"agent/report": told})
    heard: list[Event] = []
    with listening(heard.append):
        lines = doubtful_readings(storage, output)
    assert lines == ["agent/report: few-citations: 40 likely marks and 0 addresses"]
    assert heard == [Note("reading", lines[0])]


def test_reports_that_were_kept_before_there_were_annotations_are_read() -> None:
    row = report("It rains [1]." + LIST)
    old = to_table(AgentReport, [row]).drop_columns(["placed"])
    assert list(from_table(AgentReport, old)) == [row]
