"""Unpacking of what servers compress, piece by piece, so that a small answer cannot fill the memory."""

from __future__ import annotations

import zlib

from litgauge.tasks.web.fetching.faults import FetchFault, UnfetchedError, too_large

CODINGS = ("gzip", "deflate")
_PLAIN = frozenset({"", "identity"})
_GZIP = zlib.MAX_WBITS | 16
_WINDOWS = {"gzip": _GZIP, "x-gzip": _GZIP, "deflate": zlib.MAX_WBITS}
_GZIP_MAGIC = b"\x1f\x8b"


class Unpacker:
    """A body under construction; raises UnfetchedError: too-large, bad-encoding, closed-early."""

    def __init__(self, coding: str, max_bytes: int) -> None:
        self._coding, self._max = coding.strip().lower(), max_bytes
        if self._coding not in _PLAIN and self._coding not in _WINDOWS:
            reason = f"the server compressed the page in an unsupported way: {coding}"
            raise UnfetchedError(FetchFault("bad-encoding", reason))
        self._data = bytearray()
        self._wire = 0
        self._inflating = None if self._coding in _PLAIN else zlib.decompressobj(_WINDOWS[self._coding])

    def feed(self, chunk: bytes) -> None:
        """Take the next bytes from the wire."""
        self._wire += len(chunk)
        self._check(self._wire)
        if self._inflating is None:
            self._data += chunk
            return
        try:
            self._inflate(chunk)
        except zlib.error as error:
            raise UnfetchedError(FetchFault("bad-encoding", f"not {self._coding}: {error}")) from None

    def finish(self) -> bytes:
        """Return the whole body."""
        if self._inflating is not None and self._wire and not self._inflating.eof:
            raise UnfetchedError(FetchFault("closed-early", f"the {self._coding} stream has no end"))
        return bytes(self._data)

    def _inflate(self, chunk: bytes) -> None:
        assert self._inflating is not None
        while chunk:
            if self._inflating.eof:
                if not chunk.startswith(_GZIP_MAGIC):  # padding after the end
                    return
                self._inflating = zlib.decompressobj(_GZIP)
            self._data += self._step(chunk)
            self._check(len(self._data))
            chunk = self._inflating.unconsumed_tail or self._inflating.unused_data

    def _step(self, chunk: bytes) -> bytes:
        assert self._inflating is not None
        room = self._max + 1 - len(self._data)
        try:
            return self._inflating.decompress(chunk, room)
        except zlib.error:
            if self._coding != "deflate" or self._data:
                raise
            self._inflating = zlib.decompressobj(-zlib.MAX_WBITS)  # what many servers mean by deflate
            return self._inflating.decompress(chunk, room)

    def _check(self, size: int) -> None:
        if size > self._max:
            raise UnfetchedError(too_large(self._max))
