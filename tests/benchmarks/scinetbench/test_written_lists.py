"""Answers in the forms in which assistants write them list the works that a reader would find in them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest
import yaml

from litgauge.tasks.answers.work_lists.lists import read_list
from litgauge.tasks.benchmarks.scinetbench.answers import answered_works
from litgauge.tasks.benchmarks.scinetbench.matching import find_in
from litgauge.tasks.benchmarks.scinetbench.rows import AnsweredWork, NetworkTask
from litgauge.tasks.text import compact_title, normalise_doi
from tests.tables import each_row

A = "The state of barns: a large-scale analysis of the owls and the mice that live in them"
B = "Feed all herring gulls"
C = "Reading the calls of terns from old tapes"
D = "Automatic recognition of seabird calls in coastal recordings and two field applications"
E = "Distributed nests of weavers and grasses and their composition"
G = "Glowl: Global Vectors for Owl Representation"
S = "Summarising Bird Songs: Experiments with Rhythm and Rhetorical Status"
T = "Trends of Penguins' Walks and Swims Based on Open Water Types"
WORKS = {
    A: (11000001, "Hanna Piper", 2018, "10.1000/a"),
    B: (11000002, "Hanna Piper", 2013, "10.1000/b"),
    C: (11000003, "Simone Teal", 1999, None),
    D: (11000004, "Maria Lark", 2012, None),
    E: (11000005, "Tomas Mick", 2013, None),
    G: (11000006, "Jeff Penn", 2014, None),
    S: (11000007, "Simone Teal", 2002, None),
    T: (11000008, "Dirk Holm", 2020, "10.1000/t"),
}
SCHEMA = pa.schema(
    [("work", pa.int64()), ("title", pa.string()), ("title_key", pa.string()), ("author", pa.string()),
     ("year", pa.int64()), ("doi", pa.string()), ("arxiv_id", pa.string())]
)  # fmt: skip


def network(rows: list[tuple[int, str, str, int, str | None]]) -> pa.Table:
    names = SCHEMA.names
    values = [(work, title, compact_title(title), author, year, doi, None) for work, title, author, year, doi in rows]
    return pa.Table.from_pylist([dict(zip(names, row, strict=True)) for row in values], schema=SCHEMA)


MADE_UP = network([(work, title, author, year, doi) for title, (work, author, year, doi) in WORKS.items()])


def resolved(text: str, works: pa.Table, *, form: str = "") -> tuple[list[int], int]:
    """The works of the network that an answer lists in its order, and how many it invents."""
    task = NetworkTask("t", "ego-centric", "novel", "f", None, None, 0, "", reviewed=False)
    rows = [
        AnsweredWork("t", at, work.title, work.author, work.year, work.doi, work.arxiv_id, work.openalex, "")
        for at, work in enumerate(answered_works(task, read_list(text, form=form)))
    ]
    found = find_in(rows, works, {})
    listed = [row.work for row in found if row.work is not None and row.rule not in ("repeated", "beyond")]
    return listed, sum(row.rule == "invented" for row in found)


CASES = yaml.safe_load(Path(__file__).with_name("written_lists.yaml").read_text(encoding="utf-8"))


@each_row("case", CASES)
def test_an_answer_lists_what_a_reader_finds_in_it(case: dict[str, Any]) -> None:
    numbers = {letter: number for letter, (number, *_) in zip("ABCDEGST", WORKS.values(), strict=True)}
    expected = [numbers[letter] for letter in case["works"].split()], case.get("invented", 0)
    assert resolved(case["text"], MADE_UP, form=case.get("form", "")) == expected


def _row(line: str) -> tuple[int, str, str, int, str | None]:
    row: dict[str, Any] = json.loads(line)
    authors = row.get("authorships") or []
    author = authors[0]["author"]["display_name"] if authors else ""
    number, year = int(row["id"].rsplit("W", 1)[-1]), row["publication_year"] or 0
    return number, row["title"] or "", author, year, normalise_doi(row["doi"] or "")


@pytest.mark.real
def test_answer_lists_real(real_data: Path) -> None:
    lines = (real_data / "openalex" / "works.jsonl").read_text(encoding="utf-8").strip().split("\n")
    works = network([_row(line) for line in lines])
    cases = json.loads((real_data / "answers" / "scinetbench_lists.json").read_text(encoding="utf-8"))
    wrong = [
        name
        for name, suffix, text, expected, invented in cases
        if resolved(text, works, form="csv" if suffix == "csv" else "") != (expected, invented)
    ]
    assert not wrong
