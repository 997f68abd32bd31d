"""What notebooks import: quick, typed, documented, and with the errors of the command line."""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest

import litgauge
from tests.tables import each_row

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
    for of_class in (litgauge.Release, litgauge.Network):
        for name, member in inspect.getmembers(of_class):
            if not name.startswith("_"):
                assert inspect.getdoc(member), name
                assert f".{name}" in table, name
    for result in (litgauge.Extracted, litgauge.Readings, litgauge.Matched, litgauge.CitedPath):
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


@each_row(
    "wrong, error, said",
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


def test_a_network_of_frames_and_of_files(tmp_path: Path) -> None:
    edges = pd.DataFrame({"from": ["f", "a", "b", "b", "b"], "cited": ["r", "f", "f", "r", "b"]})
    works = pd.DataFrame({"work": list("rfab"), "date": [1990, 2000, 2001, 2002], "venue": ["A", "B", None, None]})
    network = litgauge.network(edges, works, {"citing": "from"})
    assert repr(network) == "<litgauge.Network: 4 works, 4 citations>"
    assert network.oddities[["code", "count"]].to_numpy().tolist() == [["no-venue", 2], ["self-citation", 1]]
    rows = network.disruption("paper").set_index("work")
    assert rows.loc["f"].to_dict() == {"n_i": 1, "n_j": 1, "n_k": 0, "references": 1, "value": 0.0}
    assert network.disruption("dep")["value"].dropna().tolist() == [0.0, 0.5]
    assert network.novelty("wang", least_cited=0, reused=0)["value"].dropna().tolist() == [1.0]
    assert network.beauty().set_index("work")["value"].dropna().to_dict() == {"r": 4.5, "f": 0.0}
    assert network.path("b", "r") == litgauge.CitedPath(["b", "f", "r"], 4, 2)
    assert network.path("r", "b").works is None
    folder = network._built.network.folder
    network.close()
    assert not folder.exists()
    edges.to_csv(tmp_path / "E.csv", index=False)
    works[["work", "date"]].to_parquet(tmp_path / "W.parquet")
    network = litgauge.network(tmp_path / "E.csv", tmp_path / "W.parquet", {"citing": "from"})
    with pytest.raises(litgauge.UnusableInput, match="no venues were read"):
        network.novelty()
    with pytest.raises(litgauge.UnusableInput, match=r"this is no table \(int"):
        litgauge.network(7, works)
