"""Documents made of papers' sources, kept: what GROBID answered (TEI), and texts of LaTeX and PDFs.

`documents/<kind>/<sha256 of the source>/<digest of the maker>.json` names the blob with the document, or says why there
is none. The maker is all that decides a document besides the source's bytes: code or server, version and settings.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from litgauge.tasks.base.errors import DamagedFile, Rejected
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records.signed import is_intact, sign

Kind = Literal["tei", "texts"]


@dataclass(frozen=True, slots=True)
class _Record:
    maker: Mapping[str, Any]
    blob: str  # path of the document; "" if there is none
    rule: str = ""  # by which the maker rejected the source
    what: str = ""


class Documents:
    """The documents of all runs with one storage."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def get_or_make(self, kind: Kind, source: bytes, maker: Mapping[str, Any], make: Callable[[], bytes]) -> bytes:
        """Return the document of a source that this maker made before; else what `make` returns, which is kept.

        Where `make` raises Rejected, that is kept and raised again; any other error is raised and forgotten.
        """
        made_by = hashlib.sha256(msgspec.json.encode(maker, order="deterministic")).hexdigest()
        path = f"documents/{kind}/{hashlib.sha256(source).hexdigest()}/{made_by[:16]}.json"
        if (stored := self._read(path)) is not None:
            self._storage.renew(path)
            return stored
        try:
            document = make()
        except Rejected as reason:
            self._keep(path, _Record(maker, "", reason.rule, reason.what))
            raise
        self._keep(path, _Record(maker, self._storage.keep_blob(document)))
        return document

    def _read(self, path: str) -> bytes | None:
        """Return the document that a record names, None where it must be made. Raises Rejected where there is none."""
        try:
            record = _decoded(self._storage.read(path))
            document = self._storage.read_checked(record.blob) if record.blob else None
        except FileNotFoundError:
            return None
        except DamagedFile:
            self._storage.set_aside(path)
            return None
        if document is None:
            raise Rejected(record.rule, record.what)
        return document

    def _keep(self, path: str, record: _Record) -> None:
        self._storage.create(path, sign(msgspec.json.format(msgspec.json.encode(record), indent=1)))


def _decoded(content: bytes) -> _Record:
    try:
        record = msgspec.json.decode(content, type=_Record)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise DamagedFile("", f"this record cannot be read: {error}") from None
    if not is_intact(content):
        raise DamagedFile("", "this record has changed since it was written")
    return record
