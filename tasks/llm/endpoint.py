"""One call to an OpenAI-compatible endpoint: an answer, or what was wrong."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator
from dataclasses import replace
from urllib.parse import urlsplit
from weakref import WeakKeyDictionary

import openai

from tasks.llm import faults
from tasks.llm.chat_api import ChatApi
from tasks.llm.faults import Fault
from tasks.llm.keys import ApiKey
from tasks.llm.paid_calls import PaidAnswer
from tasks.llm.request import ChatRequest
from tasks.llm.settings import ModelSettings

_CONNECT_S = 15.0
_NO_KEY = "unset"  # the client insists on one

# A client belongs to its loop, not to its door: one that went with a forgotten door could not be closed any more.
_open: set[AsyncGenerator[openai.AsyncOpenAI, None]] = set()


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
            api_key=self._key.reveal() or _NO_KEY, base_url=self._settings.base_url, max_retries=0, timeout=timeout
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
