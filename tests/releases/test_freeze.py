"""Freezing: numbers, identical content, builds at the same time, and builds that are killed."""

from __future__ import annotations

import datetime
import multiprocessing
import random
import threading
from dataclasses import replace
from pathlib import Path

import pytest

from litgauge.tasks.base.errors import ReleaseError, UnusableInput
from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import PublishedSurvey, Quarantined, to_table
from litgauge.tasks.releases.freeze import freeze_release
from litgauge.tasks.releases.release import existing_number, list_releases, load
from litgauge.tasks.releases.tables import content_digest, release_tables
from litgauge.tasks.releases.verify import verify
from tests.releases.rows import OTHER, REFERENCE, SURVEY, Rows, benchmark, lineage, with_title
from tests.storages import Dying, run_all
from tests.tables import each_row


@pytest.mark.slow
def test_a_release_holds_the_rows_that_were_frozen(storage: Storage) -> None:
    frozen = freeze_release(storage, REPORTBENCH, benchmark(), lineage())
    assert (frozen.release, frozen.new) == ("reportbench@1", True)
    release = load(storage, "reportbench@1")
    assert list(release.rows("surveys", PublishedSurvey)) == [SURVEY, OTHER]
    assert release.table("references").to_pylist()[0]["aliases"] == ["cho14"]
    assert verify(storage, "reportbench@1") == []


@pytest.mark.slow
def test_numbers_go_up_and_equal_content_makes_no_release(storage: Storage) -> None:
    first = freeze_release(storage, REPORTBENCH, benchmark(), lineage())
    again = freeze_release(storage, REPORTBENCH, benchmark(), lineage(harvest_code="newer"))
    second = freeze_release(storage, REPORTBENCH, with_title("Graphs, Matched"))
    assert (again.release, again.new, again.digest) == (first.release, False, first.digest)
    assert (second.release, second.new) == ("reportbench@2", True)
    assert load(storage, "reportbench").name == "reportbench@2"


@pytest.mark.slow
def test_content_of_an_older_release_is_a_release_again(storage: Storage) -> None:
    """Only the latest counts: going back to former content is a change."""
    for title in ("One", "Two", "One"):
        last = freeze_release(storage, REPORTBENCH, with_title(title))
    assert last.release == "reportbench@3"


@pytest.mark.slow
def test_the_digest_is_of_the_rows_alone() -> None:
    rows = benchmark()
    mixed = {name: random.Random(7).sample(rows[name], len(rows[name])) for name in reversed(rows)}
    mixed["quarantine"] = [Quarantined("2103.00003", "references", "rejected", "no-references", "after 3 s on host b")]
    mixed["domains"] = []
    assert _digest(mixed) == _digest(rows)
    assert _digest({**rows, "references": [replace(REFERENCE, year=2015), *rows["references"][1:]]}) != _digest(rows)
    assert _digest({**rows, "tasks": rows["tasks"][:1]}) != _digest(rows)


def _digest(rows: Rows) -> str:
    return content_digest(REPORTBENCH, release_tables(REPORTBENCH, rows))


@pytest.mark.slow
def test_releases_are_listed_oldest_first(storage: Storage) -> None:
    def moment(day: int) -> datetime.datetime:
        return datetime.datetime(2026, 1, day, tzinfo=datetime.UTC)

    freeze_release(storage, REPORTBENCH, benchmark(), created=moment(1), name="zeta")
    freeze_release(storage, REPORTBENCH, benchmark(), created=moment(2), name="alpha")
    freeze_release(storage, REPORTBENCH, with_title("Later"), created=moment(4), name="zeta")
    freeze_release(storage, REPORTBENCH, with_title("By a clock that is slow"), created=moment(3), name="zeta")
    listed = list_releases(storage)
    assert [entry["release"] for entry in listed] == ["zeta@1", "alpha@1", "zeta@2", "zeta@3"]
    assert list(listed[0]) == ["release", "path", "created", "digest", "tables"]
    assert listed[0]["tables"] == {
        "surveys": 2, "references": 3, "citations": 2, "prompts": 2, "tasks": 2, "quarantine": 1,
    }  # fmt: skip
    assert listed[0]["created"] == "2026-01-01T00:00:00+00:00"
    assert [entry["release"] for entry in list_releases(storage, "alpha")] == ["alpha@1"]


def test_a_release_that_is_not_there(storage: Storage) -> None:
    freeze_release(storage, REPORTBENCH, benchmark())
    with pytest.raises(
        ReleaseError, match=r"reportbench@9: there is no such release; of reportbench there is reportbench@1"
    ):
        load(storage, "reportbench@9")
    with pytest.raises(ReleaseError, match="of nothing there is none"):
        load(storage, "nothing")
    with pytest.raises(ReleaseError, match="it has no table domains"):
        load(storage, "reportbench").table("domains")


@each_row("name", ["", "ReportBench", "reportbench@", "reportbench@0", "a/../b", "reportbench@1x", "@1", "../x@1"])
def test_a_name_that_cannot_be_one(name: str, tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    with pytest.raises(UnusableInput):
        existing_number(storage, name)
    with pytest.raises(UnusableInput):
        freeze_release(storage, REPORTBENCH, benchmark(), name=name)


@pytest.mark.parametrize(
    ("table", "rows", "message"),
    [
        ("surveys", [SURVEY], "references: survey_id 2102.00002 not in surveys"),
        ("surveys", [SURVEY, SURVEY, OTHER], "surveys: 2101.00001 more than once"),
        ("references", [], "citations: 2101.00001:Cho2014, 2101.00001:cho14 of a reference"),
        ("prompts", [], "tasks: 2101.00001, 2102.00002 whose prompt is no prompt of its survey"),
    ],
)
def test_rows_that_point_nowhere_are_not_frozen(tmp_path: Path, table: str, rows: list[object], message: str) -> None:
    storage = Storage(str(tmp_path))
    with pytest.raises(ReleaseError, match=message):
        freeze_release(storage, REPORTBENCH, {**benchmark(), table: rows})
    assert list_releases(storage) == []


def test_tables_that_releases_do_not_have(storage: Storage) -> None:
    with pytest.raises(ReleaseError, match="no table fulltexts"):
        freeze_release(storage, REPORTBENCH, {"fulltexts": []})
    with pytest.raises(ReleaseError, match="another schema"):
        freeze_release(storage, REPORTBENCH, {"surveys": to_table(Quarantined, [])})


@pytest.mark.slow
def test_a_damaged_release_is_not_taken_for_equal_content(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    freeze_release(storage, REPORTBENCH, benchmark())
    file = tmp_path / "releases/reportbench/1/references.parquet"
    file.write_bytes(file.read_bytes()[:-1] + b"x")
    assert freeze_release(storage, REPORTBENCH, benchmark()).release == "reportbench@2"
    (tmp_path / "releases/reportbench/2/manifest.json").write_bytes(b"{")
    assert freeze_release(storage, REPORTBENCH, benchmark()).release == "reportbench@3"
    assert [entry["digest"] == "" for entry in list_releases(storage)] == [False, True, False]


def test_a_folder_that_is_not_ours_keeps_its_number(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    (tmp_path / "releases/reportbench/1").mkdir(parents=True)
    (tmp_path / "releases/reportbench/1/notes.txt").write_text("mine")
    assert freeze_release(storage, REPORTBENCH, benchmark()).release == "reportbench@2"
    assert [entry["release"] for entry in list_releases(storage)] == ["reportbench@2"]


@pytest.mark.slow
def test_threads_that_finish_at_once_get_two_numbers(tmp_path: Path) -> None:
    """Six builds of three contents, all at once: a number for each content that followed another, none twice."""
    storage = Storage(str(tmp_path))
    start = threading.Barrier(6)
    made: list[tuple[str, bool]] = []

    def build(number: int) -> None:
        start.wait()
        frozen = freeze_release(storage, REPORTBENCH, with_title(f"Content {number % 3}"))
        made.append((frozen.release, frozen.new))

    threads = [threading.Thread(target=build, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    new = [release for release, is_new in made if is_new]
    assert len(made) == 6
    assert len(new) == len(set(new)) >= 3
    assert sorted(new) == [entry["release"] for entry in list_releases(storage)]
    assert all(verify(storage, release) == [] for release in new)


@pytest.mark.slow
def test_processes_that_finish_at_once_get_two_numbers(tmp_path: Path) -> None:
    start, results = _CONTEXT.Barrier(2), _CONTEXT.Queue()
    run_all([_CONTEXT.Process(target=_build, args=(str(tmp_path), f"Content {n}", start, results)) for n in range(2)])
    assert sorted(results.get() for _ in range(2)) == [("reportbench@1", True), ("reportbench@2", True)]
    assert [verify(Storage(str(tmp_path)), f"reportbench@{number}") for number in (1, 2)] == [[], []]


@pytest.mark.slow
def test_processes_with_equal_content_make_one_release(tmp_path: Path) -> None:
    start, results = _CONTEXT.Barrier(2), _CONTEXT.Queue()
    run_all([_CONTEXT.Process(target=_build, args=(str(tmp_path), "Same", start, results)) for _ in range(2)])
    assert sorted(results.get() for _ in range(2)) == [("reportbench@1", False), ("reportbench@1", True)]


@pytest.mark.parametrize("same", [True, False], ids=["the same build again", "another build"])
@pytest.mark.soak
def test_killed_after_any_write(tmp_path: Path, same: bool) -> None:
    """Whatever the moment: nothing half-made is listed, no number is lost, and what was decided is kept."""
    survived = False
    for point in range(1, 60, 2 if same else 5):
        root = tmp_path / str(point)
        child = _CONTEXT.Process(target=_build_and_die, args=(str(root), point))
        run_all([child])
        survived = child.exitcode == 0
        storage = Storage(str(root))
        before = list_releases(storage)
        assert all(verify(storage, entry["release"]) == [] for entry in before)
        frozen = freeze_release(storage, REPORTBENCH, with_title("Killed" if same else "Next"))
        names = [entry["release"] for entry in list_releases(storage)]
        assert names == ["reportbench@1", "reportbench@2"][: len(names)]
        assert frozen.release == names[-1]
        assert len(names) == 1 or not same
        assert all(verify(storage, name) == [] for name in names)
        if survived:
            break
    assert survived
    assert point > 15  # there were that many moments to die at


# Children come from a clean process: one that other tests have filled with threads cannot be forked safely.
_CONTEXT = multiprocessing.get_context("forkserver")
_CONTEXT.set_forkserver_preload(["tests.releases.test_freeze"])


def _build(url: str, title: str, start: threading.Barrier, results: multiprocessing.Queue[tuple[str, bool]]) -> None:
    start.wait()
    frozen = freeze_release(Storage(url), REPORTBENCH, with_title(title))
    results.put((frozen.release, frozen.new))


def _build_and_die(url: str, point: int) -> None:
    freeze_release(Dying(url, point), REPORTBENCH, with_title("Killed"))
