"""Replies that were paid for, one file each under their content address, never changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from tasks.errors import StorageError
from tasks.llm.claims import Claims
from tasks.llm.prices import Usage

if TYPE_CHECKING:  # whoever only asks a question need not wait for what storage is read with
    from tasks.engine.storage import Storage


@dataclass(frozen=True, slots=True)
class StoredReply:
    """A reply with its request: enough to audit it, and to go on from it without asking again."""

    key: str
    question: str  # name@version of the question that was first to ask it
    provider: str
    request: dict[str, Any]  # ChatRequest.content
    body: dict[str, Any]  # the completion as it came
    usage: Usage
    cost_usd: float
    seconds: float  # from sending the request to the last byte
    asked_at: str  # ISO 8601, UTC


class Replies:
    """The replies of all runs with one storage: `replies/<first two of the key>/<key>.json`."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self.claims = Claims(storage)

    def read(self, key: str) -> StoredReply | None:
        """The reply under this key, or None. Raises StorageError, also if its file is damaged."""
        try:
            return _decoded(key, self._storage.read(_path(key)))
        except FileNotFoundError:
            return None

    def keep(self, reply: StoredReply, redact: Callable[[str], str] = str) -> StoredReply:
        """Store a reply, redacted, whole and at once, and return the one that everybody sees.

        Of two writers that is the first one's. Raises StorageError.
        """
        text = msgspec.json.format(msgspec.json.encode(reply), indent=1).decode() + "\n"
        content = redact(text).encode()
        first = None if self._storage.create(_path(reply.key), content) else self.read(reply.key)
        return first or _decoded(reply.key, content)


def _path(key: str) -> str:
    return f"replies/{key[:2]}/{key}.json"


def _decoded(key: str, content: bytes) -> StoredReply:
    try:
        reply = msgspec.json.decode(content, type=StoredReply)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _damaged(key, str(error)) from None
    if reply.key != key:
        raise _damaged(key, f"it holds the reply {reply.key[:12]}…")
    return reply


def _damaged(key: str, what: str) -> StorageError:
    return StorageError(
        f"the stored reply is damaged: {what}",
        where=_path(key),
        data="It was not used, and nothing was paid for",
        next_step="Delete the file to ask again, or restore it from a copy",
    )
