"""`litgauge match`: what it prints, and what it says about a bad line."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from flows.cli.matching import match_files
from tasks.errors import UnusableInput
from tasks.identity import Mode

TRUTH = (
    {
        "bib_id": "vaswani",
        "title": "Attention Is All You Need",
        "author": "Vaswani, Ashish",
        "meta_info": {"year": "2017"},
    },
    {"bib_id": "lecun", "title": "Deep learning", "author": "LeCun, Yann", "meta_info": {"doi": "10.1038/nature14539"}},
    {"bib_id": "again", "title": "Deep Learning", "author": "LeCun, Yann", "meta_info": {}},
)
CITED = (
    {"title": "Attention is all-you-need."},
    {"doi": "https://doi.org/10.1038/NATURE14539"},
    {"title": "An invented work", "authors": ["Jane Roe"], "year": 2020},
)


def written(path: Path, rows: tuple[dict[str, Any], ...]) -> Path:
    path.write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    return path


def matched(folder: Path, mode: Mode) -> dict[str, Any]:
    stream = io.StringIO()
    truth, cited = written(folder / "truth.jsonl", TRUTH), written(folder / "cited.jsonl", CITED)
    match_files(truth, cited, mode, Console(file=stream))
    found: dict[str, Any] = json.loads(stream.getvalue())
    return found


def test_ours_names_rule_evidence_and_lines(tmp_path: Path) -> None:
    found = matched(tmp_path, "ours")
    assert (found["precision"], found["recall"], found["f1"]) == (2 / 3, 1.0, 0.8)
    assert found["counts"] == {
        "cited": 3,
        "listed": 2,
        "matched": 2,
        "cited_lines": 3,
        "truth_lines": 3,
        "cited_repeated": 0,
        "truth_repeated": 1,
    }
    assert [(pair["rule"], pair["cited_line"], pair["reference_key"]) for pair in found["pairs"]] == [
        ("title", 1, "vaswani"),
        ("doi", 2, "lecun"),
    ]
    assert found["pairs"][1]["evidence"] == "DOI 10.1038/nature14539"
    assert found["unmatched_cited"] == [{"line": 3, "title": "An invented work"}]
    assert found["unmatched_references"] == []
    assert found["repeated_references"][0]["same_as_line"] == 2


def test_released_is_the_published_rule(tmp_path: Path) -> None:
    found = matched(tmp_path, "released")
    assert (found["mode"], found["counts"]["listed"], found["counts"]["matched"]) == ("released", 2, 0)


def test_nothing_cited_is_the_worst_and_no_error(tmp_path: Path) -> None:
    stream = io.StringIO()
    truth, cited = written(tmp_path / "truth.jsonl", TRUTH), written(tmp_path / "cited.jsonl", ())
    match_files(truth, cited, "ours", Console(file=stream))
    found = json.loads(stream.getvalue())
    assert (found["precision"], found["recall"], found["f1"], found["pairs"]) == (0, 0, 0, [])


def test_a_bad_line_is_named(tmp_path: Path) -> None:
    truth = written(tmp_path / "truth.jsonl", TRUTH)
    cited = tmp_path / "cited.jsonl"
    cited.write_text('{"title": "fine"}\n{"title"\n', encoding="utf-8")
    with pytest.raises(UnusableInput, match=r"cited\.jsonl:2: "):
        match_files(truth, cited, "ours", Console(file=io.StringIO()))


def test_it_needs_no_prefect(repository: Path) -> None:
    code = "import sys, flows.cli.matching; assert 'prefect' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], cwd=repository, check=True, timeout=60)
