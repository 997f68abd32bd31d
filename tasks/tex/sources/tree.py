"""A paper's source as a tree of members, held in memory; nothing outside it can be named."""

from __future__ import annotations

import posixpath
from collections.abc import Mapping
from dataclasses import dataclass, field

from tasks.records.surveys import SourceKind
from tasks.tex.sources.decoding import declared_encoding, decode_bytes

TEXT_SUFFIXES = (
    ".tex",
    ".ltx",
    ".latex",
    ".bib",
    ".bbl",
    ".sty",
    ".cls",
    ".bst",
    ".tikz",
    ".pgf",
    ".txt",
    ".xxx",
    ".json",
    ".def",
    ".cfg",
    ".clo",
    ".inc",
    ".bbx",
    ".cbx",
    ".aux",
    ".mac",
    ".mcr",
    ".ins",
    ".lbl",
    ".tx",
    ".bibtex",
)

_SHOWN = 5


@dataclass(frozen=True, slots=True)
class SourceTree:
    """Members by path ("sections/intro.tex"), and what was left out while opening them."""

    name: str
    members: Mapping[str, bytes]
    kind: SourceKind = "tar"
    skipped: tuple[str, ...] = ()
    texts: dict[str, str] = field(default_factory=dict, compare=False, repr=False)

    @property
    def left_out(self) -> str:
        """The first members that were skipped, each with its reason; "" where all were read."""
        more = f" and {len(self.skipped) - _SHOWN} more" if len(self.skipped) > _SHOWN else ""
        return ", ".join(self.skipped[:_SHOWN]) + more

    def text(self, path: str) -> str:
        """The member's text; decoded once."""
        if path not in self.texts:
            data = self.members[path]
            self.texts[path] = decode_bytes(data, None if data.isascii() else self._declared(path))
        return self.texts[path]

    def _declared(self, path: str) -> str | None:
        """The 8-bit encoding that the file or, for parts and databases, any other file of the source declares."""
        others = (member for member in self.members if member.endswith((".tex", ".ltx", ".sty")))
        return next((name for member in (path, *others) if (name := declared_encoding(self.members[member]))), None)

    def find(self, name: str, suffixes: tuple[str, ...], folders: tuple[str, ...] = ("",)) -> str | None:
        """The member that `name` means, seen from the first of the folders that has it; None outside the tree.

        As in TeX, the name with a suffix goes before the name as it stands; case is ignored as a last resort.
        """
        name = name.strip().strip('"').replace("\\", "/")
        candidates = [
            path
            for folder in folders
            for suffix in (*suffixes, "")
            if (path := inside(posixpath.join(folder, name + suffix)))
        ]
        for path in candidates:
            if path in self.members:
                return path
        folded = {member.casefold(): member for member in self.members} if candidates else {}
        return next((folded[path.casefold()] for path in candidates if path.casefold() in folded), None)


def inside(path: str) -> str | None:
    """The normal form of a path relative to the root of the tree; None if it leaves it."""
    normal = posixpath.normpath(path)
    if normal.startswith(("/", "..")) or normal == "." or "\0" in normal:
        return None
    return normal


def wanted(path: str) -> bool:
    """Whether a member may hold text that extraction needs; pictures and data are never read."""
    base = posixpath.basename(path)
    if base.startswith("._") or path.startswith("__MACOSX/"):
        return False
    return base.lower().endswith(TEXT_SUFFIXES) or "." not in base or base.lower().startswith("00readme")
