"""Builds and scores on the workers of a Dask cluster: a real scheduler, two workers over TCP, storage on S3."""

from __future__ import annotations

import os
import pickle
import signal
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar

import pytest
from pydantic import ValidationError

import litgauge.flows.runtime.engine
from litgauge.flows.configs import load_build_config
from litgauge.flows.reportbench.build import build_reportbench
from litgauge.flows.reportbench.config import ScoreConfig
from litgauge.flows.runtime.engine import EngineSettings, engine_options, workers_of
from litgauge.tasks.base.errors import UnusableInput, WorkersError
from litgauge.tasks.engine.progress import ItemsDone, Note, listening
from litgauge.tasks.engine.run import Run, StageRun
from litgauge.tasks.engine.stage import TaskInput
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.engine.worker_check import versions, worker_check
from litgauge.tasks.releases.release import StoredRelease, load
from tests.engine.counting import COUNT, Counting, stage_run, words
from tests.flows.dask_cluster import DaskCluster
from tests.flows.live import SAMPLE, config_with, free_port
from tests.flows.slow_words import BATCH, count_words_slowly
from tests.tables import each_row

REMEDY = r"pip install -c constraints.txt -e '.\[dask\]'"


@pytest.fixture(scope="module")
def cluster(s3_bucket: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[DaskCluster]:
    """A scheduler and two workers that know how to reach the bucket, and nothing else."""
    pytest.importorskip("prefect_dask", reason="the extra dask is not installed")
    running = DaskCluster(tmp_path_factory.mktemp("cluster"))
    running.start()
    try:
        yield running
    finally:
        running.stop()


@pytest.mark.soak
@pytest.mark.s3
@pytest.mark.prefect
def test_two_workers_without_a_common_disk_make_the_same_release(
    built: StoredRelease, cluster: DaskCluster, s3_bucket: str, repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(repository)
    config = load_build_config(SAMPLE, changes={"engine": "dask", "scheduler": cluster.address})
    here: list[str] = []
    with listening(lambda event: here.append(event.stage) if isinstance(event, ItemsDone) else None):
        result = build_reportbench(config=config, storage=f"{s3_bucket}/dask")
    assert result["digest"] == load(Storage(f"{s3_bucket}/dask"), result["release"]).manifest.digest == built.digest
    computed = {batch.partition(" ")[0] for name in ("worker-0", "worker-1") for batch in cluster.computed(name)}
    assert computed == {"references", "pdf-references", "fulltext", "sample"}  # what needs no key and no waiting
    assert here.count("references") == here.count("fulltext") == 1  # whoever watches hears of it once


@pytest.mark.soak
@pytest.mark.s3
@pytest.mark.prefect
def test_a_killed_worker_costs_its_batch(
    temporary_prefect: None, cluster: DaskCluster, s3_bucket: str, tmp_path: Path
) -> None:
    journal = tmp_path / "journal"
    journal.touch()
    calls: dict[str, Any] = {"number": 30, "seconds": 0.4}
    here = count_words_slowly(str(tmp_path / "here"), str(tmp_path / "own"), "local", None, 30, 0.0)
    killer = Thread(target=kill_whoever_is_slow, args=[journal, 3 * BATCH], daemon=True)
    killer.start()
    there = count_words_slowly(f"{s3_bucket}/killed", str(journal), "dask", cluster.address, **calls)
    killer.join(5)
    assert there == here
    lines = [line.split() for line in journal.read_text(encoding="utf-8").splitlines()]
    repeated = [word for word, count in Counter(word for word, _, _ in lines).items() if count > 1]
    assert 1 <= len(repeated) <= BATCH
    assert {cores for _, _, cores in lines} == {"1"}
    cluster.start_worker("worker-2")


def kill_whoever_is_slow(journal: Path, after: int) -> None:
    """Kill the worker that wrote the last line, once there are this many."""
    while len(lines := journal.read_text(encoding="utf-8").splitlines()) < after:
        time.sleep(0.05)
    os.kill(int(lines[-1].split()[1]), signal.SIGKILL)


def test_what_goes_to_a_worker_does_not_grow_with_the_stage(tmp_path: Path) -> None:
    def sent(items: int) -> int:
        storage = Storage(str(tmp_path / f"{items:03}"))
        call = stage_run(COUNT, storage, words(storage, [f"w{number:04}" for number in range(items)]))
        return len(pickle.dumps(TaskInput(strippable(call), call.items[:3])))

    assert sent(500) == sent(10) < 3000


def strippable(call: StageRun) -> StageRun:
    """The call with a stage that pickles plainly: its compute function is a wrapper, which Dask sends by value."""
    from dataclasses import replace

    from tests.engine.counting import count_letters

    return replace(call, stage=replace(call.stage, compute=count_letters))  # type: ignore[arg-type]


def test_no_key_and_no_door_goes_along(tmp_path: Path) -> None:
    storage = Storage(str(tmp_path))
    run = Run(storage, model=object(), waits={"count": lambda: None})  # type: ignore[arg-type]
    call = StageRun(COUNT, run, Counting(journal=""), {}, (), ())
    assert call.must_stay
    gone = call.elsewhere()
    assert (gone.run.model, dict(gone.run.waits), gone.run.cores) == (None, {}, 1)
    assert gone.memory.lineage == call.memory.lineage


@pytest.mark.soak
@pytest.mark.parametrize(
    ("versions_there", "problem"),
    [
        ({}, "has Python none, and this run"),
        (versions() | {"Python": "3.9"}, "has Python 3.9, and this run 3.11"),
        (versions() | {"litgauge's code": "0123"}, "has litgauge's code 0123, and this run"),
    ],
)
def test_a_worker_of_another_kind_computes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, versions_there: dict[str, str], problem: str
) -> None:
    with worker_check(Storage(str(tmp_path))) as check:
        check.verify()
    with worker_check(Storage(str(tmp_path))) as check:
        monkeypatch.setattr("litgauge.tasks.engine.worker_check.versions", lambda: versions_there)
        with pytest.raises(WorkersError, match=problem) as caught:
            check.verify()
    assert "docs/team.md" in str(caught.value)
    assert list(Storage(str(tmp_path)).files("admissions")) == []


@pytest.mark.soak
def test_a_worker_that_does_not_see_the_storage_computes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with worker_check(Storage(str(tmp_path / "store"))) as check:
        (tmp_path / "store").rename(tmp_path / "elsewhere")
        with pytest.raises(WorkersError, match="does not see the storage of this run") as caught:
            check.verify()
        (tmp_path / "elsewhere").rename(tmp_path / "store")
    assert str(tmp_path / "store") in str(caught.value)
    monkeypatch.chdir(tmp_path)  # a relative path means another folder where a worker works
    assert pickle.loads(pickle.dumps(Storage("store"))).url == str(tmp_path / "store")


@pytest.mark.soak
@pytest.mark.s3
def test_a_worker_without_the_keys_says_so(s3_bucket: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with worker_check(Storage(f"{s3_bucket}/keys")) as check:
        monkeypatch.delenv("AWS_ACCESS_KEY_ID")
        monkeypatch.delenv("AWS_SECRET_ACCESS_KEY")
        monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
        monkeypatch.setattr("s3fs.S3FileSystem.cachable", False)
        with pytest.raises(WorkersError, match=r"cannot read the storage s3://litgauge-tests/keys.*credentials"):
            check.verify()


def test_an_engine_that_is_not_installed_says_how(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(litgauge.flows.runtime.engine.importlib.util, "find_spec", lambda _name: None)
    with pytest.raises(UnusableInput, match=REMEDY), workers_of(EngineSettings(engine="dask"), Storage(str(tmp_path))):
        pass


@pytest.mark.slow
def test_a_scheduler_that_does_not_answer_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("prefect_dask", reason="the extra dask is not installed")
    monkeypatch.setattr("litgauge.flows.runtime.dask_workers.CONNECT_S", 0.5)
    nobody = f"tcp://127.0.0.1:{free_port()}"
    with (
        pytest.raises(WorkersError, match=f"--scheduler {nobody}: the scheduler does not answer"),
        workers_of(EngineSettings(engine="dask", scheduler=nobody), Storage(str(tmp_path))),
    ):
        pass


@each_row("scheduler", ["nonsense", "http://host:8786", "tcp://host", "tcp://host:8786/path", ""])
def test_what_is_no_scheduler_is_refused(scheduler: str) -> None:
    with pytest.raises(UnusableInput, match="write the scheduler as tcp://host:port") as caught:
        engine_options("dask", scheduler)
    assert "--scheduler" in caught.value.where


@pytest.mark.parametrize("scheduler", ["tcp://10.0.0.5:8786", "tls://dask.example:8786", "host:8786", "tcp://[::1]:80"])
def test_schedulers_as_dask_names_them(scheduler: str) -> None:
    assert engine_options("dask", scheduler) == {"engine": "dask", "scheduler": scheduler}


def test_engines_by_option_and_config(tmp_path: Path) -> None:
    with pytest.raises(UnusableInput, match="'local' or 'dask'"):
        engine_options("ray", None)
    with pytest.raises(ValidationError, match="a scheduler is for the engine dask"):
        ScoreConfig(scheduler="tcp://a:1")
    config = config_with(tmp_path, "team", engine="dask", scheduler="tcp://a:1")
    assert load_build_config(config).scheduler == "tcp://a:1"
    # An option replaces what the config says, and takes its scheduler along.
    here = load_build_config(config, changes=engine_options("local", None))
    assert (here.engine, here.scheduler) == ("local", None)
    other = load_build_config(config, changes=engine_options(None, "tcp://b:2"))
    assert (other.engine, other.scheduler) == ("dask", "tcp://b:2")


@pytest.mark.slow
def test_nobody_left_is_told_once(tmp_path: Path) -> None:
    pytest.importorskip("prefect_dask", reason="the extra dask is not installed")
    from litgauge.flows.runtime.dask_workers import DaskWorkers

    class Runner:
        class client:  # noqa: N801
            status = "running"
            left: ClassVar[dict[str, int]] = {}

            @classmethod
            def nthreads(cls) -> dict[str, int]:
                return cls.left

    told: list[str] = []
    with (
        worker_check(Storage(str(tmp_path))) as check,
        listening(lambda event: told.append(event.text) if isinstance(event, Note) else None),
    ):
        workers = DaskWorkers(Runner, check)  # type: ignore[arg-type]
        workers.poll()
        workers.poll()
        Runner.client.left = {"tcp://a:1": 4}
        workers.poll()
    assert [line.partition(":")[0] for line in told] == ["no worker is left", "a worker has joined"]
    assert workers.at_once() == 8
