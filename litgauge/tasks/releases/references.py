"""References of one survey, from wherever they are: a release, one of its tables, `extract`'s output, rows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.identity.work_files import Listed, of_one_survey, read_truth
from litgauge.tasks.records import REFERENCES, Reference, from_table, optional_columns, schema_of
from litgauge.tasks.records.parquet import read_parquet
from litgauge.tasks.releases.release import load

_PARQUET = b"PAR1"


def references_of(release_name: str, survey: str | None, storage: str) -> Listed[Reference]:
    """Return the references that a file, a folder of a release, or a release's name gives for one survey.

    Files: Parquet of a release, its rows or published rows as JSON lines, the output of `extract`. Of Parquet, the
    numbers of rows stand for lines. Raises UnusableInput where it is none of these, where `survey` must be named, or
    where it is not there; ReleaseError where there is no such release or it was changed.
    """
    path = Path(release_name)
    if path.is_dir() and path.suffix != ".parquet":  # else it is the table itself, in parts
        path = path / f"{REFERENCES.name}.parquet"
    if not path.exists():
        return _of_release(release_name, survey, storage)
    if path.is_dir():
        return of_one_survey(_of_parquet(sorted(path.glob("*.parquet")), path), survey, release_name)
    with path.open("rb") as stream:
        is_parquet = stream.read(len(_PARQUET)) == _PARQUET
    return of_one_survey(_of_parquet([path], path), survey, release_name) if is_parquet else read_truth(path, survey)


def _of_release(release_name: str, survey: str | None, storage: str) -> Listed[Reference]:
    if "/" in release_name or Path(release_name).suffix in (".jsonl", ".json", ".parquet"):
        raise UnusableInput(
            "there is no such file",
            where=release_name,
            data="Nothing was matched",
            next_step="Name a file of references, or a release as reportbench@1",
        )
    return of_one_survey(
        _listed_rows(load(Storage(storage), release_name).table_of(REFERENCES.name, Reference)), survey, release_name
    )


def _of_parquet(files: Sequence[Path], path: Path) -> Listed[Reference]:
    try:
        table = pa.concat_tables([read_parquet(file.read_bytes()) for file in files])
    except pa.ArrowInvalid as error:
        raise UnusableInput(f"this Parquet file is damaged: {error}", where=str(path)) from None
    missing = set(schema_of(Reference).names) - optional_columns(Reference) - set(table.column_names)
    if missing:
        raise UnusableInput(
            f"this is no table of references: it has no column {', '.join(sorted(missing))}",
            where=str(path),
            data="Nothing was matched",
            next_step="Name references.parquet of a release",
        )
    return _listed_rows(table)


def _listed_rows(table: pa.Table) -> Listed[Reference]:
    works = tuple(from_table(Reference, table))
    return Listed(works, tuple(range(1, len(works) + 1)))
