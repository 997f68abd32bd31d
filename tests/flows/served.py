"""`litgauge serve` as a person has it: of the wheel, in a process of its own, asked through its API."""

from __future__ import annotations

import signal
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.flows.live import KEY_ENV, free_port, token_of
from tests.installed import Installed
from tests.llm.openai_server import KEY

ENDS = ("COMPLETED", "FAILED", "CRASHED", "CANCELLED")


def wait_for(what: str, look: Callable[[], Any], timeout_s: float = 300) -> Any:
    """What `look` finds; fails if that is nothing for too long."""
    deadline = time.monotonic() + timeout_s
    while time.monotonic() < deadline:
        try:
            if found := look():
                return found
        except httpx.HTTPError:
            pass
        time.sleep(0.3)
    pytest.fail(f"no {what} after {timeout_s} s")


class Patient(httpx.HTTPTransport):
    """Asks again where SQLite was busy for too long, as Prefect's own clients do."""

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        for _ in range(20):
            answer = super().handle_request(request)
            if answer.status_code != httpx.codes.SERVICE_UNAVAILABLE:
                break
            answer.close()
            time.sleep(0.5)
        return answer


@dataclass
class Served:
    """A server with its worker, which a test may stop, kill and start again."""

    folder: Path
    installed: Installed
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None
    api: httpx.Client = field(default_factory=httpx.Client)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def storage(self) -> Path:
        return self.folder / "store"

    @property
    def own_configs(self) -> Path:
        """The folder that LITGAUGE_CONFIGS names."""
        return self.folder / "own"

    @property
    def said(self) -> str:
        """What it printed since it was last started."""
        return (self.folder / "said").read_text()

    def start(self, password: str = "") -> None:
        """Start it and wait until it works."""
        self.own_configs.mkdir(exist_ok=True)
        own = {"PREFECT_HOME": str(self.folder / "prefect"), "PREFECT_RUNNER_POLL_FREQUENCY": "1", KEY_ENV: KEY}
        own["LITGAUGE_CONFIGS"] = str(self.own_configs)
        if password:
            own["PREFECT_SERVER_API_AUTH_STRING"] = password
        words = ["serve", "--port", str(self.port), "--storage", str(self.storage)]
        with (self.folder / "said").open("wb") as said:
            self.process = subprocess.Popen(
                [self.installed.programs / "litgauge", *words],
                env=self.installed.environment | own,
                stdout=said,
                stderr=said,
                cwd=self.installed.folder,
            )
        wait_for("worker", lambda: self._lives() and "deployments are ready" in self.said, 240)
        auth = httpx.BasicAuth(*password.split(":")) if password else None
        self.api = httpx.Client(base_url=f"{self.url}/api", timeout=60, auth=auth, transport=Patient())
        self.api.headers.update(token_of(f"{self.url}/api", auth))

    def running(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def end(self, number: signal.Signals) -> int:
        """Send a signal and wait for the end; the exit code."""
        assert self.process is not None
        self.api.close()
        self.process.send_signal(number)
        return self.process.wait(timeout=60)

    def deployment(self, full_name: str) -> Any:
        return self.api.get(f"/deployments/name/{full_name}").raise_for_status().json()

    def change(self, full_name: str, **values: Any) -> None:
        """Change a deployment, as its page in the UI does."""
        self.api.patch(f"/deployments/{self.deployment(full_name)['id']}", json=values).raise_for_status()

    def submitted(self, full_name: str, **values: Any) -> httpx.Response:
        """Press Submit: what the form is filled in with, and these changes."""
        found = self.deployment(full_name)
        properties = found["parameter_openapi_schema"]["properties"]
        defaults = {name: value["default"] for name, value in properties.items() if "default" in value}
        body = {"parameters": {**defaults, **found["parameters"], **values}, "state": {"type": "SCHEDULED"}}
        return self.api.post(f"/deployments/{found['id']}/create_flow_run", json=body)

    def started(self, full_name: str, **values: Any) -> str:
        """The id of the run that a form starts."""
        answer = self.submitted(full_name, **values)
        assert answer.is_success, answer.text
        return str(answer.json()["id"])

    def state(self, run: str) -> Any:
        return self.api.get(f"/flow_runs/{run}").json()["state"]

    def ended(self, run: str, timeout_s: float = 300) -> Any:
        """The state in which a run ended."""
        return wait_for("end", lambda: (state := self.state(run))["type"] in ENDS and state, timeout_s)

    def artifact(self, run: str, key: str) -> str:
        """A markdown artifact of a run."""
        asked = {"artifacts": {"flow_run_id": {"any_": [run]}, "key": {"any_": [key]}}}
        found = self.api.post("/artifacts/filter", json=asked).json()
        return str(found[0]["data"]) if found else ""

    def tasks(self, run: str) -> dict[str, set[str]]:
        """The names of the states of a run's tasks, by task."""
        rows = self.api.post("/task_runs/filter", json={"flow_runs": {"id": {"any_": [run]}}}).json()
        found: dict[str, set[str]] = {}
        for row in rows:
            found.setdefault(row["name"], set()).add(row["state"]["name"])
        return found

    def places_taken(self, full_name: str) -> int:
        return int(self.deployment(full_name)["global_concurrency_limit"]["active_slots"])

    def _lives(self) -> bool:
        assert self.process is not None
        if self.process.poll() is not None:
            pytest.fail(f"it ended with {self.process.returncode}: {self.said}")
        return True


def processes_of(port: int) -> list[str]:
    """The command lines of the servers that listen on a port."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().decode().split("\0")
        except OSError:
            continue
        if "litgauge.flows.ui.guarded_server" in words and str(port) in words:
            found.append(" ".join(words))
    return found
