"""Research products against servers of their published formats: their replies are the answers, citations included."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from litgauge.tasks.agents.settings import ProductSettings
from litgauge.tasks.agents.spending import CostBasis, forecast_cost
from litgauge.tasks.agents.statistics import run_statistics
from litgauge.tasks.agents.task_run import TaskRecord
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.llm import endpoint
from litgauge.tasks.llm.door import open_door
from litgauge.tasks.llm.prices import Price, PriceList
from litgauge.tasks.llm.replies import Replies
from litgauge.tasks.releases.release import StoredRelease
from litgauge.tasks.reports.ingest.formats.json_rows import json_report
from litgauge.tasks.reports.ingest.report_files import FoundReport
from tests.agents import product_replies
from tests.agents.runs import given, run, small_release
from tests.agents.test_external_command import ANSWERS, TASK
from tests.llm.questions import KEY_ENV

Reply = Callable[[str, str], tuple[int, Any]]
"""Status and body, for a method and a path."""


@dataclass
class Server:
    """A product on loopback, and what it was asked."""

    reply: Reply
    asked: list[tuple[str, str, dict[str, str], Any]] = field(default_factory=list)

    def __enter__(self) -> Server:
        owner = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, format: str, *args: Any) -> None:
                """Nothing on stderr."""

            def do_POST(self) -> None:
                raw = self.rfile.read(int(self.headers["content-length"] or 0))
                self._answer(json.loads(raw))

            def do_GET(self) -> None:
                self._answer(None)

            def _answer(self, body: Any) -> None:
                headers = {name.lower(): value for name, value in self.headers.items()}
                owner.asked.append((self.command, self.path, headers, body))
                status, said = owner.reply(self.command, self.path)
                content = json.dumps(said).encode()
                self.send_response(status)
                self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(content)))
                self.end_headers()
                self.wfile.write(content)

        self._http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._http.daemon_threads = True
        threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._http.shutdown()
        self._http.server_close()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}/v1"


@pytest.fixture(scope="module")
def imported(tmp_path_factory: pytest.TempPathFactory) -> StoredRelease:
    return small_release(tmp_path_factory.mktemp("products"), 1)


@pytest.fixture
def release(imported: StoredRelease, monkeypatch: pytest.MonkeyPatch) -> StoredRelease:
    monkeypatch.setenv(KEY_ENV, "the-key")
    monkeypatch.setattr(endpoint, "_FIRST_LOOK_S", 0.01)
    return imported


def product(server: Server, api: str, **more: Any) -> ProductSettings:
    model = {
        "provider": "openai", "model": "deep", "base_url": server.url, "api_key_env": KEY_ENV, "retries": 1,
        "backoff_s": 0.001, "backoff_max_s": 0.01, "max_replies": 1, "timeout_s": 20,
    }  # fmt: skip
    return ProductSettings.model_validate({"api": api, "model": model, **more})


CASES: dict[str, tuple[Any, str, str, int, tuple[int, int]]] = {
    # api: reply, path, header with the key, searches, tokens in and out
    "responses": (product_replies.openai(), "/v1/responses", "authorization", 2, (60_000, 20_000)),
    "chat": (product_replies.perplexity(), "/v1/chat/completions", "authorization", 18, (500, 100_000)),
    "gemini": (product_replies.gemini(), "/v1/models/deep:generateContent", "x-goog-api-key", 2, (5_300, 1_400)),
    "anthropic": (product_replies.anthropic(), "/v1/messages", "x-api-key", 1, (6_110, 900)),
}


@pytest.mark.parametrize("api", CASES)
async def test_a_reply_is_the_answer_with_its_citations(api: str, release: StoredRelease) -> None:
    reply, path, header, searches, tokens = CASES[api]
    with Server(lambda *_: (200, reply)) as server:
        (record,), toolbox = await run(product(server, api, name=api), release)
        replayed, _ = await run(product(server, api, name=api), release, replays=toolbox.recorded.deciding)
    assert isinstance(record, TaskRecord), record
    assert (record.outcome.outcome, record.outcome.file) == ("answered", "2101.00000.json")
    assert (record.outcome.cited, record.outcome.cited_read, record.outcome.cited_unmet) == (2, 0, 0)
    assert [one.text for one in replayed if isinstance(one, TaskRecord)] == [record.text]
    read = json_report(json.loads(record.text.text), "2101.00000.json")
    assert isinstance(read, FoundReport)
    assert "Attention alone translates well." in read.text
    cited = {one.url for one in read.placed} | {one.url for one in read.given}
    assert cited == set(product_replies.PAGES)
    ((method, asked_at, headers, body),) = server.asked
    assert (method, asked_at) == ("POST", path)
    assert "the-key" in headers[header]
    assert sum("the-key" in value for value in headers.values()) == 1
    assert given(release)[0].text in json.dumps(body)
    assert "api" not in body
    assert (toolbox.spent.searches, toolbox.spent.prompt_tokens, toolbox.spent.completion_tokens) == (searches, *tokens)
    numbers = run_statistics([record.outcome], record.calls, [])
    assert numbers.unfiltered == 1


async def test_a_reply_in_the_background_is_waited_for(release: StoredRelease) -> None:
    looks = iter([(200, "in_progress"), (502, "in_progress"), (200, "completed")])

    def reply(method: str, _path: str) -> tuple[int, Any]:
        status, state = (200, "queued") if method == "POST" else next(looks)
        return status, product_replies.openai(state)

    with Server(reply) as server:
        (record,), toolbox = await run(product(server, "responses", background=True, name="background"), release)
    assert isinstance(record, TaskRecord), record
    assert record.outcome.outcome == "answered"
    asked = [(method, path) for method, path, _, _ in server.asked]
    assert asked == [("POST", "/v1/responses"), *[("GET", "/v1/responses/resp_1")] * 3]
    assert server.asked[0][3]["background"] is True
    assert toolbox.spent.calls == 1


async def test_azures_version_is_a_query_and_its_key_a_header(release: StoredRelease) -> None:
    with Server(lambda *_: (200, product_replies.perplexity())) as server:
        settings = product(server, "chat", name="azure", sample=7)
        model = settings.model.model_dump() | {"base_url": f"{server.url}/deployments/d?api-version=2024-10-21"}
        (record,), _ = await run(ProductSettings.model_validate(settings.model_dump() | {"model": model}), release)
    assert isinstance(record, TaskRecord), record
    _, path, headers, _ = server.asked[0]
    assert path == "/v1/deployments/d/chat/completions?api-version=2024-10-21"
    assert (headers["api-key"], "authorization" in headers) == ("the-key", False)
    assert record.calls[0].reasoning_tokens == 90_000


async def test_a_preset_stands_alone_and_says_what_it_cost(release: StoredRelease) -> None:
    reply = product_replies.openai()
    reply["usage"]["cost"] = {"currency": "USD", "total_cost": 0.75}
    with Server(lambda *_: (200, reply)) as server:
        settings = product(server, "responses", name="preset")
        model = settings.model.model_copy(update={"extra_body": {"preset": "deep-research"}})
        (record,), toolbox = await run(settings.model_copy(update={"model": model}), release)
    assert isinstance(record, TaskRecord), record
    body = server.asked[0][3]
    assert (body["preset"], body.keys() & {"model", "tools", "max_tool_calls"}) == ("deep-research", set())
    assert toolbox.spent.usd == pytest.approx(0.75)


@pytest.mark.parametrize(
    ("api", "reply", "outcome"),
    [
        ("gemini", {"promptFeedback": {"blockReason": "SAFETY"}}, "refusal"),
        ("gemini", {"candidates": [{"content": {"parts": [{"text": "In"}]}, "finishReason": "MAX_TOKENS"}]}, "cut-off"),
        ("anthropic", {"content": [{"type": "text", "text": "No."}], "stop_reason": "refusal"}, "refusal"),
        ("anthropic", {"content": [{"type": "text", "text": "Owls hoot. " * 99}]}, "no-citations"),
        ("responses", {"status": "completed", "output": []}, "no-answer"),
    ],
)  # fmt: skip
async def test_how_a_reply_may_end(api: str, reply: Any, outcome: str, release: StoredRelease) -> None:
    with Server(lambda *_: (200, reply)) as server:
        (record,), _ = await run(product(server, api, sample=len(json.dumps(reply))), release)
    assert isinstance(record, TaskRecord), record
    assert record.outcome.outcome == outcome, record.outcome


def test_what_a_report_may_cost_is_known_before(tmp_path: Path) -> None:
    price = Price(model="deep", input=10, output=40, as_of=date(2026, 1, 1))
    with Server(lambda *_: (200, {})) as server:
        for api in CASES:
            settings = product(server, api, web={"max_searches": 10, "usd_per_search": 0.5, "tokens_per_search": 0})
            door = open_door(
                settings.model, replies=Replies(Storage(str(tmp_path))), prices=PriceList(prices=(price,)),
                product=settings.product,
            )  # fmt: skip
            words = forecast_cost(CostBasis(settings, ANSWERS, door, None), [TASK])
            assert words is not None
            assert server.asked == []
            usd = [float(one.strip("$,;")) for one in words.split() if one.startswith("$")]
            assert usd, words
            assert max(usd) >= 5, words  # ten searches at half a dollar, and tokens
