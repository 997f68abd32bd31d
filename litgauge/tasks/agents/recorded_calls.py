"""Answers of tools, stored call by call under its content address, beside the replies of models.

So a task that is gone on with after a kill meets the same answers, and a replay needs neither network nor money.
"""

from __future__ import annotations

import asyncio
import datetime
import hashlib
import json
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import asdict
from typing import Any

from litgauge.tasks.base.errors import DamagedFile, Failed
from litgauge.tasks.llm.faults import Fault
from litgauge.tasks.llm.prices import Usage
from litgauge.tasks.llm.replies import Replies, StoredReply

Work = Callable[[], Awaitable[Mapping[str, Any]]]
_FORMAT = 1


class RecordedCalls:
    """The calls of one run's tools."""

    def __init__(self, replies: Replies, deciding: str, *, only: bool = False) -> None:
        """`deciding`: the digest of all settings that decide the agent's answers. `only`: a replay, nothing is asked
        of anybody."""
        self._replies, self.deciding, self.only = replies, deciding, only

    async def once(self, task: str, number: int, tool: str, arguments: Mapping[str, Any], work: Work) -> StoredReply:
        """Return what the call gave, done now if it was not done before; `task` is the digest of all that was given.

        Raises what the work raises, and Failed (not-recorded) where a replay has no record of it.
        """
        content = {"task": task, "number": number, "tool": tool, "arguments": arguments}
        content |= {"format": _FORMAT, "agent": self.deciding}
        key = digest_of(content)
        if stored := await asyncio.to_thread(self._replies.read, key):
            return stored
        if self.only:
            raise not_recorded(f"call {number} ({tool} {json.dumps(arguments, ensure_ascii=False)[:200]})")
        began = time.monotonic()
        body = await work()
        return await self._keep(key, tool, content, body, round(time.monotonic() - began, 3))

    async def keep_file(self, data: bytes) -> str:
        """Store the bytes of a file, and return their sha256."""
        path = await asyncio.to_thread(self._replies.storage.keep_blob, data)
        return path.rpartition("/")[2]

    async def file(self, sha256: str, name: str) -> bytes:
        """Return the bytes of a file that a call gave. Raises Failed (not-recorded) where they are lost."""
        try:
            storage = self._replies.storage
            return await asyncio.to_thread(storage.read_checked, storage.blob_path(sha256))
        except DamagedFile as damage:
            raise not_recorded(f"the file {name} ({damage.what})") from None

    async def fault(self, request: str) -> Fault | None:
        """Return what was wrong with a model's request, by its key, if that was found out for good."""
        stored = await asyncio.to_thread(self._replies.read, fault_key(request))
        return Fault(**stored.body) if stored else None

    async def keep_fault(self, request: str, fault: Fault) -> None:
        """Remember what was wrong with a request: it would be so again, and a replay must know it."""
        content = {"fault of": request}
        await self._keep(digest_of(content), "fault", content, asdict(fault), 0.0)

    async def _keep(
        self, key: str, tool: str, content: dict[str, Any], body: Mapping[str, Any], seconds: float
    ) -> StoredReply:
        reply = StoredReply(
            key=key,
            question=tool,
            provider="tool",
            request=content,
            body=dict(body),
            usage=Usage(0, 0),
            cost_usd=0.0,
            seconds=seconds,
            asked_at=datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds"),
        )
        return await asyncio.to_thread(self._replies.keep, reply)


def digest_of(content: Mapping[str, Any]) -> str:
    """Return the sha256 (hex) of plain JSON."""
    return hashlib.sha256(json.dumps(content, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


def fault_key(request: str) -> str:
    """Return where it is kept that a model's request, by its key, had a fault for good."""
    return digest_of({"fault of": request})


def not_recorded(what: str) -> Failed:
    """Return why a replay cannot go on."""
    return Failed("not-recorded", f"{what} is not among the recorded calls")
