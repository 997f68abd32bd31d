"""`litgauge read`: what it prints, what it says about broken files, and what it does not need."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from litgauge.flows.cli.reading import read_files
from litgauge.tasks.base.errors import UnusableInput

REPORT = "It rains [1]. It snows [7].\n\n## References\n[1] Rain of Spain. https://one.example/a\n[2] https://two.example/b\n"


def taken(*sources: Path, html: Path | None = None) -> tuple[list[dict[str, Any]], str]:
    """The objects that were written, and what was said about the rest."""
    out = sources[0].parent / "read.jsonl"
    said = io.StringIO()
    read_files(sources, out, html, Console(file=said, width=200))
    return [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()], said.getvalue()


def test_a_report_is_one_line_of_a_stable_shape(tmp_path: Path) -> None:
    (tmp_path / "spain.md").write_text(REPORT, encoding="utf-8")
    ((found,), said) = taken(tmp_path / "spain.md")
    assert said == ""
    assert found["report"] == "spain"
    assert found["format"] == "markdown"
    assert found["statements"] == [
        {"text": "It rains.", "start": 0, "end": 13, "cited": True, "context": ""},
        {"text": "It snows.", "start": 14, "end": 27, "cited": True, "context": ""},
    ]
    assert found["pairs"] == [{"statement": 0, "url": "https://one.example/a", "scope": "sentence"}]
    assert [(work["labels"], work["url"]) for work in found["references"]] == [
        (["1"], "https://one.example/a"), (["2"], "https://two.example/b")]  # fmt: skip
    assert found["unresolved"] == [{"statement": 1, "label": "[7]", "start": 23, "end": 26}]
    assert [note["code"] for note in found["diagnostics"]] == ["marks-unpaired"]
    keys = ["report", "format", "statements", "pairs", "references", "unresolved", "figures", "diagnostics"]
    assert list(found) == keys


def test_a_folder_is_read_in_the_order_of_its_names_and_goes_on_past_what_is_broken(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    rows = [{"id": "q1", "article": "It rains."}, {"id": 2, "article": ""}, {"article": "It snows."}]
    lines = [json.dumps(row) for row in rows]
    (folder / "b.jsonl").write_text("\n".join([*lines, "{half", '{"response": 4}']), encoding="utf-8")
    (folder / "a.md").write_text("It rains.", encoding="utf-8")
    (folder / "c\x1b[31m[red].json").write_text("[", encoding="utf-8")
    (folder / "map.png").write_bytes(b"\x89PNG\0")
    found, said = taken(folder)
    assert [one["report"] for one in found] == ["a", "q1", "2", "b#3"]
    assert [note["code"] for note in found[2]["diagnostics"]] == ["no-text"]
    assert "\x1b" not in said
    assert "[red].json:1: broken, not-json" in said
    assert "b.jsonl:4: broken, not-json" in said
    assert "b.jsonl#5: broken, unreadable-text" in said
    assert "map.png: no report (unknown-format)" in said


def test_no_report_at_all_and_no_such_path_are_unusable(tmp_path: Path) -> None:
    (tmp_path / "map.png").write_bytes(b"\x89PNG\0")
    with pytest.raises(UnusableInput, match="no report"):
        taken(tmp_path / "map.png")
    assert [path.name for path in tmp_path.iterdir()] == ["map.png"]
    with pytest.raises(UnusableInput, match="no such file"):
        taken(tmp_path / "nowhere")


def test_several_agents_in_one_file_are_all_read(tmp_path: Path) -> None:
    rows = [{"model_name": name, "arxiv_id": "2003.00653", "response": "It rains."} for name in "ab"]
    (tmp_path / "x.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    assert [one["report"] for one in taken(tmp_path / "x.jsonl")[0]] == ["2003.00653", "2003.00653"]


def test_no_escape_sequence_reaches_a_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row = {
        "id": "a\x1b[31m\x9b2J\u202e",
        "response": "It \x1b]0;x\x07 rains \x9b2J [1].",
        "citations": ["https://a.example/\x9b"],
    }
    (tmp_path / "x.jsonl").write_text(json.dumps(row), encoding="utf-8")
    read_files([tmp_path / "x.jsonl"], None, None, Console(file=io.StringIO()))
    printed = capsys.readouterr().out
    assert not {"\x1b", "\x07", "\x9b", "\u202e"} & set(printed)
    assert json.loads(printed)["report"] == row["id"]


def test_pages_are_written_beside(tmp_path: Path) -> None:
    (tmp_path / "spain.md").write_text(REPORT, encoding="utf-8")
    taken(tmp_path / "spain.md", html=tmp_path / "spain.html")
    assert "leads nowhere" in (tmp_path / "spain.html").read_text(encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(
    "module", ["litgauge.flows.cli.reading", "litgauge.tasks.html.report_reading", "litgauge.flows.cli.extracting"]
)
def test_it_starts_without_prefect(module: str) -> None:
    subprocess.run([sys.executable, "-c", f"import sys, {module}; assert 'prefect' not in sys.modules"], check=True)
