"""Replies that were paid for, one file each under their content address, never changed."""

from __future__ import annotations

import contextlib
import os
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import msgspec

from tasks.errors import StorageError
from tasks.llm.prices import Usage


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

    def encoded(self) -> bytes:
        """As JSON that a person can read."""
        return msgspec.json.format(msgspec.json.encode(self), indent=1) + b"\n"


class ReplyStore(Protocol):
    """Where replies lie: `replies/<first two of the key>/<key>.json` under the storage root."""

    def read(self, key: str) -> bytes | None:
        """The reply's bytes; None if there is none. Raises StorageError."""

    def create(self, key: str, content: bytes) -> bool:
        """Store it, whole and at once; False if another was first (that one stays). Raises StorageError."""


def decoded(key: str, content: bytes) -> StoredReply:
    """The reply in these bytes. Raises StorageError if they are damaged."""
    try:
        reply = msgspec.json.decode(content, type=StoredReply)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _damaged(key, str(error)) from None
    if reply.key != key:
        raise _damaged(key, f"it holds the reply {reply.key[:12]}…")
    return reply


def reply_path(key: str) -> str:
    """The path of a reply under the storage root."""
    return f"replies/{key[:2]}/{key}.json"


class FolderReplies:
    """Replies in a local folder. A file appears whole or not at all, even if the process or the machine dies."""

    def __init__(self, root: Path) -> None:
        self._root = root

    def read(self, key: str) -> bytes | None:
        """See ReplyStore."""
        try:
            return (self._root / reply_path(key)).read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise _unusable(self._root, error) from None

    def create(self, key: str, content: bytes) -> bool:
        """See ReplyStore."""
        path = self._root / reply_path(key)
        draft = path.with_name(f".{uuid.uuid4().hex}")  # left behind by a kill, it is never read
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                _write_synced(draft, content)
                os.link(draft, path)
            except FileExistsError:
                return False
            finally:
                draft.unlink(missing_ok=True)
            _sync_folder(path.parent)
        except OSError as error:
            raise _unusable(self._root, error) from None
        return True


def _write_synced(path: Path, content: bytes) -> None:
    with path.open("xb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):  # not every file system syncs folders
            os.fsync(handle)
    finally:
        os.close(handle)


def _damaged(key: str, what: str) -> StorageError:
    return StorageError(
        f"the stored reply is damaged: {what}",
        where=reply_path(key),
        data="It was not used, and nothing was paid for",
        next_step="Delete the file to ask again, or restore it from a copy",
    )


def _unusable(root: Path, error: OSError) -> StorageError:
    return StorageError(
        f"replies cannot be kept there: {error.strerror or error}",
        where=str(root),
        data="Replies stored so far are whole; a reply that was just paid for may be lost",
        next_step="Free space or make the folder writable, then run again",
    )
