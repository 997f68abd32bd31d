r"""Trees of qtree and tikz-qtree: \Tree [.root [.topic leaf {another leaf} ] [ … ].topic ]."""

from __future__ import annotations

import re
from collections.abc import Iterator

from litgauge.tasks.benchmarks.taxobench.drawings.boxes import DEEPEST, MOST_BOXES, Box, Drawn
from litgauge.tasks.benchmarks.taxobench.drawings.candidates import Kind
from litgauge.tasks.latex.expansion.arguments import Span, group, option, skip_blank

_TREE = re.compile(r"\\(?:Tree|jTree|synttree|branchingtree)(?![a-zA-Z])")
_QTREE_ONLY = re.compile(r"\\usepackage(?:\[[^\]]*\])?\{[^{}]*\btikz-qtree")
_SPECIAL = re.compile(r"\\(node|edge|qroof|coordinate)(?![a-zA-Z])")
_WORD = re.compile(r"(?:\\[a-zA-Z@]+\*?[ \t]*|\\.|[^\s\[\]{}\\])", re.DOTALL)
_LONGEST = 200_000


def bracket_trees(text: str, start: int) -> Iterator[Drawn]:
    """Every such tree of the text from `start`."""
    kind: Kind = "tikz-qtree" if _QTREE_ONLY.search(text, 0, start or len(text)) else "qtree"
    after = start
    for match in _TREE.finditer(text, start):
        if match.start() < after:
            continue
        position = skip_blank(text, match.end(), len(text))
        while options := option(text, position, len(text)) if _is_options(text, position) else None:
            position = skip_blank(text, options.end, len(text))
        if not text.startswith("[", position):
            continue
        reader = _Reader(text, position, min(len(text), position + _LONGEST))
        if roots := reader.read():
            after = reader.position
            yield Drawn(kind, roots, match.start(), after)


def _is_options(text: str, position: int) -> bool:
    """Return whether a bracket holds options (\\Tree[grow=right] [.root …]): no dot at its start, one behind."""
    if not text.startswith("[", position) or text.startswith("[.", position):
        return False
    options = option(text, position, len(text))
    return (
        options is not None
        and "=" in text[options.start : options.stop]
        and text.startswith("[", skip_blank(text, options.end, len(text)))
    )


class _Reader:
    """One tree, with a stack of its own: nesting costs memory, not the interpreter's stack."""

    def __init__(self, text: str, position: int, limit: int) -> None:
        self.text, self.position, self.limit = text, position, limit
        self.roots: list[Box] = []
        self.opened: list[Box] = []
        self.count = 0

    def read(self) -> list[Box]:
        """Return the tree at the position, which is an opening bracket."""
        while self.position < self.limit and self.count < MOST_BOXES:
            self.position = skip_blank(self.text, self.position, self.limit)
            sign = self.text[self.position : self.position + 1]
            if sign == "[":
                self._open()
            elif sign == "]":
                self._close()
            elif not sign:
                break
            else:
                self._leaf()
            if not self.opened or len(self.opened) > DEEPEST:
                break
        return self.roots

    def _open(self) -> None:
        box = Box(self.position, "")
        self._add(box)
        self.opened.append(box)
        self.position += 1
        if self.text.startswith(".", self.position):
            self.position += 1
            box.label, box.besides = self._word()

    def _close(self) -> None:
        box = self.opened.pop()
        self.position += 1
        if self.text.startswith(".", self.position):  # qtree: [ … ].label, also where it stands in front
            self.position += 1
            label, besides = self._word()
            box.label, box.besides = box.label or label, box.besides or besides
        box.hidden = not box.label.strip()

    def _leaf(self) -> None:
        position = self.position
        if special := _SPECIAL.match(self.text, position):
            if special[1] == "edge":
                end = self.text.find(";", position, self.limit)
                self.position = self.limit if end < 0 else end + 1
                return
            if special[1] == "qroof":
                self.position = special.end()
                roof = self._group()
                if self.text.startswith(".", self.position):
                    self.position += 1
                    label, besides = self._word()
                    self._add(Box(position, label, besides, children=[Box(position, roof)]))
                return
        label, besides = self._word()
        if self.position == position:
            self.position += 1
        elif label.strip():
            self._add(Box(position, label, besides))

    def _add(self, box: Box) -> None:
        self.count += 1
        (self.opened[-1].children if self.opened else self.roots).append(box)

    def _group(self) -> str:
        span = group(self.text, self.position, self.limit)
        self.position = span.end if span else self.position + 1
        return self.text[span.start : span.stop] if span else ""

    def _word(self) -> tuple[str, str]:
        """A label: everything up to white space, groups whole; of \\node[…]{words}; the words."""
        if self.text.startswith("\\node", self.position):
            return self._node()
        start = self.position
        while self.position < self.limit:
            sign = self.text[self.position]
            if sign == "{":
                self._group()
            elif sign == "[" and self._after_command(start):
                options = option(self.text, self.position, self.limit)
                self.position = options.end if options else self.position + 1
            elif word := _WORD.match(self.text, self.position, self.limit):
                self.position = word.end()
            else:
                break
        raw = self.text[start : self.position]
        whole = group(raw, 0, len(raw)) if raw.startswith("{") else None
        return (raw[whole.start : whole.stop] if whole and whole.end == len(raw) else raw), ""

    def _after_command(self, start: int) -> bool:
        """Return whether a bracket is the option of the command before it: \\citep[see][]{key}."""
        return (
            re.search(r"\\[a-zA-Z]+\*?(?:\[[^\[\]]*\])?$", self.text[max(start, self.position - 300) : self.position])
            is not None
        )

    def _node(self) -> tuple[str, str]:
        end = self.text.find(";", self.position, self.limit)
        end = self.limit if end < 0 else end
        label, position = Span(end, end, end), self.position
        while (opening := self.text.find("{", position, end)) >= 0:
            span = group(self.text, opening, self.limit)
            if span is None:
                break
            label, position = span, span.end
            if span.end > end:  # a semicolon inside of the words
                end = self.text.find(";", span.end, self.limit)
                end = self.limit if end < 0 else end
        besides = self.text[self.position : label.start]
        self.position = min(end + 1, self.limit)
        return self.text[label.start : label.stop], besides
