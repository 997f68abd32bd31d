"""Connections to one endpoint: a request's bytes out, the whole reply's text in, and no more of it than any answer has.

The openai package says who asks (address, headers of accounts, manners of connections). What is sent and read goes past
its client: that walks through every request and reply at twice the cost of sending them.
"""

from __future__ import annotations

import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import urlsplit

import httpx2
import msgspec
import openai

from tasks.llm.settings import ModelSettings

_CONNECT_S = 15.0
_MOST_BYTES = 16_000_000  # of a reply, unpacked: the longest answer with its thoughts and sources is far below it
_ACCEPTED = {"Accept-Encoding": "gzip, deflate"}  # what cannot unpack to thousands of times its size at once
_NO_KEY = "unset"  # the client insists on one
_TELLING = "x-stainless-"  # headers about the machine, which are nobody's business and cost time in every call


class ReplyTooLarge(httpx2.TransportError):
    """A reply without end, or one that unpacks to more than any answer has."""


@dataclass(frozen=True, slots=True)
class Received:
    """A reply, read to its end."""

    status: int
    headers: Mapping[str, str]  # names in lower case
    text: str


class Connections:
    """As many as calls are under way at once. Belongs to one event loop."""

    def __init__(self, settings: ModelSettings, key: str) -> None:
        self._base = settings.base_url
        # The deadline of a call is its caller's: it holds for the whole reply.
        timeout = httpx2.Timeout(None, connect=min(_CONNECT_S, settings.timeout_s))
        self._options: dict[str, Any] = {"verify": _certificates(), "timeout": timeout}
        self._clients = [self._new()]
        # Each client has one connection: it looks at each that it has, several times a call.
        self._idle = list(self._clients)
        self._headers = _headers(settings, key, self._clients[0])

    async def post(self, path: str, fields: Mapping[str, Any]) -> Received:
        """Return what the endpoint replies to these fields as JSON. Raises ReplyTooLarge, and httpx2.HTTPError."""
        content = msgspec.json.encode(fields)
        client = self._idle.pop() if self._idle else self._one_more()
        try:
            request = httpx2.Request("POST", self._base + path, headers=self._headers, content=content)
            response = await client.send(request, stream=True)
            try:
                body = await _bounded(response)
            finally:
                await response.aclose()
        finally:
            self._idle.append(client)
        text = body.decode(response.encoding or "utf-8", "replace").removeprefix("\ufeff")
        return Received(response.status_code, response.headers, text)

    async def close(self) -> None:
        """Close all of them."""
        for client in self._clients:
            await client.aclose()

    def _one_more(self) -> httpx2.AsyncClient:
        self._clients.append(self._new())
        return self._clients[-1]

    def _new(self) -> httpx2.AsyncClient:
        return openai.DefaultAsyncHttpxClient(**self._options)


@cache
def _certificates() -> ssl.SSLContext:
    """Return whose certificates are trusted; reading them takes longer than many a call."""
    return httpx2.create_ssl_context()


def _headers(settings: ModelSettings, key: str, client: httpx2.AsyncClient) -> httpx2.Headers:
    """Return who asks."""
    asker = openai.AsyncOpenAI(api_key=key or _NO_KEY, base_url=settings.base_url, http_client=client)
    if not (urlsplit(settings.base_url).hostname or "").endswith("openai.com"):
        # The package takes these from the environment; they are no business of other endpoints.
        asker.organization = asker.project = None
    said = {name: value for name, value in asker.default_headers.items() if isinstance(value, str)}
    kept = {name: value for name, value in said.items() if not name.lower().startswith(_TELLING)}
    return httpx2.Headers({**kept, **asker.auth_headers, **_ACCEPTED})


async def _bounded(response: httpx2.Response) -> bytes:
    content = bytearray()
    async for chunk in response.aiter_bytes():
        content += chunk
        if len(content) > _MOST_BYTES:
            raise ReplyTooLarge(f"a reply of more than {_MOST_BYTES:,} bytes")
    return bytes(content)
