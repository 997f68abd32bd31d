"""Files that save time and may be removed at any moment: `$XDG_CACHE_HOME/litgauge`, or ~/.cache/litgauge.

Nothing rests on them: where they cannot be read or written, what they hold is made again.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

_MOST_FILES = 64  # of one kind; the oldest go first


def cache_folder() -> Path:
    """Return the folder of the user's cache; it may not exist. Raises RuntimeError for a user without a home."""
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "litgauge"


def cached_bytes(name: str) -> bytes | None:
    """Return a cached file; None if there is none that can be read."""
    with contextlib.suppress(OSError, RuntimeError):
        return (cache_folder() / name).read_bytes()
    return None


def keep_cached(name: str, content: bytes) -> None:
    """Cache a file, "<kind>-<what it depends on>.<suffix>", for the user alone; it appears whole or not at all."""
    with contextlib.suppress(OSError, RuntimeError):
        folder = cache_folder()
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, delete=False) as draft:
            draft.write(content)
        Path(draft.name).replace(folder / name)
        for old in _oldest(folder, name):
            old.unlink(missing_ok=True)


def _oldest(folder: Path, name: str) -> list[Path]:
    kind = name.partition("-")[0]
    files = sorted(folder.glob(f"{kind}-*"), key=lambda path: path.stat().st_mtime)
    return files[:-_MOST_FILES]
