"""Spark behind Ibis, in this process: another engine for the same relations (the extra `spark`, and Java)."""

from __future__ import annotations

import contextlib
import importlib.util
import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.parquet as pq

from litgauge.tasks.base.errors import UnusableInput

if TYPE_CHECKING:
    from ibis.expr.types import Table

NAME = "pyspark"  # as Ibis calls it
_FOLDER = "spark.litgauge.folder"


@contextlib.contextmanager
def spark(memory_gb: float, threads: int) -> Iterator[Any]:
    """An Ibis backend on a Spark of this process.

    Tables and what does not fit into memory lie in a temporary folder and are gone afterwards.
    Raises UnusableInput if Spark or Java is not installed.
    """
    check_installed()
    import ibis
    from pyspark.sql import SparkSession

    with tempfile.TemporaryDirectory(prefix="litgauge-spark-") as folder:
        settings = {
            "spark.driver.memory": f"{max(1024, int(memory_gb * 1024))}m",
            "spark.sql.warehouse.dir": f"{folder}/tables",
            "spark.local.dir": folder,
            "spark.sql.session.timeZone": "UTC",
            "spark.sql.shuffle.partitions": str(4 * threads),
            "spark.ui.enabled": "false",
            _FOLDER: folder,
        }
        builder = SparkSession.builder.appName("litgauge").master(f"local[{threads}]")
        for name, value in settings.items():
            builder = builder.config(name, value)
        session = builder.getOrCreate()
        session.sparkContext.setLogLevel("ERROR")
        try:
            yield _connected(ibis.pyspark.connect(session))
        finally:
            session.stop()


def _connected(backend: Any) -> Any:
    """Return the backend; Ibis hands it a group in a replacement as it stands (\\1), which Spark writes otherwise
    ($1).
    """
    import sqlglot.expressions as sql
    from ibis.backends.sql.compilers.pyspark import PySparkCompiler

    class Compiler(PySparkCompiler):  # type: ignore[misc]
        def visit_RegexReplace(self, op: Any, *, arg: Any, pattern: Any, replacement: Any) -> Any:  # noqa: N802
            groups = sql.Literal.string(re.sub(r"\\(\d)", r"$\1", replacement.this))
            return super().visit_RegexReplace(op, arg=arg, pattern=pattern, replacement=groups)

    backend.compiler = Compiler()
    return backend


def check_installed() -> None:
    """Raise UnusableInput that names what is missing, Spark or Java, and how it comes."""
    missing = None
    if importlib.util.find_spec("pyspark") is None:
        missing = "the extra `spark` is not installed", 'Install it with `pip install "litgauge[spark]"`'
    elif not (os.environ.get("JAVA_HOME") or shutil.which("java")):
        missing = "there is no Java, which Spark needs", "Install one (Debian: default-jre-headless), or name JAVA_HOME"
    if missing:
        what, next_step = missing
        raise UnusableInput(
            what,
            where="machine.relations: spark",
            data="Nothing was built",
            next_step=f"{next_step}, or leave machine.relations at duckdb",
        )


def materialise(backend: Any, name: str, rows: Table | pa.Table) -> Table:
    """Return the rows, made once."""
    table: Table = backend.create_table(name, rows, overwrite=True)
    return table


def batches(backend: Any, relation: Table, rows_at_once: int) -> Iterator[pa.RecordBatch]:
    """Yield the rows in their order, written to disk by Spark and read from there: they need not fit into memory."""
    session = backend._session
    with tempfile.TemporaryDirectory(dir=session.conf.get(_FOLDER)) as folder:
        target = Path(folder) / "rows"
        session.sql(backend.compile(relation)).write.parquet(str(target))
        parts = sorted(target.glob("part-*.parquet"))  # by their numbers, which are those of the sorted partitions
        for part in parts:
            with pq.ParquetFile(part) as file:
                yield from file.iter_batches(rows_at_once)
