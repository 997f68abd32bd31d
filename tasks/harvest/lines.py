"""The rows of a file as they stand in it: the line of the n-th row, without decoding the others."""

from __future__ import annotations

import mmap
from collections.abc import Iterable
from types import TracebackType
from typing import BinaryIO

LONGEST_LINE = 64 << 20  # what a row may be; of a longer line this much is looked at, and found broken
FORGET_BYTES = 32 << 20
_BOM = b"\xef\xbb\xbf"
_BRACE = ord("{")


class RowLines:
    """Walks over a file's lines in their order; blank lines are no rows, but count as lines.

    The file is mapped, not read (a third of the time), and what lies behind is given back, so that memory stays flat.
    """

    def __init__(self, file: BinaryIO, first_line: int = 1) -> None:
        self._size = file.seek(0, 2)
        self._data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if self._size else None
        self._at = len(_BOM) if self._data and self._data[: len(_BOM)] == _BOM else 0
        self._forgotten = 0
        self.next_line = first_line  # number of the line that is read next
        self._skip_blank_lines()

    def __enter__(self) -> RowLines:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._data:
            self._data.close()

    @property
    def at_end(self) -> bool:
        """Are all rows passed?"""
        return self._at >= self._size

    def take(self, count: int, wanted: Iterable[int]) -> list[tuple[int, bytes]]:
        """Go `count` rows forward; of these the wanted ones (by place, from 0, ascending), each with its line number.

        Fewer than wanted if the file ends before.
        """
        taken: list[tuple[int, bytes]] = []
        passed = 0
        for place in wanted:
            self._skip(place - passed)
            if self.at_end:
                return taken
            start, number = self._at, self.next_line
            self._skip(1)
            taken.append((number, self._line(start)))
            passed = place + 1
        self._skip(count - passed)
        self._forget()
        return taken

    def _skip(self, rows: int) -> None:
        data, size = self._data, self._size
        if data is None:
            return
        find, at = data.find, self._at
        while rows and at < size:
            passed = 0
            while passed < rows:
                at = find(b"\n", at) + 1 or size
                passed += 1
                if at == size or data[at] != _BRACE:
                    break
            rows -= passed
            self._at = at
            self.next_line += passed
            self._skip_blank_lines()
            at = self._at

    def _skip_blank_lines(self) -> None:
        while self._data and self._at < self._size and self._data[self._at] != _BRACE:
            end = self._data.find(b"\n", self._at) + 1 or self._size
            if not self._data[self._at : min(end, self._at + LONGEST_LINE)].isspace():
                return
            self._at = end
            self.next_line += 1

    def _line(self, start: int) -> bytes:
        data = self._data
        assert data is not None
        end = data.find(b"\n", start) + 1 or self._size
        return data[start : min(end, start + LONGEST_LINE)].rstrip(b"\r\n")

    def _forget(self) -> None:
        behind = self._at - self._at % mmap.ALLOCATIONGRANULARITY
        if self._data and behind - self._forgotten > FORGET_BYTES and hasattr(mmap, "MADV_DONTNEED"):
            self._data.madvise(mmap.MADV_DONTNEED, self._forgotten, behind - self._forgotten)
            self._forgotten = behind
