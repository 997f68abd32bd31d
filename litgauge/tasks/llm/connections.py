"""Connections to one endpoint, with a limit on the length of replies.

The openai package gives the headers of accounts. Requests and replies bypass its client and use aiohttp, whose
parser is compiled: the package's own client takes twice the time for a call, and half of it again to process the
content.
"""

from __future__ import annotations

import ssl
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import aiohttp
import httpx2
import msgspec
import openai

from litgauge.tasks.llm.settings import ModelSettings

_CONNECT_S = 15.0
_MOST_BYTES = 16_000_000  # of a reply, unpacked: the longest answer with its thoughts and sources is far below it
_ACCEPTED = {"Accept-Encoding": "gzip, deflate"}  # cannot unpack to thousands of times its size at once
_NO_KEY = "unset"  # the client insists on one
# Headers about the machine, which concern nobody and cost time in every call; and one on the content.
_LEFT_OUT = ("x-stainless-", "content-type")
_IDLE_S = 5.0  # of a connection: many servers close it soon after
NO_HEADERS: Mapping[str, str] = {}


class Unreached(Exception):
    """No connection could be made."""


class ReplyTooLarge(Exception):
    """A reply that is longer than any answer."""


@dataclass(frozen=True, slots=True)
class Received:
    """A reply, read to its end."""

    status: int
    headers: Mapping[str, str]  # names in lower case
    text: str


class Connections:
    """As many connections as there are concurrent calls. Belongs to one event loop."""

    def __init__(self, settings: ModelSettings, key: str, headers: Mapping[str, str] = NO_HEADERS) -> None:
        self._base, _, version = settings.base_url.partition("?")
        self._query = f"?{version}" if version else ""
        # The caller sets the deadline for the whole reply.
        timeout = aiohttp.ClientTimeout(total=None, connect=min(_CONNECT_S, settings.timeout_s))
        connector = aiohttp.TCPConnector(limit=0, ssl=_certificates(), keepalive_timeout=_IDLE_S)
        self._session = aiohttp.ClientSession(
            connector=connector, timeout=timeout, proxy=_proxy(self._base), cookie_jar=aiohttp.DummyCookieJar()
        )
        self._headers = _headers(settings, key)
        if version:  # Azure's older interface
            headers = {"api-key": key, **headers}
        if headers:  # one of them has the key
            self._headers = {name: value for name, value in self._headers.items() if name.lower() != "authorization"}
            self._headers |= headers

    async def post(self, path: str, fields: Mapping[str, Any]) -> Received:
        """Return the endpoint's reply to these fields as JSON. See `send`."""
        return await self.send("POST", path, msgspec.json.encode(fields), {"Content-Type": "application/json"})

    async def send(
        self,
        method: str,
        path: str,
        content: Any = None,
        headers: Mapping[str, str] = NO_HEADERS,
        *,
        more_bytes: int = 0,
    ) -> Received:
        """Return the endpoint's reply; `more_bytes` is added to the limit of its length.

        Raises Unreached, ReplyTooLarge, aiohttp.ClientError and ValueError.
        """
        try:
            response = await self._session.request(
                method, self._base + path + self._query, data=content, headers={**self._headers, **headers}
            )
        except (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError, aiohttp.ClientHttpProxyError) as error:
            raise Unreached(f"{type(error).__name__}: {error}") from None
        async with response:
            body = await _bounded(response, _MOST_BYTES + more_bytes)
        return Received(response.status, response.headers, _text(body, response.charset))

    async def close(self) -> None:
        """Close all of them."""
        await self._session.close()


def _text(body: bytes, charset: str | None) -> str:
    try:
        return body.decode(charset or "utf-8", "replace").removeprefix("\ufeff")
    except LookupError:
        return body.decode("utf-8", "replace").removeprefix("\ufeff")


def _proxy(url: str) -> str | None:
    """Return the environment's proxy for an address.

    The client would search the environment again for every call, and a ~/.netrc for keys that are not the model's.
    """
    parts = urlsplit(url)
    return None if proxy_bypass(parts.hostname or "") else getproxies().get(parts.scheme)


@cache
def _certificates() -> ssl.SSLContext:
    """Return the trusted certificates, cached, as reading them takes longer than many a call."""
    return httpx2.create_ssl_context()


def _headers(settings: ModelSettings, key: str) -> dict[str, str]:
    """Return the headers of the account."""
    client = httpx2.AsyncClient(verify=_certificates())
    asker = openai.AsyncOpenAI(api_key=key or _NO_KEY, base_url=settings.base_url, http_client=client)
    if not (urlsplit(settings.base_url).hostname or "").endswith("openai.com"):
        # The package takes these from the environment; other endpoints must not get them.
        asker.organization = asker.project = None
    defaults = {name: value for name, value in asker.default_headers.items() if isinstance(value, str)}
    headers = {name: value for name, value in defaults.items() if not name.lower().startswith(_LEFT_OUT)}
    return {**headers, **asker.auth_headers, **_ACCEPTED}


async def _bounded(response: aiohttp.ClientResponse, most: int) -> bytes:
    content = bytearray()
    async for chunk in response.content.iter_any():
        content += chunk
        if len(content) > most:
            response.close()
            raise ReplyTooLarge(f"a reply of more than {most:,} bytes")
    return bytes(content)
