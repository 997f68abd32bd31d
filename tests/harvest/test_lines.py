"""The n-th row of a file is its n-th line that is not blank."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tasks.harvest.lines
from tasks.harvest.lines import RowLines

LINE = st.sampled_from(
    [
        b'{"id": "1"}',
        b'{"id": "a much longer line"}',
        b"",
        b"  ",
        b"\t",
        b"\x0c",
        b"garbage",
        b"[1]",
        b'{"a": 1}\r',
        b"\r",
        b" {}",
    ]
)


@given(
    lines=st.lists(LINE, max_size=40),
    ends=st.booleans(),
    steps=st.lists(st.integers(1, 7), min_size=1, max_size=6),
    bom=st.booleans(),
)
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=300, deadline=None)
def test_rows_and_line_numbers_are_those_of_the_file(
    tmp_path: Path, lines: list[bytes], ends: bool, steps: list[int], bom: bool
) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes((b"\xef\xbb\xbf" if bom else b"") + b"\n".join(lines) + (b"\n" if ends else b""))
    expected = [(number, line.rstrip(b"\r")) for number, line in enumerate(lines, 1) if line.strip()]
    found = []
    with path.open("rb") as file, RowLines(file) as rows:
        turn = 0
        while not rows.at_end:
            step = steps[turn % len(steps)]
            turn += 1
            found += rows.take(step, range(step))
    assert found == expected


def test_only_wanted_rows_are_given(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b"".join(b'{"id": "%d"}\n' % number for number in range(10)))
    with path.open("rb") as file, RowLines(file) as rows:
        assert rows.take(5, [1, 4]) == [(2, b'{"id": "1"}'), (5, b'{"id": "4"}')]
        assert rows.take(5, []) == []
        assert rows.at_end
        assert rows.next_line == 11


def test_of_an_endless_line_only_the_beginning_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks.harvest.lines, "LONGEST_LINE", 100)
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b"x" * 1000 + b"\n{}\n")
    with path.open("rb") as file, RowLines(file) as rows:
        assert rows.take(2, [0, 1]) == [(1, b"x" * 100), (2, b"{}")]
