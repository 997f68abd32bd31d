"""What people hand back of the review files, as spreadsheets save it."""

from __future__ import annotations

from pathlib import Path

import pytest

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmarks.scinetbench.build.corpus import read_topics
from litgauge.tasks.benchmarks.scinetbench.people import QUERIES, read_review
from litgauge.tasks.sheets import sheet_bytes


def test_files_as_a_spreadsheet_saves_them(tmp_path: Path) -> None:
    lines = [
        "\ufeffSub_field;Work;Label_1;Label_2;comment",
        "owls;W59;Yes;;",
        'owls;w57;NO;no;"so; it\nis"',
        ";;;;",
        "",
    ]
    (tmp_path / "sub-fields.csv").write_text("\r\n".join(lines), encoding="utf-8", newline="")
    (tmp_path / "ego-centric.csv").write_text(
        'task_id\tprompt\tlabel_1\treworded\nnovel\t"Which?\n\nAnswer."\tyes\t\'=New owls?\n', encoding="utf-8"
    )
    found = read_review(tmp_path)
    assert found.members == {("owls", 59): True, ("owls", 57): False}
    assert (found.queries, found.reworded) == ({"novel": True}, {"novel": "=New owls?"})


def test_a_list_of_topics_as_a_spreadsheet_saves_it(tmp_path: Path) -> None:
    (tmp_path / "topics.csv").write_text("\ufeffTopic_ID;keep\r\nT10028;yes\r\n10036;No\r\n;\r\n7;\r\n", newline="")
    assert read_topics(tmp_path / "topics.csv") == (10028, 7)
    (tmp_path / "topics.csv").write_text("topic_id,keep\n\nowls,yes\n")
    with pytest.raises(UnusableInput, match=r"topics\.csv:3, topic_id: no number of a topic"):
        read_topics(tmp_path / "topics.csv")


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("second,?,maybe", r'ego-centric\.csv:5, label_1: "maybe" is neither yes nor no'),
        (",?,yes", r"ego-centric\.csv:5: a row without task_id"),
        (
            "second,?,,\nsecond,?,yes\nsecond,?,no",
            r"ego-centric\.csv:7, label_1: .* for this already",
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_line(row: str, message: str, tmp_path: Path) -> None:
    text = f'task_id,prompt,label_1\nfirst,"Which?\n\nAnswer.",yes\n{row}\n'
    (tmp_path / "ego-centric.csv").write_text(text, encoding="utf-8")
    with pytest.raises(UnusableInput, match=message):
        read_review(tmp_path)


def test_a_workbook_may_stand_for_a_file_but_not_beside_it(tmp_path: Path) -> None:
    rows = [{"task_id": "novel", "label_1": "yes", "reworded": "New owls?"}]
    (tmp_path / "ego-centric.xlsx").write_bytes(sheet_bytes(QUERIES, rows, ".xlsx"))
    assert read_review(tmp_path).reworded == {"novel": "New owls?"}
    (tmp_path / "ego-centric.csv").write_bytes(sheet_bytes(QUERIES, rows, ".csv"))
    with pytest.raises(UnusableInput, match=r"ego-centric\.xlsx stands beside it"):
        read_review(tmp_path)
