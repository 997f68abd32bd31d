r"""\graph of TikZ: chains of nodes and of groups of nodes, `a -> {b, c -> {"d", e/"E \cite{k}"}}`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from litgauge.tasks.benchmarks.taxobench.drawings.boxes import DEEPEST, MOST_BOXES, Box
from litgauge.tasks.benchmarks.taxobench.drawings.joined import Joins
from litgauge.tasks.latex.expansion.arguments import group, option

_TOKEN = re.compile(
    r"\s+|(?P<edge>->|<->|<-|--|-!-)|(?P<sign>[{}\[,;/])|\"(?P<quoted>[^\"]*)\"|\((?P<again>[^()]*)\)"
    r"|(?P<words>(?:\\[a-zA-Z@]+\s*(?:\[[^\[\]{}]*\]\s*)*(?:\{[^{}]*\})?|\\.|(?!->|<->|<-|--|-!-)[^\s,;/\"(){}\[\]\\]"
    r"|\s+(?![,;/\"(){}\[\]]|->|<->|<-|--|-!-))++)|."
)
_AS = re.compile(r"(?:^|,)\s*as\s*=\s*")
_UNTIL_COMMA = re.compile(r"[^,]*")
_MOST_JOINED = 20_000  # of one edge between two groups


@dataclass(slots=True)
class _Group:
    """A group that is being read: where edges enter and leave it, and the chain that is under way."""

    entries: list[str] = field(default_factory=list)
    exits: list[str] = field(default_factory=list)
    left: list[str] | None = None  # where the chain goes on from; None at its beginning
    edge: str = ""  # how the next link is joined; without one a new chain begins


class GraphReader:
    """Reads the body of one graph into boxes by their names, and the lines between them."""

    def __init__(self, named: dict[str, Box], joins: Joins) -> None:
        self._named, self._joins = named, joins
        self._open = [_Group()]
        self._last: Box | None = None  # the node that options may follow

    def read(self, text: str, start: int, stop: int, frozen: int = 0) -> None:
        """Everything between two positions; `frozen` is where text stands that a loop has made."""
        position = start
        while position < stop and len(self._named) < MOST_BOXES:
            token = _TOKEN.match(text, position, stop)
            if token is None:
                break
            position = token.end()
            if token["edge"]:
                self._open[-1].edge, self._last = token["edge"], None
            elif token["sign"]:
                position = self._sign(token["sign"], text, token.start(), stop)
            elif token["again"] is not None:
                self._node(token["again"].strip(), frozen or token.start())
            elif (words := token["quoted"] if token["quoted"] is not None else token["words"]) is not None:
                self._node(words.strip(), frozen or token.start())

    def _sign(self, sign: str, text: str, start: int, stop: int) -> int:
        """Return what a sign does; where reading goes on."""
        if sign == "[":
            options = option(text, start, stop)
            if options and self._last is not None:
                self._called(self._last, text[options.start : options.stop])
            return options.end if options else start + 1
        if sign == "/":
            return self._words(text, start + 1, stop)
        if sign == "{" and len(self._open) < DEEPEST:
            self._open.append(_Group())
        elif sign == "}" and len(self._open) > 1:
            self._end_chain()
            inner = self._open.pop()
            self._operand(inner.entries, inner.exits)
        elif sign in ",;":
            self._end_chain()
        self._last = None
        return start + 1

    def _node(self, name: str, position: int) -> None:
        box = self._named.setdefault(name, Box(position, name))
        self._operand([name], [name])
        self._last = box

    def _words(self, text: str, position: int, stop: int) -> int:
        """Return the words of a node behind its name and a slash."""
        while position < stop and text[position].isspace():
            position += 1
        span = group(text, position, stop)
        token = None if span else _TOKEN.match(text, position, stop)
        if span:
            words, end = text[span.start : span.stop], span.end
        elif token is not None and (token["quoted"] is not None or token["words"]):
            words, end = token["quoted"] if token["quoted"] is not None else token["words"], token.end()
        else:
            return position
        if self._last is not None:
            self._last.label = words
        return end

    def _called(self, box: Box, options: str) -> None:
        """Label a node with the words of its option `as`; any of its options may cite."""
        box.besides += options
        if match := _AS.search(options):
            span = group(options, match.end(), len(options))
            plain = _UNTIL_COMMA.match(options, match.end())
            box.label = options[span.start : span.stop] if span else plain[0] if plain else box.label
            box.besides = ""

    def _operand(self, entries: list[str], exits: list[str]) -> None:
        """A node, or a group, as the next link of the chain."""
        group = self._open[-1]
        if group.left is not None and not group.edge:
            self._end_chain()
        if group.left is None:
            group.entries += entries
        else:
            for start, end in _pairs(group.left, entries, group.edge):
                self._joins.add(start, end)
        group.left, group.edge = exits, ""
        self._last = None

    def _end_chain(self) -> None:
        group = self._open[-1]
        group.exits += group.left or []
        group.left, group.edge = None, ""


def _pairs(left: list[str], right: list[str], edge: str) -> Iterator[tuple[str, str]]:
    if edge == "-!-" or len(left) * len(right) > _MOST_JOINED:
        return
    for first in left:
        for second in right:
            yield (second, first) if edge == "<-" else (first, second)
