"""Files that belong to an answer, and which of them a name in its text means.

A name is looked for in the answer's own folder, then in the folder of its task and in those above, up to that of the
whole run, and never outside. A path of the agent's own machine is the file that ends as it does for longest.
"""

from __future__ import annotations

import html
import posixpath
import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal
from urllib.parse import unquote

from litgauge.tasks.answers.named_files import is_local

_SCHEME = re.compile(r"(?:file|sandbox|attachment):(?://(?:localhost)?(?=/|[A-Za-z]:))?", re.IGNORECASE)
_DRIVE = re.compile(r"[A-Za-z]:[/\\]")


@dataclass(frozen=True, slots=True)
class AttachedFile:
    """A file that belongs to an answer."""

    name: str  # its path from the folder of the answer's own file, with "/": "images/a.png", "../images/a.png"
    sha256: str  # of its bytes, which the storage's blobs have under it; "" of a file too large to be kept
    size: int  # bytes
    of_another: bool = False  # it lies in another task's folder: its path means it, and its name alone does not


@dataclass(frozen=True, slots=True)
class NoFile:
    """Why a name in a text is none of a file."""

    reason: Literal["address", "absent", "outside", "ambiguous"]  # address: on the web, in the text, or inline data
    detail: str


@dataclass(frozen=True, slots=True)
class Place:
    """The file that a name means."""

    path: str  # in the run's folder
    as_written: bool  # False for one that was looked for elsewhere than the name says


class FilePaths:
    """Files of a run's folder, found by names in texts. Paths are relative to that folder, with "/"."""

    def __init__(self, paths: Iterable[str]) -> None:
        self._exact = frozenset(paths)
        self._folded: dict[str, list[str]] = defaultdict(list)
        self._last: dict[str, list[str]] = defaultdict(list)
        for path in sorted(self._exact):
            self._folded[folded_path(path)].append(path)
            self._last[folded_path(posixpath.basename(path))].append(path)

    def find(self, target: str, folders: Sequence[str], shared: Collection[str] | None = None) -> Place | NoFile:
        """The file that a target means, seen from these folders, the nearest first.

        A path of another machine means one of the `shared` files alone (all if None), the one that ends as it does for
        longest; so does a path that is in none of the folders, if one file ends in the whole of it.
        """
        target = target.strip().removeprefix("<").removesuffix(">").strip()
        if not target or not is_local(target):
            return NoFile("address", "it is no name of a file")
        spellings = spellings_of(target)
        if not spellings:
            return NoFile("absent", "there is no such file")
        if any(spelling.startswith("/") for spelling in spellings):
            found = [self._by_tail(one, folders[0], shared) for one in spellings if one.startswith("/")]
            return next((one for one in found if isinstance(one, Place)), found[0])
        if posixpath.normpath(spellings[0]).startswith("../"):  # a path upwards means one place alone
            return self._below(spellings, folders[:1])
        place = self._below(spellings, folders)
        if isinstance(place, NoFile) and place.reason == "absent":
            found = [self._by_tail(one, folders[0], shared, whole=True) for one in spellings]
            return next((one for one in found if not isinstance(one, NoFile) or one.reason == "ambiguous"), place)
        return place

    def _below(self, spellings: Sequence[str], folders: Sequence[str]) -> Place | NoFile:
        outside = False
        for folder in folders:
            for spelling in spellings:
                path = posixpath.normpath(posixpath.join(folder, spelling))
                if path == ".." or path.startswith("../"):
                    outside = True
                elif isinstance(file := self._at(path), NoFile):
                    return file
                elif file:
                    return Place(file, folder == folders[0])
        if outside:
            return NoFile("outside", "it leads out of the folder of the answers")
        return NoFile("absent", "there is no such file")

    def _at(self, path: str) -> str | NoFile | None:
        """The file of this path, whatever its case and Unicode form."""
        if path in self._exact:
            return path
        alike = self._folded.get(folded_path(path), ())
        if len(alike) > 1:
            return NoFile("ambiguous", f"{len(alike)} files are spelled like it: {', '.join(alike[:3])}")
        return alike[0] if alike else None

    def _by_tail(self, path: str, start: str, shared: Collection[str] | None, *, whole: bool = False) -> Place | NoFile:
        """The file whose path ends as this one does for longest; of equal ones the nearest to the folder."""
        wanted = [folded_path(part) for part in posixpath.normpath(path).split("/") if part]
        alike = self._last.get(wanted[-1] if wanted else "", ())
        ranked: dict[tuple[int, int], list[str]] = defaultdict(list)
        for file in alike:
            if (shared is not None and file not in shared) or (whole and _tail(wanted, file) < len(wanted)):
                continue
            ranked[-_tail(wanted, file), relative_path(file, start).count("../")].append(file)
        if not ranked:
            return NoFile("absent", "no file here ends as this path of another machine does")
        best = sorted(ranked[min(ranked)])
        if len(best) > 1:
            return NoFile("ambiguous", f"{len(best)} files end as it does: {', '.join(best[:3])}")
        return Place(best[0], False)


@lru_cache(maxsize=32)
def _paths_of(
    folder: str, files: tuple[AttachedFile, ...]
) -> tuple[FilePaths, dict[str, AttachedFile], frozenset[str]]:
    by_path = {posixpath.normpath(posixpath.join(folder, file.name)): file for file in files}
    return FilePaths(by_path), by_path, frozenset(path for path, file in by_path.items() if not file.of_another)


def find_attached(files: tuple[AttachedFile, ...], folders: Sequence[str], target: str) -> AttachedFile | NoFile:
    """Return the file of an answer that a target in its text means, or why there is none.

    `folders` are where names may start from, the one of the answer's own file first, relative to the run's folder.
    """
    folders = folders or ("",)
    paths, by_path, shared = _paths_of(folders[0], files)
    found = paths.find(target, folders, shared)
    return found if isinstance(found, NoFile) else by_path[found.path]


def relative_path(path: str, folder: str) -> str:
    """Return a path of the run's folder as it is seen from one of its folders.

    >>> relative_path("a/images/b.png", "a"), relative_path("images/b.png", "a/c"), relative_path("b.png", "")
    ('images/b.png', '../../images/b.png', 'b.png')
    """
    return posixpath.relpath(f"/{path}", f"/{folder}")


def folded_path(path: str) -> str:
    """The path without what file systems and people spell differently: case and Unicode form.

    >>> folded_path("Bilder/Mo\u0308we.PNG")
    'bilder/möwe.png'
    """
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", path).casefold())


def spellings_of(target: str) -> list[str]:
    """Return a target as it is written, then decoded, then without query and fragment; from "/" if it starts at a root.

    >>> spellings_of("my%20fig.png?raw=1"), spellings_of("C:\\\\out\\\\a.png")
    (['my%20fig.png?raw=1', 'my fig.png?raw=1', 'my%20fig.png', 'my fig.png'], ['/out\\\\a.png', '/out/a.png'])
    """
    path = _SCHEME.sub("", target)
    bare = re.split(r"[?#]", path, maxsplit=1)[0]
    written = [path, unquote(path), html.unescape(path), bare, unquote(bare)]
    with_roots = [f"/{one[3:]}" if _DRIVE.match(one) else one for one in written]
    spellings = [each for one in with_roots for each in (one, one.replace("\\", "/"))]
    return [one for one in dict.fromkeys(spellings) if one and "\0" not in one]


def _tail(wanted: Sequence[str], file: str) -> int:
    """Return how many last parts a path has in common with these."""
    parts = folded_path(file).split("/")
    same = 0
    for ours, theirs in zip(reversed(parts), reversed(wanted), strict=False):
        if ours != theirs:
            break
        same += 1
    return same
