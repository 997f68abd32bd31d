"""Which file of a source is the document."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Mapping
from dataclasses import dataclass

from tasks.records.references import Diagnostic
from tasks.tex.sources.tree import SourceTree

_TEX = (".tex", ".ltx", ".latex")
_CLASS = re.compile(
    r"^[^%\n]*?\\document(?:class|style)\s*(?:\[[^\]]{0,2000}\])?\s*\{\s*([^{}]{1,100})\}", re.MULTILINE
)
_BEGIN = re.compile(r"^[^%\n]*?\\begin\s*\{document\}", re.MULTILINE)
_PLAIN = re.compile(
    r"^[^%\n]*?\\(?:bye|magnification|input\s+(?:harvmac|phyzzx|amstex|epsf|mn|jnl|revtex))\b", re.MULTILINE
)
_INPUT = re.compile(
    r"^[^%\n]*?\\(?:input|include|subfile|subfileinclude|import\*?\{[^{}]*\}|subimport\*?\{[^{}]*\})\s*\{?\s*\"?([^\s{}\"\\%]+)",
    re.MULTILINE,
)
_CITES = re.compile(r"\\[a-zA-Z]*cite[a-zA-Z]*|\\bibliography|\\bibitem|\\printbibliography|\\input|\\include")
_CITING = re.compile(r"\\[a-zA-Z]{0,20}cite[a-zA-Z]*")
_NOT_MAIN = re.compile(
    r"supp|append|response|reply|rebuttal|cover|letter|template|sample|example|diff|elsdoc|poster|slides|talk",
    re.IGNORECASE,
)
_USUAL = frozenset({"ms", "main", "paper", "article", "manuscript", "survey", "review", "arxiv"})


@dataclass(frozen=True, slots=True)
class MainFile:
    """The main file, or None where there is no document, and what a person should know about the choice."""

    main: str | None
    diagnostics: tuple[Diagnostic, ...] = ()


def choose_main(tree: SourceTree) -> MainFile:
    """arXiv's own note (00README) first; then the complete document that no other file inputs, highest in the tree,
    with a .bbl of its name, under a usual name."""
    stated = _stated(tree)
    if stated:
        return MainFile(stated)
    texts = {path: tree.text(path) for path in tree.members if path.lower().endswith(_TEX)}
    if not texts:
        texts = {path: tree.text(path) for path in tree.members if "." not in posixpath.basename(path)}
    texts = {path: text for path, text in texts.items() if not text.lstrip().startswith("%auto-ignore")}
    candidates = _candidates(texts)
    if not candidates:
        return MainFile(None)
    inputs = {name for text in texts.values() for name in _named(text)}
    weight = (
        {path: _citing(path, texts) for path in candidates} if len(candidates) > 1 else dict.fromkeys(candidates, 0)
    )
    rank = {path: _rank(path, texts[path], tree, inputs, weight) for path in candidates}
    ranked = sorted(candidates, key=rank.__getitem__)
    notes: list[Diagnostic] = []
    rivals = [path for path in ranked[1:] if rank[path][:2] == rank[ranked[0]][:2]]
    if rivals:
        notes.append(
            Diagnostic(
                "info",
                "several-documents",
                f"{ranked[0]} is read; also complete documents: {', '.join(rivals[:5])}",
                ranked[0],
                0,
            )
        )
    return MainFile(ranked[0], tuple(notes))


def _stated(tree: SourceTree) -> str | None:
    for path in tree.members:
        name = posixpath.basename(path).lower()
        if name == "00readme.json":
            found = _from_json(tree.text(path))
        elif name.startswith("00readme"):
            words = [line.split() for line in tree.text(path).splitlines()]
            found = next((line[0] for line in words if len(line) > 1 and line[1].lower() == "toplevelfile"), None)
        else:
            continue
        if found and (member := tree.find(found, (), (posixpath.dirname(path), ""))):
            return member
    return None


def _from_json(text: str) -> str | None:
    try:
        stated = json.loads(text)
    except (ValueError, RecursionError):
        return None
    sources = stated.get("sources") if isinstance(stated, dict) else None
    for source in sources if isinstance(sources, list) else []:
        if isinstance(source, dict) and source.get("usage") == "toplevel" and isinstance(source.get("filename"), str):
            return str(source["filename"])
    return None


def _candidates(texts: dict[str, str]) -> list[str]:
    whole = [
        path
        for path, text in texts.items()
        if (found := _CLASS.search(text)) and found.group(1).strip() not in ("subfiles", "standalone")
    ]
    if whole:
        return whole
    begun = [path for path, text in texts.items() if _BEGIN.search(text)]
    if begun:
        return begun
    plain = [path for path, text in texts.items() if _PLAIN.search(text)]
    return plain or [path for path, text in texts.items() if _CITES.search(text)]


def _named(text: str) -> set[str]:
    return {posixpath.splitext(posixpath.basename(name))[0] for name in _INPUT.findall(text)}


def _citing(main: str, texts: dict[str, str]) -> int:
    """How many citing commands the document holds with all that it inputs, roughly."""
    by_stem: dict[str, list[str]] = {}
    for path in texts:
        by_stem.setdefault(posixpath.splitext(posixpath.basename(path))[0], []).append(path)
    seen, open_files, total = {main}, [main], 0
    while open_files:
        text = texts[open_files.pop()]
        total += len(_CITING.findall(text))
        for path in (path for stem in _named(text) for path in by_stem.get(stem, ())):
            if path not in seen:
                seen.add(path)
                open_files.append(path)
    return total


def _rank(path: str, text: str, tree: SourceTree, inputs: set[str], weight: Mapping[str, int]) -> tuple[int | str, ...]:
    stem, _ = posixpath.splitext(path)
    base = posixpath.basename(stem)
    return (
        int(base in inputs),
        -int(bool(_BEGIN.search(text))),
        -int(f"{stem}.bbl" in tree.members),
        int(bool(_NOT_MAIN.search(base))),
        path.count("/"),
        int(_USUAL.isdisjoint(re.split(r"[^a-z]+", base.lower()))),
        -weight[path],
        path,
    )
