"""Agents behind an HTTP endpoint, on loopback: slow, busy, broken, endless, and well."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from litgauge.tasks.agents.external.endpoint import HttpAgent
from litgauge.tasks.agents.external.settings import HttpSettings
from litgauge.tasks.agents.outcome import AgentAnswer
from litgauge.tasks.base.errors import ConfigError, EndpointRefused, Failed
from tests.agents.search_server import SearchServer, search_server
from tests.agents.test_external_command import TASK, session
from tests.tables import each_row

KEY = "sk-agent-7cW4nTq2YxL7vR5s"


@pytest.fixture(scope="module")
def server() -> Iterator[SearchServer]:
    with search_server() as running:
        yield running


@pytest.fixture(autouse=True)
def _nothing_asked_yet(server: SearchServer) -> None:
    server.requests.clear()


async def asked(server: SearchServer, folder: Path, **more: Any) -> AgentAnswer:
    said = {"backoff_s": 0, "retries": 2, "timeout_s": 20, **more}
    agent = HttpAgent(HttpSettings(kind="http", url=f"{server.root}/agent?x=1", **said))
    return await agent.answer(TASK, session(folder))


@pytest.mark.parametrize(
    ("body", "kind", "text"),
    [
        ('{"answer": "# Report [a](https://e.org)"}', "application/json", "# Report [a](https://e.org)"),
        ("# Report\r\n\x1b[1mé\x1b[0m", "text/markdown", "# Report\né"),
        ('{"answer": {"name": "é", "subtopics": []}}', "application/json", '{"name": "é", "subtopics": []}'),
        ('{"name": "root"}', "text/plain", '{"name": "root"}'),
        (b"# Gr\xfc\xdfe", "text/markdown; charset=iso-8859-1", "# Grüße"),
        ("# Grüße".encode("utf-16"), "text/markdown", "# Grüße"),
        ("# Grüße", "text/markdown; charset=none-such", "# Grüße"),
        ('"only text"', "application/json", '"only text"'),
    ],
)
async def test_json_or_markdown(body: str | bytes, kind: str, text: str, server: SearchServer, tmp_path: Path) -> None:
    server.say((200, body), headers={"content-type": kind})
    assert await asked(server, tmp_path) == AgentAnswer(text)
    ((method, path, headers, sent),) = server.requests
    assert (method, path, headers["content-type"]) == ("POST", "/agent?x=1", "application/json")
    told = json.loads(sent)
    assert (told["task_id"], told["prompt"]) == (TASK.task_id, TASK.text)
    assert "THE SURVEY ITSELF" not in sent.decode()
    assert "authorization" not in headers


async def test_an_answer_may_be_something_that_was_created(server: SearchServer, tmp_path: Path) -> None:
    server.say((201, "# Report"))
    assert await asked(server, tmp_path) == AgentAnswer("# Report")


async def test_the_key_is_sent_and_seen_nowhere(
    server: SearchServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AGENT_KEY", KEY)
    server.say((200, f"# Report, and {KEY}"))
    assert (await asked(server, tmp_path, api_key_env="AGENT_KEY")).text == "# Report, and [key]"
    assert server.requests[0][2]["authorization"] == f"Bearer {KEY}"
    assert all(KEY.encode() not in path.read_bytes() for path in tmp_path.rglob("*.json"))
    monkeypatch.delenv("AGENT_KEY")
    with pytest.raises(ConfigError, match="AGENT_KEY"):
        await asked(server, tmp_path / "other", api_key_env="AGENT_KEY")


@pytest.mark.parametrize("status", [429, 500, 502, 503, 504, 408])
async def test_a_busy_endpoint_is_asked_again_as_the_same_task(
    status: int, server: SearchServer, tmp_path: Path
) -> None:
    server.say((status, "busy"), (status, "<html>busy</html>"), (200, "# Report"))
    assert (await asked(server, tmp_path)).text == "# Report"
    assert len({headers["idempotency-key"] for _, _, headers, _ in server.requests}) == 1
    server.say((status, "busy"))
    with pytest.raises(Failed, match=str(status)):
        await asked(server, tmp_path / "other")


@pytest.mark.slow
async def test_what_it_asks_us_to_wait_is_kept_to(server: SearchServer, tmp_path: Path) -> None:
    server.say((429, "later"), headers={"retry-after": "3600"})
    with pytest.raises(Failed, match="429"):
        await asked(server, tmp_path)
    assert len(server.requests) == 1
    server.say((429, "later"), headers={"retry-after": "30"})
    began = time.monotonic()
    with pytest.raises(Failed, match="429"):  # the task's time is up while we wait, and that is not the agent's fault
        await asked(server, tmp_path, timeout_s=0.3)
    assert time.monotonic() - began < 5


@pytest.mark.parametrize(
    ("status", "body", "kind", "outcome"),
    [
        (200, "", "text/plain", "no-answer"),
        (200, '{"answer": ""}', "application/json", "no-answer"),
        (200, " \x1b[2J\n", "text/plain", "no-answer"),
        (200, "<html><body>Sign in</body></html>", "text/html; charset=utf-8", "invalid-answer"),
        (200, "x" * 200_001, "text/plain", "output-limit"),
        (400, '{"error": "prompt too long"}', "application/json", "crashed"),
        (422, "no", "text/plain", "crashed"),
        (200, '{"error": {"message": "no credit"}}', "application/json", "crashed"),
        (204, "", "text/plain", "no-answer"),
    ],
)
async def test_what_is_the_agents_own_doing(
    status: int, body: str, kind: str, outcome: str, server: SearchServer, tmp_path: Path
) -> None:
    server.say((status, body), headers={"content-type": kind})
    answer = await asked(server, tmp_path, output_mb=0.2)
    assert (answer.outcome, answer.text, bool(answer.detail)) == (outcome, "", True)
    server.say((200, "# Another"))
    assert await asked(server, tmp_path, output_mb=0.2) == answer  # it is settled
    assert len(server.requests) == 1


@pytest.mark.parametrize("status", [202, 401, 403, 404, 405, 301, 302, 307])
async def test_what_a_person_must_mend(status: int, server: SearchServer, tmp_path: Path) -> None:
    server.say((status, ""), headers={"location": f"{server.root}/elsewhere"})
    with pytest.raises(EndpointRefused, match=f"redirects to {server.root}/elsewhere" if 300 < status < 400 else "url"):
        await asked(server, tmp_path)
    assert len(server.requests) == 1


@pytest.mark.slow
async def test_an_endpoint_that_takes_too_long(tmp_path: Path) -> None:
    ended = asyncio.Event()

    async def dribble(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n\r\n")
        heard = asyncio.create_task(reader.read())
        while not heard.done():
            writer.write(b"x")
            await asyncio.wait([heard], timeout=0.05)
        writer.close()
        ended.set()

    async with await asyncio.start_server(dribble, "127.0.0.1", 0) as slow:
        url = f"http://127.0.0.1:{slow.sockets[0].getsockname()[1]}/"
        agent = HttpAgent(HttpSettings(kind="http", url=url, timeout_s=0.5))
        answer = await agent.answer(TASK, session(tmp_path))
        await asyncio.wait_for(ended.wait(), 5)
    assert (answer.outcome, answer.detail) == ("time-limit", "no whole answer within 0.5 s")


async def test_nobody_there(tmp_path: Path) -> None:
    agent = HttpAgent(HttpSettings(kind="http", url="http://127.0.0.1:9/", retries=1, backoff_s=0))
    with pytest.raises(Failed, match="ConnectError"):
        await agent.answer(TASK, session(tmp_path))


@each_row(
    "given",
    [{"url": "x"}, {"url": "https://u:p@x/"}, {"url": "ftp://x/"}, {"url": "http://x", "key_header": "a b"}, {}],
)
def test_an_impossible_config_is_refused(given: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        HttpSettings.model_validate({"kind": "http", **given})
