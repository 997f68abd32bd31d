"""Store of paid replies, one immutable file each under its content address."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from litgauge.tasks.base.errors import DamagedFile
from litgauge.tasks.base.secrets import redacted
from litgauge.tasks.llm.claims import Claims
from litgauge.tasks.llm.prices import Usage
from litgauge.tasks.records.signed import is_intact, is_signed, sign

if TYPE_CHECKING:  # a question alone does not need the storage's libraries
    from litgauge.tasks.engine.storage import Storage


@dataclass(frozen=True, slots=True)
class StoredReply:
    """A reply with its request: enough to audit it, and to continue from it without another call."""

    key: str
    question: str  # name@version of the question that first sent it
    provider: str
    request: dict[str, Any]  # ChatRequest.content
    body: dict[str, Any]  # the completion as received
    usage: Usage
    cost_usd: float
    seconds: float  # from sending the request to the last byte
    asked_at: str  # ISO 8601, UTC


class Replies:
    """The replies of all runs with one storage: `replies/<first two of the key>/<key>.json`.

    A reply contains its own hash. A damaged one counts as missing: it is asked again, and forecast like any other.
    """

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.claims = Claims(storage)
        self._reported: set[str] = set()

    def read(self, key: str) -> StoredReply | None:
        """Return the reply under this key; None if it is missing, or damaged (with a note). Raises StorageError."""
        try:
            return _decoded(key, self.storage.read(_path(key)))
        except FileNotFoundError:
            return None
        except DamagedFile as damage:
            self._tell(key, f"{self.storage.locate(_path(key))}: {damage.what}; it is asked again")
            return None

    def keep(self, reply: StoredReply) -> StoredReply:
        """Store a reply, without secrets, atomically, and return the stored one.

        Of two writers, the first one's reply is kept. Raises StorageError.
        """
        text = msgspec.json.format(msgspec.json.encode(reply), indent=1).decode() + "\n"
        content = sign(redacted(text).encode())
        while not self.storage.create(_path(reply.key), content):
            if first := self.read(reply.key):
                return first
            self.storage.set_aside(_path(reply.key), lambda data: _is_whole(reply.key, data))
        return _decoded(reply.key, content)

    def _tell(self, key: str, what: str) -> None:
        from litgauge.tasks.engine.progress import Note, tell  # what storage is read with, for which see above

        if key not in self._reported:
            self._reported.add(key)
            tell(Note("storage", what))


def _path(key: str) -> str:
    return f"replies/{key[:2]}/{key}.json"


def _decoded(key: str, content: bytes) -> StoredReply:
    try:
        reply = msgspec.json.decode(content, type=StoredReply)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DamagedFile(_path(key), f"this reply cannot be read: {error}") from None
    if reply.key != key:
        raise DamagedFile(_path(key), f"this file holds the reply {reply.key[:12]}…")
    if is_signed(content) and not is_intact(content):
        raise DamagedFile(_path(key), "this reply has changed since it was written")
    return reply


def _is_whole(key: str, content: bytes) -> bool:
    try:
        _decoded(key, content)
    except DamagedFile:
        return False
    return True
