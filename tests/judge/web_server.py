"""A server on loopback with a Responses API that searches, and a search endpoint; faulty on request.

What it says is built from the openai package's own types, and what it hears is checked against them.
"""

from __future__ import annotations

import json
import threading
import time
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any
from urllib.parse import parse_qs, urlsplit

from openai.types.responses import (
    Response,
    ResponseFunctionWebSearch,
    ResponseOutputMessage,
    ResponseOutputRefusal,
    ResponseOutputText,
    ResponseUsage,
)
from openai.types.responses.response import IncompleteDetails
from openai.types.responses.response_create_params import ResponseCreateParamsNonStreaming
from openai.types.responses.response_function_web_search import ActionSearch, ActionSearchSource
from openai.types.responses.response_usage import InputTokensDetails, OutputTokensDetails
from pydantic import TypeAdapter

KEY = "sk-test-9cW4nTq2YxL7vR5s"
SEARCH_KEY = "search-test-3kP8zD6mB1hG"
MODEL = "searcher-1"
_PARAMS = TypeAdapter(ResponseCreateParamsNonStreaming)


@dataclass
class WebServer:
    """`answer` gets the request's body; `found` the query. `statuses` are sent first, one for each request."""

    answer: Callable[[Mapping[str, Any]], Mapping[str, Any] | str] = lambda _: {}
    found: Callable[[str], Any] = lambda _: []
    statuses: list[int] = field(default_factory=list)
    incomplete: str = ""  # why the reply was cut off
    refusal: str = ""
    searches: int = 2
    bodies: list[Mapping[str, Any]] = field(default_factory=list)
    queries: list[str] = field(default_factory=list)
    headers: list[Mapping[str, str]] = field(default_factory=list)
    paths: list[str] = field(default_factory=list)

    def __enter__(self) -> WebServer:
        self.lock = threading.Lock()
        self._http = _Http(("127.0.0.1", 0), type("Handler", (_Handler,), {"owner": self}))
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()

    @property
    def url(self) -> str:
        """The base URL of the API."""
        return f"{self.root}/v1"

    @property
    def root(self) -> str:
        """The address."""
        return f"http://127.0.0.1:{self._http.server_address[1]}"


class _Http(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Clients that hang up are part of the game."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    owner: WebServer

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing on stderr."""

    def do_GET(self) -> None:
        self._answer(None)

    def do_POST(self) -> None:
        self._answer(json.loads(self.rfile.read(int(self.headers["content-length"]))))

    def _answer(self, body: Mapping[str, Any] | None) -> None:
        owner = self.owner
        with owner.lock:
            owner.headers.append({name.lower(): value for name, value in self.headers.items()})
            owner.paths.append(self.path)
            status = owner.statuses.pop(0) if owner.statuses else 200
        if status != 200:
            return self._send(status, {"error": {"message": "as ordered", "type": "server_error"}})
        if urlsplit(self.path).path == "/v1/responses" and body is not None:
            return self._respond(body)
        query = str(body["query"]) if body else parse_qs(urlsplit(self.path).query)["q"][0]
        with owner.lock:
            owner.queries.append(query)
        return self._send(200, owner.found(query))

    def _respond(self, body: Mapping[str, Any]) -> None:
        if self.headers["authorization"] != f"Bearer {KEY}":
            return self._send(401, {"error": {"message": "Incorrect API key provided", "code": "invalid_api_key"}})
        unknown = set(body) - set(typing.get_type_hints(ResponseCreateParamsNonStreaming))
        if unknown:
            return self._send(400, {"error": {"message": f"Unknown parameter: {sorted(unknown)}"}})
        _PARAMS.validate_python(body)
        with self.owner.lock:
            self.owner.bodies.append(body)
        return self._send(200, json.loads(self._response(body).model_dump_json(exclude_none=True)))

    def _response(self, body: Mapping[str, Any]) -> Response:
        owner = self.owner
        said = owner.answer(body)
        text = said if isinstance(said, str) else json.dumps(said)
        part = (
            ResponseOutputRefusal(refusal=owner.refusal, type="refusal")
            if owner.refusal
            else ResponseOutputText(annotations=[], text=text, type="output_text")
        )
        searches = [
            ResponseFunctionWebSearch(
                id=f"ws_{number}", status="completed", type="web_search_call",
                action=ActionSearch(type="search", query="q", sources=[
                    ActionSearchSource(type="url", url="https://example.org/found")]))
            for number in range(owner.searches)
        ]  # fmt: skip
        message = ResponseOutputMessage(
            id="msg_1", role="assistant", status="completed", type="message", content=[part]
        )
        reason: Any = owner.incomplete or None
        return Response(
            id="resp_1", created_at=time.time(), model=body["model"], object="response", output=[*searches, message],
            parallel_tool_calls=True, tool_choice="auto", tools=[], status="incomplete" if reason else "completed",
            incomplete_details=IncompleteDetails(reason=reason) if reason else None,
            usage=ResponseUsage(
                input_tokens=1000, output_tokens=50, total_tokens=1050,
                input_tokens_details=InputTokensDetails(cached_tokens=200, cache_write_tokens=0),
                output_tokens_details=OutputTokensDetails(reasoning_tokens=10)))  # fmt: skip

    def _send(self, status: int, body: Mapping[str, Any] | Sequence[Any] | str) -> None:
        data = (body if isinstance(body, str) else json.dumps(body)).encode()
        self.send_response(status)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)
