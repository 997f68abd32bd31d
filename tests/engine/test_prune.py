"""Pruning takes what nobody needs, and nothing else, whoever works beside it."""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import msgspec
import pytest

from litgauge.tasks.base.errors import DamagedFile
from litgauge.tasks.engine.memory import StageOutput, read_manifest
from litgauge.tasks.engine.outputs import read_rows
from litgauge.tasks.engine.prune import PrunePlan, plan_prune, prune
from litgauge.tasks.engine.reachable import Roots, find_reachable, roots_in
from litgauge.tasks.engine.storage import Storage
from tests.engine.counting import COPY, Copy, finish, stage_run, words

NOW = timedelta(0)  # no grace: what was written before the plan is old
OLD, NEW = ["pear", "fig"], ["plum", "kiwi", "quince"]


def build(storage: Storage, texts: Sequence[str], lineage: str = "") -> StageOutput:
    if storage.url.startswith("s3:"):
        time.sleep(1.1)  # it knows the time of a file to the second
    return finish(stage_run(COPY, storage, words(storage, texts), lineage=lineage))


def copies(storage: Storage, output: StageOutput) -> list[str]:
    """The words of an output, as its blobs tell them."""
    return [storage.read_checked(copy.blob).decode() for copy in read_rows(storage, output, "copies", Copy)]


def plan_now(storage: Storage, keep: Roots | None = None) -> PrunePlan:
    time.sleep(1.1 if storage.url.startswith("s3:") else 0.01)
    return plan_prune(storage, keep or Roots(), NOW)


def age(storage: Storage, seconds: float = 3 * 24 * 3600.0) -> None:
    """Make every local file this much older."""
    for file in Path(storage.url).rglob("*"):
        with contextlib.suppress(FileNotFoundError):  # a prune may be at work
            if file.is_file():
                then = file.stat().st_mtime - seconds
                os.utime(file, (then, then))


def test_the_newest_outputs_stay_and_the_second_build_finds_all_done(storage: Storage) -> None:
    build(storage, OLD, lineage="before")
    output = build(storage, NEW)
    gone = prune(storage, plan_now(storage))
    assert copies(storage, output) == NEW
    assert [read_manifest(storage, source).stage for source in read_manifest(storage, output).inputs] == ["words"]
    assert stage_run(COPY, storage, words(storage, NEW)).pending() == []
    assert build(storage, NEW) == output
    assert gone.counts == {
        "outputs": 2, "batches": 1, "parts": 1, "items": 2, "blobs": 2,
        "replies": 0, "marks": 1, "drafts": 0, "texts": 0, "assembled": 0,
    }  # fmt: skip
    assert not any(plan_now(storage).counts.values())


def test_a_plan_removes_nothing_and_says_how_much_would_go(storage: Storage) -> None:
    old = build(storage, OLD, lineage="before")
    build(storage, NEW)
    plan = plan_now(storage)
    assert plan.bytes["blobs"] == len("pear" + "fig")
    assert copies(storage, old) == OLD


def test_what_a_room_has_recorded_stays(storage: Storage) -> None:
    old = build(storage, OLD, lineage="before")
    lost = build(storage, ["medlar"], lineage="lost")
    page = storage.keep_blob(b"a page")
    build(storage, NEW)
    storage.create("releases/1/manifest.json", msgspec.json.encode({"lineage": [{"output": old.digest}]}))
    storage.create("evidence/aa/aa.json", msgspec.json.encode({"documents": [{"blob": page}]}))
    prune(storage, plan_now(storage, roots_in(storage, ["releases", "evidence", "ledger"])))
    assert copies(storage, old) == OLD
    assert storage.read(page) == b"a page"
    with pytest.raises(DamagedFile, match="is missing"):
        copies(storage, lost)


def test_blobs_named_in_tables_of_a_room_stay(storage: Storage) -> None:
    build(storage, OLD, lineage="before")
    for path in [file.path for file in storage.files("stages/copy") if file.path.endswith(".parquet")]:
        storage.create(f"ledger/{path.rsplit('/', 1)[-1]}", storage.read(path))
    build(storage, NEW)
    prune(storage, plan_now(storage, roots_in(storage, ["ledger"])))
    assert len(list(storage.files("blobs"))) == len(OLD + NEW)


def test_nothing_young_goes(storage: Storage) -> None:
    output = build(storage, OLD, lineage="before")
    build(storage, NEW)
    stray = storage.keep_blob(b"of a flow that has not said yet what for")
    plan = plan_prune(storage, Roots())
    assert not any(plan.counts.values())
    prune(storage, plan)
    assert copies(storage, output) == OLD
    assert storage.exists(stray)


def test_replies_go_only_on_demand_and_only_those_that_nobody_names(storage: Storage) -> None:
    named, stray = "a" * 64, "b" * 64
    for key in (named, stray):
        storage.create(f"replies/{key[:2]}/{key}.json", b"{}")
    storage.create("ledger/run.json", msgspec.json.encode({"reply": named}))
    keep = roots_in(storage, ["ledger"])
    assert plan_now(storage, keep).counts["replies"] == 0
    prune(storage, plan_prune(storage, keep, NOW, replies=True))
    assert [file.path for file in storage.files("replies")] == [f"replies/aa/{named}.json"]


def test_a_run_that_takes_up_an_old_lineage_after_the_plan_loses_nothing(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    build(storage, OLD, lineage="before")
    build(storage, NEW)
    age(storage)
    plan = plan_prune(storage, Roots())
    assert plan.counts["blobs"] == len(OLD)
    again = build(storage, OLD, lineage="before")
    prune(storage, plan)
    assert copies(storage, again) == OLD


def test_a_run_that_has_read_its_memory_when_batches_go_keeps_its_parts(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    build(storage, OLD, lineage="before")
    build(storage, NEW)
    age(storage)
    plan = plan_prune(storage, Roots())
    call = stage_run(COPY, storage, words(storage, OLD), lineage="before")
    assert call.pending() == []  # and nothing of it stands in an output yet
    prune(storage, plan)
    assert copies(storage, call.close([], 2)) == OLD


def test_the_same_blob_kept_again_is_not_taken_by_an_older_plan(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    path = storage.keep_blob(b"page")
    age(storage)
    plan = plan_prune(storage, Roots())
    assert plan.counts["blobs"] == 1
    storage.keep_blob(b"page")
    prune(storage, plan)
    assert storage.read(path) == b"page"


@pytest.mark.slow
def test_builds_beside_a_prune_lose_nothing(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    stop, no_days_pass = threading.Event(), threading.Lock()
    gone: list[int] = []

    def prune_all_the_time() -> None:
        while not stop.is_set():
            with no_days_pass:
                went = prune(storage, plan_prune(storage, Roots(), timedelta(minutes=1)))
            gone.append(sum(went.counts.values()))
            time.sleep(0.001)

    pruning = threading.Thread(target=prune_all_the_time)
    pruning.start()
    try:
        for number in range(30):
            with no_days_pass:  # while a prune is at work
                age(storage)  # all that was before is old now: it lives on what this build renews
            texts = [f"w{word % 7}" for word in range(number, number + 4)]
            output = build(storage, texts, lineage=str(number % 3))
            assert copies(storage, output) == texts
    finally:
        stop.set()
        pruning.join()
    assert sum(gone) > 0


@pytest.mark.slow
def test_a_prune_that_is_killed_leaves_names_that_all_lead_to_files(tmp_path: Path) -> None:
    class Killed(BaseException):
        pass

    class Dying(Storage):
        left = 0

        def remove(self, path: str, older_than: float) -> bool:
            Dying.left -= 1
            if Dying.left < 0:
                raise Killed
            return super().remove(path, older_than)

    for kill_at in range(9):
        storage = Dying(str(tmp_path / str(kill_at)))
        outputs = [build(storage, OLD, lineage="before"), build(storage, NEW)]
        age(storage)
        plan = plan_prune(storage, Roots())
        Dying.left = kill_at
        with pytest.raises(Killed):
            prune(storage, plan)
        for output in outputs:
            if storage.exists(output.manifest):
                assert copies(storage, output)
                assert read_manifest(storage, output).inputs
        Dying.left = 1000
        assert copies(storage, build(storage, OLD, lineage="before")) == OLD
        prune(storage, plan_prune(storage, Roots()))
        assert copies(storage, build(storage, OLD, lineage="before")) == OLD


def test_what_a_running_build_has_read_outlives_the_next_prune_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    storage = Storage(str(tmp_path))
    build(storage, OLD, lineage="slow")
    build(storage, NEW, lineage="other")  # the newest output of the stage is another's
    age(storage)
    looks: list[int] = []
    running = stage_run(COPY, storage, words(storage, OLD), lineage="slow")

    def looked(*given: Any) -> Any:
        needed = find_reachable(*given)
        looks.append(len(looks))
        if len(looks) == 2:  # the first prune has looked for the last time, and removes what nobody has used
            running.memory.states()
        return needed

    monkeypatch.setattr("litgauge.tasks.engine.prune.find_reachable", looked)
    for _ in range(2):
        prune(storage, plan_prune(storage, Roots(), timedelta(minutes=1)))
    assert copies(storage, finish(running)) == OLD
