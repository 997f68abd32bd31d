"""An empty database of Prefect ships for one version, is made once for each other one, and copied."""

from __future__ import annotations

import contextlib
import gzip
import os
import re
import sqlite3
from importlib.metadata import version
from pathlib import Path

import pytest
from prefect.settings import (
    PREFECT_HOME,
    PREFECT_SERVER_DATABASE_CONNECTION_URL,
    get_current_settings,
    temporary_settings,
)

from litgauge.flows.runtime.prefect_database import _SETTINGS, SqliteTemplate, shipped_file
from tools.prefect_database import dump_of
from tools.prefect_database import migrated as migrated_by_prefect

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for setting in _SETTINGS:
        monkeypatch.setenv(setting, "true")  # so that it is taken back
        monkeypatch.delenv(setting)
    return tmp_path / "cache" / "litgauge"


def migrated(database: Path, version: str, *blocks: str) -> None:
    """Write a database that was migrated up to a version, and has types of blocks."""
    database.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.closing(sqlite3.connect(database)) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num)")
        connection.execute("INSERT INTO alembic_version VALUES (?)", [version])
        connection.execute("CREATE TABLE block_type (slug)")
        connection.executemany("INSERT INTO block_type VALUES (?)", [[block] for block in blocks])
        connection.commit()


def prepared(home: Path, prefect: str = "0.1") -> SqliteTemplate:
    """The template as a server sees it that keeps its data in this folder, once it is prepared."""
    home.mkdir(parents=True, exist_ok=True)
    # Also where a server of the session has a database elsewhere.
    with temporary_settings({PREFECT_HOME: home}, restore_defaults={PREFECT_SERVER_DATABASE_CONNECTION_URL}):
        template = SqliteTemplate(get_current_settings(), prefect)
        template.prepare()
    return template


def test_the_first_database_becomes_the_template_of_the_others(
    tmp_path: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = prepared(tmp_path / "first")
    migrated(tmp_path / "first" / "prefect.db", "a1")  # Prefect does it when its server starts
    first.keep()
    (kept,) = cache.glob("prefect-*.db")
    assert (kept.stat().st_mode & 0o777, cache.stat().st_mode & 0o777) == (0o600, 0o700)
    prepared(tmp_path / "second")
    assert (tmp_path / "second" / "prefect.db").read_bytes() == kept.read_bytes()


def test_a_database_that_was_used_is_neither_replaced_nor_kept(tmp_path: Path, cache: Path) -> None:
    database = tmp_path / "home" / "prefect.db"
    migrated(database, "a1")
    before = database.read_bytes()
    prepared(tmp_path / "home").keep()
    assert database.read_bytes() == before
    assert not cache.exists()


@pytest.mark.parametrize(
    ("version", "blocks", "spared"),
    [("a1", ["secret", "own"], True), ("a1", [], False), ("a0", ["secret"], False)],
    ids=["up to date", "killed before its blocks were entered", "of an older Prefect"],
)
def test_prefect_is_spared_what_a_database_has(
    tmp_path: Path, cache: Path, version: str, blocks: list[str], spared: bool
) -> None:
    first = prepared(tmp_path / "first")
    migrated(tmp_path / "first" / "prefect.db", "a1", "secret")
    first.keep()
    migrated(tmp_path / "home" / "prefect.db", version, *blocks)
    prepared(tmp_path / "home")
    assert [os.environ.get(setting) for setting in _SETTINGS] == ["false" if spared else None] * len(_SETTINGS)


def test_a_cache_that_cannot_be_written_costs_time_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    template = prepared(tmp_path / "home")
    migrated(tmp_path / "home" / "prefect.db", "a1")
    template.keep()


def test_the_database_of_the_version_of_the_constraints_ships(tmp_path: Path, cache: Path) -> None:
    pinned = re.search(r"^prefect==(.*)$", (ROOT / "constraints.txt").read_text(), re.MULTILINE)
    assert pinned
    ships = shipped_file(pinned[1])
    assert [*ships.parent.glob("prefect-*")] == [ships]
    prepared(tmp_path / "home", pinned[1]).keep()
    assert 'CREATE TABLE "flow_run" ' in dump_of(tmp_path / "home" / "prefect.db")
    assert [os.environ.get(setting) for setting in _SETTINGS] == ["false"] * len(_SETTINGS)
    assert not cache.exists()


@pytest.mark.soak  # that it is of the pinned version is held above, in every run
def test_the_database_that_ships_is_the_one_that_prefect_makes(tmp_path: Path) -> None:
    ships = gzip.decompress(shipped_file(version("prefect")).read_bytes()).decode()
    assert without_ids(ships) == without_ids(dump_of(migrated_by_prefect(tmp_path)))


def without_ids(dump: str) -> list[str]:
    """The words of each line, without what is drawn anew each time: ids, times, the order of constraints and sets."""
    dump = re.sub(r"'[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'|'\d{4}-\d\d-\d\d [\d:.]+'", "", dump)
    return sorted(" ".join(sorted(re.findall(r"\w+", line))) for line in dump.splitlines())
