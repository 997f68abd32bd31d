"""A citation network on disk: works in the order of their dates, and who cites whom, both ways, memory-mapped."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from litgauge.tasks.base.errors import DamagedFile, UnusableInput
from litgauge.tasks.network.adjacency import Nodes, Places

MANIFEST = "network.json"
FORMAT = 1
ARRAYS: Mapping[str, str] = {
    "dates": "<i8",  # seconds since 1970 of each node, ascending; UNDATED where nobody knows it
    "ranks": "<i4",  # of each node's id among all ids
    "reference_places": "<i8",
    "references": "<i4",
    "citer_places": "<i8",
    "citers": "<i4",
}
UNDATED = int(np.iinfo(np.int64).min)


@dataclass(frozen=True)
class CitationNetwork:
    """Works are nodes 0, 1, …, by date and then by id, those without a date first; both ways rows are sorted.

    No node cites itself, and none another twice. It is pickled as its folder: a process opens it for itself.
    """

    folder: Path
    manifest: Mapping[str, Any] = field(repr=False)

    def __reduce__(self) -> tuple[Any, ...]:
        return open_network, (str(self.folder),)

    @property
    def works(self) -> int:
        """Number of works."""
        return int(self.manifest["works"])

    @property
    def citations(self) -> int:
        """Return how many citations there are: pairs of citing and cited work."""
        return int(self.manifest["citations"])

    @property
    def digest(self) -> str:
        """sha256 (hex) of ids, dates and references, whatever the order and the format they were given in."""
        return str(self.manifest["digest"])

    @cached_property
    def ids(self) -> pa.Array:
        """Return the works' ids, int64 or text, in the order of the nodes."""
        with pa.memory_map(str(self.folder / "ids.arrow")) as source:
            return pa.ipc.open_file(source).read_all().column("work").combine_chunks()

    @cached_property
    def dates(self) -> npt.NDArray[np.int64]:
        """Date of each node in seconds since 1970, ascending; UNDATED where nobody knows it."""
        return self._array("dates")

    @cached_property
    def ranks(self) -> Nodes:
        """Place of each node's id among all ids: whole numbers by value, else texts by their characters."""
        return self._array("ranks")

    @cached_property
    def reference_places(self) -> Places:
        """Return where each node's references begin in `references`, and one more."""
        return self._array("reference_places")

    @cached_property
    def references(self) -> Nodes:
        """Cited nodes, row by row."""
        return self._array("references")

    @cached_property
    def citer_places(self) -> Places:
        """Return where each node's citers begin in `citers`, and one more."""
        return self._array("citer_places")

    @cached_property
    def citers(self) -> Nodes:
        """Citing nodes, row by row."""
        return self._array("citers")

    def reference_counts(self, lo: int = 0, hi: int | None = None) -> npt.NDArray[np.int64]:
        """Return how many works each node of a range cites."""
        return np.diff(self.reference_places[lo : (self.works if hi is None else hi) + 1])

    def citation_counts(self, lo: int = 0, hi: int | None = None) -> npt.NDArray[np.int64]:
        """Return how many works cite each node of a range."""
        return np.diff(self.citer_places[lo : (self.works if hi is None else hi) + 1])

    def _array(self, name: str) -> npt.NDArray[Any]:
        path, kind = self.folder / f"{name}.bin", np.dtype(ARRAYS[name])
        size = int(self.manifest["sizes"][name])
        if not path.is_file() or path.stat().st_size != size * kind.itemsize:
            raise DamagedFile(str(path), "this array of the network is gone or cut off", next_step="Build it again")
        if not size:  # nothing can be mapped of an empty file
            return np.frombuffer(b"", kind)
        return np.asarray(np.memmap(path, kind, mode="r"))


def open_network(folder: str) -> CitationNetwork:
    """Return the network in a folder that `build_network` wrote.

    Raises UnusableInput if there is none, or one of another format.
    """
    path = Path(folder) / MANIFEST
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        manifest = None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise UnusableInput("there is no network here that can be read", where=folder, next_step="Build it again")
    return CitationNetwork(Path(folder), manifest)
