"""One call to an OpenAI-compatible endpoint: an answer, or what was wrong."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator
from dataclasses import replace
from weakref import WeakKeyDictionary

import httpx2

from tasks.llm import faults
from tasks.llm.chat_api import ChatApi
from tasks.llm.connections import Connections, ReplyTooLarge
from tasks.llm.faults import Fault
from tasks.llm.keys import ApiKey
from tasks.llm.paid_calls import PaidAnswer
from tasks.llm.request import ChatRequest
from tasks.llm.settings import ModelSettings

# Connections belong to their loop, not to their door: those of a forgotten door could not be closed any more.
_open: set[AsyncGenerator[Connections, None]] = set()


class Endpoint:
    """Keeps its connections per event loop, closed with their loop."""

    def __init__(self, settings: ModelSettings, key: ApiKey, api: ChatApi) -> None:
        self._settings, self._key, self.api = settings, key, api
        self._lock = threading.Lock()
        self._kept: WeakKeyDictionary[
            asyncio.AbstractEventLoop, tuple[AsyncGenerator[Connections, None], Connections]
        ] = WeakKeyDictionary()

    async def call(self, request: ChatRequest) -> PaidAnswer | Fault:
        """Send it once. The deadline covers the whole reply: a server that dribbles bytes does not get around it.

        The key, which some endpoints echo, is in nothing that comes back. Raises ConfigError if there is none.
        """
        connections = await self._connections()
        try:
            async with asyncio.timeout(self._settings.timeout_s):
                received = await connections.post(self.api.path, self.api.fields(request))
        except (TimeoutError, httpx2.ReadTimeout, httpx2.WriteTimeout):
            return faults.of_time_out(self._settings.timeout_s)
        except ReplyTooLarge as error:
            return faults.of_size(error)
        except (httpx2.HTTPError, httpx2.InvalidURL) as error:
            fault = faults.of_connection(error)
            return replace(fault, detail=self._key.redact(fault.detail))
        text = self._key.redact(received.text)
        if received.status >= 300:
            return faults.of_status(received.status, received.headers, text)
        body = faults.json_of(text, received.headers)
        return body if isinstance(body, Fault) else self.api.read(body, request)

    async def _connections(self) -> Connections:
        loop = asyncio.get_running_loop()
        with self._lock:
            known = self._kept.get(loop)
        if known is None:
            # A loop that ends finishes its asynchronous generators first: that closes them in their own loop.
            keeper = self._keep_open(loop)
            known = keeper, await anext(keeper)
            _open.add(keeper)
            with self._lock:
                self._kept[loop] = known
        return known[1]

    async def _keep_open(self, loop: asyncio.AbstractEventLoop) -> AsyncGenerator[Connections, None]:
        connections = Connections(self._settings, self._key.reveal())
        try:
            yield connections
        finally:
            with self._lock:
                keeper, _ = self._kept.pop(loop)
            _open.discard(keeper)
            await connections.close()
