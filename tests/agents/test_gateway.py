"""Agents of others behind the gateway: the model and the tools that they meet, and what they do not."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pytest

from litgauge.tasks.agents.gateway.chat import BadRequest, request_of
from litgauge.tasks.agents.gateway.command import GatewaySettings
from litgauge.tasks.agents.task_run import TaskRecord
from litgauge.tasks.base.errors import BudgetExhausted, ItemError
from litgauge.tasks.fences.sandbox import strongest_fence
from litgauge.tasks.llm.settings import ModelSettings
from litgauge.tasks.releases.release import StoredRelease
from tests.agents.runs import PAGES, given, run, small_release
from tests.llm.openai_server import KEY, Asked, Faults, OpenAIServer
from tests.llm.questions import KEY_ENV

pytestmark = pytest.mark.slow

PAGE = "https://arxiv.org/abs/1706.03762"

# Of the standard library alone, so that what is said is what an agent's packages say on the wire.
HARNESS = """
import json, os, sys, urllib.error, urllib.request
task = json.load(sys.stdin)
def post(address, body, token=os.environ["LITGAUGE_TOKEN"], **more):
    headers = {"content-type": "application/json", "authorization": "Bearer " + token, **more}
    asked = urllib.request.Request(address, json.dumps(body).encode(), headers)
    try:
        with urllib.request.urlopen(asked, timeout=30) as reply:
            return reply.status, reply.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()
def chat(**body):
    return post(os.environ["OPENAI_BASE_URL"] + "/chat/completions", {"model": "any", **body})
def tool(method, **params):
    status, text = post(os.environ["LITGAUGE_MCP"], {"jsonrpc": "2.0", "id": 1, "method": method, "params": params},
                        accept="application/json, text/event-stream")
    return json.loads(text).get("result", text)
parts = [{"type": "text", "text": task["prompt"]}]
messages = [{"role": "system", "content": "Be brief."}, {"role": "user", "content": parts}]
done = {}
"""
AGENT = """
tool("initialize", protocolVersion="2025-06-18", capabilities={}, clientInfo={"name": "a", "version": "1"})
done["tools"] = [one["name"] for one in tool("tools/list")["tools"]]
page = tool("tools/call", name="read_page", arguments={"url": PAGE})
done["page"] = page["content"][0]["text"]
none = tool("tools/call", name="read_page", arguments={"url": "nowhere"})
done["none"] = [none["isError"], none["content"][0]["text"]]
look = {"name": "look", "description": "Look", "parameters": {"type": "object", "properties": {}}}
functions = [{"type": "function", "function": look}]
status, text = chat(messages=messages, tools=functions, tool_choice="auto", temperature=0.5)
first = json.loads(text)["choices"][0]
done["calls"] = [first["finish_reason"], first["message"]["tool_calls"][0]["function"]]
asked = first["message"]["tool_calls"][0]["id"]
messages += [first["message"], {"role": "tool", "tool_call_id": asked, "content": "seen"}]
status, text = chat(messages=messages, tools=functions, stream=True, stream_options={"include_usage": True})
events = [json.loads(line[6:]) for line in text.splitlines() if line.startswith("data: {")]
done["streamed"] = "".join(event["choices"][0]["delta"].get("content") or "" for event in events if event["choices"])
done["usage"] = events[-1]["usage"]["total_tokens"] > 0 and text.rstrip().endswith("[DONE]")
done["again"] = [json.loads(chat(messages=messages)[1])["id"] for _ in range(2)]
done["token"] = post(os.environ["OPENAI_BASE_URL"] + "/chat/completions", {}, token="another")[0]
seen = [{"role": "user", "content": [{"type": "image_url"}]}]
done["wrong"] = [chat(messages=messages, n=2)[0], chat()[0], chat(messages=seen)[0]]
done["key"] = [name for name, value in os.environ.items() if "sk-test" in value]
print(f"# Report\\n\\nIt is known [a paper]({PAGE}).\\n\\n" + json.dumps(done))
"""


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> StoredRelease:
    return small_release(tmp_path_factory.mktemp("gateway"), 1)


@pytest.fixture
def release(imported: StoredRelease, monkeypatch: pytest.MonkeyPatch) -> StoredRelease:
    if strongest_fence() in (None, "landlock"):
        pytest.skip("this machine has no fence with a network of its own")
    monkeypatch.setenv(KEY_ENV, KEY)
    return imported


def talks(asked: Asked, messages: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    if asked.body.get("tools") and not messages:
        return {"tool_calls": [("call-1", "look", "{}")]}
    return {"content": f"seen {len(messages)}"}


@pytest.fixture
def server() -> Iterator[OpenAIServer]:
    with OpenAIServer({}, talks=talks) as one:
        yield one


def agent(server: OpenAIServer, program: str, **more: Any) -> GatewaySettings:
    model = {
        "provider": "openai", "model": server.model, "base_url": server.url, "api_key_env": KEY_ENV, "timeout_s": 5.0,
        "retries": 1, "backoff_s": 0.001, "backoff_max_s": 0.01,
    }  # fmt: skip
    program = f"PAGE = {PAGE!r}\n{HARNESS}\n{program}"
    return GatewaySettings.model_validate(
        {"command": ["{python}", "-c", program], "model": model, "pages": str(PAGES), "search": {"provider": "local"},
         "timeout_s": 60, **more}
    )  # fmt: skip


async def test_a_harness_meets_model_and_tools_and_all_is_recorded(
    release: StoredRelease, server: OpenAIServer
) -> None:
    settings = agent(server, AGENT, at_once=1)
    tasks = given(release)[:1]
    (record,), toolbox = await run(settings, release, tasks)
    assert isinstance(record, TaskRecord), record
    assert record.outcome.outcome == "answered", record.outcome
    done = json.loads(record.text.text.rpartition("\n")[2])
    assert done["tools"] == ["search", "read_page"]
    assert "Attention" in done["page"]
    assert "Calls left: 49" in done["page"]
    assert done["none"] == [True, 'error: this is no address of a page; write {"url": "https://…"}']
    assert done["calls"] == ["tool_calls", {"name": "look", "arguments": "{}"}]
    assert (done["streamed"], done["usage"]) == ("seen 2", True)
    assert len(set(done["again"])) == 2  # what is asked again is asked anew
    assert (done["token"], done["wrong"], done["key"]) == (401, [400, 400, 400], [])
    tools = [(call.tool, call.status) for call in record.calls]
    assert tools == [
        ("command-with-gateway", "ok"), ("read_page", "ok"), ("read_page", "error"), *[("model", "ok")] * 4,
    ]  # fmt: skip
    assert record.calls[0].detail.startswith("fence: ")
    assert (record.outcome.cited, record.outcome.cited_read, record.outcome.cited_unmet) == (1, 1, 0)
    assert toolbox.spent.calls == 4
    asked = server.log.bodies[0]
    assert (asked["model"], asked["temperature"]) == (server.model, 0.5)

    # A replay needs neither the program nor the model.
    before = server.log.requests
    (replayed,), _ = await run(settings, release, tasks, replays=toolbox.recorded.deciding)
    assert isinstance(replayed, TaskRecord)
    assert replayed.text == record.text
    assert server.log.requests == before


async def test_a_harness_that_speaks_anthropics_protocol(release: StoredRelease, server: OpenAIServer) -> None:
    program = """
def say(path="/v1/messages?beta=true", **body):
    key = {"x-api-key": os.environ["ANTHROPIC_API_KEY"], "authorization": ""}
    return post(os.environ["ANTHROPIC_BASE_URL"] + path, {"model": "claude", "max_tokens": 500, **body}, **key)
look = {"name": "look", "description": "Look", "input_schema": {"type": "object", "properties": {}}}
system = [{"type": "text", "text": "Be brief.", "cache_control": {"type": "ephemeral"}}]
messages = [{"role": "user", "content": task["prompt"]}]
first = json.loads(say(system=system, messages=messages, tools=[look], tool_choice={"type": "auto"})[1])
asked = first["content"][0]
messages += [{"role": "assistant", "content": [{"type": "thinking", "thinking": "x"}, asked]},
             {"role": "user", "content": [{"type": "tool_result", "tool_use_id": asked["id"], "content": "seen"},
                                          {"type": "text", "text": "Go on."}]}]
text = say(system=system, messages=messages, tools=[look], stream=True)[1]
events = [json.loads(line[6:]) for line in text.splitlines() if line.startswith("data: ")]
done = {"first": [first["type"], first["stop_reason"], asked["name"], asked["input"]],
        "kinds": [event["type"] for event in events],
        "text": "".join(event["delta"].get("text", "") for event in events if event["type"] == "content_block_delta"),
        "counted": json.loads(say("/v1/messages/count_tokens", messages=messages)[1])["input_tokens"] > 10,
        "wrong": say(messages=messages, tools=[{"type": "web_search_20250305", "name": "web_search"}])}
print(f"# Report\\n\\n[a paper]({PAGE})\\n\\n" + json.dumps(done))
"""
    (record,), _ = await run(agent(server, program), release, given(release)[:1])
    assert isinstance(record, TaskRecord), record
    done = json.loads(record.text.text.rpartition("\n")[2])
    assert done["first"] == ["message", "tool_use", "look", {}]
    assert done["kinds"] == [
        "message_start", "content_block_start", "content_block_delta", "content_block_stop", "message_delta",
        "message_stop",
    ]  # fmt: skip
    assert (done["text"], done["counted"], done["wrong"][0]) == ("seen 3", True, 400)
    assert json.loads(done["wrong"][1])["error"]["type"] == "invalid_request_error"
    sent = server.log.bodies[-1]["messages"]
    assert [turn["role"] for turn in sent] == ["system", "user", "assistant", "tool", "user"]
    assert sent[2]["tool_calls"][0]["id"] == sent[3]["tool_call_id"]


async def test_the_survey_is_kept_from_it(release: StoredRelease, server: OpenAIServer) -> None:
    task = given(release)[0]
    title = task.withheld[0].title
    program = f"""
found = tool("tools/call", name="search", arguments={{"query": {title!r}}})["content"][0]["text"]
page = tool("tools/call", name="read_page", arguments={{"url": "https://arxiv.org/abs/{task.task_id.partition(":")[0]}"}})
print("# R\\n\\n[a]({PAGE})\\n\\n" + json.dumps([{title!r} in found, page["isError"]]))
"""
    (record,), _ = await run(agent(server, program), release, [task])
    assert isinstance(record, TaskRecord), record
    assert record.text.text.endswith("[false, true]"), record.text.text


async def test_its_limits(release: StoredRelease, server: OpenAIServer) -> None:
    program = """
replies = [chat(messages=messages + [{"role": "user", "content": str(n)}])[0] for n in range(3)]
calls = [tool("tools/call", name="read_page", arguments={"url": PAGE + "v" + str(n)})["isError"] for n in range(1, 4)]
print("# R\\n\\n[a](" + PAGE + ")\\n\\n" + json.dumps([replies, calls[-1]]))
"""
    (record,), _ = await run(agent(server, program, max_turns=2, max_calls=1), release, given(release)[:1])
    assert isinstance(record, TaskRecord), record
    assert record.text.text.endswith("[[200, 200, 403], true]"), record.text.text


async def test_without_a_model_there_are_the_tools_alone(release: StoredRelease, server: OpenAIServer) -> None:
    program = """
address = os.environ["LITGAUGE_MCP"].replace("/mcp", "/v1/chat/completions")
found = [len(tool("tools/list")["tools"]), post(address, {"messages": messages})[0], "OPENAI_API_KEY" in os.environ]
print("# R\\n\\n[a](" + PAGE + ")\\n\\n" + json.dumps(found))
"""
    settings = agent(server, program).model_copy(update={"model": ModelSettings()})
    (record,), _ = await run(settings, release, given(release)[:1])
    assert isinstance(record, TaskRecord), record
    assert record.text.text.endswith("[2, 404, false]"), record.text.text
    assert server.log.requests == 0


async def test_an_endpoint_that_fails_is_ours_and_ends_the_task(release: StoredRelease, server: OpenAIServer) -> None:
    program = "\nwhile True: chat(messages=messages)\n"
    server.faults = Faults(1.0, kinds=("server-error",))
    (error,), _ = await run(agent(server, program), release, given(release)[:1])
    assert isinstance(error, ItemError), error


async def test_a_budget_ends_the_run(release: StoredRelease, server: OpenAIServer) -> None:
    program = "\nwhile True: chat(messages=messages)\n"
    settings = agent(server, program)
    model = settings.model.model_copy(update={"model": "gpt-6-luna", "endpoint": "api.openai.com"})
    server.model = "gpt-6-luna"
    with pytest.raises(BudgetExhausted):
        await run(settings.model_copy(update={"model": model, "budget_usd": 0.00001}), release, given(release)[:1])


@pytest.mark.parametrize(
    "body",
    [None, {}, {"messages": []}, {"messages": ["x"]}, {"messages": [{"role": "wizard"}]},
     {"messages": [{"role": "user", "content": 1}]}, {"messages": [{"role": "user"}], "tools": [{"type": "web"}]},
     {"messages": [{"role": "user"}], "max_tokens": "many"}, {"messages": [{"role": "user"}], "temperature": 99}],
)  # fmt: skip
def test_a_request_that_is_none_is_refused_in_words(body: Any) -> None:
    with pytest.raises(BadRequest):
        request_of(body, ModelSettings(model="m"), 0)


def test_the_config_of_the_model_wins() -> None:
    model = ModelSettings.model_validate(
        {"model": "m", "parameters": {"temperature": 0, "max_output_tokens": 100}, "omit": ["top_p"]}
    )
    body = {"model": "another", "messages": [{"role": "user", "content": "x"}], "temperature": 1, "top_p": 0.5}
    body |= {"stop": ["."], "max_tokens": 5_000, "unknown": True}
    request = request_of(body, model, 3)
    assert (request.model, request.sample, request.extra_body) == ("m", 3, {"stop": ["."]})
    assert request.parameters.model_dump(exclude_none=True) == {"temperature": 0, "max_output_tokens": 100}
