"""The whole line on real input: what nobody here wrote goes through to releases."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from litgauge.flows.configs import load_build_config
from litgauge.flows.reportbench.build import build_reportbench
from litgauge.flows.reportbench.config import BuildConfig
from litgauge.tasks.base.shipped_files import CONFIGS
from litgauge.tasks.benchmarks.reportbench.rows import Prompt
from litgauge.tasks.engine.memory import read_manifest
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import PublishedSurvey, Quarantined, Reference
from litgauge.tasks.releases.release import load
from litgauge.tasks.releases.verify import verify

pytestmark = pytest.mark.real


def with_values(name: str, **changes: object) -> BuildConfig:
    config = load_build_config(CONFIGS / "benchmarks" / f"{name}.yaml")
    values = config.model_dump(mode="json")
    for key, value in changes.items():
        values[key] = {**values[key], **value} if isinstance(value, dict) else value
    return BuildConfig.model_validate(values)


@pytest.mark.prefect
@pytest.mark.usefixtures("temporary_prefect")
@pytest.mark.parametrize("every", [4, pytest.param(1, marks=pytest.mark.soak)])
def test_the_local_corpus_of_real_sources_becomes_a_release(real_data: Path, tmp_path: Path, every: int) -> None:
    rows = (real_data / "arxiv" / "local_corpus.jsonl").read_text(encoding="utf-8").splitlines()[::every]
    corpus = tmp_path / "corpus.jsonl"
    corpus.write_text("\n".join(rows), encoding="utf-8")
    harvest = {"path": str(corpus), "root": str(real_data)}
    config = with_values("local", harvest=harvest, opt_out=None)
    store = str(tmp_path / "store")
    release = load(Storage(store), build_reportbench(config=config, storage=store)["release"])
    assert verify(release.storage, release.name) == []
    surveys = {row.survey_id for row in release.rows("surveys", PublishedSurvey)}
    quarantined = {row.survey_id for row in release.rows("quarantine", Quarantined)}
    assert surveys | quarantined == {json.loads(row)["id"] for row in rows}
    assert not surveys & quarantined
    assert len(surveys) >= 0.85 * len(rows)
    references = list(release.rows("references", Reference))
    assert len({row.survey_id for row in references}) == len(surveys)
    assert not [row for row in references if row.title and "\n" in row.title]
    # A source may itself print a backslash, as {\textbackslash}textsc in a generated .bib does.
    assert sum("\\" in (row.title or "") for row in references) <= 0.001 * len(references)
    prompts = list(release.rows("prompts", Prompt))
    assert len(prompts) == 3 * len(surveys)


@pytest.mark.prefect
@pytest.mark.usefixtures("temporary_prefect")
def test_all_published_rows_pass_the_rules_of_the_paper(real_data: Path, tmp_path: Path) -> None:
    path = real_data / "reportbench_v1.1" / "ReportBench_v1.1.jsonl"
    # Their sources are not here: as a local corpus without sources they fall out at that stage, and not before.
    config = with_values(
        "paper", harvest={"source": "local", "path": str(path)}, selection={"ask_model": False}, opt_out=None
    )
    with pytest.raises(Exception, match="no survey came through all stages"):
        build_reportbench(config=config, storage=str(tmp_path))
    (output,) = (tmp_path / "outputs" / "surveys").iterdir()
    manifest = read_manifest(Storage(str(tmp_path)), f"outputs/surveys/{output.name}")
    assert [item.status for item in manifest.items] == ["done"] * 100
