"""Limits on what a source may hold, and on what reading it may take."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Caps:
    """Limits on one source archive; past any of them it is rejected, unread."""

    compressed_bytes: int = 200_000_000
    expanded_bytes: int = 500_000_000
    text_file_bytes: int = 20_000_000
    members: int = 20_000
    path_length: int = 300
    also: tuple[str, ...] = ()  # suffixes of members that are kept though extraction does not need them: pictures


DEFAULT_CAPS = Caps()
TIME_LIMIT_S, MEMORY_LIMIT_MB = 60.0, 2_000
"""Of one source, where no setting says otherwise."""
