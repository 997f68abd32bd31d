"""Evidence, frozen: the bytes of cited pages, with time and headers, so that a score run can be repeated years later.

blobs/<aa>/<sha256>                          the bytes, and the text that was read out of them
evidence/<aa>/<sha256 of the page>.json      the first snapshot of a page: who comes first wins
evidence/<aa>/<sha256 of the page>.2.json    a later one; made only when asked for
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import msgspec

from tasks.engine.storage import Storage
from tasks.errors import StorageError
from tasks.records import EvidencePage
from tasks.web.fetching.page import FetchedDocument, FetchedPage

_LATEST = 0


class EvidenceStore:
    """The frozen pages of one storage. Only what is settled is frozen: a page that we failed on is tried again."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def get(self, page: str, snapshot: int = _LATEST) -> EvidencePage | None:
        """The page as it was frozen: snapshot 1, 2, …; 0: the latest. None if there is no such snapshot."""
        number = snapshot or len(self._snapshots(page))
        if not number:
            return None
        try:
            return _record(json.loads(self._storage.read(_path(page, number)))["page"])
        except FileNotFoundError:
            return None
        except (ValueError, KeyError, TypeError) as error:
            raise StorageError(
                "a frozen page cannot be read", where=self._storage.locate(_path(page, number)), data=str(error)
            ) from None

    def put(self, fetched: FetchedPage, *, new_snapshot: bool = False) -> EvidencePage:
        """Freeze a page and return it as it stands in the store, which is another's if that was first.

        A page whose status is "failed" is returned, but not frozen. With `new_snapshot` a page that is frozen
        already gets one more snapshot; the earlier ones stay as they are.
        """
        record = self._keep(fetched)
        if record.status == "failed":
            return record
        written = json.dumps(_manifest(fetched, record), ensure_ascii=False, indent=1).encode()
        number = len(self._snapshots(fetched.page)) + 1 if new_snapshot else 1
        while not self._storage.create(_path(fetched.page, number), written):
            if not new_snapshot:
                return self.get(fetched.page, 1) or record
            number += 1
        return record

    def keep_traceback(self, trace: str) -> str:
        """Keep what a page made us stumble over, for ourselves; its place in the storage."""
        return self._storage.locate(self._storage.keep_blob(trace.encode("utf-8", "replace")))

    def text(self, page: EvidencePage) -> str:
        """The text of a frozen page; "" where there is none."""
        return self._storage.read(page.text_blob).decode() if page.text_blob else ""

    def data(self, page: EvidencePage) -> bytes:
        """The bytes of a frozen page as they were fetched, checked against their hash. Raises StorageError."""
        if not page.blob:
            return b""
        found = self._storage.read(page.blob)
        if hashlib.sha256(found).hexdigest() != page.sha256:
            raise StorageError("a frozen page is not what it was", where=self._storage.locate(page.blob))
        return found

    def _snapshots(self, page: str) -> list[str]:
        folder, _, name = _path(page, 1).rpartition("/")
        stem = name.removesuffix(".json")
        return [found for found in self._storage.names(folder) if found.startswith(stem)]

    def _keep(self, fetched: FetchedPage) -> EvidencePage:
        main = fetched.documents[0] if fetched.documents else None
        for document in fetched.documents[1:]:
            self._storage.keep_blob(document.answer.data)
        return EvidencePage(
            page=fetched.page,
            url=fetched.url,
            final_url=fetched.final_url,
            status=fetched.status,
            reason=fetched.reason,
            http_status=fetched.http_status,
            content_type=main.content_type if main else "",
            fetched=fetched.fetched,
            sha256=_sha256(main.answer.data) if main else "",
            blob=self._storage.keep_blob(main.answer.data) if main else "",
            title=fetched.title,
            identity=fetched.identity,
            text_blob=self._storage.keep_blob(fetched.text.encode("utf-8", "replace")) if fetched.text else "",
            scholarly=fetched.scholarly,
            authors=fetched.authors,
            published=fetched.published,
        )


def _path(page: str, number: int) -> str:
    digest = _sha256(page.encode())
    return f"evidence/{digest[:2]}/{digest}{'' if number == 1 else f'.{number}'}.json"


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _manifest(fetched: FetchedPage, record: EvidencePage) -> dict[str, Any]:
    return {
        "page": asdict(record),
        "what": fetched.what,
        "hops": list(fetched.hops),
        "documents": [_document(document) for document in fetched.documents],
        "invisible_characters": sum(document.read.invisible for document in fetched.documents),
        "read_by": {name: importlib.metadata.version(name) for name in ("trafilatura", "pypdfium2")},
    }


def _document(document: FetchedDocument) -> dict[str, Any]:
    answer = document.answer
    digest = _sha256(answer.data)
    return {
        "url": answer.url,
        "http_status": answer.http_status,
        "headers": [list(header) for header in answer.headers],
        "content_type": document.content_type,
        "bytes": len(answer.data),
        "sha256": digest,
        "blob": f"blobs/{digest[:2]}/{digest}",
    }


def _record(values: Mapping[str, Any]) -> EvidencePage:
    """The page; what was frozen before a page kept its authors and date has none."""
    return msgspec.convert(values, EvidencePage)
