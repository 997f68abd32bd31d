"""`litgauge run` as a whole: killed and gone on with, replayed, limited, out of money, scored, shown; and its forms."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest
import yaml

from litgauge.flows.agents.config import load_agent_config
from litgauge.flows.agents.run import run_on_release
from litgauge.flows.cli.running import print_statistics, print_trajectory, write_answers
from litgauge.flows.cli.scoring import run_score, write_report
from litgauge.flows.ui.agent_forms import agent_from_form, run_and_score
from litgauge.flows.ui.deployments import served_deployments
from litgauge.tasks.agents.spending import unpriced as unpriced_model
from litgauge.tasks.agents.statistics import run_statistics
from litgauge.tasks.answers.door import resolve
from litgauge.tasks.base.errors import BudgetExhausted, ConfigError, LitgaugeError, TooManyFailures, UnusableInput
from litgauge.tasks.benchmarks.tvir.importing import import_published
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.ledger import list_agent_runs, load_agent_run, load_score_run, load_trajectory
from litgauge.tasks.releases.release import load
from tests.agents import models
from tests.agents.runs import agent_for, small_release
from tests.flows.live import KEY_ENV, command_line, half_written
from tests.llm.openai_server import KEY, Faults, OpenAIServer

pytestmark = [pytest.mark.prefect, pytest.mark.usefixtures("temporary_prefect")]
RELEASE = "reportbench-v1.1"
TASKS = 4


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_ENV, KEY)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A storage with a release on which nobody has run."""
    small_release(tmp_path, TASKS)
    return tmp_path / "store"


def values(server: OpenAIServer, **changes: Any) -> dict[str, Any]:
    return agent_for(server, name="base", **changes).model_dump(mode="json")


def answers(store: Path, run: str) -> dict[str, str]:
    return {file.path: file.sha256 for file in load_agent_run(Storage(str(store)), run)[1]}


def test_a_run_is_kept_scored_shown_and_replayed(
    store: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with OpenAIServer({}, talks=models.good) as server:
        agent = values(server)
        result = run_on_release(release=RELEASE, agent=agent, storage=str(store))
        asked = server.log.requests
        again = run_on_release(release=RELEASE, agent=agent, storage=str(store))
        assert server.log.requests == asked == 3 * TASKS
    assert again["run"] == result["run"]
    assert result["counts"]["answered"] == TASKS
    assert result["statistics"]["cited_read_share"] == 1.0
    replayed = run_on_release(release=RELEASE, agent={}, storage=str(store), replay=result["run"])
    assert (replayed["replayed"], replayed["identical"], replayed["run"]) == (TASKS, True, result["run"])

    scored = run_score(RELEASE, {"run": result["run"], "agent": "base", "fetch": False, "judge": {}}, str(store))
    run = load_score_run(Storage(str(store)), scored["run"])
    assert run.run.agent_run == result["run"]
    assert scored["counts"]["scored"] + scored["counts"]["unscored"] == TASKS
    page = write_report(RELEASE, tmp_path / "report.html", str(store)).read_text(encoding="utf-8")
    assert page.count("What the agent did: answered, 5 calls") == TASKS

    write_answers(result["run"], tmp_path / "answers", str(store))
    assert len(list((tmp_path / "answers").glob("2101.*.md"))) == TASKS
    print_trajectory(result["run"], None, str(store), as_json=True)
    told = json.loads(capsys.readouterr().out)
    assert {"run", "agent", "release", "statistics", "outcomes", "calls", "withheld", "files"} == told.keys()

    for reply in (store / "replies").rglob("*.json"):
        reply.unlink()
    with pytest.raises(LitgaugeError, match="not among the recorded calls"):
        run_on_release(release=RELEASE, agent={}, storage=str(store), replay=result["run"])


def test_tasks_that_were_not_run_or_that_we_failed_on_are_no_worst_values(store: Path) -> None:
    with OpenAIServer({}, talks=models.good) as server:
        limited = run_on_release(release=RELEASE, agent=values(server), limit=2, storage=str(store))
        server.faults = Faults(0.8, seed=1, kinds=("server-error",))
        hasty = values(server, model={"retries": 0}, max_failed_share=1.0)
        broken = run_on_release(release=RELEASE, agent=hasty, storage=str(store))
        server.faults = Faults()
        whole = run_on_release(release=RELEASE, agent=values(server), storage=str(store))
    assert limited["counts"]["not-run"] == TASKS - 2
    assert broken["counts"]["failed"] > 0
    assert whole["counts"]["answered"] == TASKS
    assert answers(store, broken["run"]).items() < answers(store, whole["run"]).items()
    for run, answered, state in ((limited, 2, "not-asked"), (broken, broken["counts"]["answered"], "unscored")):
        scored = run_score(RELEASE, {"run": run["run"], "agent": "base", "fetch": False}, str(store))
        assert scored["counts"]["missing"] == 0
        rows = load_score_run(Storage(str(store)), scored["run"]).rows
        assert len(rows["excused"]) == TASKS - answered
        states = {row.state for row in rows["scores"] if row.task_id in {one.task_id for one in rows["excused"]}}
        assert states - {"inapplicable"} == {state}  # without pages no answer has a number that needs them
        left_out = {"not_asked": TASKS - 2} if run is limited else {}
        assert {name: scored["counts"][name] for name in scored["counts"] if name == "not_asked"} == left_out
        assert ("our fault" in scored["listed"], "not asked" in scored["listed"]) == (run is broken, run is limited)


def test_a_run_that_answers_nothing_is_scored_as_missing(store: Path) -> None:
    """No folder was mistaken for one of reports, so nothing is refused."""
    silent = {"kind": "command", "name": "silent", "command": ["{python}", "-c", "pass"]}
    result = run_on_release(release=RELEASE, agent=silent, storage=str(store))
    assert result["counts"]["no-answer"] == TASKS
    scored = run_score(RELEASE, {"run": result["run"], "agent": "silent", "fetch": False}, str(store))
    assert (scored["counts"]["missing"], scored["counts"]["scored"]) == (TASKS, 0)
    assert len(scored["listed"]["missing"]) == TASKS


def test_too_many_failures_end_a_run_and_nothing_is_kept_of_it(store: Path) -> None:
    with OpenAIServer({}, talks=models.good, faults=Faults(1.0, kinds=("server-error",))) as server:
        agent = values(server, model={"retries": 0, "model": "gpt-5-mini", "endpoint": "api.openai.com"})
        server.model = "*"
        with pytest.raises((TooManyFailures, UnusableInput)):
            run_on_release(release=RELEASE, agent=agent, storage=str(store))
        server.faults = Faults()
        assert list_agent_runs(Storage(str(store))) == []


def test_a_budget_is_never_passed(store: Path) -> None:
    with OpenAIServer({}, talks=models.good) as server:
        server.model = "*"
        model = {"model": "gpt-6-luna", "endpoint": "api.openai.com"}
        with pytest.raises(BudgetExhausted):
            run_on_release(
                release=RELEASE, agent=values(server, model=model, budget_usd=0.0005, at_once=1), storage=str(store)
            )
        assert server.log.requests == 0  # the first call could have cost more
        result = run_on_release(release=RELEASE, agent=values(server, model=model), storage=str(store))
        assert server.log.replies == 3 * TASKS
    assert result["statistics"]["usd"] > 0


@pytest.mark.soak
def test_a_run_that_is_killed_goes_on_without_a_repeated_call(store: Path, tmp_path: Path, live_prefect: str) -> None:
    with OpenAIServer({}, talks=models.good, latency_s=0.05) as server:
        agent = values(server, at_once=2)
        file = tmp_path / "agent.yaml"
        file.write_text(yaml.safe_dump(agent), encoding="utf-8")
        words = ("run", RELEASE, "--agent", str(file), "--storage", str(store), "--json")
        process = command_line(tmp_path, live_prefect).start(*words)
        end = time.monotonic() + 120
        while server.log.replies < 7 and process.poll() is None and time.monotonic() < end:
            time.sleep(0.01)
        process.kill()
        _, told = process.communicate()
        assert server.log.replies >= 7, told
        assert half_written(store) == []
        assert list_agent_runs(Storage(str(store))) == []
        result = run_on_release(release=RELEASE, agent=agent, storage=str(store))
        assert server.log.replies - len(server.log.contents) <= 2  # what was under way when it was killed
    rows = load_trajectory(Storage(str(store)), result["run"])
    assert {one.outcome for one in rows["outcomes"]} == {"answered"}


def test_the_forms_run_and_score(store: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    forms = {one.name: one for one in served_deployments(str(store))}
    assert {"base-model", "single-shot", "offline-good"} <= set(
        forms["run-agent"].schema["properties"]["agent"]["enum"]
    )
    assert list(forms["run-and-score"].schema["properties"])[:4] == ["release", "agent", "model", "judge"]
    result = run_and_score(release=RELEASE, agent="offline-good", storage=str(store), limit=2)
    assert result["agent_run"]["counts"]["not-run"] == TASKS - 2
    assert result["counts"]["missing"] == 0
    assert result["agent_run"]["run"] in served_offer(store)


def served_offer(store: Path) -> list[str]:
    forms = {one.name: one for one in served_deployments(str(store))}
    offered: list[str] = forms["score"].schema["properties"]["reports"]["anyOf"][1]["enum"]
    return offered


@pytest.mark.parametrize(
    ("endpoint", "unpriced", "said"),
    [
        ("gw.example", "judge-1 at gw.example", "cost: an unknown amount, 0 + 0 tokens"),
        ("local", "", "cost: $0.0000, 0 + 0 tokens"),
    ],
)
def test_a_cost_that_nobody_knows_is_not_nothing(
    endpoint: str, unpriced: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with OpenAIServer({}) as server:
        settings = agent_for(server, model={"endpoint": endpoint})
    assert unpriced_model(settings) == unpriced
    print_statistics(run_statistics([], [], []).as_json(), unpriced)
    told = " ".join(capsys.readouterr().out.split())
    assert said in told
    assert (f"no valid price of {unpriced}" in told) == bool(unpriced)


def test_configs_say_what_is_wrong_with_them(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    for text, said in {
        "kind: oracle\n": "there is no kind of agent 'oracle'",
        "kind: [command]\n": "there is no kind of agent",
        "kind: command\ncommand: cat\nkind: http\n": "line 3: kind stands twice",
        "name: x\n": "it does not say what kind of agent it is",
        "kind: single-shot\nmodel: nowhere\n": "no such file",
        "kind: base-model-with-tools\nmodel: openai\nmax_cals: 3\n": "did you mean max_calls",
    }.items():
        file.write_text(text, encoding="utf-8")
        with pytest.raises(UnusableInput, match=said):
            load_agent_config(str(file))
    file.write_text("kind: base-model-with-tools\nmodel: openai\n", encoding="utf-8")
    assert load_agent_config(str(file)).name == "mine"
    file.write_text(
        "kind: &kind single-shot\nmodel: {<<: {model: a, provider: openai}, model: *kind}\n", encoding="utf-8"
    )
    assert load_agent_config(str(file)).model_dump()["model"]["model"] == "single-shot"
    file.write_text("kind: command\ncommand: cat\nname: 4.1\nversion: 2\n", encoding="utf-8")
    assert load_agent_config(str(file)).model_dump(include={"name", "version"}) == {"name": "4.1", "version": "2"}
    with pytest.raises(ConfigError, match="cannot be changed from a form"):
        agent_from_form("base-model", "as the config says", None, {"kind": "command"})


LEAVES = """
import json, os, pathlib, sys
task = json.load(sys.stdin)["task_id"]
out = pathlib.Path(os.environ["LITGAUGE_OUTPUT"])
if task == "103001":
    (out / "images").mkdir()
    (out / "images" / "möwe 1.png").write_bytes(bytes(range(256)))
    (out / "report.md").write_text("# Gulls\\n\\n![A gull](images/m%C3%B6we%201.png) ![None](images/none.png)\\n")
else:
    print("# Owls")
"""


def test_answers_with_files_are_kept_written_read_and_replayed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    tasks = [
        {"id": f"10300{number}", "query": "As a judge, plot a chart.", "checklist": {"A": ["Does it?", "Is it?"]}}
        for number in (1, 2)
    ]
    (tmp_path / "query.json").write_text(json.dumps(tasks), encoding="utf-8")
    store, out = str(tmp_path / "store"), tmp_path / "out"
    storage = Storage(store)
    import_published(storage, tmp_path / "query.json")
    agent = {"kind": "command", "name": "leaves", "command": ["{python}", "-c", LEAVES]}
    result = run_on_release(release="tvir", agent=agent, storage=store)
    files = {file.path: storage.read_checked(file.blob) for file in load_agent_run(storage, result["run"])[1]}
    assert sorted(files) == ["103001/images/möwe 1.png", "103001/report.md", "103002.md"]
    outcomes = {one.task_id: one for one in load_trajectory(storage, result["run"])["outcomes"]}
    assert (outcomes["103001"].files, outcomes["103002"].files) == (1, 0)
    assert outcomes["103001"].detail == "its text names files that it did not give: images/none.png"
    print_trajectory(result["run"], "103001", store, as_json=False)
    shown = capsys.readouterr().out
    assert shown.endswith("file: 103001/report.md (69 bytes)\nfile: 103001/images/möwe 1.png (256 bytes)\n")

    write_answers(result["run"], out, store)
    assert {path.relative_to(out).as_posix(): path.read_bytes() for path in out.rglob("*") if path.is_file()} == files
    release = load(storage, "tvir")
    read = release.benchmark.answers.collect
    assert read is not None
    answers = read(out, "leaves", release.benchmark.load(release), None).answers
    (picture,) = answers["103001"].files
    assert resolve(answers["103001"], "images/m%C3%B6we%201.png") == picture
    assert storage.read_checked(storage.blob_path(picture.sha256)) == bytes(range(256))
    assert answers["103002"].files == ()

    again = run_on_release(release="tvir", agent=agent, storage=store)
    assert again["run"] == result["run"]
    replayed = run_on_release(release="tvir", agent={}, storage=store, replay=result["run"])
    assert (replayed["replayed"], replayed["identical"]) == (2, True)
    (tmp_path / "store" / storage.blob_path(picture.sha256)).unlink()
    with pytest.raises(LitgaugeError, match=r"möwe 1\.png"):
        run_on_release(release="tvir", agent={}, storage=store, replay=result["run"])
