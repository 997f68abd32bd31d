"""What notebooks import: quick, typed, documented, and with the errors of the command line."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from pathlib import Path

import pytest

import litgauge

ROOT = Path(__file__).resolve().parents[1]
SAMPLE = ROOT / "data" / "sample"
FIRST = SAMPLE / "sources" / "9912.00001.tar.gz"
REPORT = SAMPLE / "agents" / "careful" / "9912.00001.md"


def test_importing_it_loads_nothing_heavy() -> None:
    heavy = {"prefect", "pandas", "pyarrow", "fsspec", "duckdb", "pydantic"}
    code = f"import sys, litgauge; assert not {heavy} & sys.modules.keys()"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, timeout=60)


def test_everything_public_says_what_it_gives_and_stands_on_its_page() -> None:
    page = (ROOT / "docs" / "notebooks.md").read_text(encoding="utf-8")
    table = " ".join(re.findall(r"^\| (`.+)$", page, re.MULTILINE))
    for name in litgauge.__all__:
        assert inspect.getdoc(getattr(litgauge, name)), name
        if inspect.isfunction(getattr(litgauge, name)):
            assert f"`litgauge.{name}(" in table, name
            assert "Example: `litgauge." in (inspect.getdoc(getattr(litgauge, name)) or ""), name
    for name, member in inspect.getmembers(litgauge.Release):
        if not name.startswith("_"):
            assert inspect.getdoc(member), name
            assert f".{name}" in table, name
    for result in (litgauge.Extracted, litgauge.Readings, litgauge.Matched):
        for field in result.__dataclass_fields__:
            assert f"`.{field}`" in table, field


@pytest.mark.slow
def test_a_paper_comes_with_all_that_the_command_line_gives() -> None:
    found = litgauge.extract(FIRST, SAMPLE / "sources" / "9912.00013.pdf")
    assert list(found.sources["status"]) == ["ok", "ok"]
    pdf = str(SAMPLE / "sources" / "9912.00013.pdf")
    counts = found.references["source"].value_counts()
    assert (
        counts.to_dict()
        == {str(FIRST): 14, pdf: 8}
        == dict(zip((str(FIRST), pdf), found.sources["references"], strict=True))
    )
    assert found.references["year"].max() == 2023
    assert set(found.citations["key"]) <= {*found.references["key"], *found.references["aliases"].explode()}
    assert list(found.diagnostics["source"].unique()) == [str(SAMPLE / "sources" / "9912.00013.pdf")]


def test_reports_come_as_frames_that_fit_together() -> None:
    found = litgauge.read(REPORT.parent)
    assert len(found.reports) == 8
    assert found.reports["statements"].sum() == len(found.statements)
    pairs = found.pairs.merge(found.statements, on=["report", "statement"])
    assert len(pairs) == len(found.pairs) > 0
    assert pairs["cited"].all()


def test_lists_of_works_are_matched(tmp_path: Path) -> None:
    truth = tmp_path / "truth.jsonl"
    truth.write_text('{"key": "a", "title": "Attention Is All You Need"}\n{"key": "b", "title": "Deep learning"}\n')
    cited = tmp_path / "cited.jsonl"
    cited.write_text('{"title": "Attention is all you need"}\n')
    found = litgauge.match(truth, cited)
    assert (found.precision, found.recall, list(found.pairs["key"])) == (1.0, 0.5, ["a"])


@pytest.mark.parametrize(
    ("wrong", "error", "said"),
    [
        (lambda folder: litgauge.release("nobody", storage=folder), litgauge.ReleaseError, "no such release"),
        (lambda folder: litgauge.release("A name", storage=folder), litgauge.UnusableInput, "no name of a release"),
        (lambda folder: litgauge.extract(f"{folder}/none.zip"), litgauge.UnusableInput, "no such file or folder"),
        (lambda _folder: litgauge.extract(), litgauge.UnusableInput, "no file or folder is named"),
        (lambda folder: litgauge.read(folder), litgauge.UnusableInput, "no report here"),
        (lambda folder: litgauge.match("nobody@1", "x", storage=folder), litgauge.ReleaseError, "no such release"),
    ],
)
def test_what_is_wrong_is_told_in_one_message(tmp_path: Path, wrong, error: type[Exception], said: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(error, match=said):
        wrong(str(tmp_path))


def test_without_releases_there_is_an_empty_frame(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LITGAUGE_STORAGE", str(tmp_path))
    assert list(litgauge.releases().columns) == ["release", "created", "digest", "path"]
