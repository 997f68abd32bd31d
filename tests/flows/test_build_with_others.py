"""A build with the services around it: object storage, GROBID, Prefect's secrets and artifacts."""

from __future__ import annotations

import json
import logging
import shutil
from pathlib import Path
from typing import Any, TypeVar

import pytest
from prefect.blocks.system import Secret
from prefect.client.orchestration import get_client

from litgauge.flows.configs import load_build_config
from litgauge.flows.reportbench.build import build_reportbench
from litgauge.flows.reportbench.config import BuildConfig
from litgauge.tasks.base.errors import ConfigError, StorageError
from litgauge.tasks.benchmark import registry
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.outputs import read_rows
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import CitationContext, PublishedSurvey, Reference, SourceDiagnostic
from litgauge.tasks.releases.release import StoredRelease, load
from litgauge.tasks.releases.verify import verify
from tests.flows.live import KEY_ENV, SAMPLE, answers_of, config_with, model_of
from tests.flows.test_build import computed
from tests.llm.openai_server import KEY, OpenAIServer
from tests.mini.flows import MiniBuild, build_mini
from tests.papers.pdf.grobid_server import Script, grobid_server
from tests.papers.pdf.tei_samples import cite, entry, person, section, tei

pytestmark = [pytest.mark.prefect, pytest.mark.usefixtures("temporary_prefect", "in_repository")]
PDF_ONLY = "9912.00013"
Row = TypeVar("Row")


@pytest.fixture
def in_repository(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repository)


def sample_config(folder: Path, **changes: Any) -> BuildConfig:
    return load_build_config(config_with(folder, "build", **changes))


def test_a_build_on_object_storage_is_reused_by_whoever_has_the_same_storage(
    s3_bucket: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(registry.VARIABLE, "tests.mini.benchmark:MINI")
    (tmp_path / "topics.json").write_text(json.dumps({"owls": {"field": "birds", "papers": ["barn", "snowy"]}}))
    config, storage = MiniBuild(topics=str(tmp_path / "topics.json")), f"{s3_bucket}/mini"
    first = build_mini(config=config, storage=storage)
    assert verify(Storage(storage), first["release"]) == []
    with computed() as items:
        second = build_mini(config=config, storage=storage)
    assert items == {}
    assert (first["new"], second["new"]) == (True, False)


@pytest.mark.soak
def test_a_build_of_the_sample_asks_an_object_storage_seldom(s3_bucket: str, caplog: pytest.LogCaptureFixture) -> None:
    storage = f"{s3_bucket}/builds"
    first = build_reportbench(config=load_build_config(SAMPLE), storage=storage)
    assert verify(Storage(storage), first["release"]) == []
    caplog.clear()
    with computed() as items, caplog.at_level(logging.INFO, "werkzeug"):
        second = build_reportbench(config=load_build_config(SAMPLE), storage=storage)
    assert items == {}
    requests = [record.getMessage() for record in caplog.records if record.name == "werkzeug"]
    of_stages = [request for request in requests if "GET /" in request and "/stages/" in request]
    listings = [request for request in of_stages if "list-type" in request]
    rows = [
        request for request in of_stages if "list-type" not in request
    ]  # as many as batches were written, which time decides
    assert len(listings) <= 10, "nine stages"
    assert 40 < len(requests) - len(rows) <= 72
    assert (first["new"], second["new"]) == (True, False)


def test_a_pdf_is_read_by_grobid_where_a_server_is_named(tmp_path: Path) -> None:
    works = [entry("b0", "Attention is all you need", people=person("Vaswani", "Ashish"), year="2017")]
    body = section("Introduction", f"Transformers {cite('b0', '[1]')} are used.", "They are " + "widely used. " * 40)
    answer = tei(body, "".join(works), title="A survey of one work")
    script = Script([(503, b""), (200, answer)])
    with grobid_server(script) as url:
        config = sample_config(tmp_path, fulltext={"grobid": {"url": url, "wait_s": 0.01}})
        result = build_reportbench(config=config, storage=str(tmp_path / "store"))
    assert len(script.asked) == 2  # its text and its references come of one answer
    release = load(Storage(str(tmp_path / "store")), result["release"])
    assert PDF_ONLY in {row.survey_id for row in release.rows("surveys", PublishedSurvey)}
    references = [row for row in release.rows("references", Reference) if row.survey_id == PDF_ONLY]
    assert [(row.title, row.origin, row.year) for row in references] == [("Attention is all you need", "grobid", 2017)]
    [context] = stage_rows(tmp_path / "store", "pdf-references", "contexts", CitationContext)
    assert (context.key, context.citation, context.callout) == ("b0", 0, "[1]")
    assert context.paragraph == "Transformers [1] are used."


def stage_rows(store: Path, stage: str, table: str, row_type: type[Row]) -> list[Row]:
    """The rows of the one output of a stage."""
    [manifest] = (store / "outputs" / stage).iterdir()
    output = StageOutput(stage, "", "", str(manifest.relative_to(store)), 1, 0, 0)
    return list(read_rows(Storage(str(store)), output, table, row_type))


def test_the_diagnostics_of_every_source_are_kept(built: StoredRelease) -> None:
    notes = stage_rows(Path(built.storage.address), "references", "diagnostics", SourceDiagnostic)
    told = {(note.survey_id, note.code) for note in notes}
    assert ("9912.00010", "key-unresolved") in told
    assert len({survey_id for survey_id, _ in told}) > 1
    assert ("9912.00010", "bib-value-open") not in told  # its one damaged entry is cited nowhere
    assert all(note.survey_id and note.message for note in notes)


def test_the_key_may_be_a_prefect_secret(built: StoredRelease, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(KEY_ENV, raising=False)
    with OpenAIServer(answers_of(built.storage.address)) as server:
        config = sample_config(tmp_path, model=model_of(server))
        with pytest.raises(ConfigError, match=KEY_ENV) as caught:
            build_reportbench(config=config, storage=str(tmp_path / "store"))
        assert caught.value.exit_code == 2
        Secret(value=KEY).save(KEY_ENV.lower().replace("_", "-"), overwrite=True)
        assert build_reportbench(config=config, storage=str(tmp_path / "store"))["new"]
    kept = b"".join(path.read_bytes() for path in (tmp_path / "store").rglob("*") if path.is_file())
    assert KEY.encode() not in kept


def test_prefect_shows_the_funnel_the_quarantine_the_distributions_and_the_release(
    built: StoredRelease, tmp_path: Path
) -> None:
    shutil.copytree(built.storage.address, tmp_path, dirs_exist_ok=True)
    build_reportbench(config=load_build_config(SAMPLE), storage=str(tmp_path))
    with get_client(sync_client=True) as client:
        found = {artifact.key: str(artifact.data) for artifact in client.read_latest_artifacts()}
    assert "| harvest | licence |" in found["funnel"]
    assert "| 9912.00014 | references | rejected | no-references |" in found["quarantine"]
    assert "data:image/svg+xml;base64," in found["distributions"]
    assert "reportbench@1" in found["release"]
    assert "offline" in found["release"]


def test_storage_that_is_no_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("here already")
    with pytest.raises(StorageError, match=r"choose another --storage|Choose another --storage"):
        build_reportbench(config=load_build_config(SAMPLE), storage=str(tmp_path / "file"))
