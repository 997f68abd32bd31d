"""Files of answers as strangers write them: by task, or one for all, in whatever form."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmark import read_answers
from litgauge.tasks.benchmarks.scinetbench.answers import ANSWERS
from tests.benchmarks.scinetbench.test_scoring import release
from tests.tables import each_row

NOVEL = [4000003, 4000004]
IDS = [f"https://openalex.org/W{number}" for number in NOVEL]


def listed(folder: Path, name: str, text: str, task: str = "novel") -> list[int | None]:
    (folder / name).write_text(text, encoding="utf-8")
    read = read_answers(ANSWERS, folder, "a stranger", release())
    return [row.openalex for row in read.rows["listed"] if row.task_id == task]


@each_row(
    "name, text",
    [
        ("NOVEL.json", json.dumps(IDS)),
        ("novel.answer.json", json.dumps(NOVEL)),
        ("novel.jsonl", "\n".join(json.dumps({"id": one}) for one in IDS)),
        ("novel.txt", "\n".join(IDS)),
        ("novel.tsv", "openalex_url\n" + "\n".join(IDS)),
        ("all.json", json.dumps({"Novel": IDS, "cites": []})),
        ("all.json", json.dumps([{"query_id": "novel", "ranked_list": [{"id": one} for one in IDS]}])),
        ("all.json", json.dumps([{"task_id": "novel", "rank": 2 - n, "work": NOVEL[1 - n]} for n in range(2)])),
        ("all.jsonl", "\n".join(json.dumps({"task_id": "novel", "openalex_id": one, "text": "why"}) for one in IDS)),
        ("all.csv", "Query,Rank,Work\n" + "\n".join(f"novel,{n},{one}" for n, one in enumerate(IDS, start=1))),
        ("all.csv", f'task_id,answer\nnovel,"{"; ".join(IDS)}"'),
        ("run.trec", "\n".join(f"novel Q0 W{one} {n} {1 / n} mine" for n, one in enumerate(NOVEL, start=1))),
        ("run.txt", "\n".join(f"novel\tQ0\t{one}\t{n}\t0.5\tmine" for n, one in enumerate(IDS, start=1))),
    ],
)
def test_the_works_of_a_task_are_found(name: str, text: str, tmp_path: Path) -> None:
    assert listed(tmp_path, name, text) == NOVEL


def test_pairs_in_one_file_for_all(tmp_path: Path) -> None:
    rows = "\n".join(f"cites,W400000{n},W3,positive" for n in (5, 4))
    assert listed(tmp_path, "all.csv", f"task_id,citing,cited,sentiment\n{rows}", "cites") == [4000005, 4000004]


@pytest.mark.slow
def test_of_an_endless_list_the_beginning_is_read_in_whatever_file_it_stands(tmp_path: Path) -> None:
    works = [f"W{4000000 + number}" for number in range(1_200)]
    many = {"novel": works, "cites": [[work, "W3"] for work in works]}
    (tmp_path / "all.json").write_text(json.dumps(many))
    read = read_answers(ANSWERS, tmp_path, "a stranger", release())
    told = {row.task_id: (row.listed, row.remarks) for row in read.rows["answers"]}
    assert told["novel"] == (1_000, "of 1,200 works 1,000 are read")
    assert told["cites"] == (1_000, "of 1,200 pairs 1,000 are read")


def test_rows_that_say_nothing_are_told(tmp_path: Path) -> None:
    (tmp_path / "all.jsonl").write_text(
        '{"task_id": "novel", "works": ["W4000003"]}\n{"task_id": "novel"}\n{"works": []}\nno JSON\n'
        '{"task_id": "unknown", "works": []}\n'
    )
    read = read_answers(ANSWERS, tmp_path, "a stranger", release())
    assert len(read.listed["broken"]) == 3
    assert len(read.listed["unmatched"]) == 1
    (tmp_path / "all.jsonl").write_text('{"works": ["W4000003"]}')
    with pytest.raises(UnusableInput, match="a run as TREC has it"):
        read_answers(ANSWERS, tmp_path, "a stranger", release())


@each_row(
    "steps, works",
    [
        ([(7, 5), (5, 3)], [7, 5, 3]),
        ([(5, 3), (7, 5)], [7, 5, 3]),  # the oldest first
        ([(5, 4), (7, 5), (4, 3)], [7, 5, 4, 3]),
        ([(7, 5), (4, 3)], [7, 5, 4, 3]),  # no chain
        ([(5, 3), (3, 5)], [5, 3, 3, 5]),  # a circle: what comes again counts once
    ],
)
def test_the_steps_of_a_path_may_stand_in_any_order(
    steps: list[tuple[int, int]], works: list[int], tmp_path: Path
) -> None:
    task = next(task.task_id for task in release().tasks if task.kind == "path-wise")
    text = json.dumps([{"citing": f"W{4000000 + newer}", "cited": f"W{4000000 + older}"} for newer, older in steps])
    found = listed(tmp_path, f"{task}.json", text, task)
    assert [work - 4000000 for work in found if work is not None] == works


@each_row(
    "name, text",
    [
        ("novel.json", r'["owls \ud83e", "W4000004"]'),
        ("all.json", r'{"\udfff": [], "novel": [{"title": "owls \ud83e"}, {"title": "\ud83e", "id": "W4000004"}]}'),
        ("all.jsonl", r'{"Task ID": "novel", "answer": "1. owls \ud83e\n2. W4000004"}'),
        ("novel.md", 'So: ["owls \\ud83e", "W4000004"], as I said.'),
        ("novel.md", r"['owls \ud83e', 'W4000004']"),
    ],
)
def test_half_a_character_ends_as_one_that_can_be_stored(name: str, text: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    read = read_answers(ANSWERS, tmp_path, "a stranger", release())
    assert [row.openalex for row in read.rows["listed"]] == [None, 4000004]
    rows = [asdict(row) for table in read.rows.values() for row in table]
    json.dumps([rows, read.listed], ensure_ascii=False).encode()
