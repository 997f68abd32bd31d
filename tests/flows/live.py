"""The command line as a person runs it: in a process of its own, against a Prefect server and a model on loopback."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import httpx
import msgspec
import pyarrow.parquet as pq
import yaml

from litgauge.tasks.benchmarks.reportbench.build.domains import DOMAIN_QUESTION
from litgauge.tasks.benchmarks.reportbench.build.prompts import QUESTIONS
from litgauge.tasks.benchmarks.reportbench.build.prompts.leak_question import LEAK_QUESTION
from litgauge.tasks.benchmarks.reportbench.rows import DomainLabel, Prompt
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.harvest.survey_question import IS_LITERATURE_SURVEY
from litgauge.tasks.records import PublishedSurvey
from litgauge.tasks.releases.release import load
from tests.llm.openai_server import KEY, Answerer, Asked, OpenAIServer

KEY_ENV = "LITGAUGE_TEST_KEY"
SAMPLE = Path(__file__).resolve().parents[2] / "configs" / "benchmarks" / "sample.yaml"


@dataclass(frozen=True)
class CommandLine:
    """`litgauge` in a folder of its own."""

    folder: Path
    environment: Mapping[str, str]
    program: tuple[str, ...] = ("-c", "from litgauge.flows.cli import main; main()")

    def start(self, *words: str) -> subprocess.Popen[str]:
        """Start a command; its output is kept for `communicate`."""
        command = [sys.executable, *self.program, *words]
        return subprocess.Popen(
            command,
            env=dict(self.environment),
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=SAMPLE.parents[2],
        )

    def run(self, *words: str, code: int = 0, timeout: float = 180) -> str:
        """Run a command to its end; its standard output. Fails if the exit code is another."""
        process = self.start(*words)
        try:
            out, err = process.communicate(timeout=timeout)
        finally:
            process.kill()
        assert process.returncode == code, f"exit code {process.returncode}\n{out}\n{err}"
        return out if code == 0 else err

    def build(self, storage: Path, config: Path) -> dict[str, Any]:
        """Build and give the result."""
        words = ("build", "reportbench", "--config", str(config), "--storage", str(storage), "--json")
        result: dict[str, Any] = json.loads(self.run(*words))
        return result


def command_line(folder: Path, api_url: str | None, **prefect: str) -> CommandLine:
    """The command line with an environment of its own; without `api_url` it starts Prefect's temporary server.

    `prefect` are settings of Prefect, by the names of their variables without PREFECT_.
    """
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PREFECT_")}
    environment |= {"PREFECT_HOME": str(folder / "prefect"), KEY_ENV: KEY, "DO_NOT_TRACK": "1"}
    environment |= {f"PREFECT_{name}": value for name, value in prefect.items()}
    if api_url:
        environment["PREFECT_API_URL"] = api_url
    return CommandLine(folder, environment)


def free_port() -> int:
    """A port of loopback that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def config_with(folder: Path, name: str, **changes: Any) -> Path:
    """The sample's config with other values, as a file."""
    values = yaml.safe_load(SAMPLE.read_text(encoding="utf-8"))
    for key, value in changes.items():
        values[key] = {**values.get(key, {}), **value} if isinstance(value, dict) else value
    path = folder / f"{name}.yaml"
    path.write_text(yaml.safe_dump(values), encoding="utf-8")
    return path


def model_of(server: OpenAIServer, **changes: Any) -> dict[str, Any]:
    """Model settings for a server on loopback, with short pauses."""
    quick = {"backoff_s": 0.01, "backoff_max_s": 0.1, "timeout_s": 2.0, "max_concurrency": 4}
    return {
        "provider": "openai",
        "model": server.model,
        "base_url": server.url,
        "api_key_env": KEY_ENV,
        **quick,
        **changes,
    }


def answers_of(storage: Path | str) -> dict[str, Answerer]:
    """A model that says what the rules said in the latest release there, recognising surveys by their titles."""
    release = load(Storage(str(storage)), "reportbench")
    titles = {row.title: row.survey_id for row in release.rows("surveys", PublishedSurvey)}
    domains = {row.survey_id: row for row in release.rows("domains", DomainLabel)}
    bodies = {(row.survey_id, row.question.split("@")[0]): row.body for row in release.rows("prompts", Prompt)}

    def survey(asked: Asked) -> str | None:
        return next((titles[title] for title in titles if title in asked.user), None)

    def prompt(asked: Asked) -> dict[str, Any]:
        body = bodies.get((survey(asked) or "", asked.schema), "")
        return {"prompt": body, "obstacle": "" if body else "it names no subject"}

    def domain(asked: Asked) -> dict[str, Any]:
        known = domains.get(survey(asked) or "")
        return {"reason": "By its title.", "domain": known.domain if known else "Unknown"}

    def is_survey(asked: Asked) -> dict[str, Any]:
        return {"reason": "By its title.", "is_survey": survey(asked) is not None}

    def leaks(_asked: Asked) -> dict[str, Any]:
        return {"reason": "It names the subject only.", "leaks": "no", "words": ""}

    prompts: dict[str, Answerer] = {question.name: prompt for question in QUESTIONS}
    return {DOMAIN_QUESTION.name: domain, IS_LITERATURE_SURVEY.name: is_survey, LEAK_QUESTION.name: leaks, **prompts}


def half_written(storage: Path) -> list[str]:
    """Files under a storage root that cannot be read to their end."""
    broken = []
    for path in storage.rglob("*"):
        if path.is_dir() or path.parent.name == "tmp":
            continue
        try:
            if path.suffix == ".json":
                msgspec.json.decode(path.read_bytes())
            elif path.suffix == ".parquet":
                pq.read_table(path)
        except (msgspec.DecodeError, OSError, ValueError) as error:
            broken.append(f"{path}: {error}")
    return broken


def token_of(api: str, auth: httpx.Auth | None = None) -> dict[str, str]:
    """The headers that a change needs at a guarded server; Prefect's own clients fetch them by themselves."""
    client = uuid4().hex  # a new token for a client ends its older one
    token = httpx.get(f"{api}/csrf-token", params={"client": client}, auth=auth, timeout=60).json()["token"]
    return {"Prefect-Csrf-Token": token, "Prefect-Csrf-Client": client}
