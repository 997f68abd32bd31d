"""Makes the empty database of Prefect that ships: `python -m tools.prefect_database`, when constraints.txt is changed.

The file of the version before is removed by hand.
"""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import os
import sqlite3
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

from litgauge.flows.runtime.prefect_database import shipped_file


def main() -> None:
    """Write the file that ships, for the version of Prefect that is installed."""
    with tempfile.TemporaryDirectory() as home:
        shipped_file(version("prefect")).write_bytes(gzip.compress(dump_of(migrated(Path(home))).encode(), mtime=0))


def migrated(home: Path) -> Path:
    """Return a database that Prefect itself has made in this folder, in a process of its own."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PREFECT_")}
    subprocess.run(
        [sys.executable, "-c", "from tools.prefect_database import fill; fill()"],
        env={**environment, "PREFECT_HOME": str(home), "DO_NOT_TRACK": "1"},
        check=True,
    )
    return home / "prefect.db"


def fill() -> None:
    """Make the tables, and enter Prefect's own types of blocks, as its server does when it starts."""
    from prefect.server.database import provide_database_interface
    from prefect.server.models.block_registration import run_block_auto_registration

    async def make() -> None:
        database = provide_database_interface()
        await database.create_db()
        async with await database.session() as session:
            await run_block_auto_registration(session=session)

    asyncio.run(make())


def dump_of(database: Path) -> str:
    """Return a database as SQL."""
    with contextlib.closing(sqlite3.connect(f"{database.as_uri()}?mode=ro", uri=True)) as connection:
        return "\n".join(connection.iterdump())


if __name__ == "__main__":
    main()
