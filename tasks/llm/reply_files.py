"""Replies of models, kept once under their content address and shared by all runs."""

from __future__ import annotations

from tasks.engine.storage import Storage


class StorageReplies:
    """A reply store on a storage root: `replies/<first two>/<key>.json`."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def read(self, key: str) -> bytes | None:
        """The reply under this key, or None."""
        try:
            return self._storage.read(_path(key))
        except FileNotFoundError:
            return None

    def create(self, key: str, content: bytes) -> bool:
        """Keep a reply; False if there is one already."""
        return self._storage.create(_path(key), content)


def _path(key: str) -> str:
    return f"replies/{key[:2]}/{key}.json"
