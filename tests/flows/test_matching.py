"""`litgauge match`: what it prints, and what it says about a bad line."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq
import pytest
from rich.console import Console

from litgauge.flows.cli.extracting import extract_sources
from litgauge.flows.cli.matching import match_files
from litgauge.tasks.base.errors import LitgaugeError, UnusableInput
from litgauge.tasks.identity import Mode
from litgauge.tasks.records import Reference, to_table
from litgauge.tasks.releases.references import references_of

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


def reference(survey: str, key: str, title: str) -> Reference:
    return Reference(survey, key, "misc", title, (), False, None, None, None, None, None, "bib", True, (), ())


def matched(folder: Path, mode: Mode) -> dict[str, Any]:
    stream = io.StringIO()
    truth, cited = written(folder / "truth.jsonl", TRUTH), written(folder / "cited.jsonl", CITED)
    match_files(str(truth), cited, mode, Console(file=stream))
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
    reason = "no reference has its identifiers or its title"
    assert found["unmatched_cited"] == [{"line": 3, "title": "An invented work", "reason": reason}]
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


def test_the_truth_may_be_a_table_of_a_release(tmp_path: Path) -> None:
    rows = [reference("one", "a", "Deep learning"), reference("two", "b", "Attention Is All You Need")]
    pq.write_table(to_table(Reference, rows), tmp_path / "references.parquet")
    for named in (tmp_path, tmp_path / "references.parquet"):
        listed = references_of(str(named), "two", "data")
        assert [(work.key, line) for work, line in zip(listed.works, listed.lines, strict=True)] == [("b", 2)]
    with pytest.raises(UnusableInput, match=r"of 2 surveys, and one must be named: one, two"):
        references_of(str(tmp_path), None, "data")
    with pytest.raises(UnusableInput, match=r"of 2 surveys, and of none named so: one, two"):
        references_of(str(tmp_path), "three", "data")
    pq.write_table(to_table(Reference, rows).drop_columns(["key"]), tmp_path / "references.parquet")
    with pytest.raises(UnusableInput, match="no column key"):
        references_of(str(tmp_path), None, "data")


@pytest.mark.slow
def test_the_truth_may_be_what_extract_wrote_and_so_may_the_works(tmp_path: Path) -> None:
    for name in ("one", "two"):
        item = f"\\bibitem{{k}} J. Doe. Work {name} on kites. Journal of Kites, 2019."
        text = f"\\documentclass{{article}}\\begin{{document}}\\cite{{k}}\\begin{{thebibliography}}{{1}}{item}"
        (tmp_path / f"{name}.tex").write_text(f"{text}\\end{{thebibliography}}\\end{{document}}", encoding="utf-8")
    sources = [tmp_path / "one.tex", tmp_path / "two.tex"]
    extract_sources(sources, tmp_path / "all.jsonl", None, before_appendix=False, workers=1)
    stream = io.StringIO()
    truth = tmp_path / "all.jsonl"
    match_files(str(truth), truth, "ours", Console(file=stream), survey="two.tex")
    found = json.loads(stream.getvalue())
    assert (found["counts"]["cited"], found["counts"]["listed"], found["counts"]["matched"]) == (2, 1, 1)
    assert found["pairs"][0]["cited_line"] == 2


@pytest.mark.parametrize(
    ("named", "said"),
    [("absent.jsonl", "no such file"), ("nobody@3", "no such release"), ("No name!", "no name of a release")],
)
def test_a_truth_that_is_nowhere_is_told(tmp_path: Path, named: str, said: str) -> None:
    with pytest.raises(LitgaugeError, match=said):
        references_of(named, None, str(tmp_path))


def test_a_bad_line_is_named(tmp_path: Path) -> None:
    truth = written(tmp_path / "truth.jsonl", TRUTH)
    cited = tmp_path / "cited.jsonl"
    cited.write_text('{"title": "fine"}\n{"title"\n', encoding="utf-8")
    with pytest.raises(UnusableInput, match=r"cited\.jsonl:2: "):
        match_files(truth, cited, "ours", Console(file=io.StringIO()))


@pytest.mark.slow
def test_it_needs_no_prefect(repository: Path) -> None:
    code = "import sys, litgauge.flows.cli.matching; assert 'prefect' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], cwd=repository, check=True, timeout=60)
