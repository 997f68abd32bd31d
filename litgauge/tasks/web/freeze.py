"""Evidence, frozen: the bytes of cited pages, with time and headers, so that a score run can be repeated years later.

blobs/<aa>/<sha256>                          the bytes, and the text that was read out of them
evidence/<aa>/<sha256 of the page>.json      the first snapshot of a page: who comes first wins
evidence/<aa>/<sha256 of the page>.2.json    a later one
evidence/pictures/<aa>/<…>.json              the same, of an address where a picture was asked for
evidence/folders/<digest>/<aa>/<…>.json      the same, of a folder of stored pages with this content, apart from the web

A snapshot holds the digest of all that it says, and names bytes and text by theirs: what was altered is noticed when it
is read, and never used.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import json
import re
import time
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from typing import Any

import msgspec

from litgauge.tasks.base.errors import StorageError
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import EvidencePage, row_digest
from litgauge.tasks.web.fetching.download import Kind
from litgauge.tasks.web.fetching.page import FetchedDocument, FetchedPage

_LATEST = 0
_FOLDERS: Mapping[Kind, tuple[str, ...]] = {"page": (), "picture": ("pictures",)}


class DamagedPageError(StorageError):
    """A frozen page is not what it was; `where` is the file."""


def evidence_digest(pages: Iterable[EvidencePage]) -> str:
    """Return the sha256 (hex) over the addresses, outcomes and bytes of the pages, whatever their order."""
    return row_digest(*sorted((page.page, page.status, page.sha256) for page in pages))


class EvidenceStore:
    """Frozen pages of one storage. Only what is settled is frozen: a page that we failed on is tried again."""

    def __init__(self, storage: Storage, folder: str = "", kind: Kind = "page") -> None:
        """`folder`: the digest of the folder of stored pages that these come from (`folder_digest`); "" for the web.

        Pictures are kept apart: an address may be cited as a page and shown as a picture.
        """
        self._storage, self.kind = storage, kind
        self.of_folder = bool(folder)
        self._root = "/".join(["evidence", *(["folders", folder] if folder else []), *_FOLDERS[kind]])

    def get(self, page: str, snapshot: int = _LATEST) -> EvidencePage | None:
        """Return the page as it was frozen: snapshot 1, 2, …; 0: the latest. None if there is no such snapshot.

        Raises DamagedPageError if the snapshot, or the bytes or the text that it names, are not what was frozen.
        """
        number = snapshot or self._newest(page)
        path = self._path(page, number)
        try:
            data = self._storage.read(path) if number else None
        except FileNotFoundError:
            return None
        if data is None:
            return None
        try:
            record = msgspec.convert(_unseal(data)["page"], EvidencePage)
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise self._damaged(path, str(error)) from None
        if record.page != page or (record.status == "ok") != bool(record.blob):
            raise self._damaged(path, "it is not about this page")
        for blob in filter(None, (record.blob, record.text_blob)):
            self._checked(blob)
        return record

    def put(self, fetched: FetchedPage, *, new_snapshot: bool = False) -> EvidencePage:
        """Freeze a page and return it as it stands in the store, which is another's if that was first.

        A page whose status is "failed" is returned, but not frozen. With `new_snapshot` a page that is frozen
        already gets one more snapshot; the earlier ones stay as they are.
        """
        record, written = self._keep(fetched)
        if record.status == "failed":
            return record
        number = self._newest(fetched.page) + 1 if new_snapshot else 1
        while not self._storage.create(self._path(fetched.page, number), written):
            if not new_snapshot:
                return self.get(fetched.page, 1) or record
            number += 1
        return record

    def pages(self, most: int) -> Iterator[EvidencePage]:
        """Yield the latest snapshot of every page that could be read, in the order of their digests, at most so many.

        One that was altered, or vanishes meanwhile, is left out. Their bytes and texts are not looked at.
        """
        newest: dict[str, tuple[int, str]] = {}
        for file in self._storage.files(self._root):
            match = _SNAPSHOT.fullmatch(file.path.removeprefix(f"{self._root}/"))
            if match:
                number = int(match[2] or 1)
                newest[match[1]] = max(newest.get(match[1], (0, "")), (number, file.path))
        paths = [path for _, (_, path) in sorted(newest.items())]
        yielded = 0
        for start in range(0, len(paths), _READ_AT_ONCE):
            for data in self._storage.read_existing(paths[start : start + _READ_AT_ONCE]).values():
                page = _page_in(data)
                if page is not None and page.status == "ok" and yielded < most:
                    yielded += 1
                    yield page
            if yielded >= most:
                return

    def keep_traceback(self, trace: str) -> str:
        """Keep what a page made us stumble over, for ourselves; its place in the storage."""
        return self._storage.locate(self._storage.keep_blob(trace.encode("utf-8", "replace")))

    def text(self, page: EvidencePage) -> str:
        """Return the text of a frozen page, "" where there is none. Raises DamagedPageError."""
        return self._checked(page.text_blob).decode() if page.text_blob else ""

    def data(self, page: EvidencePage) -> bytes:
        """Return the bytes of a frozen page as they were fetched, b"" where there are none. Raises DamagedPageError."""
        return self._checked(page.blob) if page.blob else b""

    def _checked(self, blob: str) -> bytes:
        try:
            data = self._storage.read(blob)
        except FileNotFoundError:
            raise self._damaged(blob, "it is gone") from None
        if _sha256(data) != blob.rpartition("/")[2]:
            raise self._damaged(blob, "it does not match its hash")
        return data

    def _damaged(self, path: str, what: str) -> DamagedPageError:
        return DamagedPageError(
            f"a file of a frozen page is not what it was ({what})",
            where=self._storage.locate(path),
            data="The page is not used",
            next_step="Score again with network access: the page is fetched again",
        )

    def _newest(self, page: str) -> int:
        """Return the number of the latest snapshot; 0 if there is none."""
        folder, _, name = self._path(page, 1).rpartition("/")
        snapshot = re.compile(rf"{name.removesuffix('.json')}(?:\.([1-9]\d{{0,8}}))?\.json", re.ASCII)
        matches = (snapshot.fullmatch(name) for name in self._storage.names(folder))
        return max((int(match[1] or 1) for match in matches if match), default=0)

    def _path(self, page: str, number: int) -> str:
        digest = _sha256(page.encode())
        return f"{self._root}/{digest[:2]}/{digest}{'' if number == 1 else f'.{number}'}.json"

    def _keep(self, fetched: FetchedPage) -> tuple[EvidencePage, bytes]:
        """Return the row, and the snapshot to write.

        Both of what can be stored, so that half a surrogate pair is a "?".
        """
        main = fetched.documents[0] if fetched.documents else None
        for document in fetched.documents[1:]:
            self._keep_blob(document.answer.data)
        record = EvidencePage(
            page=fetched.page,
            url=fetched.url,
            final_url=fetched.final_url,
            status=fetched.status,
            reason=fetched.reason,
            http_status=fetched.http_status,
            content_type=main.content_type if main else "",
            fetched=fetched.fetched,
            sha256=_sha256(main.answer.data) if main else "",
            blob=self._keep_blob(main.answer.data) if main else "",
            title=fetched.title,
            identity=fetched.identity,
            text_blob=self._keep_blob(fetched.text.encode("utf-8", "replace")) if fetched.text else "",
            scholarly=fetched.scholarly,
            authors=fetched.authors,
            published=fetched.published,
            detail=fetched.what[:_LONGEST_DETAIL] if fetched.status == "failed" else "",
        )
        written = _seal(_manifest(fetched, record))
        return msgspec.convert(json.loads(written)["page"], EvidencePage), written

    def _keep_blob(self, data: bytes) -> str:
        """Keep bytes; a damaged file that stands in their place gives way."""
        path = self._storage.keep_blob(data)
        if self._storage.sha256_of(path) != _sha256(data):
            self._storage.remove(path, older_than=time.time() + _A_DAY_S)
            self._storage.keep_blob(data)
        return path


_LONGEST_DETAIL = 8_000
_READ_AT_ONCE = 256  # snapshots
_SNAPSHOT = re.compile(r"[0-9a-f]{2}/([0-9a-f]{64})(?:\.([1-9]\d{0,8}))?\.json", re.ASCII)
_A_DAY_S = 86_400.0  # clocks of machines that share a storage differ by less


def _page_in(data: bytes) -> EvidencePage | None:
    try:
        return msgspec.convert(_unseal(data)["page"], EvidencePage)
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _seal(manifest: Mapping[str, Any]) -> bytes:
    """Return the snapshot as it is written, with the digest of all that it says."""
    # What holds half a surrogate pair is made whole before the digest is taken of it.
    whole = json.loads(json.dumps(manifest, ensure_ascii=False).encode("utf-8", "replace"))
    return json.dumps({"digest": _digest(whole), **whole}, ensure_ascii=False, indent=1).encode()


def _unseal(data: bytes) -> Mapping[str, Any]:
    """Return what a snapshot says; one from before snapshots held a digest is believed. Raises ValueError."""
    stored: dict[str, Any] = json.loads(data)
    digest = stored.pop("digest", None)
    if digest is not None and digest != _digest(stored):
        raise ValueError("it does not match its digest")
    return stored


def _digest(snapshot: Mapping[str, Any]) -> str:
    return _sha256(json.dumps(snapshot, sort_keys=True).encode())


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
