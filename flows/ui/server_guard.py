"""Guard of the server that `litgauge serve` starts: the addresses that are its own, and pages of its own.

Prefect's server does what it is asked, and a deployment's pull steps are shell commands. So a page of another origin in
the user's browser, or a name that was bent to our address (DNS rebinding), must not reach it at all.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

_CHANGES = frozenset({"POST", "PUT", "PATCH"})
_LONGEST_BODY = 64 * 2**20  # of a request that makes or changes a deployment
_TOO_LONG = 413
_FORBIDDEN = 403
_MISDIRECTED = 421


class ServerGuard:
    """An ASGI application before another one: it lets through what our own pages and clients ask, and refuses the rest.

    `names` are the host names and addresses by which the server is known, without port. Refused are, over HTTP and
    WebSocket alike: any other Host (421), any Origin whose host is none of them or whose port is not the one that was
    asked (403), and, whoever asks, a deployment that brings its code along: pull steps, a storage block, a file as
    its entry point (403). Ours are modules by name.
    """

    def __init__(self, app: App, names: Iterable[str]) -> None:
        self._app = app
        self._names = frozenset(name.lower() for name in names)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        if refusal := self._refusal(scope):
            await _refuse(scope, receive, send, *refusal)
            return
        if scope["type"] == "http" and scope["method"] in _CHANGES and "/deployments" in scope["path"]:
            body = await _body(receive)
            if body is None:
                await _refuse(scope, receive, send, _TOO_LONG, "this request is too long")
                return
            if _brings_code(body):
                await _refuse(scope, receive, send, _FORBIDDEN, "deployments of this server take no code from outside")
                return
            receive = _again(body, receive)
        await self._app(scope, receive, send)

    def _refusal(self, scope: Scope) -> tuple[int, str] | None:
        hosts, origins = _headers(scope, b"host"), _headers(scope, b"origin")
        own = _place(f"//{hosts[0]}") if len(hosts) == 1 else None
        if own is None or own[0] not in self._names:
            return _MISDIRECTED, "this server is not known by that name; litgauge serve --allow-host NAME makes it so"
        for origin in origins:
            place = _place(origin)
            if place is None or place[0] not in self._names or place[1] != own[1]:
                return _FORBIDDEN, "pages of another origin may not ask this server"
        return None


def _headers(scope: Scope, name: bytes) -> list[str]:
    return [value.decode("latin-1").strip() for key, value in scope["headers"] if key.lower() == name]


def _place(address: str) -> tuple[str, int | None] | None:
    """Return the host and port of an address, in small letters; a scheme's usual port is none.

    None if it cannot be read.
    """
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        return None
    if not host or parts.username or parts.password or parts.path:
        return None
    return host.lower(), None if port in (80, 443) else port


async def _body(receive: Receive) -> bytes | None:
    """Return the whole body; None if it is longer than any deployment."""
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return bytes(body)
        body += message.get("body", b"")
        if len(body) > _LONGEST_BODY:
            return None
        if not message.get("more_body"):
            return bytes(body)


def _again(body: bytes, receive: Receive) -> Receive:
    """Return a `receive` for the application that gives the body, then whatever follows."""
    sent = False

    async def receive_again() -> Message:
        nonlocal sent
        if sent:
            return await receive()
        sent = True
        return {"type": "http.request", "body": body, "more_body": False}

    return receive_again


def _brings_code(body: bytes) -> bool:
    """Return whether JSON names code anywhere that is no module; what is no JSON the application refuses itself."""
    try:
        waiting = [json.loads(body or b"null")]
    except (ValueError, RecursionError):
        return b"pull_steps" in body
    while waiting:
        value = waiting.pop()
        if isinstance(value, dict):
            if value.get("pull_steps") or value.get("storage_document_id") or ":" in str(value.get("entrypoint")):
                return True
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)
    return False


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, why: str) -> None:
    if scope["type"] == "websocket":
        await receive()  # its connect; closing before acceptance answers the handshake with 403
        await send({"type": "websocket.close", "code": 1008, "reason": why})
        return
    body = json.dumps({"exception_message": why}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
