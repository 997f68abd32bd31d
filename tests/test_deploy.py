"""The files in deploy/ name nothing that is not there: commands, options, ports, variables, extras, pinned images."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any

import prefect.settings
import pytest
import yaml

from hatch_build import SHIPPED
from litgauge.flows.runtime.dask_workers import API_OF_WORKERS
from litgauge.flows.ui.address import PASSWORD, ServerAddress
from tests.commands import COMMANDS

ROOT = Path(__file__).resolve().parents[1]
DEPLOY = ROOT / "deploy"
COMPOSE = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
SERVICES: dict[str, dict[str, Any]] = yaml.safe_load(COMPOSE)["services"]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def value_of(words: list[str], option: str) -> str:
    return words[words.index(option) + 1]


def options_of(words: list[str]) -> set[str]:
    return {word for word in words if word.startswith("--")}


def test_the_services_are_those_of_a_team() -> None:
    assert set(SERVICES) == {"postgres", "server", "scheduler", "worker", "grobid"}
    named = yaml.safe_load(COMPOSE)["volumes"]
    mounted = {volume.partition(":")[0] for service in SERVICES.values() for volume in service.get("volumes", ())}
    assert mounted == set(named)
    for service in SERVICES.values():
        assert set(service.get("depends_on", {})) <= set(SERVICES)


def test_commands_and_options_exist() -> None:
    dask_worker = pytest.importorskip("distributed.cli.dask_worker", reason="the extra dask is not installed")
    from distributed.cli import dask_scheduler

    serve = SERVICES["server"]["command"]
    known = {option for parameter in COMMANDS[serve[1]].params for option in parameter.opts}
    assert serve[0] in PROJECT["scripts"]
    assert options_of(serve) <= known
    for service, module in (("scheduler", dask_scheduler), ("worker", dask_worker)):
        program, command, *words = SERVICES[service]["command"]
        assert (program, command) == ("dask", service)
        known = {option for parameter in module.main.params for option in (*parameter.opts, *parameter.secondary_opts)}
        assert options_of(words) <= known


def test_ports_and_names_meet() -> None:
    serve, worker = SERVICES["server"], SERVICES["worker"]
    port = value_of(serve["command"], "--port")
    assert int(port) == ServerAddress().port
    assert serve["ports"] == [f"127.0.0.1:{port}:{port}"]
    assert f":{port}/api/health" in serve["healthcheck"]["test"][-1]
    # Workers ask the server by the name of its service, which it must know as its own.
    assert serve["environment"][API_OF_WORKERS] == f"http://server:{port}/api"
    assert "server" in ServerAddress(allowed=(value_of(serve["command"], "--allow-host"),)).names
    scheduler = value_of(SERVICES["scheduler"]["command"], "--port")
    assert f"tcp://scheduler:{scheduler}" in worker["command"]
    # Nobody but this network reaches what runs whatever it is told.
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["server"]


def test_variables_are_read_by_somebody() -> None:
    ours = {parameter.envvar for command in COMMANDS.values() for parameter in command.params if parameter.envvar}
    of_models = set(re.findall(r"api_key_env: (\w+)", "".join(map(Path.read_text, (ROOT / "configs").rglob("*.yaml")))))
    of_s3 = {"AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_DEFAULT_REGION", "AWS_ENDPOINT_URL"}
    of_postgres = {"POSTGRES_USER", "POSTGRES_PASSWORD", "POSTGRES_DB"}
    known = {*ours, *of_models, *of_s3, API_OF_WORKERS}
    for name, service in SERVICES.items():
        given = set(service.get("environment", {}))
        of_prefect = {key for key in given if key.startswith("PREFECT_") and hasattr(prefect.settings, key)}
        assert given - of_prefect <= (of_postgres if name == "postgres" else known), name
    assert PASSWORD in SERVICES["server"]["environment"]
    # The workers see the same storage, with the same keys.
    of_worker = SERVICES["worker"]["environment"]
    assert {name: value for name, value in SERVICES["server"]["environment"].items() if name in of_worker} == of_worker
    assert of_s3 <= of_worker.keys()


def test_what_is_asked_for_stands_in_the_example() -> None:
    example = re.findall(r"^(\w+)=", (DEPLOY / "example.env").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(example) == sorted(set(re.findall(r"\$\{(\w+)", COMPOSE)))


def test_images_are_pinned_and_named_plainly() -> None:
    dockerfile = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    [base] = set(re.findall(r"^FROM (\S+)", dockerfile, re.MULTILINE))
    images = {base, *(service["image"] for service in SERVICES.values())}
    for image in images:
        name, _, tag = image.rpartition(":")
        assert re.match(r"\d+\.\d+", tag), image
        assert not re.search(r"[.:]", name.partition("/")[0]), f"{image} names a registry"
    assert f"litgauge:{PROJECT['version']}" in images
    assert base.startswith(f"python:{PROJECT['requires-python'].removeprefix('>=')}-")
    assert SERVICES["grobid"]["image"] in (ROOT / "docs" / "grobid.md").read_text(encoding="utf-8")


def test_the_image_has_what_it_needs() -> None:
    dockerfile = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    lines = re.findall(r"^COPY (?!--from)(.+) \S+$", dockerfile, re.MULTILINE)
    copied = {path for line in lines for path in line.split()}
    assert [path for path in copied if not (ROOT / path).exists()] == []
    sent = re.findall(r"^!(\S+)$", (ROOT / ".dockerignore").read_text(encoding="utf-8"), re.MULTILINE)
    assert sorted(sent) == sorted(copied)
    # The image has the wheel, and the first stage all that the wheel is made of.
    assert {*SHIPPED, "litgauge", "hatch_build.py", "pyproject.toml"} <= copied
    [extras] = re.findall(r"\.whl\)\[([\w,]+)\]", dockerfile)
    assert {"s3", "dask"} <= set(extras.split(",")) <= set(PROJECT["optional-dependencies"])
