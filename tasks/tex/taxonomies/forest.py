r"""Trees of the package forest: \begin{forest} options [root, options [child] …] \end{forest}."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tasks.tex.expansion.arguments import environment_ends, group, option
from tasks.tex.taxonomies.boxes import DEEPEST, MOST_BOXES, Box, Drawn

_BEGIN = re.compile(r"\\begin[ \t]*\{forest\}|\\Forest\*?(?![a-zA-Z])")
_MARK = re.compile(r"\\.|[\[\]{},]", re.DOTALL)
_ACTION = re.compile(r"\\bracketset\{[^{}]*action character=([^,{}\s])")
_TAKING = re.compile(
    r"\\(?:[a-zA-Z]*[cC]ite[a-zA-Z]*|hyperref|makecell|thead|parbox|shortstack|rotatebox|includegraphics|multirow"
    r"|begin\{(?:tabular|minipage)\}|textcolor|color|fontspec)\*?(?:\([^()]*\))*$"
)
_CONTENT = re.compile(r"(?:^|,)\s*(?:content|align content)\s*\+?=\s*(\{.*\}|[^,\[\]]*)", re.DOTALL)
_PHANTOM = re.compile(r"(?:^|,)\s*(?:phantom|coordinate|invisible|empty nodes?)\s*(?:,|$)")


def forests(text: str, start: int) -> Iterator[Drawn]:
    """Every forest of the text from `start`."""
    signs = {sign[1] for sign in _ACTION.finditer(text)}
    for begin in _BEGIN.finditer(text, start):
        if begin[0].startswith("\\begin"):
            first, (stop, end) = begin.end(), environment_ends(text).get(begin.end(), (0, 0))
        elif inside := group(text, begin.end(), len(text)):
            first, stop, end = inside
        else:
            continue
        if stop and (roots := _bracketed(text, first, stop, signs)):
            yield Drawn("forest", roots, begin.start(), end)


def _bracketed(text: str, position: int, stop: int, signs: set[str]) -> list[Box]:
    """The boxes between brackets; one pass, whatever is left open."""
    roots: list[Box] = []
    opened: list[Box] = []
    part = "preamble"  # or content, options, after
    since, depth, count, optional = position, 0, 0, 0
    for mark in _MARK.finditer(text, position, stop):
        sign = mark[0]
        if sign in "{}" and len(sign) == 1:
            depth = max(0, depth + (1 if sign == "{" else -1))
        if depth or len(sign) > 1 or sign in "{}":
            continue
        if sign == "," and part != "content":
            continue
        if sign in "[]" and mark.start() < optional:
            continue
        if sign == "[" and part == "content" and (given := _option(text, since, mark.start(), stop)):
            optional = given
            continue
        if part in ("content", "options"):
            _fill(opened[-1], part, text[since : mark.start()], signs)
        if sign == ",":
            part = "options"
        elif sign == "[":
            count += 1
            box = Box(mark.start(), "")
            (opened[-1].children if opened else roots).append(box)
            opened.append(box)
            part = "content"
            if len(opened) > DEEPEST or count > MOST_BOXES:
                return roots
        elif opened:
            opened.pop()
            part = "after"
        since = mark.end()
    if opened and part in ("content", "options"):
        _fill(opened[-1], part, text[since:stop], signs)
    return roots


def _option(text: str, start: int, position: int, stop: int) -> int:
    """Where a bracket ends that is a command's option (\\citep[see][]{key}), which authors should brace; 0 for "
    "others."""
    if not _TAKING.search(text, max(start, position - 200), position):
        return 0
    given = option(text, position, stop)
    while given is not None and text.startswith("[", given.end):
        given = option(text, given.end, stop)
    return given.end if given is not None else 0


def _fill(box: Box, part: str, raw: str, signs: set[str]) -> None:
    if part == "content":
        for sign in signs:
            raw = raw.replace(sign, "")
        given = _CONTENT.fullmatch(raw.strip())  # [content={words}, options
        box.label = _unbraced(given[1].strip() if given else raw.strip())
        return
    box.besides = raw
    if content := _CONTENT.search(raw):
        box.label = box.label or _unbraced(content[1].strip())
    box.hidden = _PHANTOM.search(raw) is not None


def _unbraced(raw: str) -> str:
    inside = group(raw, 0, len(raw)) if raw.startswith("{") else None
    return raw[inside.start : inside.stop].strip() if inside and inside.end == len(raw) else raw
