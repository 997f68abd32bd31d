"""Releases whose large tables are in parts, which they share."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from litgauge.flows.cli.pruning import RECORDS
from litgauge.tasks.base.errors import ReleaseError
from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.engine.prune import plan_prune, prune
from litgauge.tasks.engine.reachable import roots_in
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import PublishedSurvey, Reference
from litgauge.tasks.releases.diff import diff
from litgauge.tasks.releases.freeze import candidate_release, freeze_release
from litgauge.tasks.releases.references import references_of
from litgauge.tasks.releases.release import load
from litgauge.tasks.releases.survey_runs import PARTED_FROM, stored_tables
from litgauge.tasks.releases.verify import verify
from tests.releases.rows import SURVEY, Rows, benchmark, in_parts, lineage, reference

pytestmark = pytest.mark.slow

FEW = 8  # surveys of a part
NAMES = [f"2101.{number:05}" for number in range(60)]


def rows_of(titles: dict[str, str]) -> Rows:
    """A benchmark of the surveys with these ids and titles, of two references each."""
    surveys = [replace(SURVEY, survey_id=name, title=title) for name, title in titles.items()]
    cited = [reference(key, survey_id=name) for name in titles for key in ("a", "b")]
    return {**benchmark(), "surveys": surveys, "references": cited, "citations": [], "prompts": [], "tasks": []}


TITLES = {name: f"A Survey of Subject {name}" for name in NAMES}


@pytest.fixture
def storage(tmp_path: Path) -> Storage:
    return Storage(str(tmp_path / "store"))


def freeze(storage: Storage, titles: dict[str, str], made: list[Sequence[str]] | None = None) -> str:
    return freeze_release(storage, REPORTBENCH, in_parts(storage, rows_of(titles), mean=FEW, made=made)).release


def files(storage: Storage, release: str, table: str = "references") -> list[Path]:
    stored = load(storage, release)
    return [Path(stored.path, file) for file in stored.manifest.files_of(table)]


def test_the_same_rows_are_the_same_release_in_parts_or_whole(storage: Storage) -> None:
    whole = freeze_release(storage, REPORTBENCH, rows_of(TITLES))
    parted = freeze_release(storage, REPORTBENCH, in_parts(storage, rows_of(TITLES), mean=FEW), name="parted")
    assert parted.digest == whole.digest
    assert parted.tables == whole.tables
    assert load(storage, "reportbench@1").manifest.format == 2
    assert load(storage, "parted@1").manifest.format == 3
    assert len(files(storage, "parted@1")) > 5
    assert verify(storage, "parted@1") == []
    for table in ("surveys", "references", "quarantine"):
        assert load(storage, "parted@1").table(table).equals(load(storage, "reportbench@1").table(table))
    assert freeze_release(storage, REPORTBENCH, rows_of(TITLES), name="parted").new is False


def test_a_small_release_has_one_file_for_each_table(storage: Storage) -> None:
    assert len(NAMES) < PARTED_FROM
    tables = stored_tables(storage, REPORTBENCH, rows_of(TITLES), "code")
    assert tables.parted == {}
    assert storage.names("assembled") == []


def test_only_the_runs_of_changed_surveys_are_made_again(storage: Storage) -> None:
    made: list[Sequence[str]] = []
    freeze(storage, TITLES, made)
    assert [name for run in made for name in run] == NAMES
    made.clear()
    freeze(storage, {**TITLES, NAMES[50]: "In other words", "2102.00001": "A new one"}, made)
    assert len(made) == 2
    assert NAMES[50] in made[0]
    assert "2102.00001" in made[1]
    first, second = ({file.stat().st_ino for file in files(storage, f"reportbench@{number}")} for number in (1, 2))
    assert len(second - first) == 1  # of the new survey; the other's references did not change
    assert verify(storage, "reportbench@2") == []


def test_a_release_that_is_removed_takes_nothing_from_another(storage: Storage, tmp_path: Path) -> None:
    freeze(storage, TITLES)
    freeze(storage, {**TITLES, "2102.00001": "A new one"})
    shutil.rmtree(load(storage, "reportbench@1").path)
    (tmp_path / "store/claims/reportbench/1.json").unlink()
    gone = prune(storage, plan_prune(storage, roots_in(storage, RECORDS), timedelta(0)))
    assert gone.counts["blobs"] > 0
    assert gone.counts["assembled"] > 0
    assert verify(storage, "reportbench@2") == []
    assert freeze(storage, {**TITLES, "2102.00001": "Another title"}) == "reportbench@3"
    assert verify(storage, "reportbench@3") == []


def test_what_is_shared_cannot_be_written_to_by_chance(storage: Storage) -> None:
    freeze(storage, TITLES)
    assert all(file.stat().st_mode & 0o222 == 0 for file in files(storage, "reportbench@1"))


def _cut(path: Path) -> None:
    data = path.read_bytes()
    path.chmod(0o644)
    path.write_bytes(data[: len(data) // 2])


@pytest.mark.parametrize("damaged", ["assembled", "blobs"])
@pytest.mark.parametrize("gone", [False, True], ids=["cut", "gone"])
def test_what_is_damaged_is_made_again(storage: Storage, tmp_path: Path, damaged: str, gone: bool) -> None:
    freeze(storage, TITLES)
    for path in [path for path in (tmp_path / "store" / damaged).rglob("*") if path.is_file()]:
        path.unlink() if gone else _cut(path)
    made: list[Sequence[str]] = []
    assert freeze(storage, {**TITLES, NAMES[50]: "In other words"}, made) == "reportbench@2"
    assert [name for run in made for name in run] == NAMES
    assert verify(storage, "reportbench@2") == []


def test_verify_names_the_part_that_was_changed(storage: Storage) -> None:
    freeze(storage, TITLES)
    part = files(storage, "reportbench@1")[2]
    _cut(part)
    (problem, *_) = verify(storage, "reportbench@1")
    assert str(problem) == "references.parquet/part-00002.parquet: it was changed after it was frozen"
    with pytest.raises(ReleaseError, match=r"references\.parquet/part-00002\.parquet is not the file that was frozen"):
        load(storage, "reportbench@1").table("references")


def test_a_run_whose_rows_lead_nowhere_is_no_part(storage: Storage) -> None:
    rows = rows_of(TITLES)
    rows["prompts"] = 2 * [replace(benchmark()["prompts"][0], survey_id=NAMES[3])]
    with pytest.raises(ReleaseError, match=rf"prompts: {NAMES[3]} sentence more than once"):
        in_parts(storage, rows, mean=FEW)


def test_rows_that_refer_to_a_survey_of_no_part_are_no_release(storage: Storage) -> None:
    rows = rows_of(TITLES)
    rows["tasks"] = [replace(benchmark()["tasks"][0], survey_id="2199.00001")]
    with pytest.raises(ReleaseError, match=r"tasks: survey_id 2199\.00001 not in surveys"):
        freeze_release(storage, REPORTBENCH, in_parts(storage, rows, mean=FEW))


def test_references_are_read_from_the_folder_of_a_release_in_parts(storage: Storage) -> None:
    release = load(storage, freeze(storage, TITLES))
    named = references_of("reportbench@1", NAMES[40], storage.url)
    assert [work.key for work in named.works] == ["a", "b"]
    for place in (release.path, f"{release.path}/references.parquet"):
        assert references_of(place, NAMES[40], storage.url).works == named.works


def test_rows_come_in_batches_from_all_parts(storage: Storage) -> None:
    release = load(storage, freeze(storage, TITLES))
    batches = release.batches("references", Reference, 10)
    assert [name for batch in batches for name in batch.column("survey_id").to_pylist()] == [
        row.survey_id for row in rows_of(TITLES)["references"]
    ]
    assert [row.survey_id for row in release.rows("surveys", PublishedSurvey)] == NAMES


changes = st.dictionaries(st.sampled_from(NAMES), st.sampled_from(["", "gone", "In other words"]), max_size=6)


@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(changed=changes, more=st.lists(st.sampled_from(["2012.00001", "2101.00050x", "2102.00001"]), unique=True))
def test_a_diff_of_releases_in_parts_is_that_of_whole_ones(
    tmp_path: Path, changed: dict[str, str], more: list[str]
) -> None:
    titles = {name: changed.get(name) or title for name, title in TITLES.items() if changed.get(name) != "gone"}
    titles = dict(sorted({**titles, **dict.fromkeys(more, "A new one")}.items()))
    found = []
    for parted in (False, True):
        storage = Storage(str(tmp_path / ("parted" if parted else "whole")))

        def tables(titles: dict[str, str], storage: Storage = storage, parted: bool = parted) -> Any:
            return in_parts(storage, rows_of(titles), mean=FEW) if parted else rows_of(titles)

        freeze_release(storage, REPORTBENCH, tables(TITLES), lineage())
        after = candidate_release(storage, REPORTBENCH, tables(titles), lineage(), "reportbench")
        found.append(diff(load(storage, "reportbench@1"), after))
    assert found[0] == found[1]


@pytest.mark.soak
def test_an_object_store_copies_the_parts(s3_bucket: str) -> None:
    storage = Storage(f"{s3_bucket}/parts")
    freeze(storage, TITLES)
    made: list[Sequence[str]] = []
    assert freeze(storage, {**TITLES, NAMES[50]: "In other words"}, made) == "reportbench@2"
    assert len(made) == 1
    assert verify(storage, "reportbench@2") == []
