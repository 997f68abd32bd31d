"""Copies of the files that ship, for the user to edit: `litgauge init`."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

from litgauge.tasks.base.errors import StorageError
from litgauge.tasks.base.shipped_files import CONFIGS, SAMPLE

OURS = frozenset({"prompts", "release", "domains.yaml"})
"""What of configs/ is not looked for in the working directory: it belongs to the version of a question or release."""


def copy_shipped(folder: Path, *, sample: bool) -> tuple[list[Path], list[Path]]:
    """Copy configs, and the sample if it is wanted, into a folder; return the files written, and those that were there.

    Raises StorageError where a file cannot be written.
    """
    written: list[Path] = []
    existing: list[Path] = []
    for source, place in _copies(sample=sample):
        path = folder / place
        if path.exists():
            existing.append(path)
            continue
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, path)
        except OSError as error:
            raise StorageError(
                f"cannot be written ({error.strerror})",
                where=str(path),
                data=f"{len(written)} files were copied before it",
                next_step="Run it in a folder where you may write; what is there is kept",
            ) from None
        written.append(path)
    return written, existing


def _copies(*, sample: bool) -> Iterator[tuple[Path, Path]]:
    """Yield each file, and its place below the working directory."""
    sources = [(path, Path("configs", path.name)) for path in sorted(CONFIGS.iterdir()) if path.name not in OURS]
    if sample:
        sources.append((SAMPLE, Path("data", "sample")))
    for source, place in sources:
        if source.is_file():
            yield source, place
            continue
        for file in sorted(source.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                yield file, place / file.relative_to(source)
