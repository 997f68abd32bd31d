"""verify finds every change, however small, and says where."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from litgauge.tasks.base.errors import ReleaseError
from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.releases.freeze import freeze_release
from litgauge.tasks.releases.manifest import Manifest, encode, file_entries
from litgauge.tasks.releases.release import load
from litgauge.tasks.releases.verify import verify
from tests.releases.rows import with_title

FILES = [
    "README.md", "LICENSE", "croissant.json", "manifest.json", "surveys.parquet", "references.parquet",
    "citations.parquet", "prompts.parquet", "tasks.parquet", "quarantine.parquet",
]  # fmt: skip


@pytest.fixture
def storage(frozen_copy: Storage) -> Storage:
    return frozen_copy


@pytest.fixture
def folder(storage: Storage) -> Path:
    return Path(load(storage, "reportbench").path)


def test_the_files_are_these_and_nothing_is_wrong(storage: Storage, folder: Path) -> None:
    assert sorted(path.name for path in folder.iterdir()) == sorted(FILES)
    assert verify(storage, "reportbench") == []


@pytest.mark.slow
@pytest.mark.parametrize("name", FILES)
def test_one_flipped_byte(storage: Storage, folder: Path, name: str) -> None:
    path = folder / name
    whole = path.read_bytes()
    for place in {0, len(whole) // 3, len(whole) - 1}:
        for mask in (1, 128):
            path.write_bytes(whole[:place] + bytes([whole[place] ^ mask]) + whole[place + 1 :])
            assert name in {problem.file for problem in verify(storage, "reportbench@1")}, (place, mask)
    path.write_bytes(whole)
    assert verify(storage, "reportbench@1") == []


@pytest.mark.slow
def test_every_byte_of_the_manifest_counts(storage: Storage, folder: Path) -> None:
    """The manifest's own digest alone finds any change: the claim, which holds a copy, is taken away."""
    (Path(storage.locate("claims")) / "reportbench/1.json").unlink()
    path = folder / "manifest.json"
    whole = path.read_bytes()
    for place in range(0, len(whole), 211):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        assert verify(storage, "reportbench@1"), whole[place - 10 : place + 10]


def test_missing_and_surplus_files(storage: Storage, folder: Path) -> None:
    (folder / "LICENSE").unlink()
    (folder / "extra.parquet").write_bytes(b"")
    (folder / ".DS_Store").write_bytes(b"")
    assert {str(problem) for problem in verify(storage, "reportbench")} == {
        "LICENSE: it is missing",
        "extra.parquet: it is no part of the release",
    }


def test_a_row_taken_out_and_the_manifest_forged(storage: Storage, folder: Path) -> None:
    """Whoever rewrites file and manifest so that all hashes fit is found by the rows' digest, links and the claim."""
    _forge(folder, "references", load(storage, "reportbench").table("references").slice(1))
    problems = [str(problem) for problem in verify(storage, "reportbench")]
    assert "manifest.json: the digest is not that of the rows" in problems
    assert any("citations: 2101.00001:Cho2014, 2101.00001:cho14 of a reference" in problem for problem in problems)
    assert any("it is not the one that was frozen" in problem for problem in problems)
    assert "references.parquet: 2 rows, 3 were frozen" in problems


def test_other_columns_and_rows_than_the_manifest_says(storage: Storage, folder: Path) -> None:
    table = load(storage, "reportbench").table("tasks")
    _forge(folder, "tasks", pa.concat_tables([table, table]).drop_columns(["domain"]))
    problems = [problem.what for problem in verify(storage, "reportbench") if problem.file == "tasks.parquet"]
    assert problems == ["4 rows, 2 were frozen", "its columns are not those that were frozen"]


def test_another_releases_manifest(storage: Storage, folder: Path) -> None:
    freeze_release(storage, REPORTBENCH, with_title("Second"))
    (folder / "manifest.json").write_bytes((folder.parent / "2/manifest.json").read_bytes())
    assert "it is the manifest of reportbench@2" in {problem.what for problem in verify(storage, "reportbench@1")}
    with pytest.raises(ReleaseError, match="it is the manifest of reportbench@2"):
        load(storage, "reportbench@1")


def test_a_changed_table_is_not_read(storage: Storage, folder: Path) -> None:
    path = folder / "surveys.parquet"
    path.write_bytes(path.read_bytes()[:-1] + b"!")
    with pytest.raises(
        ReleaseError, match=r"surveys.parquet is not the file that was frozen.*litgauge verify reportbench@1"
    ):
        load(storage, "reportbench").table("surveys")


def test_a_manifest_that_is_none(storage: Storage, folder: Path) -> None:
    (folder / "manifest.json").write_bytes(b'{"format": 1}')
    with pytest.raises(ReleaseError, match="this is not a manifest"):
        load(storage, "reportbench")
    assert verify(storage, "reportbench")[0].file == "manifest.json"


def _forge(folder: Path, name: str, table: pa.Table) -> None:
    """Replace a table, and mend the hashes in the manifest."""
    manifest = msgspec.json.decode((folder / "manifest.json").read_bytes(), type=Manifest)
    pq.write_table(table, folder / f"{name}.parquet")
    files = file_entries({path: (folder / path).read_bytes() for path in manifest.files})
    (folder / "manifest.json").write_bytes(encode(msgspec.structs.replace(manifest, files=files)))
