"""`litgauge serve`: forms that run as they are, runs that are retried, cancelled and interrupted, changes that stay."""

from __future__ import annotations

import signal
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
import yaml

from litgauge.flows.reportbench.build import build_reportbench
from litgauge.flows.ui.deployments import served_deployments
from tests.flows.live import answers_of, free_port, model_of
from tests.flows.served import Served, processes_of, wait_for
from tests.llm.openai_server import Answerer, Asked, Faults, OpenAIServer

pytestmark = pytest.mark.prefect

REPOSITORY = Path(__file__).resolve().parents[2]
SLOW_S = 0.7  # an answer of a model


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(REPOSITORY)


def asking(served: Served, model: OpenAIServer, **changes: Any) -> dict[str, Any]:
    """What a form changes so that this model is asked, with the config file that allows its key to go there."""
    settings = model_of(model, **changes)
    (served.own_configs / f"{free_port()}.yaml").write_text(yaml.safe_dump(settings))
    return {"model": settings}


def slowed(answers: dict[str, Answerer]) -> dict[str, Answerer]:
    def slow(answer: Answerer) -> Answerer:
        def answered(asked: Asked) -> Any:
            time.sleep(SLOW_S)
            return answer(asked)

        return answered

    return {name: slow(answer) for name, answer in answers.items()}


def test_it_says_how_it_is_reached(served: Served) -> None:
    assert f"the UI is at {served.url}" in served.said
    assert f"export PREFECT_API_URL={served.url}/api" in served.said
    assert "PASSWORD" not in served.said
    settings = httpx.get(f"{served.url}/ui-settings", timeout=60).json()
    assert settings["api_url"] == "/api"  # by whatever name the page was opened


def test_what_the_forms_are_filled_in_with_runs(served: Served) -> None:
    """Each finds what those before it made; those that take longer are run in `make soak`, below."""
    release = wait_for("release", lambda: offered(served, "score/score", "release"))
    assert release == ["reportbench", "reportbench@1"]
    scored = served.started("score/score", judge="offline")
    assert served.ended(scored)["type"] == "COMPLETED"
    runs = wait_for("run", lambda: offered(served, "rescore/rescore", "run"))
    assert [run.partition(" (")[2] for run in runs] == ["careful on reportbench@1, offline rules)"]

    told = served.artifact(scored, "score")
    run_id = runs[0].partition(" ")[0]
    assert f"Run `{run_id}`" in told
    page = f"/litgauge/reports/reportbench@1/{run_id}"
    assert f"[Report]({page})" in told
    assert httpx.get(served.url + page, timeout=60).text.startswith("<!doctype html>")


@pytest.mark.soak
def test_what_later_forms_are_filled_in_with_runs(served: Served) -> None:
    if not offered(served, "rescore/rescore", "run"):
        assert served.ended(served.started("score/score", judge="offline"))["type"] == "COMPLETED"
        wait_for("run", lambda: offered(served, "rescore/rescore", "run"))
    others = [
        served.started(name) for name in ("build/build-sample", "rescore/rescore", "prune/prune", "verify/verify")
    ]
    assert [served.ended(run)["type"] for run in others] == ["COMPLETED"] * 4


def offered(served: Served, full_name: str, field: str) -> list[str]:
    found: list[str] = served.deployment(full_name)["parameter_openapi_schema"]["properties"][field].get("enum", [])
    return found


def test_what_cannot_run_is_not_accepted(served: Served) -> None:
    for name in ("build/build-paper", "build/build-local", "refresh/refresh-paper"):
        refused = served.submitted(name)
        assert (refused.status_code, "'corpus' is a required property" in refused.text) == (409, True)
    assert served.submitted("build/build-sample", config=7).status_code == 409
    assert served.submitted("score/score", judge="nobody").status_code == 409
    [schedule] = served.deployment("refresh/refresh-paper")["schedules"]
    assert not schedule["active"]  # its snapshot is not there


@pytest.mark.soak
def test_a_failed_run_is_retried_and_goes_on_where_it_was(served: Served, tmp_path: Path) -> None:
    broken = Faults(rate=0.7, seed=3, kinds=("server-error",))
    with OpenAIServer(answers_of(served.storage), faults=broken) as model:
        asked = asking(served, model, retries=0, timeout_s=60.0)
        run = served.started("build/build-sample", storage=str(tmp_path), advanced=asked)
        assert served.ended(run)["type"] == "FAILED"
        assert "failed" in wait_for("list", lambda: served.artifact(run, "fallen-out"))
        model.faults = Faults()
        # What the Retry button of the UI sends.
        again = {"state": {"type": "SCHEDULED", "name": "AwaitingRetry"}, "force": True}
        assert served.api.post(f"/flow_runs/{run}/set_state", json=again).json()["status"] == "ACCEPT"
        assert wait_for("end of the retry", lambda: served.state(run)["type"] == "COMPLETED")
    states = served.tasks(run)
    assert "Reused" in states["harvest"]
    assert not any("RolledBack" in names for names in states.values())


@pytest.mark.soak
def test_a_run_is_cancelled_and_keeps_what_it_paid_for(served: Served, tmp_path: Path) -> None:
    with OpenAIServer(slowed(answers_of(served.storage))) as model:
        asked = asking(served, model, max_concurrency=1, timeout_s=20.0)
        run = served.started("build/build-sample", storage=str(tmp_path), advanced=asked)
        wait_for("call", lambda: sum(model.log.contents.values()) >= 2)
        served.api.post(f"/flow_runs/{run}/set_state", json={"state": {"type": "CANCELLING", "name": "Cancelling"}})
        assert served.ended(run, 60)["type"] == "CANCELLED"
        calls = sum(model.log.contents.values())
        assert served.places_taken("build/build-sample") == 0
        assert list((tmp_path / "replies").rglob("*.json"))
        time.sleep(2 * SLOW_S)
        assert sum(model.log.contents.values()) == calls


@pytest.mark.ends_group  # it leaves no server behind
def test_ctrl_c_ends_all_that_it_started(served: Served) -> None:
    assert processes_of(served.port)
    assert served.end(signal.SIGINT) == 0
    assert not processes_of(served.port)


@pytest.mark.soak
@pytest.mark.ends_group  # it leaves no server behind
def test_a_restart_keeps_what_a_user_changed_and_may_ask_for_a_password(served: Served) -> None:
    if not served.running():
        served.start()
    score = served.deployment("score/score")
    served.change("score/score", paused=True, parameters=score["parameters"] | {"judge": "paper"})
    served.change("build/build-sample", concurrency_limit=2)
    refresh = served.deployment("refresh/refresh-paper")
    schedule = {"schedule": {"cron": "5 4 * * *", "timezone": "Europe/Berlin"}, "active": True}
    place = f"/deployments/{refresh['id']}/schedules/{refresh['schedules'][0]['id']}"
    served.api.patch(place, json=schedule).raise_for_status()
    assert served.end(signal.SIGINT) == 0
    assert not processes_of(served.port)
    try:
        served.start(password="user:a-secret")
        assert "export PREFECT_API_AUTH_STRING=" in served.said
        assert "a-secret" not in served.said
        kept = served.deployment("score/score")
        assert (kept["paused"], kept["parameters"]["judge"]) == (True, "paper")
        assert kept["parameters"]["release"] == "reportbench"
        assert served.deployment("build/build-sample")["global_concurrency_limit"]["limit"] == 2
        [found] = served.deployment("refresh/refresh-paper")["schedules"]
        assert (found["schedule"]["cron"], found["active"]) == ("5 4 * * *", True)
        assert found["schedule"]["timezone"] == "Europe/Berlin"
        assert_only_the_password_opens(served)
        # Its worker knows the password, and what this form is filled in with runs.
        assert served.ended(served.started("verify/verify"))["type"] == "COMPLETED"
    finally:
        assert served.end(signal.SIGINT) == 0
        assert not processes_of(served.port)


@pytest.mark.soak
@pytest.mark.ends_group  # it leaves no server behind
def test_a_kill_ends_all_that_it_started(served: Served, tmp_path: Path) -> None:
    if not served.running():
        served.start()
    with OpenAIServer(slowed(answers_of(served.storage))) as model:
        asked = asking(served, model, max_concurrency=1, timeout_s=20.0)
        run = served.started("build/build-sample", storage=str(tmp_path), advanced=asked)
        wait_for("call", lambda: sum(model.log.contents.values()) >= 2)
        served.end(signal.SIGKILL)
        wait_for("end of the server", lambda: not processes_of(served.port), 30)
        try:
            served.start()
            by_us = "The process of this run is gone" in served.state(run)["message"]  # else it had said so in dying
            assert ("runs that were interrupted and are marked now: 1" in served.said) == by_us
            assert served.state(run)["type"] == "CRASHED"
            assert served.places_taken("build/build-sample") == 0
        finally:
            assert served.end(signal.SIGINT) == 0
            assert not processes_of(served.port)


def assert_only_the_password_opens(served: Served) -> None:
    for auth in (None, httpx.BasicAuth("user", "another"), httpx.BasicAuth("", "")):
        for path in ("/api/admin/version", "/litgauge/", "/litgauge/reports/reportbench@1"):
            assert httpx.get(served.url + path, auth=auth, timeout=60).status_code == 401
        changed = httpx.post(f"{served.url}/api/deployments/filter", json={}, auth=auth, timeout=60)
        assert changed.status_code in (401, 403)
    refused = httpx.get(f"{served.url}/litgauge/", timeout=60)
    assert refused.headers["www-authenticate"].startswith("Basic ")
    opened = httpx.get(f"{served.url}/litgauge/", auth=httpx.BasicAuth("user", "a-secret"), timeout=60)
    assert (opened.status_code, opened.headers["content-type"].partition(";")[0]) == (200, "text/html")


def test_workers_elsewhere_deploy_the_same(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """prefect.yaml, for `prefect deploy --all`, and `serve` name the same set."""
    listed = yaml.safe_load((REPOSITORY / "prefect.yaml").read_text())["deployments"]
    own = {one.name: one for one in served_deployments(str(tmp_path))}
    assert {one["name"]: one["entrypoint"] for one in listed} == {one.name: one.entrypoint for one in own.values()}
    for one in listed:
        served = own[one["name"]]
        assert one["parameters"] == {**served.parameters, "storage": "data"}
        assert bool(one.get("concurrency_limit")) == served.one_at_a_time
        schedules = [(entry["cron"], entry["active"]) for entry in one.get("schedules", [])]
        assert schedules == ([(served.schedule.cron, False)] if served.schedule else [])


def test_the_forms_say_what_each_parameter_means() -> None:
    definitions = build_reportbench.parameters.model_dump()["definitions"]
    settings = {name: value for name, value in definitions.items() if name.endswith(("Config", "Settings"))}
    assert len(settings) >= 10
    for name, definition in settings.items():
        for key, value in definition["properties"].items():
            # A nested model says it itself where its field does not say it again.
            named = definitions.get(value.get("$ref", "").rsplit("/", 1)[-1], {}) | value
            assert named.get("title"), f"{name}.{key} has no title"
            assert named.get("description"), f"{name}.{key} has no description"
            assert "default" in value, f"{name}.{key} has no literal default"
            # What pydantic makes of a name when nobody gives a title, such as "Timeout S".
            assert named["title"] != key.replace("_", " ").title() or " " not in named["title"], f"{name}.{key}"
