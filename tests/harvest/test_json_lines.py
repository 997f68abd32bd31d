"""The lines of an input are those of the file, whatever it is wrapped in."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import litgauge.tasks.harvest.json_lines
from litgauge.tasks.harvest.json_lines import DamagedInputError, read_lines

LINE = st.sampled_from(
    [b'{"id": "1"}', b"", b"  ", b"\t", b"garbage", b"[1]", b'{"a": 1}\r', b"\r", b" {}", b"x" * 300]
)


@pytest.mark.slow
@given(lines=st.lists(LINE, max_size=40), ends=st.booleans(), bom=st.booleans(), packed=st.booleans())
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200, deadline=None)
def test_lines_are_those_of_the_file(tmp_path: Path, lines: list[bytes], ends: bool, bom: bool, packed: bool) -> None:
    path = tmp_path / "rows.jsonl"
    data = b"\n".join(lines) + (b"\n" if ends else b"")
    written = (b"\xef\xbb\xbf" if bom else b"") + data
    path.write_bytes(gzip.compress(written) if packed else written)
    *whole, last = data.split(b"\n")
    assert list(read_lines(str(path))) == [line + b"\n" for line in whole] + ([last] if last else [])


def test_of_an_endless_line_only_the_beginning_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(litgauge.tasks.harvest.json_lines, "LONGEST_LINE", 100)
    path = tmp_path / "rows.jsonl"
    path.write_bytes(b"x" * 1000 + b"\n{}\n" + b"y" * 99 + b"\n" + b"z" * 100 + b"\nend")
    assert list(read_lines(str(path))) == [b"x" * 100, b"{}\n", b"y" * 99 + b"\n", b"z" * 100, b"end"]


def test_what_comes_before_a_damage_is_read_to_the_last_byte(tmp_path: Path) -> None:
    path = tmp_path / "rows.jsonl.gz"
    packed = gzip.compress(b"".join(b'{"id": "%d"}\n' % (number * 7919) for number in range(5000)))
    path.write_bytes(packed[: len(packed) // 2])
    found: list[bytes] = []

    def read() -> None:
        for line in read_lines(str(path)):
            found.append(line)

    with pytest.raises(DamagedInputError, match="cut off"):
        read()
    assert 1000 < len(found) < 5000
    assert found[:-1] == [b'{"id": "%d"}\n' % (number * 7919) for number in range(len(found) - 1)]
