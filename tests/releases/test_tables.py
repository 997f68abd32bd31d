"""The tables of a release: what is published of a survey, and that every column is described."""

from __future__ import annotations

import dataclasses
from dataclasses import replace

import pytest

from tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from tasks.records import PersonName, Survey, Table, published_survey, schema_of
from tasks.releases.card import describe, describe_table
from tasks.releases.tables import broken_links, content_digest, content_digest_1, release_tables
from tests.releases.rows import OTHER, SURVEY, benchmark

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


@pytest.mark.parametrize("table", REPORTBENCH.tables, ids=lambda table: table.name)
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
