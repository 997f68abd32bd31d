"""Guard of the server that `litgauge serve` starts: the addresses that are its own, and pages of its own.

Prefect's server does what it is asked, and a deployment's pull steps are shell commands. So a page of another origin in
the user's browser, or a name that was bent to our address (DNS rebinding), must not reach it at all, no page may show
it in a frame, and it answers only the calls that its own UI, forms, worker and clients make.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Collection, Iterable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

import anyio.to_thread

from litgauge.flows.ui.address import knows_password
from litgauge.flows.ui.api_calls import has_body, is_answered, limits_of, refused_contents, unusable_json

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]
Refusal = tuple[int, str]

_STREAMS = ("/api/events/in", "/api/events/out", "/api/logs/out")
_WITHOUT_PASSWORD = ("/api/health", "/api/ready")
_CHECKED_AT_ONCE = 64 * 1024  # bytes; a longer body is checked in a thread, so that other requests go on
_UNAUTHORIZED = 401
_FORBIDDEN = 403
_TOO_LONG = 413
_MISDIRECTED = 421
_NO_FRAMES = [(b"x-frame-options", b"DENY"), (b"content-security-policy", b"frame-ancestors 'none'")]


class ServerGuard:
    """An ASGI application before another one: it lets through what our own pages and clients ask, and refuses the rest.

    `names` are the host names and addresses by which the server is known, without port; `own_code` gives the entry
    points that a deployment may have, none by default. Refused are, over HTTP and WebSocket alike and in this order:

    - any other Host (421), any Origin whose host is none of them or whose port is not the one that was asked, and what
      a browser says another site asks for, but for a link that opens a page (403);
    - a call of the API without the password, if there is one (401), before anything of its body is read;
    - a call that is none of ours (403), a body that is too long or no UTF-8, a message of a stream that is (413),
      contents that would start code of others (403).

    No answer can be shown in a frame.
    """

    def __init__(self, app: App, names: Iterable[str], own_code: Callable[[], Collection[str]] = frozenset) -> None:
        self._app = app
        self._names = frozenset(name.lower() for name in names)
        self._own_code = own_code

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        sent = _unframed(send)
        if refusal := self._refusal(scope):
            await _refuse(scope, receive, sent, *refusal)
            return
        if scope["type"] == "http" and has_body(scope["method"]):
            body = await _body(scope, receive)
            if refusal := await self._refused_body(scope, body):
                await _refuse(scope, receive, sent, *refusal)
                return
            receive = _again(body or b"", receive)
        elif scope["type"] == "websocket":
            receive = _limited(scope["path"], receive)
        await self._app(scope, receive, sent)

    def _refusal(self, scope: Scope) -> Refusal | None:
        """Return why a request is refused by its head alone."""
        hosts, origins = _headers(scope, b"host"), _headers(scope, b"origin")
        own = _place(f"//{hosts[0]}") if len(hosts) == 1 else None
        if own is None or own[0] not in self._names:
            return _MISDIRECTED, "this server is not known by that name; litgauge serve --allow-host NAME makes it so"
        for origin in origins:
            place = _place(origin)
            if place is None or place[0] not in self._names or place[1] != own[1]:
                return _FORBIDDEN, "pages of another origin may not ask this server"
        if _asked_by_another_site(scope):
            return _FORBIDDEN, "pages of another origin may not ask this server"
        if scope["type"] == "websocket":
            return None if scope["path"] in _STREAMS else (_FORBIDDEN, "unknown event stream")
        in_api = scope["path"].startswith("/api/") and scope["path"] not in _WITHOUT_PASSWORD
        if in_api and scope["method"] != "OPTIONS" and not knows_password(scope["headers"]):
            return _UNAUTHORIZED, "Unauthorized"
        if not is_answered(scope["method"], scope["path"]):
            return _FORBIDDEN, "this server answers only what its UI, its forms and the clients of litgauge ask"
        return None

    async def _refused_body(self, scope: Scope, body: bytes | None) -> Refusal | None:
        if body is None:
            return _TOO_LONG, f"this request is longer than {limits_of(scope['path']).length // 2**10} kB"
        if len(body) <= _CHECKED_AT_ONCE and b"entrypoint" not in body:
            return self._refused_contents(scope["path"], body)
        return await anyio.to_thread.run_sync(self._refused_contents, scope["path"], body)

    def _refused_contents(self, path: str, body: bytes) -> Refusal | None:
        if reason := unusable_json(path, body):
            return _TOO_LONG, reason
        if reason := refused_contents(path, body, self._own_code):
            return _FORBIDDEN, reason
        return None


def _asked_by_another_site(scope: Scope) -> bool:
    """Return whether a browser says that another site's page asks; opening a page by a link is no such thing."""
    site = "".join(_headers(scope, b"sec-fetch-site"))
    if site in ("", "same-origin", "none"):
        return False
    opened = (_headers(scope, b"sec-fetch-mode"), _headers(scope, b"sec-fetch-dest")) == (["navigate"], ["document"])
    return not (opened and scope["type"] == "http" and scope["method"] == "GET" and "/api" not in scope["path"])


def _unframed(send: Send) -> Send:
    """Return a `send` whose responses no page can show in a frame."""

    async def send_unframed(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            headers = [
                (name, value) for name, value in message.get("headers", ()) if name.lower() != b"x-frame-options"
            ]
            message = {**message, "headers": [*headers, *_NO_FRAMES]}
        await send(message)

    return send_unframed


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


async def _body(scope: Scope, receive: Receive) -> bytes | None:
    """Return the whole body; None if it is longer than what this call is sent, without reading on."""
    longest = limits_of(scope["path"]).length
    length = "".join(_headers(scope, b"content-length"))
    if length.isdecimal() and int(length) > longest:
        return None
    body = bytearray()
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return bytes(body)
        body += message.get("body", b"")
        if len(body) > longest:
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


def _limited(path: str, receive: Receive) -> Receive:
    """Return a `receive` for the application that ends the stream at a message which is not handed on."""

    async def receive_limited() -> Message:
        message = await receive()
        text = message.get("bytes") or (message.get("text") or "").encode("utf-8", "replace")
        if message["type"] == "websocket.receive" and unusable_json(path, text):
            return {"type": "websocket.disconnect", "code": 1009}
        return message

    return receive_limited


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, why: str) -> None:
    if scope["type"] == "websocket":
        await receive()  # its connect; closing before acceptance answers the handshake with 403
        await send({"type": "websocket.close", "code": 1008, "reason": why})
        return
    body = json.dumps({"exception_message": why}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
