"""SQLite database of Prefect, migrated once: a new storage gets a copy of an empty one that this Prefect has made.

Prefect takes five seconds of CPU to make an empty database, migration by migration, and half a second to see that one
is up to date. That of the version in constraints.txt ships (`tools/prefect_database.py`); another version's is kept in
the user's cache.
"""

from __future__ import annotations

import contextlib
import gzip
import os
import sqlite3
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from litgauge.tasks.base.user_cache import cached_bytes, keep_cached

if TYPE_CHECKING:
    from prefect.settings import Settings

_SETTINGS = (
    "PREFECT_SERVER_DATABASE_MIGRATE_ON_START",
    "PREFECT_SERVER_REGISTER_BLOCKS_ON_START",
    "PREFECT_SERVER_MEMOIZE_BLOCK_AUTO_REGISTRATION",  # loads every collection that is installed, such as Dask
)
"""What Prefect need not do for a database that is up to date: make its tables, and enter its own types of blocks."""


class SqliteTemplate:
    """The empty database of this version of Prefect, and the database of a server."""

    def __init__(self, settings: Settings, prefect: str = "") -> None:
        """`prefect` is the version, by default the installed one."""
        url = settings.server.database.connection_url
        plain = url is not None and url.get_secret_value() == f"sqlite+aiosqlite:///{settings.home}/prefect.db"
        self._database = settings.home / "prefect.db" if plain else None  # None: the user's own, which is left alone
        self._prefect = prefect or version("prefect")
        self._file = f"prefect-{self._prefect}.db"
        self._fresh = False

    def prepare(self) -> None:
        """Copy the template where there is no database yet; spare Prefect its check where one is up to date."""
        if self._database is None:
            return
        template = _shipped(self._prefect) or cached_bytes(self._file)
        if not self._database.exists():
            self._fresh = template is None
            if template is not None:
                _write_new(self._database, template)
        if template is not None and (ready := _ready_in(template)) and ready <= _ready(self._database):
            from prefect.context import refresh_global_settings_context

            for setting in _SETTINGS:
                os.environ.setdefault(setting, "false")
            refresh_global_settings_context()

    def keep(self) -> None:
        """Keep the database that Prefect has just made as the template; nobody has used it yet."""
        if self._database is None or not self._fresh:
            return
        with tempfile.TemporaryDirectory() as folder, contextlib.suppress(sqlite3.Error):
            copy = Path(folder, "prefect.db")
            with (
                contextlib.closing(sqlite3.connect(f"{self._database.as_uri()}?mode=ro", uri=True)) as source,
                contextlib.closing(sqlite3.connect(copy)) as target,
            ):
                source.backup(target)
            keep_cached(self._file, copy.read_bytes())


def shipped_file(prefect: str) -> Path:
    """Return where the empty database of a version of Prefect ships, as SQL; it may not be there."""
    return Path(__file__).with_name(f"prefect-{prefect}.sql.gz")


def _shipped(prefect: str) -> bytes | None:
    try:
        statements = gzip.decompress(shipped_file(prefect).read_bytes()).decode()
    except FileNotFoundError:
        return None
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(statements)
        return connection.serialize()


def _write_new(path: Path, content: bytes) -> None:
    """Write a file, whole, unless another process has made one meanwhile."""
    with contextlib.suppress(OSError), tempfile.NamedTemporaryFile(dir=path.parent, delete=False) as draft:
        draft.write(content)
        draft.flush()
        try:
            os.link(draft.name, path)
        finally:
            Path(draft.name).unlink()


def _ready_in(template: bytes) -> frozenset[str]:
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "prefect.db")
        copy.write_bytes(template)
        return _ready(copy)


def _ready(database: Path) -> frozenset[str]:
    """Return the last migration of a database and the types of blocks in it; none if it cannot be read."""
    names: list[str] = []
    with (
        contextlib.suppress(sqlite3.Error),
        contextlib.closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection,
    ):
        for what in ("version_num FROM alembic_version", "slug FROM block_type"):
            names += (row[0] for row in connection.execute(f"SELECT {what}"))
    return frozenset(names)
