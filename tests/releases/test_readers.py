"""A release is read as it lies by pandas, DuckDB, Polars, Hugging Face datasets and mlcroissant."""

from __future__ import annotations

import json
import warnings
from pathlib import Path

import duckdb
import pandas
import polars
import pytest
import yaml
from huggingface_hub import DatasetCard

from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.releases.freeze import freeze_release
from litgauge.tasks.releases.publish import publish
from litgauge.tasks.releases.release import load
from litgauge.tasks.releases.verify import verify_folder
from tests.releases.rows import benchmark, in_parts, lineage

FILLED = ["surveys", "references", "citations", "prompts", "tasks"]  # quarantine is empty here


@pytest.fixture(scope="module", params=["release", "published", "release in parts", "published in parts"])
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a release, and the same one laid out for the hub; with large tables in parts, too."""
    root = tmp_path_factory.mktemp("readers")
    storage = Storage(str(root / "store"))
    rows = {**benchmark(), "quarantine": []}
    freeze_release(
        storage, REPORTBENCH, in_parts(storage, rows) if request.param.endswith("parts") else rows, lineage()
    )
    if request.param.startswith("published"):
        return publish(storage, "reportbench@1", root / "hub", contact="editors@example.org")
    return Path(load(storage, "reportbench").path)


def _file(folder: Path, table: str) -> str:
    return str(folder / json.loads((folder / "manifest.json").read_text())["tables"][table]["file"])


@pytest.mark.slow
def test_pandas(folder: Path) -> None:
    references = pandas.read_parquet(_file(folder, "references"))
    assert list(references["key"]) == ["cho2014", "null", "x"]
    assert references["authors"][0][1] == {"family": "Lee", "given": "K. M."}
    assert pandas.isna(references["year"][1])


def test_duckdb(folder: Path) -> None:
    query = f"select s.title, count(*) n from '{_file(folder, 'references')}' r join '{_file(folder, 'surveys')}' s "
    found = duckdb.sql(query + "using (survey_id) group by all order by n desc").fetchall()
    assert found == [("A Survey of Graph Matching", 2), ("Parsing, Reviewed", 1)]
    assert duckdb.sql(f"select authors[1].family from '{_file(folder, 'surveys')}'").fetchall()[0] == ("Doe",)


def test_polars(folder: Path) -> None:
    surveys = polars.read_parquet(_file(folder, "surveys"))
    assert surveys["updated"][0].isoformat() == "2021-06-01"
    assert surveys["authors"].list.eval(polars.element().struct.field("family")).to_list()[0] == ["Doe", "van Dam"]


@pytest.mark.slow
def test_hugging_face_datasets(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("HF_HOME", str(tmp_path))
    import datasets

    tasks = datasets.load_dataset(str(folder), cache_dir=str(tmp_path), split="test")
    assert tasks["survey_id"][:] == ["2101.00001", "2102.00002"]
    for table in FILLED:
        rows = datasets.load_dataset(str(folder), table, cache_dir=str(tmp_path), split="test")
        assert len(rows) == len(benchmark()[table])
    assert datasets.get_dataset_config_names(str(folder)) == FILLED


@pytest.mark.slow
def test_croissant_is_valid_and_reads_the_rows(folder: Path) -> None:
    with warnings.catch_warnings():
        # rdflib, below mlcroissant, warns of its own classes.
        warnings.simplefilter("ignore")
        import mlcroissant

        dataset = mlcroissant.Dataset(str(folder / "croissant.json"))
        assert dataset.metadata.issues.report() == ""
        assert {record_set.id for record_set in dataset.metadata.record_sets} == set(FILLED)
        references = list(dataset.records("references"))
        surveys = list(dataset.records("surveys"))
    assert [record["references/key"] for record in references] == [b"cho2014", b"null", b"x"]
    assert [record["references/year"] for record in references] == [2014, None, 2014]
    assert references[0]["references/aliases"] == [b"cho14"]
    assert references[1]["references/authors"] == []
    assert surveys[0]["surveys/authors"][1] == {"surveys/authors/family": b"van Dam", "surveys/authors/given": b"Piet"}
    assert dataset.metadata.license == ["https://creativecommons.org/publicdomain/zero/1.0/"]


def test_the_card(folder: Path) -> None:
    _, front, text = (folder / "README.md").read_text(encoding="utf-8").split("---\n", 2)
    header = yaml.safe_load(front)
    assert header["license"] == "cc0-1.0"
    assert [config["config_name"] for config in header["configs"]] == FILLED
    assert all(list(folder.glob(config["data_files"][0]["path"])) for config in header["configs"])
    assert header["size_categories"] == ["n<1K"]
    assert "**Offline provider:** 2 of 2 prompts were written by deterministic rules" in text
    assert "| references | 2 | 1 | 0 | no-references 1 |" in text
    assert "have your survey removed" in text
    assert "{{" not in text
    for table, column in (("references", "provenance"), ("tasks", "chosen")):
        assert f"| {column} |" in text.split(f"### {table}\n")[1].split("\n### ")[0]


def test_the_hub_reads_the_card(folder: Path) -> None:
    card = DatasetCard.load(folder / "README.md")
    assert card.data.license == "cc0-1.0"
    assert card.data.pretty_name == "ReportBench, rebuilt by litgauge"


def test_a_table_without_rows_is_a_file_all_the_same(folder: Path) -> None:
    assert len(pandas.read_parquet(_file(folder, "quarantine"))) == 0
    assert polars.read_parquet(_file(folder, "quarantine")).columns[0] == "survey_id"
    assert duckdb.sql(f"select count(*) from '{_file(folder, 'quarantine')}'").fetchall() == [(0,)]


def test_the_folder_is_whole(folder: Path) -> None:
    assert verify_folder(Storage(str(folder)), "") == []
    assert (folder / "LICENSE").read_text().startswith("Creative Commons Legal Code\n\nCC0 1.0 Universal")
