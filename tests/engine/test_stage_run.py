"""A stage without Prefect: what is done is never done again, what failed is tried again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tasks.engine.memory import StageOutput
from tasks.engine.outputs import read_rows
from tasks.engine.storage import Storage
from tasks.errors import StorageError, TooManyFailures
from tests.engine.counting import COUNT, Counting, Length, finish, stage_run, words


def run_count(storage: Storage, source: StageOutput, settings: Counting, share: float = 1.0) -> StageOutput:
    return finish(stage_run(COUNT, storage, source, settings, share=share))


def journal_of(settings: Counting) -> list[str]:
    path = Path(settings.journal)
    return [line.split()[0] for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []


def test_rows_come_out_in_the_order_of_the_items(storage: Storage, tmp_path: Path) -> None:
    output = run_count(storage, words(storage, ["pear", "fig", "plum", "kiwi"]), Counting(journal=str(tmp_path / "j")))
    rows = list(read_rows(storage, output, "lengths", Length))
    assert rows == [Length("pear", 4), Length("fig", 3), Length("plum", 4), Length("kiwi", 4)]


def test_a_second_run_computes_nothing_and_gives_the_same_output(storage: Storage, tmp_path: Path) -> None:
    settings = Counting(journal=str(tmp_path / "j"))
    source = words(storage, ["pear", "fig", "4"])
    first = run_count(storage, source, settings)
    second = run_count(storage, source, settings)
    assert first == second
    assert journal_of(settings) == ["pear", "fig", "4"]


def test_new_items_alone_are_computed(storage: Storage, tmp_path: Path) -> None:
    settings = Counting(journal=str(tmp_path / "j"))
    run_count(storage, words(storage, ["pear", "fig"]), settings)
    run_count(storage, words(storage, ["pear", "quince", "fig"]), settings)
    assert journal_of(settings) == ["pear", "fig", "quince"]


def test_rejected_items_are_results_and_failed_ones_are_tried_again(storage: Storage, tmp_path: Path) -> None:
    settings = Counting(journal=str(tmp_path / "j"), broken=("fig",))
    source = words(storage, ["pear", "fig", "4"])
    first = run_count(storage, source, settings)
    assert (first.done, first.rejected, first.failed) == (1, 1, 1)
    run_count(storage, source, settings)
    assert journal_of(settings) == ["pear", "fig", "4", "fig"]


def test_too_many_failures_fail_the_stage_and_keep_what_was_done(storage: Storage, tmp_path: Path) -> None:
    settings = Counting(journal=str(tmp_path / "j"), broken=("fig",))
    source = words(storage, ["pear", "fig"])
    with pytest.raises(TooManyFailures, match=r"1 of 2 items failed.*fig \(broken"):
        run_count(storage, source, settings, share=0.4)
    with pytest.raises(TooManyFailures):
        run_count(storage, source, settings, share=0.4)
    assert journal_of(settings) == ["pear", "fig", "fig"]


def test_other_settings_are_another_lineage(storage: Storage, tmp_path: Path) -> None:
    source = words(storage, ["pear"])
    first = run_count(storage, source, Counting(journal=str(tmp_path / "a")))
    second = run_count(storage, source, Counting(journal=str(tmp_path / "b")))
    assert first.lineage != second.lineage
    assert journal_of(Counting(journal=str(tmp_path / "b"))) == ["pear"]


def test_a_read_only_folder_is_explained(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(StorageError, match="Choose another --storage"):
        Storage(str(tmp_path / "file" / "store")).create("a/b", b"")
