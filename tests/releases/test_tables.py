"""The tables of a release: what is published of a survey, and that every column is described."""

from __future__ import annotations

import dataclasses
import datetime
import hashlib
import random
import re
import struct
from dataclasses import replace

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.records import PersonName, Survey, Table, published_survey, schema_of, to_table
from litgauge.tasks.records.table import column, row
from litgauge.tasks.releases.card import describe, describe_table
from litgauge.tasks.releases.tables import broken_links, content_digest, content_digest_1, release_tables
from tests.releases.rows import OTHER, SURVEY, benchmark
from tests.tables import each_row

HARVESTED = Survey(
    survey_id=SURVEY.survey_id,
    title=SURVEY.title,
    abstract=SURVEY.abstract,
    authors=SURVEY.authors,
    categories=SURVEY.categories,
    license=SURVEY.license,
    comments="accepted by somebody",
    journal_ref="J. 1",
    doi=SURVEY.doi,
    submitted=SURVEY.submitted,
    updated=SURVEY.updated,
    version=SURVEY.version,
    source=None,
    origin="snapshot",
)


def test_only_essential_metadata_is_published() -> None:
    assert published_survey(HARVESTED, SURVEY.source_sha256) == SURVEY
    assert "comments" not in {field.name for field in dataclasses.fields(SURVEY)}


def test_a_local_source_has_no_page() -> None:
    local = dataclasses.replace(HARVESTED, survey_id="local/notes", authors=(PersonName("Doe", "J."),))
    assert published_survey(local).url is None
    assert published_survey(dataclasses.replace(HARVESTED, origin="local")).url is None


@each_row("table", REPORTBENCH.tables)
def test_every_column_is_described(table: Table) -> None:
    assert describe_table(REPORTBENCH, table.name)
    assert all(" " in describe(REPORTBENCH, table.name, column) for column in schema_of(table.row).names)


def test_required_tables_are_there_without_rows() -> None:
    tables = release_tables(REPORTBENCH, {})
    assert list(tables) == [table.name for table in REPORTBENCH.tables if table.required]
    for digest in (content_digest, content_digest_1):
        assert digest(REPORTBENCH, tables) == digest(REPORTBENCH, release_tables(REPORTBENCH, {"domains": []}))


def test_a_citation_may_point_to_a_key_that_its_survey_names_as_unresolved() -> None:
    dangling = replace(benchmark()["citations"][0], key="nowhere")
    tables = release_tables(REPORTBENCH, benchmark() | {"citations": [dangling]})
    assert "nowhere" in broken_links(REPORTBENCH, tables)[0]
    named = replace(SURVEY, unresolved_keys=("Nowhere",))
    assert (
        broken_links(
            REPORTBENCH, release_tables(REPORTBENCH, benchmark() | {"surveys": [named, OTHER], "citations": [dangling]})
        )
        == []
    )


@row
class _Anything:
    """A row of every type that columns have."""

    text: str = column("x")
    number: int | None = column("x")
    share: float = column("x")
    yes: bool = column("x")
    day: datetime.date | None = column("x")
    many: tuple[PersonName, ...] = column("x")


_ANYTHING = Table("rows", _Anything, "a row")
_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
_ROWS = st.lists(
    st.builds(
        _Anything,
        _TEXT,
        st.none() | st.integers(-(2**62), 2**62),
        st.floats(allow_nan=False),
        st.booleans(),
        st.none() | st.dates(),
        st.lists(st.builds(PersonName, _TEXT, _TEXT), max_size=3).map(tuple),
    ),
    min_size=1,
    max_size=8,
)


def _json(row: _Anything) -> bytes:
    """A row's JSON, with control characters in capital digits and its float as bits."""
    (bits,) = struct.unpack("<q", struct.pack("<d", row.share))
    plain = msgspec.json.encode(msgspec.to_builtins(row) | {"share": bits})
    return re.sub(rb"(?<!\\)((?:\\\\)*\\u00)([0-9a-f]{2})", lambda found: found[1] + found[2].upper(), plain)


@pytest.mark.slow
@settings(deadline=None, max_examples=15)
@given(rows=_ROWS, chance=st.randoms())
def test_the_digest_is_what_its_contract_says(rows: list[_Anything], chance: random.Random) -> None:
    """sha256 over "name, tab, digest of the rows": of each row's JSON the sha256, sorted."""
    benchmark = replace(REPORTBENCH, tables=(_ANYTHING,))
    hashes = sorted(hashlib.sha256(_json(row)).hexdigest() for row in rows)
    table = hashlib.sha256("".join(hashes).encode()).hexdigest()
    expected = hashlib.sha256(f"rows\t{table}\n".encode()).hexdigest()
    for shuffled in (rows, chance.sample(rows, len(rows))):
        assert content_digest(benchmark, {"rows": to_table(_Anything, shuffled)}) == expected
