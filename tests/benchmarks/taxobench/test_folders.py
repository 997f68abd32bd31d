"""Taxonomies as folders: what is written comes back as it was, and what people change there counts."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmarks.taxobench.folders import WRITTEN, folder_items, write_folders
from litgauge.tasks.benchmarks.taxobench.importing import import_published
from litgauge.tasks.benchmarks.taxobench.release_rows import TaxoRows, load_release_rows
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.releases.release import load

AWKWARD = {
    "name": "4_A Survey of I/O: what? \u202eand why",
    "subtopics": [
        {"name": "Zebra first", "papers": ["Same title", "a/b: c*", "x" * 300, "..", ".hidden"]},
        {"name": "Alpha second [162]", "subtopics": [{"name": "Cafe\u0301 / bar", "papers": ["Same title"]}]},
        {"name": "Alpha second [163]", "papers": ["CON", "1. Second of this name"]},
        {"name": "", "papers": ["At a topic without name"]},
    ],
}
PLAIN = {"name": "Birds", "subtopics": [{"name": "Owls", "papers": ["Barn owls"]}]}


def imported(folder: Path, place: Path) -> TaxoRows:
    storage = Storage(str(folder))
    (frozen,) = import_published(storage, place)
    return load_release_rows(load(storage, frozen.release))


@pytest.fixture
def published(tmp_path: Path) -> TaxoRows:
    given = [{"title": "Barn owls", "abs": "They hunt\nby ear."}]
    rows: list[dict[str, Any]] = [
        {"id": 7, "gt": AWKWARD},
        {"idx": "b", "survey": "Of birds", "pdfs": given, "gt": PLAIN},
    ]
    file = tmp_path / "items.jsonl"
    file.write_text("\n".join(json.dumps(row) for row in rows), encoding="utf-8")
    return imported(tmp_path / "first", file)


@pytest.mark.slow
def test_what_is_written_comes_back_as_it_was(published: TaxoRows, tmp_path: Path) -> None:
    assert write_folders(published, tmp_path / "review") == 10
    again = imported(tmp_path / "second", tmp_path / "review")
    assert dict(again.trees) == dict(published.trees)
    assert dict(again.labels) == dict(published.labels)
    assert [task.task_id for task in again.tasks] == [task.task_id for task in published.tasks]
    assert {name: one.topic for name, one in again.surveys.items()} == {
        name: one.topic for name, one in published.surveys.items()
    }
    assert again.papers["survey-b"][0].abstract == "They hunt by ear."


@pytest.mark.slow
def test_what_people_change_counts(published: TaxoRows, tmp_path: Path) -> None:
    write_folders(published, tmp_path / "review")
    birds = tmp_path / "review" / "Birds"
    (birds / "Owls").rename(birds / "Nocturnal birds")
    (birds / "Gulls").mkdir()
    (birds / "Gulls" / "Herring gulls.txt").touch()
    tree = next(item.tree for item in folder_items(tmp_path / "review") if item.survey_id == "survey-b")
    assert list(tree.lines()) == [
        "- Birds", "  - Gulls", "    * Herring gulls", "  - Nocturnal birds", "    * Barn owls",
    ]  # fmt: skip


def test_folders_that_nobody_wrote_are_read_by_their_names(tmp_path: Path) -> None:
    (tmp_path / "review" / "Frogs" / "Tree frogs").mkdir(parents=True)
    (tmp_path / "review" / "Frogs" / "Tree frogs" / "On frogs.pdf").write_bytes(b"%PDF")
    (tmp_path / "review" / "Frogs" / WRITTEN).write_text("[not ours")
    (item,) = folder_items(tmp_path / "review")
    assert list(item.tree.lines()) == ["- Frogs", "  - Tree frogs", "    * On frogs"]
    assert (item.survey_id, item.topic) == ("survey-1", "Frogs")


@pytest.mark.slow
def test_a_copied_folder_is_no_second_survey(published: TaxoRows, tmp_path: Path) -> None:
    write_folders(published, tmp_path / "review")
    copy = tmp_path / "review" / "Copy of Birds"
    (copy / "Owls").mkdir(parents=True)
    for name in (WRITTEN, "Owls/Barn owls.txt"):
        (copy / name).write_bytes((tmp_path / "review" / "Birds" / name).read_bytes())
    with pytest.raises(UnusableInput, match="as another folder is"):
        list(folder_items(tmp_path / "review"))
