"""`litgauge serve`: one command that serves, works, retries what failed, and stops cleanly."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from flows.configs import as_parameters, load_build_config
from flows.reportbench.build import build_reportbench
from tests.flows.live import answers_of, command_line, config_with, free_port, model_of, token_of
from tests.llm.openai_server import Faults, OpenAIServer

pytestmark = pytest.mark.prefect


def wait_for(what: str, look: Callable[[], Any], timeout_s: float = 120) -> Any:
    deadline = time.monotonic() + timeout_s
    while time.monotonic() < deadline:
        try:
            if found := look():
                return found
        except httpx.HTTPError:
            pass
        time.sleep(0.3)
    pytest.fail(f"no {what} after {timeout_s} s")


def test_a_failed_run_is_retried_from_the_server_and_goes_on_where_it_was(
    tmp_path: Path, built_by_command: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own").mkdir()
    monkeypatch.setenv("LITGAUGE_CONFIGS", str(tmp_path / "own"))
    line = command_line(tmp_path, None, RUNNER_POLL_FREQUENCY="1")
    port = free_port()
    api = httpx.Client(base_url=f"http://127.0.0.1:{port}/api", timeout=30)
    broken = Faults(rate=0.7, seed=3, kinds=("server-error",))
    with OpenAIServer(answers_of(built_by_command), faults=broken) as model:
        serving = line.start("serve", "--port", str(port))
        try:
            wait_for("server", lambda: api.get("/health").is_success, 240)
            api.headers.update(token_of(str(api.base_url).rstrip("/")))
            build = wait_for("deployment", lambda: alive(serving) and ready_deployment(api, "sample"), 240)
            assert wait_for("scheduled refresh", lambda: scheduled(api), 120)
            settings = httpx.get(f"http://127.0.0.1:{port}/ui-settings").json()
            assert settings["api_url"] == "/api"  # by whatever name the page was opened
            config = load_build_config(config_with(tmp_path / "own", "model", model=model_of(model, retries=0)))
            parameters = {"config": as_parameters(config), "storage": str(tmp_path / "store")}
            elsewhere = as_parameters(load_build_config(config_with(tmp_path, "away", model=away_from(model))))
            bent = {"parameters": parameters | {"config": elsewhere}}
            stopped = api.post(f"/deployments/{build['id']}/create_flow_run", json=bent).json()["id"]
            asked = api.post(f"/deployments/{build['id']}/create_flow_run", json={"parameters": parameters})
            run = asked.json()["id"]
            assert "no config file on disk sends the key" in wait_for("end", lambda: ended(api, stopped))["message"]
            assert wait_for("end", lambda: ended(api, run))["type"] == "FAILED"
            model.faults = Faults()
            # What the Retry button of the UI sends.
            again = {"state": {"type": "SCHEDULED", "name": "AwaitingRetry"}, "force": True}
            assert api.post(f"/flow_runs/{run}/set_state", json=again).json()["status"] == "ACCEPT"
            assert wait_for("end of the retry", lambda: completed(api, run))
            assert "Reused" in states(api, run)["harvest"]
            refused = api.post(f"/deployments/{build['id']}/create_flow_run", json={"parameters": {"storage": 7}})
            assert refused.status_code in (409, 422)
            serving.send_signal(signal.SIGINT)
            serving.wait(timeout=60)
        finally:
            serving.kill()
            serving.communicate()
    with pytest.raises(httpx.ConnectError):
        api.get("/health")
    assert serving.returncode in (0, 130)
    assert paused_deployments(line.environment, tmp_path)


def away_from(model: OpenAIServer) -> dict[str, Any]:
    """The same key, sent to another port."""
    return model_of(model) | {"base_url": f"http://127.0.0.1:{free_port()}/v1"}


def alive(process: subprocess.Popen[str]) -> bool:
    """True; fails with what the process said if it has ended."""
    if process.poll() is not None:
        pytest.fail(f"it ended with {process.returncode}: {process.communicate()}")
    return True


def scheduled(api: httpx.Client) -> int:
    """How many runs the server has planned by the schedule of the weekly refresh."""
    planned = {"flow_runs": {"state": {"type": {"any_": ["SCHEDULED"]}}, "tags": {"all_": ["auto-scheduled"]}}}
    return int(api.post("/flow_runs/count", json=planned).json())


def ready_deployment(api: httpx.Client, name: str) -> dict[str, Any] | None:
    found = api.get(f"/deployments/name/build-reportbench/{name}").json()
    return found if found.get("status") == "READY" else None


def ended(api: httpx.Client, run: str) -> dict[str, Any] | None:
    state = api.get(f"/flow_runs/{run}").json()["state"]
    return state if state["type"] in ("COMPLETED", "FAILED", "CRASHED", "CANCELLED") else None


def completed(api: httpx.Client, run: str) -> bool:
    return bool(api.get(f"/flow_runs/{run}").json()["state"]["type"] == "COMPLETED")


def states(api: httpx.Client, run: str) -> dict[str, set[str]]:
    rows = api.post("/task_runs/filter", json={"flow_runs": {"id": {"any_": [run]}}}).json()
    found: dict[str, set[str]] = {}
    for row in rows:
        found.setdefault(row["name"], set()).add(row["state"]["name"])
    return found


def paused_deployments(environment: Any, folder: Path) -> bool:
    """Whether the database that the server left behind has every deployment paused."""
    import sqlite3

    with sqlite3.connect(Path(environment["PREFECT_HOME"]) / "prefect.db") as database:
        rows = database.execute("select name, paused from deployment").fetchall()
    return len(rows) >= 4 and all(paused for _, paused in rows)


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
