"""A run in which nothing is left to do needs no Prefect; any other one breaks off before it does anything."""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from litgauge.tasks.base.errors import DamagedFile
from litgauge.tasks.engine.progress import Event, StageEnded, held_back, listening, tell
from litgauge.tasks.engine.reusing import WorkIsLeft, only_reusing
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.releases.release import StoredRelease
from tests.flows.live import SAMPLE, command_line
from tests.mini.flows import MiniBuild, build_mini

TOPICS = {"owls": {"field": "birds", "papers": ["barn", "snowy"]}}


@pytest.fixture
def config(tmp_path: Path) -> MiniBuild:
    (tmp_path / "topics.json").write_text(json.dumps(TOPICS))
    return MiniBuild(topics=str(tmp_path / "topics.json"))


def reused(config: MiniBuild, storage: Path) -> dict[str, object]:
    with only_reusing():
        result: dict[str, object] = build_mini.fn(config=config, storage=str(storage))
    return result


@pytest.mark.prefect
@pytest.mark.usefixtures("temporary_prefect")
def test_a_build_in_which_nothing_changed_needs_no_prefect(config: MiniBuild, tmp_path: Path) -> None:
    store = tmp_path / "store"
    with pytest.raises(WorkIsLeft):
        reused(config, store)
    assert [path.name for path in store.glob("*/hunt/**/*") if path.is_file()] == ["used"]
    built = build_mini(config=config, storage=str(store))
    assert reused(config, store) == built | {"new": False}


@pytest.mark.prefect
@pytest.mark.usefixtures("temporary_prefect")
@pytest.mark.parametrize(
    ("change", "raised"),
    [
        (
            lambda folder: (folder / "topics.json").write_text(json.dumps({**TOPICS, "newts": TOPICS["owls"]})),
            WorkIsLeft,
        ),
        (lambda folder: next(folder.glob("store/stages/hunt/**/*.parquet")).write_bytes(b"damaged"), None),
        (lambda folder: next(folder.glob("store/outputs/hunt/*.json")).write_bytes(b"damaged"), DamagedFile),
        (lambda folder: next(folder.glob("store/releases/mini/1/*.parquet")).write_bytes(b"damaged"), WorkIsLeft),
    ],
    ids=["a new topic", "damaged rows that nobody reads", "a damaged output", "a damaged release"],
)
def test_what_has_to_be_done_is_left_to_prefect(
    change: Callable[[Path], object], raised: type[Exception] | None, config: MiniBuild, tmp_path: Path
) -> None:
    store = tmp_path / "store"
    build_mini(config=config, storage=str(store))
    change(tmp_path)
    before = files(store)
    if raised is None:
        assert not reused(config, store)["new"]
    else:
        with pytest.raises(raised):
            reused(config, store)
    assert not Storage(str(store)).names("damaged")
    assert before.items() <= files(store).items(), "nothing was repaired or taken away"
    build_mini(config=config, storage=str(store))


def files(store: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in store.rglob("*") if path.is_file()}


@pytest.mark.prefect
@pytest.mark.soak
def test_the_command_starts_a_server_where_there_is_work(built: StoredRelease, tmp_path: Path) -> None:
    store, log = tmp_path / "store", tmp_path / "prefect" / "temporary-server.log"
    shutil.copytree(built.storage.url, store)
    line = command_line(tmp_path, None, LOGGING_LEVEL="CRITICAL")
    line = replace(line, environment={**line.environment, "XDG_CACHE_HOME": str(tmp_path / "cache")})
    first = line.build(store, SAMPLE)
    assert not first["new"]
    log.unlink()
    assert line.build(store, SAMPLE) == first
    assert not log.exists(), "the command has seen that it ended well"
    shutil.rmtree(store / "releases")
    shutil.rmtree(store / "claims")
    assert line.build(store, SAMPLE) == first | {"new": True}
    assert log.exists()
    with contextlib.closing(sqlite3.connect(tmp_path / "prefect" / "prefect.db")) as database:
        shown = dict(database.execute("SELECT key, data FROM artifact"))
    assert "| Domain | Surveys |" in shown["distributions"]
    assert "data:image/svg+xml" in shown["distributions"]


def test_of_a_run_that_breaks_off_nothing_is_told() -> None:
    told: list[Event] = []
    ended = StageEnded("hunt", 1, 0, 0, 1)
    with listening(told.append):
        with contextlib.suppress(WorkIsLeft), held_back():
            tell(ended)
            raise WorkIsLeft
        assert told == []
        with held_back():
            tell(ended)
            assert told == []
        tell(ended)
    assert told == [ended, ended]
