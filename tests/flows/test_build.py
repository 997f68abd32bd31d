"""From the sample corpus to a release, in process: what falls out where, what is reused, and what is done again."""

from __future__ import annotations

import json
import shutil
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
import yaml

from litgauge.flows.configs import load_build_config
from litgauge.flows.reportbench.build import build_reportbench
from litgauge.flows.reportbench.config import BuildConfig
from litgauge.tasks.base.errors import EndpointRefused, TooManyFailures, UnusableInput
from litgauge.tasks.benchmarks.reportbench.rows import DomainLabel, ReleaseTask
from litgauge.tasks.engine.progress import Event, ItemsDone, listening
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import Citation, PublishedSurvey, Quarantined, Reference
from litgauge.tasks.releases.release import StoredRelease, load
from litgauge.tasks.releases.verify import verify
from tests.flows.live import SAMPLE, answers_of, config_with, model_of
from tests.llm.openai_server import KEY, Faults, OpenAIServer

pytestmark = [pytest.mark.prefect, pytest.mark.usefixtures("temporary_prefect", "in_repository")]


@pytest.fixture
def in_repository(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(repository)
    monkeypatch.setenv("LITGAUGE_TEST_KEY", KEY)


@contextmanager
def computed() -> Iterator[dict[str, list[str]]]:
    """Which items each stage computes while the block runs."""
    found: dict[str, list[str]] = defaultdict(list)

    def listen(event: Event) -> None:
        if isinstance(event, ItemsDone):
            found[event.stage] += [state.id for state in event.states]

    with listening(listen):
        yield found


def sample_config(folder: Path, **changes: Any) -> BuildConfig:
    return load_build_config(config_with(folder, "build", **changes))


def fates(sample: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (sample / "fates.jsonl").read_text(encoding="utf-8").splitlines()]


def test_every_row_of_the_sample_meets_its_fate(built: StoredRelease, repository: Path) -> None:
    rows = fates(repository / "data" / "sample")
    released = {row["id"]: row for row in rows if row["fate"] == "released"}
    surveys = {row.survey_id for row in built.rows("surveys", PublishedSurvey)}
    assert surveys == set(released)
    references: dict[str, int] = defaultdict(int)
    for reference in built.rows("references", Reference):
        references[reference.survey_id] += 1
    assert references == {name: row["references"] for name, row in released.items()}
    domains = {row.survey_id: row.domain for row in built.rows("domains", DomainLabel)}
    assert domains == {name: row["domain"] for name, row in released.items()}
    quarantined = {row.survey_id: row.rule for row in built.rows("quarantine", Quarantined)}
    expected = {row["id"]: row["rule"] for row in rows if row["fate"] != "released" and row["at"] != "selection"}
    assert quarantined == expected


def test_the_release_is_whole_and_says_that_rules_answered(built: StoredRelease) -> None:
    assert verify(built.storage, built.name) == []
    assert {row.model for row in built.rows("domains", DomainLabel)} == {"offline"}
    assert "offline" in (Path(built.path) / "README.md").read_text(encoding="utf-8")


def test_tasks_are_balanced_and_name_their_cutoff(built: StoredRelease, repository: Path) -> None:
    cutoffs = {row["id"]: row["cutoff"] for row in fates(repository / "data" / "sample") if row["fate"] == "released"}
    tasks = list(built.rows("tasks", ReleaseTask))
    assert len(tasks) == 12
    assert all(task.cutoff == cutoffs[task.survey_id] and task.chosen for task in tasks)
    levels = [task.level for task in tasks]
    assert max(levels.count(level) for level in set(levels)) <= 5  # a tenth over an equal share


def test_citations_point_to_lines_that_cite(built: StoredRelease, repository: Path) -> None:
    citations = [row for row in built.rows("citations", Citation) if row.survey_id == "9912.00001"]
    lines: dict[str, list[str]] = {}
    for citation in citations:
        path = repository / "data" / "sample" / "tex" / "9912.00001" / citation.file
        lines.setdefault(citation.file, path.read_text(encoding="utf-8").splitlines())
        near = "\n".join(lines[citation.file][max(0, citation.line - 1) : citation.line + 3])
        assert citation.key in near


@pytest.fixture
def store(built: StoredRelease, tmp_path: Path) -> Path:
    """A copy of the storage in which the sample was built."""
    return shutil.copytree(built.storage.address, tmp_path / "store")


def test_a_second_build_computes_nothing_and_makes_no_release(
    built: StoredRelease, store: Path, tmp_path: Path
) -> None:
    with computed() as items:
        second = build_reportbench(config=sample_config(tmp_path), storage=str(store))
    assert items == {}
    assert (second["release"], second["new"]) == (built.name, False)


def test_a_second_build_makes_no_table(store: Path, tmp_path: Path) -> None:
    """The rows of references, citations and texts cannot even be read any more."""
    parts = [part for stage in ("references", "fulltext") for part in store.glob(f"stages/{stage}/*/parts/*.parquet")]
    assert parts
    for part in parts:
        part.write_bytes(b"no Parquet")
    assert not build_reportbench(config=sample_config(tmp_path), storage=str(store))["new"]


def corpus(folder: Path, leave_out: set[str]) -> dict[str, str]:
    """The sample corpus in a folder of its own, without some of its rows; the harvest settings for it."""
    sample = SAMPLE.parents[2] / "data" / "sample"
    if not (folder / "sources").exists():
        shutil.copytree(sample / "sources", folder / "sources")
    rows = (sample / "surveys.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
    kept = [row for row in rows if json.loads(row)["id"] not in leave_out]
    (folder / "surveys.jsonl").write_text("".join(kept), encoding="utf-8")
    return {"path": str(folder / "surveys.jsonl")}


def test_three_new_surveys_are_all_that_is_worked_on(tmp_path: Path) -> None:
    new = {"9912.00003", "9912.00004", "9912.00005"}
    config = sample_config(tmp_path, harvest=corpus(tmp_path, new))
    build_reportbench(config=config, storage=str(tmp_path / "store"))
    corpus(tmp_path, set())
    with computed() as items:
        result = build_reportbench(config=config, storage=str(tmp_path / "store"))
    assert result["release"] == "reportbench@2"
    per_survey = ("surveys", "sources", "references", "fulltext", "prompts", "domains")
    # The older row of a double comes back with the newer one, to be dropped for it.
    assert {stage: set(items[stage]) - {"9912.00032"} for stage in per_survey} == dict.fromkeys(per_survey, new)


def test_a_model_gives_the_release_of_the_rules_though_a_third_of_its_replies_go_wrong(
    tmp_path: Path, built: StoredRelease
) -> None:
    with OpenAIServer(answers_of(Path(built.storage.url)), faults=Faults(rate=0.3, seed=5)) as server:
        config = sample_config(tmp_path, model=model_of(server, retries=20, max_replies=8, timeout_s=0.5))
        build_reportbench(config=config, storage=str(tmp_path / "faulty"))
        assert sum(server.log.faults.values()) > 5
    with OpenAIServer(answers_of(Path(built.storage.url))) as server:
        config = sample_config(tmp_path, model=model_of(server))
        build_reportbench(config=config, storage=str(tmp_path / "clean"))
    faulty, clean = (load(Storage(str(tmp_path / name)), "reportbench") for name in ("faulty", "clean"))
    assert faulty.manifest.digest == clean.manifest.digest


def test_too_many_failures_fail_the_stage_and_a_next_run_goes_on(tmp_path: Path, built: StoredRelease) -> None:
    with OpenAIServer(answers_of(Path(built.storage.url)), faults=Faults(rate=0.3, kinds=("server-error",))) as server:
        config = sample_config(tmp_path, model=model_of(server, retries=0))
        with pytest.raises(TooManyFailures, match=r"stage surveys: \d+ of 19 items failed") as caught:
            build_reportbench(config=config, storage=str(tmp_path / "store"))
        assert caught.value.exit_code == 3
        server.faults = Faults()
        with computed() as items:
            build_reportbench(config=config, storage=str(tmp_path / "store"))
    assert items["harvest"] == []


def test_an_endpoint_that_answers_html_is_refused_at_once(tmp_path: Path, built: StoredRelease) -> None:
    with OpenAIServer({}, page="<html><title>Sign in</title></html>") as server:
        config = sample_config(tmp_path, model=model_of(server))
        with pytest.raises(EndpointRefused, match=r"(?i)html|web page") as caught:
            build_reportbench(config=config, storage=str(tmp_path / "store"))
        assert caught.value.exit_code == 2
        assert server.log.requests <= 8


def test_an_author_who_opted_out_is_in_no_next_release(store: Path, tmp_path: Path) -> None:
    listed = tmp_path / "opt_out.yaml"
    config = sample_config(tmp_path, opt_out=str(listed))
    request = {"arxiv_id": "9912.00003", "date": "2026-01-02", "request": "mail 7"}
    listed.write_text(yaml.safe_dump({"version": 1, "requests": [request]}))
    with computed() as items:
        result = build_reportbench(config=config, storage=str(store))
    release = load(Storage(str(store)), result["release"])
    assert "9912.00003" not in {row.survey_id for row in release.rows("surveys", PublishedSurvey)}
    reasons = {row.survey_id: row.rule for row in release.rows("quarantine", Quarantined)}
    assert reasons["9912.00003"] == "opted-out"
    assert items["references"] == []


def test_expert_labels_win(store: Path, tmp_path: Path) -> None:
    review = tmp_path / "review.csv"
    review.write_text(
        "survey_id,title,domain,reason,expert_domain,comment\n"
        "9912.00003,,,,Finance and Business Services,it is about money\n"
    )
    result = build_reportbench(config=sample_config(tmp_path, domains={"review": str(review)}), storage=str(store))
    release = load(Storage(str(store)), result["release"])
    label = {row.survey_id: row for row in release.rows("domains", DomainLabel)}["9912.00003"]
    assert (label.domain, label.model) == ("Finance and Business Services", "expert")


def test_a_corpus_of_which_nothing_is_left_says_so(tmp_path: Path) -> None:
    config = sample_config(tmp_path, selection={"submitted_after": "2098-01-01"})
    with pytest.raises(UnusableInput, match="no survey came through all stages"):
        build_reportbench(config=config, storage=str(tmp_path / "store"))
