"""Statements of arXiv's note in a source (00README) about its files."""

from __future__ import annotations

import json
import posixpath
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from litgauge.tasks.latex.sources.tree import SourceTree
from litgauge.tasks.records.references import Diagnostic

_LONGEST = 200_000
_PRINTED = frozenset({"orientation", "keep_comments", "fontmaps"})


def _yaml(text: str) -> Any:
    import yaml  # few sources have one, and it takes a while to load

    from litgauge.tasks.base.yaml_loaders import ForeignLoader

    try:
        return yaml.load(text, Loader=ForeignLoader)
    except yaml.YAMLError as error:
        raise ValueError(str(error)) from error


_READERS: dict[str, Callable[[str], Any]] = {
    ".json": json.loads,
    ".jsn": json.loads,
    ".ndjson": json.loads,
    ".yaml": _yaml,
    ".yml": _yaml,
    ".toml": tomllib.loads,
}


@dataclass(frozen=True, slots=True)
class Readme:
    """Files that are typeset as documents of their own, in the note's order, and those that are left out."""

    toplevels: tuple[str, ...] = ()
    ignored: frozenset[str] = frozenset()
    diagnostics: tuple[Diagnostic, ...] = ()


def read_readme(tree: SourceTree) -> Readme:
    """Return the source's 00README: JSON, YAML and TOML before the old 00README.XXX, highest in the tree first.

    Source: arXiv's help page on the 00README format, and its reader (arXiv/submission-tools, zerozeroreadme).
    """
    paths = [path for path in tree.members if _stem(path) == "00readme" and len(tree.members[path]) <= _LONGEST]
    for path in sorted(paths, key=lambda path: (path.count("/"), _suffix(path) not in _READERS, path)):
        text = tree.text(path)
        usages = _structured(text, _READERS[_suffix(path)]) if _suffix(path) in _READERS else _lines(text)
        if usages is None:
            note = Diagnostic("warning", "readme-unreadable", "it cannot be parsed and decides nothing", path, 0)
            return Readme(diagnostics=(note,))
        if usages:
            return _in_tree(tree, path, usages)
    return Readme()


def _stem(path: str) -> str:
    return posixpath.splitext(posixpath.basename(path))[0].lower()


def _suffix(path: str) -> str:
    return posixpath.splitext(path)[1].lower()


def _lines(text: str) -> list[tuple[str, str]]:
    """00README.XXX: a line holds a file's name and a keyword; a keyword alone is about the whole submission."""
    words = [line.split() for line in text.splitlines()]
    return [(" ".join(line[:-1]), line[-1].lower().replace("toplevelfile", "toplevel")) for line in words if line[1:]]


def _structured(text: str, read: Callable[[str], Any]) -> list[tuple[str, str]] | None:
    try:
        stated = read(text)
    except (ValueError, RecursionError):
        return None
    sources = stated.get("sources") if isinstance(stated, dict) else None
    usages = []
    for source in sources if isinstance(sources, list) else []:
        if isinstance(source, dict) and isinstance(name := source.get("filename"), str):
            default = "" if source.keys() & _PRINTED else "toplevel"
            usages.append((name, str(source.get("usage") or default).lower()))
    return usages


def _in_tree(tree: SourceTree, path: str, usages: list[tuple[str, str]]) -> Readme:
    folders = (posixpath.dirname(path), "")
    toplevels, ignored, missing = [], set(), []
    for name, usage in usages:
        member = tree.find(name, (), folders)
        if usage == "toplevel" and member:
            toplevels.append(member)
        elif usage == "toplevel" and not name.lower().endswith(".pdf"):
            missing.append(name)
        elif usage == "ignore" and member:
            ignored.add(member)
    notes = [
        Diagnostic("warning", "readme-file-missing", f"it names {name[:120]}, which is not in the source", path, 0)
        for name in missing[:5]
    ]
    return Readme(tuple(dict.fromkeys(toplevels)), frozenset(ignored), tuple(notes))
