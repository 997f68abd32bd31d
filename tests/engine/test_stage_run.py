"""A stage without Prefect: what is done is never done again, what failed is tried again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

import cloudpickle
import pytest

from litgauge.tasks.base.errors import ConfigError, StorageError, TooManyFailures
from litgauge.tasks.engine import each
from litgauge.tasks.engine.cache import cache_for
from litgauge.tasks.engine.memory import StageOutput, read_manifest
from litgauge.tasks.engine.outputs import read_rows
from litgauge.tasks.engine.stage import TaskInput
from litgauge.tasks.engine.storage import Storage
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


def test_a_retry_does_not_do_again_what_the_first_try_finished(storage: Storage, tmp_path: Path) -> None:
    settings = Counting(journal=str(tmp_path / "j"), faults=-3)  # the third word stops the batch
    call = stage_run(COUNT, storage, words(storage, ["pear", "fig", "plum"]), settings)
    (batch,) = call.batches(call.pending())
    (tmp_path / "j").write_text("before\nbefore\n")
    with pytest.raises(ConfigError):
        call.compute(batch)
    (tmp_path / "j").write_text("before\nbefore\nbefore\n")
    first = replace(call.stage, compute=lambda items, context: islice(COUNT.compute(items, context), 2))
    half = replace(call, stage=first)
    assert [state.id for state in half.compute(batch)] == ["pear", "fig"]
    assert [state.id for state in half.compute(batch)] == ["plum"]
    assert half.close([], 0).done == 3


def test_storage_is_read_for_the_memory_once_a_run(tmp_path: Path) -> None:
    read: list[str] = []

    class Watched(Storage):
        def read_existing(self, paths: Sequence[str]) -> dict[str, bytes]:
            read.extend(path for path in paths if "/batches/" in path)
            return super().read_existing(paths)

    storage = Watched(str(tmp_path / "store"))
    settings = Counting(journal=str(tmp_path / "j"))
    run_count(storage, words(storage, ["pear", "fig", "plum"]), settings)
    source = words(storage, ["pear", "fig", "plum", "kiwi", "quince", "medlar", "sloe"])
    read.clear()
    run_count(storage, source, settings)  # in two batches
    assert len(read) == 1


def test_two_runs_that_do_the_same_at_once_give_one_output(storage: Storage, tmp_path: Path) -> None:
    settings = Counting(journal=str(tmp_path / "j"))
    source = words(storage, ["pear", "fig"])
    ours, theirs = (stage_run(COUNT, storage, source, settings) for _ in range(2))
    batches = [(call, call.pending()) for call in (ours, theirs)]
    states = [call.compute(batch) for call, batch in batches]
    outputs = {call.close(done, 0) for (call, _), done in zip(batches, states, strict=True)}
    assert journal_of(settings) == ["pear", "fig", "pear", "fig"]
    (output,) = outputs
    assert list(read_rows(storage, output, "lengths", Length)) == [Length("pear", 4), Length("fig", 3)]


def test_batches_are_computed_in_another_process_and_closed_here(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path / "store"))
    settings = Counting(journal=str(tmp_path / "j"), broken=("kiwi",))
    call = stage_run(COUNT, storage, words(storage, ["pear", "fig", "plum", "kiwi"]), settings)
    pending = call.pending()
    sent = [cloudpickle.loads(cloudpickle.dumps(TaskInput(call, batch))) for batch in call.batches(pending)]
    assert all("memory" not in vars(sealed.call) for sealed in sent)
    output = call.close([state for sealed in sent for state in sealed.call.compute(sealed.batch)], 0)
    assert (output.done, output.failed) == (3, 1)


def test_what_nobody_foresaw_keeps_where_it_broke(storage: Storage, tmp_path: Path) -> None:
    settings = Counting(journal=str(tmp_path / "j"), broken=("fig",))
    output = run_count(storage, words(storage, ["pear", "fig", "bug"]), settings)
    pear, fig, bug = read_manifest(storage, output).items
    assert (pear.trace, fig.trace) == ("", "")
    assert (bug.status, bug.rule, bug.detail) == (
        "failed",
        "bug",
        "ZeroDivisionError: integer division or modulo by zero",
    )
    assert "tests/engine/counting.py:" in bug.trace
    assert "in count_letters: " in bug.trace
    assert bug.trace.endswith("ZeroDivisionError: integer division or modulo by zero")
    assert str(Path(__file__).parents[2]) not in bug.trace


@pytest.mark.slow
def test_a_long_trace_is_kept_short(storage: Storage, tmp_path: Path) -> None:
    def dig(depth: int) -> int:
        if depth == 0:
            raise ValueError("x" * 10_000)
        try:
            return dig(depth - 1) + 1
        except (ValueError, KeyError) as error:
            raise KeyError(depth) from error

    stage = replace(COUNT, compute=each(lambda _item, _context: {"lengths": [Length("", dig(50))]}))
    call = replace(stage_run(COUNT, storage, words(storage, ["pear"])), stage=stage)
    (state,) = call.compute(call.items)
    assert state.trace.endswith("KeyError: 50")
    assert len(state.trace) < 10_000


@pytest.mark.parametrize("number", [30, 60])
def test_a_part_that_all_batches_share_is_read_once(
    storage: Storage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    source = words(storage, [f"w{'x' * count}" for count in range(number)])  # all in one part
    read: Counter[str] = Counter()

    def counted(self: Storage, paths: Sequence[str]) -> dict[str, bytes]:
        read.update(path for path in paths if path.endswith(".parquet"))
        return read_all(self, paths)

    read_all = Storage.read_all_checked
    monkeypatch.setattr(Storage, "read_all_checked", counted)
    call = stage_run(COUNT, storage, source, Counting(journal=str(tmp_path / "journal")))
    assert len(list(call.batches(call.pending()))) == number / 3
    assert finish(call).done == number
    assert list(read.values()) == [1]
    assert cache_for("run", "count") is cache_for("run", "count") is not cache_for("run", "next")
