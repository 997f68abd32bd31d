"""A small benchmark of two surveys, as rows of a release."""

from __future__ import annotations

import datetime
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from litgauge.tasks.benchmark.survey_tables import SurveyTables
from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.benchmarks.reportbench.rows import Prompt, ReleaseTask
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import Citation, PersonName, Provenance, PublishedSurvey, Quarantined, Reference, row_digest
from litgauge.tasks.releases.manifest import StageLineage
from litgauge.tasks.releases.parted import ReleaseTables
from litgauge.tasks.releases.survey_runs import stored_tables
from litgauge.tasks.releases.tables import release_tables

Rows = dict[str, list[Any]]

SURVEY = PublishedSurvey(
    survey_id="2101.00001",
    title="A Survey of Graph Matching",
    abstract="We review how graphs are matched.",
    authors=(PersonName("Doe", "Jane"), PersonName("van Dam", "Piet")),
    categories=("cs.LG",),
    license="http://creativecommons.org/licenses/by/4.0/",
    doi="10.1000/gm.1",
    url="https://arxiv.org/abs/2101.00001",
    submitted=datetime.date(2021, 1, 4),
    updated=datetime.date(2021, 6, 1),
    version=2,
    source_sha256="ab" * 32,
    unresolved_keys=(),
)
OTHER = replace(
    SURVEY,
    survey_id="2102.00002",
    title="Parsing, Reviewed",
    authors=(PersonName("Müller-Lüdenscheidt", "K."),),
    doi=None,
    abstract=None,
    url="https://arxiv.org/abs/2102.00002",
)
REFERENCE = Reference(
    survey_id="2101.00001",
    key="cho2014",
    type="inproceedings",
    title="Learning to Match",
    authors=(PersonName("Cho", "M."), PersonName("Lee", "K. M.")),
    et_al=False,
    year=2014,
    venue="ICCV",
    doi="10.1000/iccv.7",
    arxiv_id=None,
    url=None,
    origin="bib",
    in_main_text=True,
    aliases=("cho14",),
    provenance=(Provenance("title", "refs.bib:3"),),
)


def reference(key: str, **changes: Any) -> Reference:
    """A reference like REFERENCE, under another key and title."""
    changes = {"title": f"On {key}", "doi": None, "aliases": (), **changes}
    return replace(REFERENCE, key=key, **changes)


def benchmark() -> Rows:
    """All tables, with a row at least in each."""
    surveys = [SURVEY, OTHER]
    return {
        "surveys": surveys,
        "references": [
            REFERENCE,
            reference("null", year=None, authors=(), venue=None),
            reference("x", survey_id=OTHER.survey_id),
        ],
        "citations": [
            Citation("2101.00001", "Cho2014", "main.tex", 12, "citep", "Introduction", False),
            Citation("2101.00001", "cho14", "main.tex", 90, "cite", "", True),
        ],
        "prompts": [
            Prompt(
                survey.survey_id, "sentence", f"What is known of {number}?", "Cite pages.", "2021-06", "offline", "p@1"
            )
            for number, survey in enumerate(surveys)
        ],
        "tasks": [
            ReleaseTask(
                survey.survey_id,
                survey.survey_id,
                "sentence",
                f"What is known of {number}?\n\nCite pages.",
                "2021-06",
                "Unknown",
                "drawn",
            )
            for number, survey in enumerate(surveys)
        ],
        "quarantine": [Quarantined("2103.00003", "references", "rejected", "no-references", "nothing is cited")],
    }


def with_title(title: str) -> Rows:
    """The benchmark with another title of its first survey: other content."""
    return {**benchmark(), "surveys": [replace(SURVEY, title=title), OTHER]}


def lineage(**changed: str) -> list[StageLineage]:
    """Two stages; `harvest_code="x"` changes one digest of one stage."""
    return [
        StageLineage(
            stage,
            changed.get(f"{stage}_code", "c"),
            changed.get(f"{stage}_settings", "s"),
            changed.get(f"{stage}_output", "o"),
            inputs,
            {"done": 2, "rejected": 1, "failed": 0, "rejected: no-references": 1},
            tables,
        )
        for stage, inputs, tables in (("harvest", (), ("surveys",)), ("references", ("harvest",), ("references",)))
    ]


def in_parts(storage: Storage, rows: Rows, *, mean: int = 1, made: list[Sequence[str]] | None = None) -> ReleaseTables:
    """The benchmark with surveys, references, citations and prompts in parts of `mean` surveys, however few it has.

    The surveys of each part that is made now are added to `made`.
    """
    tables = release_tables(REPORTBENCH, rows)
    names = ("surveys", "references", "citations", "prompts")
    surveys = {survey.survey_id: "" for survey in rows["surveys"]}
    for survey in surveys:
        surveys[survey] = row_digest([row for name in names for row in rows[name] if row.survey_id == survey])

    def make(wanted: Collection[str]) -> dict[str, pa.Table]:
        if made is not None:
            made.append(list(wanted))
        own = pa.array(list(wanted), pa.string())
        return {name: tables[name].filter(pc.is_in(tables[name]["survey_id"], own)) for name in names}

    whole = {name: table for name, table in tables.items() if name not in names}
    return stored_tables(storage, REPORTBENCH, SurveyTables(whole, names, surveys, make), "code", least=1, mean=mean)
