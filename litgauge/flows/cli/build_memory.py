"""A guess whether a build has work to do, by the files that it names: it decides when Prefect's server is started.

Of a build that seems to be unchanged the server is started only once an item has to be computed.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from litgauge.flows.options import BuildOptions, RefreshOptions
from litgauge.tasks.base.file_stamps import stamp_of
from litgauge.tasks.base.shipped_files import PACKAGE, config_folders
from litgauge.tasks.base.user_cache import cached_bytes, keep_cached


class BuildMemory:
    """A command that builds, with the stamp of its code, its configs and the papers that it names."""

    def __init__(self, what: str, options: RefreshOptions | BuildOptions, config: Path) -> None:
        named = (config, options.model, getattr(options, "papers", None), getattr(options, "snapshot", None))
        files = [Path(os.path.realpath(name)) for name in named if name]  # of links in a circle, too
        stamp = stamp_of([PACKAGE, *config_folders(), *files])
        command = f"{what} {options} {Path(options.storage).resolve()} {stamp}"
        self._file = f"builds-{hashlib.sha256(command.encode('utf-8', 'surrogateescape')).hexdigest()}"

    def is_unchanged(self) -> bool:
        """Return whether just this build has ended well before; its results may be gone nevertheless."""
        return cached_bytes(self._file) is not None

    def keep(self) -> None:
        """Keep that it has ended well."""
        keep_cached(self._file, b"")
