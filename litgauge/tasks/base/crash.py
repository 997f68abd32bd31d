"""Unexpected errors as text: the error and a short trace."""

from __future__ import annotations

import traceback
from pathlib import PurePath

_ERRORS, _FRAMES, _LINE = 3, 10, 300  # of a trace: errors in a chain, frames of each, characters of a line
_LONGEST_FAULT = 1_000  # characters


def encodable(text: str) -> str:
    """Return the text with every character that UTF-8 cannot encode replaced by "?"."""
    return text.encode("utf-8", "replace").decode()


def unexpected_error(error: BaseException) -> str:
    """Return an unexpected error as one line: the error and the innermost frame."""
    frames = traceback.extract_tb(error.__traceback__)[-1:]
    where = "".join(f" ({_short_path(frame.filename)}:{frame.lineno} in {frame.name})" for frame in frames)
    return encodable(" ".join(f"bug: {describe_error(error)}{where}".split()))[:_LONGEST_FAULT]


def describe_error(error: BaseException) -> str:
    """Return the error's type and message, also if formatting its message fails."""
    try:
        return f"{type(error).__name__}: {error}"
    except Exception:  # noqa: BLE001 - `__str__` of the error may fail
        return f"{type(error).__name__}: (its message cannot be formatted)"


def short_trace(error: BaseException) -> str:
    """Return the innermost frames, one a line, with shortened paths, and before them those of the error's causes."""
    traces: list[str] = []
    cause: BaseException | None = error
    while cause is not None and len(traces) < _ERRORS:
        frames = traceback.extract_tb(cause.__traceback__)[-_FRAMES:]
        lines = [f"{_short_path(frame.filename)}:{frame.lineno} in {frame.name}: {frame.line}" for frame in frames]
        traces.append("\n".join(line[:_LINE] for line in [*lines, describe_error(cause)]))
        cause = cause.__cause__ or (None if cause.__suppress_context__ else cause.__context__)
    return encodable("\nthen\n".join(reversed(traces)))


def _short_path(path: str) -> str:
    return "/".join(PurePath(path).parts[-4:]).lstrip("/")
