"""The published tasks: what is read, and what is refused with its place."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmarks.tvir.importing import import_published, read_published
from litgauge.tasks.benchmarks.tvir.settings import DOMAINS
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.releases.release import load
from litgauge.tasks.releases.verify import verify
from tests.tables import each_row

TASK = {
    "id": "103001",
    "query": "As a judge, plot a chart of appeals in 2025.",
    "checklist": {"Appeals": ["Does it plot the appeals?", "Does it explain them?"]},
}


def written(folder: Path, *tasks: Any) -> Path:
    file = folder / "query.json"
    file.write_text(json.dumps(tasks, ensure_ascii=False), encoding="utf-8")
    return file


def test_language_level_and_domain_are_read_from_the_id(tmp_path: Path) -> None:
    published = read_published(written(tmp_path, TASK, TASK | {"id": "029001", "query": "请绘制旅游收入的折线图。"}))
    assert [(task.language, task.level, task.domain) for task in published.tasks] == [
        ("en", "low", "Law & Policy"),
        ("zh", "high", "Tourism & Entertainment"),
    ]
    assert [(item.number, item.section, item.visual) for item in published.checklist][:2] == [
        (0, "Appeals", True),
        (1, "Appeals", False),
    ]


def test_fields_stand_for_the_id(tmp_path: Path) -> None:
    task = TASK | {"id": "appeals", "language": "English", "level": "High", "domain": "law & policy"}
    (read,) = read_published(written(tmp_path, task)).tasks
    assert (read.task_id, read.language, read.level, read.domain) == ("appeals", "en", "high", "Law & Policy")


@each_row(
    "change, why",
    [
        ({"id": "203001"}, "neither its id '203001' nor fields"),
        ({"id": "1030011"}, "neither its id"),
        ({"id": 103001}, "it has no id"),
        ({"query": "…"}, "it has no query"),
        ({"id": "003001"}, "its text is not in the language"),
        ({"checklist": {}}, "it has no checklist"),
        ({"checklist": ["Does it?"]}, "it has no checklist"),
        ({"checklist": {"Appeals": []}}, "section 'Appeals' of its checklist is empty"),
        ({"checklist": {"Appeals": [""]}}, "an item without text"),
        ({"checklist": {"A": ["Does it?"], "B": ["Does  it?"]}}, "an item twice: 'Does it\\?'"),
        ({"level": "extreme"}, "its level is 'extreme', not one of: low, medium, high"),
        ({"domain": 3}, "its domain is 3"),
    ],
)
def test_a_task_that_does_not_fit_is_refused_with_its_place(change: dict[str, Any], why: str, tmp_path: Path) -> None:
    file = written(tmp_path, TASK | {"id": "103002"}, TASK | change)
    with pytest.raises(UnusableInput, match=f"query.json, task 2.*{why}.*Nothing was imported"):
        read_published(file)


@each_row(
    "text, why",
    [
        ("", "no JSON"),
        ("{}", "no list of tasks"),
        ("[]", "no task in it"),
        ('[{"id": "1", "id": "2"}]', "the name 'id' twice"),
        ("[1]", "no object"),
    ],
)
def test_a_file_that_holds_no_tasks_is_refused(text: str, why: str, tmp_path: Path) -> None:
    (tmp_path / "query.json").write_text(text)
    with pytest.raises(UnusableInput, match=why):
        read_published(tmp_path / "query.json")
    with pytest.raises(UnusableInput, match="cannot be read"):
        read_published(tmp_path / "absent.json")


def test_an_id_stands_once(tmp_path: Path) -> None:
    with pytest.raises(UnusableInput, match=r"task 2 .103001.: its id is repeated"):
        read_published(written(tmp_path, TASK, TASK))


def test_it_becomes_a_release_that_verifies_and_is_known_again(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path / "data"))
    (first,) = import_published(storage, written(tmp_path, TASK).parent)
    assert (first.release, first.new, first.tables["checklist"]) == ("tvir@1", True, 2)
    assert verify(storage, "tvir@1") == []
    assert import_published(storage, written(tmp_path, TASK))[0].new is False
    release = load(storage, "tvir@1")
    assert [item.text for item in release.benchmark.load(release).checklist["103001"]] == TASK["checklist"]["Appeals"]  # type: ignore[index]


@pytest.mark.real
def test_the_published_file(real_data: Path) -> None:
    published = read_published(real_data / "tvir" / "query.json")
    assert (len(published.tasks), len(published.checklist)) == (100, 876)
    assert Counter(task.language for task in published.tasks) == {"zh": 50, "en": 50}
    assert Counter(task.level for task in published.tasks) == {"low": 34, "medium": 34, "high": 32}
    domains = Counter(task.domain for task in published.tasks)
    assert [domains[domain] for domain in DOMAINS] == [20, 18, 10, 6, 10, 5, 8, 8, 10, 5]
    assert len({(item.task_id, item.section) for item in published.checklist}) == 396
