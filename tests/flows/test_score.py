"""From two agents' reports to numbers: the sample's careful and careless agents, verdict by verdict."""

from __future__ import annotations

import csv
import json
import shutil
from collections import Counter, defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from litgauge.flows.cli.scoring import run_rescore, write_report
from litgauge.flows.configs import score_config
from litgauge.flows.options import RescoreOptions
from litgauge.flows.reportbench.score import score_reports
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.ledger import LoadedRun, leaderboard, list_score_runs, load_score_run
from litgauge.tasks.records import Statement
from litgauge.tasks.releases.release import StoredRelease
from tests.flows.live import SAMPLE
from tests.flows.test_build import computed
from tests.flows.test_cli import run as run_command

pytestmark = [pytest.mark.prefect, pytest.mark.usefixtures("temporary_prefect")]
FOLDER = SAMPLE.parents[2] / "data" / "sample"
AGENTS = ("careful", "careless")


def config_of(agent: str, **more: Any) -> Any:
    stored = {"run": str(FOLDER / "agents" / agent), "agent": agent, "pages": str(FOLDER / "pages"), "judge": {}}
    return score_config(REPORTBENCH, {**stored, **more})


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory, built: StoredRelease) -> Path:
    folder = tmp_path_factory.mktemp("scored")
    shutil.copytree(built.storage.url, folder, dirs_exist_ok=True)
    for agent in AGENTS:
        score_reports(config=config_of(agent), storage=str(folder))
    return folder


@pytest.fixture(params=AGENTS)
def scored(store: Path, request: pytest.FixtureRequest) -> LoadedRun:
    return load_score_run(Storage(str(store)), list_score_runs(Storage(str(store)), agent=request.param)[0])


def expected(agent: str) -> dict[str, Any]:
    return json.loads((FOLDER / "agents" / "expected.json").read_text(encoding="utf-8"))[agent]  # type: ignore[no-any-return]


def by_survey(run: LoadedRun) -> tuple[dict[str, str], dict[tuple[str, int], Statement]]:
    surveys = {report.report_id: report.survey_id or "" for report in run.rows["reports"]}
    return surveys, {(row.report_id, row.number): row for row in run.rows["statements"]}


def test_every_cited_statement_gets_the_verdict_that_it_must(scored: LoadedRun) -> None:
    surveys, statements = by_survey(scored)
    got: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for pair in scored.rows["pairs"]:
        text = statements[pair.report_id, pair.statement].text
        got[surveys[pair.report_id], text][pair.outcome] += 1
    want: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for survey, report in expected(scored.run.agent).items():
        for row in report["cited"]:
            want[survey, row["statement"]][row["verdict"].replace(" ", "-")] += 1
    assert got == want


def test_every_statement_without_citation_is_judged_true_or_false_as_it_must(scored: LoadedRun) -> None:
    surveys, statements = by_survey(scored)
    got = {
        (surveys[fact.report_id], statements[fact.report_id, fact.statement].text): fact.truth
        for fact in scored.rows["facts"]
    }
    want = {
        (survey, row["statement"]): str(row["true"]).lower()
        for survey, report in expected(scored.run.agent).items()
        for row in report["uncited"]
    }
    assert got == want


def test_found_references_and_violations_are_those_of_the_reports(scored: LoadedRun) -> None:
    surveys, _ = by_survey(scored)
    found = {(surveys[match.report_id], match.key) for match in scored.rows["matches"] if match.key}
    violations = Counter((surveys[row.report_id], row.kind) for row in scored.rows["violations"])
    want, wrong = set(), Counter[tuple[str, str]]()
    for survey, report in expected(scored.run.agent).items():
        want |= {(survey, row["key"]) for row in report["references"] if row["in_list"] and row["reachable"]}
        for violation in report["violations"]:
            wrong[survey, "late" if violation["kind"] == "after-cutoff" else "survey"] += 1
    assert found == want
    assert violations == wrong


def means(store: Path, metric: str) -> dict[str, float]:
    runs = [load_score_run(Storage(str(store)), run) for run in list_score_runs(Storage(str(store)))]
    return {row.agent: row.summaries[metric].mean or 0.0 for row in leaderboard(runs).rows}


@pytest.mark.parametrize("metric", ["precision", "recall", "f1", "match_rate", "factual_accuracy"])
def test_the_careful_agent_is_better(store: Path, metric: str) -> None:
    found = means(store, metric)
    assert found["careful"] > found["careless"]


def test_scoring_again_judges_nothing_again(store: Path) -> None:
    with computed() as items:
        again = score_reports(config=config_of("careful"), storage=str(store))
    assert {stage: names for stage, names in items.items() if stage != "evidence"} == {}
    assert again["run"] not in {run.run_id for run in list_score_runs(Storage(str(store)))[:-1]}


def test_without_fetching_only_frozen_pages_are_used(store: Path) -> None:
    before = means(store, "match_rate")["careless"]
    again = score_reports(config=config_of("careless", fetch=False), storage=str(store))
    assert again["counts"]["pages_failed"] == 0
    assert again["scores"]["match_rate"] == pytest.approx(before)


def test_the_commands_show_compare_audit_and_report(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("--storage", str(store))
    assert run_command(monkeypatch, "leaderboard", "reportbench", *words, "--json") == 0
    rows = json.loads(capsys.readouterr().out)
    assert {row["agent"] for row in rows} == set(AGENTS)
    assert all(row["offline"] for row in rows)
    assert run_command(monkeypatch, "compare", "reportbench", *AGENTS, *words) == 0
    assert "careless" in capsys.readouterr().out
    assert run_command(monkeypatch, "compare", "reportbench", "careful", "nobody", *words) == 2
    assert "agent nobody" in capsys.readouterr().err
    run_id = rows[0]["run"]
    audit = tmp_path / "audit.csv"
    assert run_command(monkeypatch, "audit", "reportbench", "--run", run_id, "--out", str(audit), *words) == 0
    assert audit.read_text(encoding="utf-8").count("\n") > 10
    page = write_report("reportbench", tmp_path / "report.html", str(store)).read_text(encoding="utf-8")
    assert "careful" in page
    assert "OFFLINE" in page.upper()


def _labelled(run: str, path: Path, monkeypatch: pytest.MonkeyPatch, words: Sequence[str]) -> Path:
    """A sample of a run whose cited statements are all labelled as supported."""
    assert run_command(monkeypatch, "audit", "reportbench", "--run", run, "--out", str(path), *words) == 0
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines(keepends=True)))
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, list(rows[0]))
        writer.writeheader()
        writer.writerows({**row, "label": "supported" if row["kind"] == "cited" else ""} for row in rows)
    return path


def test_the_agreement_of_two_runs_and_a_person(
    store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ("--storage", str(store))
    first = list_score_runs(Storage(str(store)), agent="careless")[0].run_id
    again = score_reports(config=config_of("careless", judge={"facts": {"sample": 1}}), storage=str(store))["run"]
    labels = _labelled(first, tmp_path / "audit.csv", monkeypatch, words)
    newer = _labelled(again, tmp_path / "newer.csv", monkeypatch, words)
    capsys.readouterr()

    assert run_command(monkeypatch, "audit", "reportbench", "--run", again, "--read", str(labels), *words) == 2
    assert "the run has no such verdict" in capsys.readouterr().err
    assert run_command(monkeypatch, "audit", "reportbench", "--run", again, "--read", str(newer), *words) == 0
    capsys.readouterr()
    assert run_command(monkeypatch, "leaderboard", "reportbench", *words, "--json") == 0
    [careless] = [row for row in json.loads(capsys.readouterr().out) if row["run"] == again]
    corrected = careless["corrected"]
    assert list(corrected) == ["match_rate"], "nobody labelled statements without citation"
    assert corrected["match_rate"]["origin"] == "newer.csv"
    assert corrected["match_rate"]["mean"] > careless["metrics"]["match_rate"]["mean"]
    page = write_report("reportbench", tmp_path / "report.html", str(store)).read_text(encoding="utf-8")
    assert f"by {corrected['match_rate']['labels']} labels" in page

    both = ("--run", first, "--run", again, "--labels", str(labels))
    assert run_command(monkeypatch, "agreement", "reportbench", *both, *words, "--json") == 0
    told = json.loads(capsys.readouterr().out)
    cited, uncited = (next(one for one in told["agreement"] if one["kind"] == kind) for kind in ("cited", "uncited"))
    assert len(cited["raters"]) == 3
    by_names = {(one["one"], one["other"]): one for one in cited["between"]}
    judges, person, _ = by_names.values()
    assert (judges["raw"], judges["kappa"]) == (1.0, 1.0)  # the same rules twice
    assert {other for _, other, _ in person["confusion"]} == {"supported"}
    assert 0 < person["raw"] < 1
    runs = {one.run_id: load_score_run(Storage(str(store)), one) for one in list_score_runs(Storage(str(store)))}
    drawn = [fact for fact in runs[again].rows["facts"] if fact.truth != "not-sampled"]
    assert uncited["items"] == len(drawn) < len(runs[first].rows["facts"]) == len(runs[again].rows["facts"])
    assert run_command(monkeypatch, "agreement", "reportbench", *both, *words) == 0
    assert "Krippendorff" in capsys.readouterr().out
    page = write_report("reportbench", tmp_path / "report.html", str(store)).read_text(encoding="utf-8")
    assert "Agreement of judges" in page
    assert "not drawn" in page
    assert run_command(monkeypatch, "agreement", "reportbench", "--run", first, *words) == 2
    assert "Name a second --run" in capsys.readouterr().err


def test_a_rescore_says_where_a_change_came_from(store: Path) -> None:
    first = list_score_runs(Storage(str(store)), agent="careful")[0]
    with computed() as items:
        result, changes = run_rescore(RescoreOptions(release="reportbench", run=first.run_id, storage=str(store)))
    assert result["run"] != first.run_id
    assert {stage for stage in items if stage != "evidence"} == set()
    assert all(not change["swapped"] and change["old"] == change["new"] for change in changes)


def test_a_folder_without_reports_is_named(store: Path, tmp_path: Path) -> None:
    empty = config_of("careful").model_copy(update={"run": str(tmp_path / "nowhere")})
    with pytest.raises(UnusableInput, match="nowhere"):
        score_reports(config=empty, storage=str(store))


def test_the_forms_offer_what_exists_and_score(
    store: Path, repository: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from litgauge.flows.ui.deployments import served_deployments
    from litgauge.flows.ui.score_forms import rescore_run, score_agent

    monkeypatch.chdir(tmp_path)
    (tmp_path / "data").symlink_to(store)
    forms = {deployment.name: deployment.schema["properties"] for deployment in served_deployments()}
    assert forms["score"]["release"]["enum"] == ["reportbench", "reportbench@1"]
    assert {"offline", "paper"} <= set(forms["score"]["judge"]["enum"])
    first = forms["rescore"]["run"]["enum"][-1]
    pages = str(FOLDER / "pages")
    scored = score_agent(agent="careful", reports=str(FOLDER / "agents" / "careful"), pages=pages, storage=str(store))
    assert scored["counts"]["scored"] == 8
    assert rescore_run(run=first, storage=str(store))["scores"]["f1"] is not None


@pytest.mark.slow
def test_without_judge_and_pages_references_are_scored_and_later_runs_fill_in_the_rest(
    store: Path, tmp_path: Path
) -> None:
    place = tmp_path / "store"
    shutil.copytree(store, place, ignore=shutil.ignore_patterns("evidence", "score_runs"))
    bare = config_of("careful", judge=None, pages=None, fetch=False)
    first = load_score_run(Storage(str(place)), score_reports(config=bare, storage=str(place))["run"])
    later = load_score_run(Storage(str(place)), score_reports(config=config_of("careful"), storage=str(place))["run"])

    states: dict[str, set[str]] = defaultdict(set)
    for row in first.rows["scores"]:
        states[row.metric] |= {row.state}
        if row.metric in ("match_rate", "factual_accuracy", "joint_match_rate"):
            assert (row.value, row.reason) == (None, "no judge was asked")
    assert first.run.judge == "no judge"
    assert "scored" in states["recall"] & states["cited_pairs"] & states["unfollowed_citations"]
    same = ("cited_pairs", "cited_statements", "unfollowed_citations")
    form = [
        [(row.task_id, row.metric, row.value) for row in run.rows["scores"] if row.metric in same]
        for run in (first, later)
    ]
    assert form[0] == form[1]
    assert any(row.metric == "match_rate" and row.state == "scored" for row in later.rows["scores"])
