"""`litgauge network`: what it writes and prints, and how it ends."""

from __future__ import annotations

import csv
import gzip
import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from tests.flows.test_cli import run

EDGES = "cited,citing\nr,f\nf,a\nf,b\nr,b\nr,r\n"
WORKS = "date,work\n1990,r\n2000,f\n2001-05,a\n2002-01-02,b\n"


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    (tmp_path / "E.csv").write_text(EDGES, encoding="utf-8")
    (tmp_path / "W.csv").write_text(WORKS, encoding="utf-8")
    return ["--edges", str(tmp_path / "E.csv"), "--works", str(tmp_path / "W.csv")]


@pytest.mark.slow
def test_disruption_writes_a_row_a_work(
    files: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["network", "disruption", *files, "--definition", "paper"]
    out = tmp_path / "new" / "D.csv"
    assert run(monkeypatch, *command, "--out", str(out)) == 0
    told = capsys.readouterr()
    assert "4 works, 4 citations; 1 works have a value" in told.out
    assert "edges: citations of a work by itself, left out: 1" in told.err
    assert out.read_text(encoding="utf-8").splitlines() == [
        "work,n_i,n_j,n_k,references,value",
        "r,2,0,0,0,",
        "f,1,1,0,1,0",
        "a,0,0,1,1,",
        "b,0,0,0,2,",
    ]
    rows = list(csv.DictReader(out.read_text(encoding="utf-8").splitlines()))
    assert run(monkeypatch, *command, "--out", str(tmp_path / "D.tsv.gz"), "--workers", "1") == 0
    with gzip.open(tmp_path / "D.tsv.gz", "rt", encoding="utf-8") as lines:
        assert list(csv.DictReader(lines, delimiter="\t")) == rows
    assert run(monkeypatch, *command, "--out", str(tmp_path / "D.parquet"), "--window", "2", "--json") == 0
    told_json = json.loads(capsys.readouterr().out.partition("{")[2].join(["{", ""]))
    assert (told_json["works"], told_json["defined"], len(told_json["network"])) == (4, 1, 64)
    assert told_json["oddities"] == [{"table": "edges", "code": "self-citation", "count": 1, "examples": []}]
    assert pq.read_table(tmp_path / "D.parquet").to_pylist()[1]["value"] == 1.0


def test_novelty_by_three_definitions_and_beauty(
    files: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    works = "date,work,venue\n1990,r,A\n2000,f,B\n2001-05,a,A\n2002-01-02,b,\n2003,c,C\n2004,d,\n"
    (tmp_path / "W.csv").write_text(works, encoding="utf-8")
    (tmp_path / "E.csv").write_text(f"{EDGES}r,c\nf,c\na,d\nc,d\n", encoding="utf-8")
    for words, expected in (
        (("novelty",), ["work,references,venues,pairs,p10,p50", "r,0,0,0,,", "f,1,1,0,,"]),
        (
            ("novelty", "--definition", "wang", "--least-cited", "0", "--reused", "0"),
            ["work,pairs,new,value", "r,0,0,", "f,0,0,", "a,0,0,", "b,1,1,1", "c,1,0,0", "d,1,1,1"],
        ),
        (
            ("novelty", "--definition", "foster"),
            ["work,pairs,between,value", "r,0,0,", "f,0,0,", "a,0,0,", "b,0,0,", "c,1,0,0", "d,1,1,1"],
        ),
        (("beauty",), ["work,citations,peak,awakening,value", "r,3,10,9,4.5", "f,3,1,0,0"]),
    ):
        out = tmp_path / f"{'-'.join(words[:3])}.csv"
        assert run(monkeypatch, "network", words[0], *files, *words[1:], "--out", str(out)) == 0
        assert out.read_text(encoding="utf-8").splitlines()[: len(expected)] == expected
    capsys.readouterr()


@pytest.mark.slow
def test_ids_that_need_quotes_have_them(files: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for path in (tmp_path / "E.csv", tmp_path / "W.csv"):
        path.write_text(path.read_text(encoding="utf-8").replace("f", '"f,""1"""'), encoding="utf-8")
    assert (
        run(monkeypatch, "network", "disruption", *files, "--definition", "cd", "--out", str(tmp_path / "D.csv")) == 0
    )
    rows = csv.DictReader((tmp_path / "D.csv").read_text(encoding="utf-8").splitlines())
    assert [row["work"] for row in rows] == [
        "r",
        'f,"1"',
        "a",
        "b",
    ]


@pytest.mark.slow
def test_path_prints_one_object(
    files: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "C.csv").write_text("work,citations\nr,5\nb,7\n", encoding="utf-8")
    for more, expected in (
        (("--from", "b", "--to", "r"), {"path": ["b", "f", "r"], "total": 4, "hops": 2}),
        (("--from", "b", "--to", "r", "--max-hops", "1"), {"path": ["b", "r"], "total": 2, "hops": 1}),
        (
            ("--from", "b", "--to", "r", "--citations", str(tmp_path / "C.csv")),
            {"path": ["b", "r"], "total": 12, "hops": 1},
        ),
        (("--from", "r", "--to", "b", "--json"), {"path": None, "total": None, "hops": None}),
    ):
        assert run(monkeypatch, "network", "path", *files, *more) == 0
        assert json.loads(capsys.readouterr().out) == expected


@pytest.mark.slow
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("disruption", "--definition", "cd", "--out", "D.xls"), "its suffix says no kind of table"),
        (("disruption", "--definition", "cd", "--out", "W.csv"), "--out W.csv: this is the table that is read"),
        (("disruption", "--definition", "ce", "--out", "D.csv"), "'--definition'"),
        (("disruption", "--definition", "cd", "--window", "0", "--out", "D.csv"), "litgauge network disruption --help"),
        (("disruption", "--definition", "cd", "--out", "D.csv", "--column", "paper=id"), "--column paper=id"),
        (("path", "--from", "b", "--to", "nobody"), "--to: there is no work 'nobody'"),
        (("path", "--from", "b", "--to", "r", "--citations", "none.csv"), "citations none.csv: there is no such file"),
    ],
)
def test_what_cannot_be_done_says_why(
    words: tuple[str, ...],
    message: str,
    files: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(monkeypatch, "network", words[0], *files, *words[1:]) == 2
    assert message in capsys.readouterr().err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["E.csv", "W.csv"]
