"""Reports with pictures, wherever they are given: kept whole, given back byte for byte, read with their files."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from litgauge.tasks.answers.door import Collected, resolve
from litgauge.tasks.benchmarks.tvir.benchmark import TVIR
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.ledger import keep_answers, restored_answers
from tests.benchmarks.tvir.judged import TASK, release

PNG = b"\x89PNG\r\n\x1a\n"
OWLS = TASK.task_id
FILES = {
    f"me/{OWLS}/report.md": b"# Owls\n\n![An owl](images/owl.png) and ![a chart](charts/c%201.svg)\n",
    f"me/{OWLS}/images/owl.png": PNG,
    f"me/{OWLS}/charts/c 1.svg": b"<svg/>",
    f"me/{OWLS}/images/unused.png": PNG * 2,
}


@pytest.fixture
def run(tmp_path: Path) -> Path:
    """The folder of a run with one report."""
    for name, data in FILES.items():
        path = tmp_path / "run" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return tmp_path / "run"


def kept_and_read(place: Path, storage: Storage) -> tuple[Mapping[str, bytes], Collected]:
    """The stored files of a place by path, as they are given back, and the answers in them."""
    answers, rows = TVIR.answers, release()
    beside = answers.names_beside(place) if place.is_file() else ()
    kept = keep_answers(storage, place, "me", beside, answers.task_folder(place, rows))
    assert answers.collect is not None
    with restored_answers(storage, kept.files) as folder:
        restored = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.is_file()}
        data = {name: path.read_bytes() for name, path in restored.items()}
        return data, answers.collect(folder, "me", rows, storage.keep_blob)


@pytest.mark.parametrize("place", [".", "me", f"me/{OWLS}"])
def test_a_folder_comes_back_byte_for_byte_with_the_files_of_its_answer(place: str, run: Path, tmp_path: Path) -> None:
    restored, collected = kept_and_read(run / place, Storage(str(tmp_path / "store")))
    assert restored == {name.removeprefix("me/"): data for name, data in FILES.items()}
    answer = collected.answers[OWLS]
    assert [file.name for file in answer.files] == ["charts/c 1.svg", "images/owl.png", "images/unused.png"]
    assert not any(collected.listed.values())


def test_an_archive_comes_back_byte_for_byte_and_its_pictures_are_stored(run: Path, tmp_path: Path) -> None:
    place, storage = tmp_path / "all.zip", Storage(str(tmp_path / "store"))
    with zipfile.ZipFile(place, "w") as pack:
        for path in sorted(run.rglob("*.*")):
            pack.write(path, path.relative_to(run))
    restored, collected = kept_and_read(place, storage)
    assert restored == {"all.zip": place.read_bytes()}
    answer = collected.answers[OWLS]
    assert len(answer.files) == 3
    stored = {file.name: storage.read_checked(storage.blob_path(file.sha256)) for file in answer.files}
    assert stored["charts/c 1.svg"] == b"<svg/>"


@pytest.mark.parametrize("name", [f"{OWLS}/report.md", f"{OWLS}.md"])
def test_a_single_report_brings_along_what_it_names(name: str, run: Path, tmp_path: Path) -> None:
    place = run / "me" / name
    if not place.exists():
        place.write_bytes(b"![](owls/images/owl.png) ![](../secret.png) ![](images/gone.png)")
        (run / "secret.png").write_bytes(PNG)
    restored, collected = kept_and_read(place, Storage(str(tmp_path / "store")))
    wanted = {f"{OWLS}/images/owl.png", name} | ({f"{OWLS}/charts/c 1.svg"} if "report" in name else set())
    assert set(restored) == wanted
    answer = collected.answers[OWLS]
    picture = resolve(answer, "images/owl.png" if "report" in name else "owls/images/owl.png")
    assert picture in answer.files
    absent = (
        []
        if "report" in name
        else [f"{name}: ../secret.png (it leads out of the folder of the answers), images/gone.png"]
    )
    assert collected.listed.get("absent files", []) == absent
