r"""Trees of the package forest: \begin{forest} options [root, options [child] …] \end{forest}."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from litgauge.tasks.benchmarks.taxobench.drawings.boxes import DEEPEST, MOST_BOXES, Box, Drawn
from litgauge.tasks.latex.expansion.arguments import environment_ends, group, option

_BEGIN = re.compile(r"\\begin[ \t]*\{forest\}|\\Forest\*?(?![a-zA-Z])")
_MARK = re.compile(r"\\.|[\[\]{},]", re.DOTALL)
_ACTION = re.compile(r"\\bracketset\{[^{}]*action character=([^,{}\s])")
_TAKING = re.compile(
    r"\\(?:[a-zA-Z]*[cC]ite[a-zA-Z]*|hyperref|makecell|thead|parbox|shortstack|rotatebox|includegraphics|multirow"
    r"|begin\{(?:tabular|minipage)\}|textcolor|color|fontspec)\*?(?:\([^()]*\))*$"
)
_CONTENT = re.compile(r"(?:^|,)\s*(?:content|align content)\s*\+?=\s*(\{.*\}|[^,\[\]]*)", re.DOTALL)
Call = Callable[[int], tuple[str, int] | None]
"""Of a position of the text: where the macro is called that it was expanded from, if it was."""
_PHANTOM = re.compile(r"(?:^|,)\s*(?:phantom|coordinate|invisible|empty nodes?)\s*(?:,|$)")


def forests(text: str, start: int, call: Call = lambda _: None) -> Iterator[Drawn]:
    """Every forest of the text from `start`."""
    signs = {sign[1] for sign in _ACTION.finditer(text)}
    for begin in _BEGIN.finditer(text, start):
        if begin[0].startswith("\\begin"):
            first, (stop, end) = begin.end(), environment_ends(text).get(begin.end(), (0, 0))
        elif inside := group(text, begin.end(), len(text)):
            first, stop, end = inside
        else:
            continue
        if stop and (roots := _Forest(text, stop, signs, call).read(first)):
            yield Drawn("forest", roots, begin.start(), end)


class _Forest:
    """Reads what stands between the brackets of one forest; one pass, whatever is left open."""

    def __init__(self, text: str, stop: int, signs: set[str], call: Call) -> None:
        self.text, self.stop, self.signs, self.call = text, stop, signs, call
        self.roots: list[Box] = []
        self.opened: list[Box] = []
        self.part = "preamble"  # or content, options, after
        self.since = 0
        self.count = 0

    def read(self, first: int) -> list[Box]:
        """Return the trees from `first`; what stands behind them is drawn beside, and no tree."""
        self.since, depth, optional = first, 0, 0
        for mark in self._marks(first):
            sign, start = mark[0], mark.start()
            if sign in "{}":
                depth = max(0, depth + (1 if sign == "{" else -1))
            if depth or sign in "{}" or (sign == "," and self.part != "content") or start < optional:
                continue
            if sign == "[" and self.part == "content" and (options := _option(self.text, self.since, start, self.stop)):
                optional = options
                continue
            if self.roots and not self.opened and self.text[self.since : start].strip():
                break
            self._turn(sign, start, mark.end())
            if len(self.opened) > DEEPEST or self.count > MOST_BOXES:
                return self.roots
        if self.opened and self.part in ("content", "options"):
            self._fill(self.stop)
        return self.roots

    def _marks(self, first: int) -> Iterator[re.Match[str]]:
        """Yield the signs that count.

        Brackets that a macro brings are no boxes, as forest expands none: \\makebox[1em]{x}.

        They are where the whole forest comes from that macro, where an action character has macros expanded, and
        where what a macro stands for begins with one.
        """
        home = last = self.call(first)
        counts, homes = True, {None, home}
        for mark in _MARK.finditer(self.text, first, self.stop):
            call = self.call(mark.start())
            if call != last:
                if mark[0] == "[":
                    homes.add(call)
                counts, last = call in homes or bool(self.signs), call
            if len(mark[0]) == 1 and (counts or mark[0] in "{}"):
                yield mark

    def _turn(self, sign: str, start: int, end: int) -> None:
        """Apply a bracket, or the comma before options."""
        if self.part in ("content", "options"):
            self._fill(start)
        if sign == ",":
            self.part = "options"
        elif sign == "[":
            self.count += 1
            box = Box(start, "")
            (self.opened[-1].children if self.opened else self.roots).append(box)
            self.opened.append(box)
            self.part = "content"
        elif self.opened:
            self.opened.pop()
            self.part = "after"
        self.since = end

    def _fill(self, end: int) -> None:
        _fill(self.opened[-1], self.part, self.text[self.since : end], self.signs)


def _option(text: str, start: int, position: int, stop: int) -> int:
    """Return the end of a bracket that is the option of a command (\\citep[see][]{key}); 0 for other brackets."""
    if not _TAKING.search(text, max(start, position - 200), position):
        return 0
    options = option(text, position, stop)
    while options is not None and text.startswith("[", options.end):
        options = option(text, options.end, stop)
    return options.end if options is not None else 0


def _fill(box: Box, part: str, raw: str, signs: set[str]) -> None:
    if part == "content":
        for sign in signs:
            raw = raw.replace(sign, "")
        match = _CONTENT.fullmatch(raw.strip())  # [content={words}, options
        box.label = _unbraced(match[1].strip() if match else raw.strip())
        return
    box.besides = raw
    if content := _CONTENT.search(raw):
        box.label = box.label or _unbraced(content[1].strip())
    box.hidden = _PHANTOM.search(raw) is not None


def _unbraced(raw: str) -> str:
    inside = group(raw, 0, len(raw)) if raw.startswith("{") else None
    return raw[inside.start : inside.stop].strip() if inside and inside.end == len(raw) else raw
