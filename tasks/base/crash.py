"""What nobody foresaw, in words that can be kept: the error, and where it broke."""

from __future__ import annotations

import traceback
from pathlib import PurePath

_ERRORS, _FRAMES, _LINE = 3, 10, 300  # of a trace: errors in a chain, frames of each, characters of a line
_LONGEST_FAULT = 1_000  # characters


def whole(text: str) -> str:
    """The text as UTF-8 can hold it: half a surrogate pair is a "?"."""
    return text.encode("utf-8", "replace").decode()


def fault_of_ours(error: BaseException) -> str:
    """What nobody foresaw, in one line: the error, and the innermost place where it broke."""
    frames = traceback.extract_tb(error.__traceback__)[-1:]
    where = "".join(f" ({_short_path(frame.filename)}:{frame.lineno} in {frame.name})" for frame in frames)
    return whole(" ".join(f"bug: {said(error)}{where}".split()))[:_LONGEST_FAULT]


def said(error: BaseException) -> str:
    """The error's type and message, also of one that cannot say its message."""
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:  # noqa: BLE001 - what made the error speak may be what is broken
        return f"{type(error).__name__}: (its message cannot be told)"


def short_trace(error: BaseException) -> str:
    """The innermost frames, one a line, files by their place in the project or library; before it, what led to it."""
    told: list[str] = []
    cause: BaseException | None = error
    while cause is not None and len(told) < _ERRORS:
        frames = traceback.extract_tb(cause.__traceback__)[-_FRAMES:]
        lines = [f"{_short_path(frame.filename)}:{frame.lineno} in {frame.name}: {frame.line}" for frame in frames]
        told.append("\n".join(line[:_LINE] for line in [*lines, said(cause)]))
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    return whole("\nthen\n".join(reversed(told)))


def _short_path(path: str) -> str:
    return "/".join(PurePath(path).parts[-4:]).lstrip("/")
