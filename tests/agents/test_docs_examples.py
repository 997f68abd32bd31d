"""The agents of others that docs/agents.md prints do what it says: taken from the page as they stand, and run."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from litgauge.flows.agents.config import load_agent_config
from litgauge.tasks.agents.external.settings import HttpSettings
from litgauge.tasks.agents.kinds import agent_kind
from litgauge.tasks.agents.search.providers import PROVIDERS
from tests.agents.test_external_command import TASK, session
from tests.flows.live import free_port


@pytest.fixture(scope="module")
def page(repository: Path) -> str:
    return (repository / "docs/agents.md").read_text(encoding="utf-8")


@pytest.fixture
def examples(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files of the page, where litgauge is started."""
    blocks = re.findall(r"^```\w+\n# (\S+)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert {name for name, _ in blocks} == {"my_agent.py", "my-agent.yaml", "my_endpoint.py", "my-endpoint.yaml"}
    port = str(free_port())
    for name, text in blocks:
        (tmp_path / name).write_text(text.replace("8011", port))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MY_MODEL_KEY", "a key")
    return tmp_path


async def test_the_command(examples: Path) -> None:
    settings = load_agent_config("my-agent.yaml")
    answer = await agent_kind(settings.kind).make(settings).answer(TASK, session(examples))
    assert answer.outcome == "answered"
    assert answer.text.startswith("# Report\n\nThis was asked: What is known of gräphs?")


async def test_the_endpoint(examples: Path) -> None:
    settings = load_agent_config("my-endpoint.yaml")
    assert isinstance(settings, HttpSettings)
    server = subprocess.Popen([sys.executable, "my_endpoint.py"], cwd=examples, stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + 20
        while time.monotonic() < until:
            try:
                httpx.get(settings.url, timeout=5)
                break
            except httpx.TransportError:
                time.sleep(0.05)
        answer = await agent_kind(settings.kind).make(settings).answer(TASK, session(examples))
    finally:
        server.kill()
        server.wait()
    assert answer.text.startswith(f"# Report on {TASK.task_id}")


def test_every_provider_stands_in_its_table(page: str) -> None:
    rows = {row.split("`")[1]: row for row in page.splitlines() if row.startswith("| `")}
    for name, provider in PROVIDERS.items():
        cells = [cell.strip() for cell in rows[name].split("|")]
        assert f"{provider.usd_per_search:g}" == cells[4], name
        assert (f"{provider.interval_s:g} s" if provider.interval_s else "–") == cells[5], name
        assert (f"`{provider.key_env}`" if provider.key_env else "–") == cells[3], name
