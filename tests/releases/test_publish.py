"""publish: a folder that appears whole, stays the same when asked for again, and never overwrites."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from litgauge.tasks.base.errors import ReleaseError, StorageError, UnusableInput
from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.releases.freeze import freeze_release
from litgauge.tasks.releases.publish import publish
from litgauge.tasks.releases.release import load
from tests.releases.rows import with_title


@pytest.fixture
def storage(frozen_copy: Storage) -> Storage:
    return frozen_copy


@pytest.fixture(scope="module")
def hub(frozen: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The release as it is published, to be copied."""
    folder = tmp_path_factory.mktemp("published") / "reportbench"
    return publish(Storage(str(frozen)), "reportbench", folder, contact="editors@example.org")


@pytest.fixture
def published(hub: Path, tmp_path: Path) -> Path:
    return shutil.copytree(hub, tmp_path / "hub/reportbench")


def _files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_the_layout(hub: Path) -> None:
    tables = ["citations", "prompts", "quarantine", "references", "surveys", "tasks"]
    assert sorted(_files(hub)) == [
        "LICENSE", "README.md", "croissant.json", *(f"data/{table}.parquet" for table in tables), "manifest.json",
    ]  # fmt: skip
    assert "write to editors@example.org" in (hub / "README.md").read_text()
    assert list(hub.parent.iterdir()) == [hub]


@pytest.mark.slow
def test_again_changes_nothing(storage: Storage, published: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in published.rglob("*")}
    publish(storage, "reportbench@1", published, contact="editors@example.org")
    assert {path: path.stat().st_mtime_ns for path in published.rglob("*")} == before


@pytest.mark.slow
def test_an_empty_folder_is_filled(storage: Storage, published: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    publish(storage, "reportbench", tmp_path / "empty", contact="editors@example.org")
    assert _files(tmp_path / "empty") == _files(published)


@pytest.mark.parametrize("name", ["mine.txt", ".git"])
def test_a_folder_with_other_files_is_left_alone(storage: Storage, tmp_path: Path, name: str) -> None:
    folder = tmp_path / "foreign"
    folder.mkdir()
    (folder / name).write_text("mine")
    with pytest.raises(UnusableInput, match=r"it holds other files\. Nothing was changed"):
        publish(storage, "reportbench", folder)
    assert _files(folder) == {name: b"mine"}


@pytest.mark.slow
def test_another_release_or_a_changed_file_is_not_overwritten(storage: Storage, published: Path) -> None:
    freeze_release(storage, REPORTBENCH, with_title("Second"))
    before = _files(published)
    with pytest.raises(UnusableInput):
        publish(storage, "reportbench@2", published)
    (published / "README.md").write_text("edited")
    with pytest.raises(UnusableInput):
        publish(storage, "reportbench@1", published, contact="editors@example.org")
    assert _files(published) == {**before, "README.md": b"edited"}


def test_a_release_that_was_tampered_with_is_not_published(storage: Storage, tmp_path: Path) -> None:
    card = Path(load(storage, "reportbench").path) / "README.md"
    card.write_text(card.read_text() + " ")
    with pytest.raises(ReleaseError, match=r"README.md: it was changed after it was frozen\)\. Nothing was published"):
        publish(storage, "reportbench", tmp_path / "hub")
    assert not (tmp_path / "hub").exists()


def test_a_place_that_cannot_be_written(storage: Storage, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StorageError, match="Nothing was published"):
        publish(storage, "reportbench", tmp_path / "file/inside")


@pytest.mark.slow
def test_what_fails_half_way_leaves_nothing(storage: Storage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StorageError, match="No space left on device"):
        publish(storage, "reportbench", tmp_path / "deep/full")
    assert list((tmp_path / "deep").iterdir()) == []
