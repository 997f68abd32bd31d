"""An agent of smolagents behind the gateway: its own loop, our model and tools."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

pytest.importorskip("smolagents")

from litgauge.tasks.agents.gateway.command import GatewaySettings
from litgauge.tasks.agents.task_run import TaskRecord
from litgauge.tasks.fences.sandbox import strongest_fence
from litgauge.tasks.releases.release import StoredRelease
from tests.agents.runs import PAGES, given, run, small_release
from tests.llm.openai_server import KEY, Asked, OpenAIServer
from tests.llm.questions import KEY_ENV

pytestmark = pytest.mark.slow

PAGE = "https://arxiv.org/abs/1706.03762"

# The tools over plain HTTP: the package's own client of MCP takes no `mcp` 2 yet (configs/agents/smolagents_agent.py).
AGENT = """
import contextlib, json, os, sys, urllib.request
from smolagents import OpenAIServerModel, Tool, ToolCallingAgent

class ReadPage(Tool):
    name, description, output_type = "read_page", "Read a page.", "string"
    inputs = {"url": {"type": "string", "description": "Its address"}}

    def forward(self, url):
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call",
                "params": {"name": "read_page", "arguments": {"url": url}}}
        headers = {"content-type": "application/json", "accept": "application/json, text/event-stream",
                   "authorization": "Bearer " + os.environ["LITGAUGE_TOKEN"]}
        asked = urllib.request.Request(os.environ["LITGAUGE_MCP"], json.dumps(body).encode(), headers)
        with urllib.request.urlopen(asked) as reply:
            return json.load(reply)["result"]["content"][0]["text"]

task = json.load(sys.stdin)
model = OpenAIServerModel(model_id=os.environ["LITGAUGE_MODEL"])
with contextlib.redirect_stdout(sys.stderr):
    report = ToolCallingAgent(tools=[ReadPage()], model=model, max_steps=4, verbosity_level=0).run(task["prompt"])
sys.stdout.write(str(report))
"""


def talks(asked: Asked, messages: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    if "Attention" not in json.dumps(list(messages)):
        return {"tool_calls": [("call-1", "read_page", json.dumps({"url": PAGE}))]}
    return {"tool_calls": [("call-2", "final_answer", json.dumps({"answer": f"# R\n\nKnown [a paper]({PAGE})."}))]}


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[OpenAIServer]:
    if strongest_fence() in (None, "landlock"):
        pytest.skip("this machine has no fence with a network of its own")
    monkeypatch.setenv(KEY_ENV, KEY)
    with OpenAIServer({}, talks=talks) as one:
        yield one


@pytest.fixture(scope="module")
def release(tmp_path_factory: pytest.TempPathFactory) -> StoredRelease:
    return small_release(tmp_path_factory.mktemp("smolagents"), 1)


async def test_it_reads_by_our_tools_and_answers(release: StoredRelease, server: OpenAIServer) -> None:
    model = {"provider": "openai", "model": server.model, "base_url": server.url, "api_key_env": KEY_ENV, "retries": 1}
    settings = GatewaySettings.model_validate(
        {"command": ["{python}", "-c", AGENT], "model": model, "pages": str(PAGES), "timeout_s": 240,
         "search": {"provider": "none"}, "readable": [path for path in sys.path if path.endswith("site-packages")]}
    )  # fmt: skip
    (record,), _ = await run(settings, release, given(release))
    assert isinstance(record, TaskRecord), record
    assert record.text.text == f"# R\n\nKnown [a paper]({PAGE}).", record.outcome
    assert [(call.tool, call.status) for call in record.calls] == [
        ("command-with-gateway", "ok"), ("model", "ok"), ("read_page", "ok"), ("model", "ok"),
    ]  # fmt: skip
    assert (record.outcome.cited, record.outcome.cited_read) == (1, 1)
