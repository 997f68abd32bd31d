"""A paper's source as a tree of members, held in memory; nothing outside it can be named."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from litgauge.tasks.latex.sources.encoding import declared_encoding, decode_bytes
from litgauge.tasks.records.surveys import SourceKind

TEXT_SUFFIXES = tuple(
    """
    .tex .ltx .latex .bib .bbl .sty .cls .bst .tikz .pgf .txt .xxx .json .def .cfg .clo .inc .bbx .cbx .aux .mac
    .mcr .ins .lbl .tx .bibtex
    """.split()  # noqa: SIM905
)

_NO_TEXT = frozenset(
    """
    .pdf .eps .ps .epsf .epsi .png .jpg .jpeg .gif .svg .tif .tiff .bmp .ppm .webp .dvi .fig .zip .gz .bz2 .xz .tar
    .csv .tsv .dat .data .mat .npy .npz .h5 .fits .xml .html .htm .css .js .py .ipynb .r .rmd .rnw .m .c .h .cpp .java
    .sh .md .rst .log .out .toc .lof .lot .blg .bcf .fls .synctex .fdb_latexmk .nav .snm .vrb .spl .ttf .otf .pfb .tfm
    .fd .map .enc .mp4 .mov .avi .mp3 .wav .doc .docx .xls .xlsx .ppt .pptx .odt .bak .orig .old .sav .swp .dtx
    """.split()  # noqa: SIM905
)
_LONGEST_UNKNOWN, _LOOK_AT = 1_000_000, 50_000
_TEX_COMMAND = re.compile(rb"\\[a-zA-Z]{2,40}[ \t\r\n{\[\\]")
_SHOWN = 5


@dataclass(frozen=True)
class SourceTree:
    """Members by path ("sections/intro.tex"), and what was left out while opening them."""

    name: str
    members: Mapping[str, bytes]
    kind: SourceKind = "tar"
    skipped: tuple[str, ...] = ()
    texts: dict[str, str] = field(default_factory=dict, compare=False, repr=False)
    guessed: dict[str, str] = field(default_factory=dict, compare=False, repr=False)  # encodings that nobody declared

    @property
    def left_out(self) -> str:
        """Return the first members that were skipped, each with its reason; "" where all were read."""
        more = f" and {len(self.skipped) - _SHOWN} more" if len(self.skipped) > _SHOWN else ""
        return ", ".join(self.skipped[:_SHOWN]) + more

    def text(self, path: str) -> str:
        """Return the member's text; decoded once."""
        if path not in self.texts:
            data = self.members[path]
            self.texts[path], guessed = decode_bytes(data, None if data.isascii() else self._declared(path))
            if guessed:
                self.guessed[path] = guessed
        return self.texts[path]

    def _declared(self, path: str) -> str | None:
        """Return the encoding that the file or, for parts and databases, any other file of the source declares."""
        return declared_encoding(self.members[path]) or self._of_others

    @cached_property
    def _of_others(self) -> str | None:
        others = (data for path, data in self.members.items() if path.lower().endswith((".tex", ".ltx", ".sty")))
        return next((name for data in others if (name := declared_encoding(data))), None)

    def find(self, name: str, suffixes: tuple[str, ...], folders: tuple[str, ...] = ("",)) -> str | None:
        """Return the member that `name` means, seen from the first of the folders that has it; None outside the tree.

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
        return next((member for path in candidates if (member := self._folded.get(path.casefold()))), None)

    @cached_property
    def _folded(self) -> dict[str, str]:
        return {member.casefold(): member for member in self.members}

    def copy(self) -> SourceTree:
        """Return the same tree, with what was decoded so far, to which files can be added."""
        return replace(self, members=dict(self.members))

    def add(self, path: str, text: str) -> None:
        """A file that the document writes itself; one that is there stays."""
        if path not in self.members and isinstance(self.members, dict):
            self.members[path] = text.encode()
            self.__dict__.pop("_folded", None)


def inside(path: str) -> str | None:
    """Return the normal form of a path relative to the root of the tree; None if it leaves it."""
    normal = posixpath.normpath(path)
    if normal.startswith(("/", "..")) or normal == "." or "\0" in normal:
        return None
    return normal


def may_hold_source(path: str) -> bool:
    """True if a member is of a kind that extraction needs; pictures and data are never read."""
    base = posixpath.basename(path)
    if base.startswith("._") or path.startswith("__MACOSX/"):
        return False
    return base.lower().endswith(TEXT_SUFFIXES) or "." not in base or base.lower().startswith("00readme")


def may_be_text(path: str, size: int) -> bool:
    """True if a member with a suffix of the author's own ("table.tbl", "fig.pdf_tex") is worth a look."""
    base = posixpath.basename(path).lower()
    if base.startswith(".") or path.startswith("__MACOSX/") or size > _LONGEST_UNKNOWN:
        return False
    return posixpath.splitext(base)[1] not in _NO_TEXT and not base.endswith("~")


def looks_like_tex(data: bytes) -> bool:
    """True if bytes are text with a command of TeX's near its start."""
    head = data[:_LOOK_AT]
    return b"\0" not in head and _TEX_COMMAND.search(head) is not None
