"""One call to an OpenAI-compatible endpoint: an answer, or what was wrong."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, Mapping
from dataclasses import replace
from typing import Any
from weakref import WeakKeyDictionary

import aiohttp

from litgauge.tasks.base.errors import DamagedFile
from litgauge.tasks.base.secrets import redacted
from litgauge.tasks.llm import faults
from litgauge.tasks.llm.chat_api import ChatApi
from litgauge.tasks.llm.connections import Connections, Received, ReplyTooLarge, Unreached
from litgauge.tasks.llm.faults import Fault
from litgauge.tasks.llm.keys import ApiKey
from litgauge.tasks.llm.paid_calls import PaidAnswer
from litgauge.tasks.llm.picture_wire import DataURLs, data_urls, without_bytes
from litgauge.tasks.llm.replies import Replies
from litgauge.tasks.llm.request import ChatRequest
from litgauge.tasks.llm.settings import ModelSettings

_FIRST_LOOK_S, _LAST_LOOK_S = 1.0, 20.0  # between looks for a reply that is worked on in the background
_MOST_FAULTY = 10  # looks in a row that may fail

# Connections belong to their loop, not to their door: those of a forgotten door could not be closed any more.
_open: set[AsyncGenerator[Connections, None]] = set()


class Endpoint:
    """Keeps its connections per event loop, closed with their loop."""

    def __init__(self, settings: ModelSettings, key: ApiKey, api: ChatApi, replies: Replies) -> None:
        self._settings, self._key, self.api = settings, key, api
        self._replies = replies  # pictures are blobs of the same storage
        self._lock = threading.Lock()
        self._by_loop: WeakKeyDictionary[
            asyncio.AbstractEventLoop, tuple[AsyncGenerator[Connections, None], Connections]
        ] = WeakKeyDictionary()

    async def call(self, request: ChatRequest) -> PaidAnswer | Fault:
        """Send it once. The deadline covers the whole reply: a server that dribbles bytes does not get around it.

        Neither the key nor the bytes of pictures, which some endpoints echo, are in anything that comes back. Raises
        ConfigError if there is no key.
        """
        connections = await self._connections()
        try:
            pictures = await self._pictures(request)
        except DamagedFile as damage:
            return faults.of_lost_picture(damage)
        try:
            received = await self._answer(connections, request.key, self.api.fields(request, pictures))
        except ReplyTooLarge as error:
            return faults.of_size(error)
        except TimeoutError:
            return faults.of_time_out(self._settings.timeout_s)
        except (Unreached, aiohttp.ClientError, OSError, ValueError) as error:
            fault = faults.of_connection(error, sent_bytes=sum(map(len, pictures.values())))
            return replace(fault, detail=redacted(fault.detail))
        if isinstance(received, Fault):
            return replace(received, detail=redacted(received.detail))
        text = redacted(received.text)
        if pictures:
            text = without_bytes(text, error=received.status >= 300)
        if received.status >= 300:
            return faults.of_status(received.status, received.headers, text, pictures=bool(pictures))
        body = faults.json_of(text, received.headers)
        return body if isinstance(body, Fault) else self.api.read(body, request)

    async def _answer(self, connections: Connections, key: str, fields: Mapping[str, Any]) -> Received | Fault:  # noqa: ARG002 - for batches
        async with asyncio.timeout(self._settings.timeout_s):
            received = await connections.post(self.api.path, fields)
            return await self._in_the_end(connections, received)

    async def _in_the_end(self, connections: Connections, received: Received) -> Received:
        """Return a reply; one that is worked on in the background is looked for until it is there."""
        pause_s, faulty = _FIRST_LOOK_S, 0
        while path := self._pending(received):
            await asyncio.sleep(min(pause_s, _LAST_LOOK_S))
            pause_s *= 1.5
            try:
                looked = await connections.send("GET", path)
            except (Unreached, aiohttp.ClientError, OSError):
                looked = None
            if looked is not None and looked.status < 300:
                received, faulty = looked, 0
            elif (faulty := faulty + 1) >= _MOST_FAULTY:  # asked anew it would be paid for again
                return looked or received
        return received

    def _pending(self, received: Received) -> str:
        if received.status >= 300:
            return ""
        body = faults.json_of(received.text, received.headers)
        return "" if isinstance(body, Fault) else self.api.pending(body)

    async def _pictures(self, request: ChatRequest) -> DataURLs:
        if not request.pictures:
            return {}
        return await asyncio.to_thread(data_urls, self._replies.storage, request.pictures)

    async def _connections(self) -> Connections:
        loop = asyncio.get_running_loop()
        with self._lock:
            connections = self._by_loop.get(loop)
        if connections is None:
            # A loop that ends finishes its asynchronous generators first: that closes them in their own loop.
            keeper = self._keep_open(loop)
            connections = keeper, await anext(keeper)
            _open.add(keeper)
            with self._lock:
                self._by_loop[loop] = connections
        return connections[1]

    async def _keep_open(self, loop: asyncio.AbstractEventLoop) -> AsyncGenerator[Connections, None]:
        key = self._key.reveal()
        connections = Connections(self._settings, key, self.api.headers(key))
        try:
            yield connections
        finally:
            with self._lock:
                keeper, _ = self._by_loop.pop(loop)
            _open.discard(keeper)
            await connections.close()
