"""One call to an OpenAI-compatible endpoint: an answer, or what was wrong."""

from __future__ import annotations

import asyncio
import itertools
import math
import threading
from collections.abc import AsyncGenerator
from dataclasses import replace
from typing import Any
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

import httpx2
import openai

from tasks.llm import faults
from tasks.llm.chat_api import ChatApi
from tasks.llm.faults import Fault
from tasks.llm.keys import ApiKey
from tasks.llm.paid_calls import PaidAnswer
from tasks.llm.request import ChatRequest
from tasks.llm.settings import ModelSettings

_CONNECT_S = 15.0
_POOL = 8  # connections
_MOST_BYTES = 16_000_000  # of a reply, unpacked: the longest answer with its thoughts and sources is far below it
_UNPACKED = ("content-encoding", "content-length", "transfer-encoding")  # headers of the body as it was sent
_ACCEPTED = {"accept-encoding": "gzip, deflate"}  # what cannot unpack to thousands of times its size at once
_NO_KEY = "unset"  # the client insists on one

# A client belongs to its loop, not to its door: one that went with a forgotten door could not be closed any more.
_open: set[AsyncGenerator[openai.AsyncOpenAI, None]] = set()


class ReplyTooLarge(httpx2.TransportError):
    """A reply without end, or one that unpacks to more than any answer has."""


class _BoundedClient(openai.DefaultAsyncHttpxClient):
    """Reads no more of a reply than an answer can have, whatever the endpoint sends, packed or not.

    Its connections are spread over several pools: a pool looks at each of its idle connections twice a call, which at
    64 connections costs more CPU than all the rest of the call.
    """

    def __init__(self, at_once: int, **options: Any) -> None:
        options["verify"] = httpx2.create_ssl_context()  # read once for all pools
        super().__init__(**options)
        self._pools = [openai.DefaultAsyncHttpxClient(**options) for _ in range(math.ceil(at_once / _POOL))]
        self._turn = itertools.cycle(self._pools)

    async def aclose(self) -> None:
        """Close all connections."""
        for pool in self._pools:
            await pool.aclose()
        await super().aclose()

    async def send(self, request: httpx2.Request, *, stream: bool = False, **options: Any) -> httpx2.Response:  # noqa: ARG002
        """The whole reply. Raises ReplyTooLarge, and what the client raises."""
        response = await next(self._turn).send(request, stream=True, **options)
        try:
            content = await _bounded(response)
        finally:
            await response.aclose()
        return httpx2.Response(
            response.status_code,
            headers=[(name, value) for name, value in response.headers.multi_items() if name not in _UNPACKED],
            content=content,
            request=response.request,
            extensions=response.extensions,
        )


async def _bounded(response: httpx2.Response) -> bytes:
    content = bytearray()
    async for chunk in response.aiter_bytes():
        content += chunk
        if len(content) > _MOST_BYTES:
            raise ReplyTooLarge(f"a reply of more than {_MOST_BYTES:,} bytes")
    return bytes(content)


class Endpoint:
    """Keeps one client per event loop, closed with its loop."""

    def __init__(self, settings: ModelSettings, key: ApiKey, api: ChatApi) -> None:
        self._settings, self._key, self.api = settings, key, api
        self._lock = threading.Lock()
        self._clients: WeakKeyDictionary[
            asyncio.AbstractEventLoop, tuple[AsyncGenerator[openai.AsyncOpenAI, None], openai.AsyncOpenAI]
        ] = WeakKeyDictionary()

    async def call(self, request: ChatRequest) -> PaidAnswer | Fault:
        """Send it once. The deadline covers the whole reply: a server that dribbles bytes does not get around it.

        The key, which some endpoints echo, is in nothing that comes back. Raises ConfigError if there is none.
        """
        client = await self._client()
        try:
            async with asyncio.timeout(self._settings.timeout_s):
                response = await self.api.send(client, request)
        except (TimeoutError, openai.APITimeoutError):
            return faults.of_time_out(self._settings.timeout_s)
        except openai.APIStatusError as error:
            text = self._key.redact(error.response.text)
            return faults.of_status(error.status_code, error.response.headers, text)
        except openai.APIConnectionError as error:
            if isinstance(error.__cause__, ReplyTooLarge):
                return faults.of_size(error.__cause__)
            fault = faults.of_connection(error.__cause__)
            return replace(fault, detail=self._key.redact(fault.detail))
        body = faults.json_of(self._key.redact(response.text), response.headers)
        return body if isinstance(body, Fault) else self.api.read(body, request)

    async def _client(self) -> openai.AsyncOpenAI:
        loop = asyncio.get_running_loop()
        with self._lock:
            known = self._clients.get(loop)
        if known is None:
            # A loop that ends finishes its asynchronous generators first: that closes the client in its own loop.
            keeper = self._keep_open(loop)
            known = keeper, await anext(keeper)
            _open.add(keeper)
            with self._lock:
                self._clients[loop] = known
        return known[1]

    async def _keep_open(self, loop: asyncio.AbstractEventLoop) -> AsyncGenerator[openai.AsyncOpenAI, None]:
        timeout = openai.Timeout(self._settings.timeout_s, connect=min(_CONNECT_S, self._settings.timeout_s))
        client = openai.AsyncOpenAI(
            api_key=self._key.reveal() or _NO_KEY,
            base_url=self._settings.base_url,
            max_retries=0,
            timeout=timeout,
            http_client=_BoundedClient(
                self._settings.max_concurrency, base_url=self._settings.base_url, headers=_ACCEPTED, timeout=timeout
            ),
        )
        if not (urlsplit(self._settings.base_url).hostname or "").endswith("openai.com"):
            # The client takes these from the environment; they are no business of other endpoints.
            client.organization = client.project = client.admin_api_key = None
        try:
            yield client
        finally:
            with self._lock:
                keeper, _ = self._clients.pop(loop)
            _open.discard(keeper)
            await client.close()
