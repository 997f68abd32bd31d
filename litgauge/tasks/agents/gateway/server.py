"""The gateway of one task: an address on loopback with a token, behind which a model and the two tools are."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import json
import secrets
import socket
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Iterator, Mapping
from typing import Any, TypeVar

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

from litgauge.tasks.agents.gateway.chat import BadRequest, completion_of, events_of, request_of
from litgauge.tasks.agents.gateway.messages import chat_body, error_of, events_of_message, message_of
from litgauge.tasks.agents.gateway.tools import tool_result, tool_server
from litgauge.tasks.agents.outcome import OF_THE_AGENT, ToolError
from litgauge.tasks.agents.session import Session
from litgauge.tasks.base.errors import Failed, LitgaugeError
from litgauge.tasks.llm.faults import Fault
from litgauge.tasks.llm.request import ChatRequest

T = TypeVar("T")

_MOST_BYTES = 16_000_000  # of a request: longer than any context
_STATUSES: Mapping[str, tuple[int, str]] = {
    "too-long": (400, "context_length_exceeded"),
    "refused": (400, "content_filter"),
    "too-large": (500, "server_error"),
}
_BYTES_PER_TOKEN = 4
_NO_TURNS = "this task has no turns of the model left: give your answer now"


class _NoReply(Exception):
    """Why an agent gets no reply of the model, as the protocols say it."""

    def __init__(self, status: int, message: str, code: str) -> None:
        super().__init__(message)
        self.status, self.code = status, code


class Gateway:
    """The part of a session that an agent of somebody else's is given. Belongs to one event loop.

    An error that is ours ends the task: it is kept in `ended`, and whoever runs the agent ends it.
    """

    def __init__(self, session: Session, sample: int, most_turns: int, page_characters: int) -> None:
        self.token = secrets.token_urlsafe(24)
        self.ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._session, self._sample, self._most_turns = session, sample, most_turns
        self._page_characters = page_characters
        self._turns = 0
        self._attempts: Counter[str] = Counter()

    @contextlib.asynccontextmanager
    async def serving(self, listener: socket.socket) -> AsyncIterator[None]:
        """Answer whoever connects to a socket that listens, until the block ends."""
        tools = tool_server(self._tool, search=self._session.means.search is not None)
        routes: list[Route | Mount] = [Mount("/mcp", tools.asgi_app)]
        if self._session.model.provider != "offline":
            routes.append(Route("/v1/models", self._models))
            routes.append(Route("/v1/chat/completions", self._chat, methods=["POST"]))
            routes.append(Route("/v1/messages", self._messages, methods=["POST"]))
            routes.append(Route("/v1/messages/count_tokens", self._count, methods=["POST"]))
        app = _WithToken(Starlette(routes=routes), self.token)
        config = uvicorn.Config(app, log_config=None, access_log=False, lifespan="off", timeout_graceful_shutdown=1)
        server = _Server(config)

        async def serve() -> None:
            async with tools.run():
                await server.serve([listener])

        serving = asyncio.create_task(serve())
        try:
            yield
        finally:
            server.should_exit = server.force_exit = True
            await serving

    async def _models(self, _request: Request) -> Response:
        model = {"id": self._session.model.model, "object": "model", "created": 0, "owned_by": "litgauge"}
        return JSONResponse({"object": "list", "data": [model]})

    async def _chat(self, request: Request) -> Response:
        try:
            body = json.loads(await _bounded(request))
            completion = await self._completion(body)
        except (BadRequest, ValueError) as error:
            return _error(400, _wrong(error), "invalid_request_error")
        except _NoReply as none:
            return _error(none.status, str(none), none.code)
        if not body.get("stream"):
            return JSONResponse(completion)
        options = body.get("stream_options")
        usage = isinstance(options, dict) and bool(options.get("include_usage"))
        return StreamingResponse(events_of(completion, usage=usage), media_type="text/event-stream")

    async def _messages(self, request: Request) -> Response:
        try:
            body = json.loads(await _bounded(request))
            message = message_of(await self._completion(chat_body(body)))
        except (BadRequest, ValueError) as error:
            return JSONResponse(error_of(400, _wrong(error)), 400)
        except _NoReply as none:
            return JSONResponse(error_of(none.status, str(none)), none.status)
        if not body.get("stream"):
            return JSONResponse(message)
        return StreamingResponse(events_of_message(message), media_type="text/event-stream")

    async def _count(self, request: Request) -> Response:
        """Tokens of a request, bounded by its bytes: no model is asked."""
        return JSONResponse({"input_tokens": len(await _bounded(request)) // _BYTES_PER_TOKEN})

    async def _completion(self, body: Any) -> dict[str, Any]:
        """Return the model's reply as a chat completion. Raises BadRequest, and _NoReply where there is none."""
        request = self._request(body)
        self._turns += 1
        if self._turns > self._most_turns:
            raise _NoReply(403, _NO_TURNS, "no_turns_left")
        try:
            reply = await self._ours(self._session.converse(request, body["messages"][-1]))
        except ToolError as over:
            raise _NoReply(503, str(over), "task_ended") from None
        if isinstance(reply, Fault):
            if reply.reason not in OF_THE_AGENT:
                self._end(Failed(reply.reason, reply.detail))
            status, code = _STATUSES.get(reply.reason, (503, "server_error"))
            raise _NoReply(status, reply.detail, code)
        return completion_of(reply, request)

    def _request(self, body: Any) -> ChatRequest:
        """Return a request; one that is made again is asked anew, and so it is when the task is gone on with."""
        model = self._session.model
        first = request_of(body, model, self._sample)
        attempt = self._attempts[first.key]
        self._attempts[first.key] += 1
        return request_of(body, model, self._sample, attempt) if attempt else first

    async def _tool(self, name: str, arguments: Mapping[str, Any]) -> str:
        return await self._ours(tool_result(name, arguments, self._session, self._page_characters))

    async def _ours(self, work: Awaitable[T]) -> T:
        """Return what the session gives; an error of ours ends the task, and the agent is told that it is over."""
        try:
            return await work
        except ToolError:
            raise
        except LitgaugeError as error:
            self._end(error)
            raise ToolError("the task has ended") from None

    def _end(self, error: LitgaugeError) -> None:
        if not self.ended.done():
            self.ended.set_exception(error)


class _Server(uvicorn.Server):
    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals to the run."""
        yield


class _WithToken:
    """An application that answers those alone who know the token."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app, self._token = app, token.encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        headers = {name: value for name, value in scope["headers"] if name in (b"authorization", b"x-api-key")}
        key = headers.get(b"authorization", b"").removeprefix(b"Bearer ") or headers.get(b"x-api-key", b"")
        if not hmac.compare_digest(key, self._token):
            await _error(401, "the token of this task is wanted", "invalid_api_key")(scope, receive, send)
            return
        if scope["path"] == "/mcp":  # a mount redirects, which clients do not follow with a body
            scope = {**scope, "path": "/mcp/", "raw_path": b"/mcp/"}
        await self._app(scope, receive, send)


def _wrong(error: ValueError) -> str:
    return str(error) if isinstance(error, BadRequest) else "the request is no JSON"


async def _bounded(request: Request) -> bytes:
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > _MOST_BYTES:
            raise BadRequest(f"the request has more than {_MOST_BYTES:,} bytes")
    return bytes(body)


def _error(status: int, message: str, code: str) -> Response:
    kind = "invalid_request_error" if status < 500 else "server_error"
    return JSONResponse({"error": {"message": message, "type": kind, "param": None, "code": code}}, status)
