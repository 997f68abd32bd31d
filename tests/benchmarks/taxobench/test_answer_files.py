"""Answers to TaxoBench's tasks in files as strangers write them."""

from __future__ import annotations

import json
from pathlib import Path

from litgauge.tasks.benchmark import read_answers
from litgauge.tasks.benchmarks.taxobench.answers import ANSWERS
from litgauge.tasks.benchmarks.taxobench.release_rows import TaxoRows
from litgauge.tasks.benchmarks.taxobench.rows import TaxonomyTask
from litgauge.tasks.benchmarks.taxobench.trees import read_tree
from litgauge.tasks.benchmarks.taxobench.trees.tree import nested

TREE = {"name": "Owls", "subtopics": [{"name": "Flight", "papers": ["Silent wings"]}]}
OTHER = {"name": "Gulls", "papers": ["Loud voices"]}
OUTLINE = "Owls\n- Flight\n  - Silent wings\n"
FILES = {
    "survey-0-bottom-up.md": OUTLINE,
    "survey-1-bottom-up.yaml": "Owls:\n  Flight:\n    - Silent wings\n",
    "survey-2-bottom-up.xml": '<topic name="Owls"><topic name="Flight"><paper>Silent wings</paper></topic></topic>',
    "survey-3-bottom-up.html": "<ul><li>Owls<ul><li>Flight<ul><li>Silent wings</ul></ul></ul>",
    "survey-4-bottom-up.mmd": "graph TD\nA[Owls] --> B[Flight]\nB --> C[Silent wings]\n",
    "survey-5-bottom-up.json": json.dumps({"id": "mine", "pdfs": [], "gt": OTHER, "hierarchy_tree": TREE}),
    "of-six.json": json.dumps({"id": 6, "gt": OTHER, "tree": json.dumps(TREE)}),
    "more.json": json.dumps([{"task_id": "survey-7-bottom-up", "answer": OUTLINE}, {"idx": 8, "tree": TREE}]),
    "rest.jsonl": json.dumps({"id": 9, "hierarchy_tree": "FIX FAILED", "tree": TREE}),
    "survey-10-bottom-up.json": json.dumps(TREE),
    "notes.pdf": "%PDF",
}
COUNT = 11


def test_trees_of_every_notation_are_taken_one_a_file_or_in_rows(tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    tasks = tuple(TaxonomyTask(f"survey-{at}-bottom-up", f"survey-{at}", "bottom-up", "") for at in range(COUNT))
    read = read_answers(ANSWERS, tmp_path, "me", TaxoRows("r", "d", tasks, {}, {}, {}, {}))
    answers = {row.task_id: read_tree(row.answer).tree for row in read.rows["answers"]}
    assert {name: tree and nested(tree) for name, tree in answers.items()} == {task.task_id: TREE for task in tasks}
    assert [line.partition(":")[0] for line in read.listed["ignored"]] == ["notes.pdf"]
