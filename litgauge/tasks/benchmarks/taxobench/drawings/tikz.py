r"""Trees of TikZ: \node {root} child {node {topic} child {…}}; mind maps; and boxes that are joined by arrows."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from litgauge.tasks.benchmarks.taxobench.drawings.boxes import DEEPEST, MOST_BOXES, Box, Drawn
from litgauge.tasks.benchmarks.taxobench.drawings.foreach import loops, repeated
from litgauge.tasks.benchmarks.taxobench.drawings.graphs import GraphReader
from litgauge.tasks.benchmarks.taxobench.drawings.joined import Joins, hang_joined, joined_trees
from litgauge.tasks.latex.expansion.arguments import environment_ends, group, option, skip_blank

_BEGIN = re.compile(r"\\begin[ \t]*\{tikzpicture\}|\\tikz(?![a-zA-Z@])")
_WORD = re.compile(
    r"(?P<loop>\\foreach)|\\(?P<command>node|path|draw|graph|coordinate|annotation)(?![a-zA-Z@])|(?P<edge>edge\s+from\s+parent)|\b(?P<word>node|child|edge|to|graph(?=\s*[\[{]))\b"
    r"|(?P<name>\(\s*\$[^$;]{0,300}\$\s*\)|\((?P<at>[^()]*)\))|(?P<sign>[{\[;]|--|-\||\|-|\.\.)|\\."
)
_DELIMITER = re.compile(r"\\[{};]|[{};]")
_NAME = re.compile(r"\(([^(),]*+)\)")
_AT = re.compile(r"at\s*\(([^(),]*+)\)")
_ANCHOR = re.compile(r"\.[a-z ]+$")
_PLACE = re.compile(r"at\s*(?=\()")
_MINDMAP = re.compile(r"\bmindmap\b|\bconcept\b")
_ANNOTATION = re.compile(r"\bannotation\b")
_MISSING = re.compile(r"\bmissing\b")
_SHIFT = re.compile(r"^\s*\[[^\[\]]*\]")  # ([xshift=1cm]root.east)
_NAME_OPTION = re.compile(r"(?:^|,)\s*name\s*=\s*([^,\]]+)")
LONGEST_PICTURE = 400_000
_LONGEST_PLACE = 300
_LONGEST_STYLES = 50_000


@dataclass(slots=True)
class _Picture:
    """State of the reader of one picture."""

    named: dict[str, Box] = field(default_factory=dict)
    trees: list[Box] = field(default_factory=list)  # roots of what hangs together by child
    joins: Joins = field(default_factory=Joins)
    notes: list[tuple[str, str]] = field(default_factory=list)  # annotations: at which node, and their LaTeX
    count: int = 0


def pictures(text: str, start: int) -> Iterator[Drawn]:
    """Every tree in the text's TikZ pictures from `start`."""
    after = start
    for begin in _BEGIN.finditer(text, start):
        if begin.start() < after:
            continue
        position, stop, after = _inside(text, begin)
        if stop <= position or stop - position > LONGEST_PICTURE:
            continue
        picture = _read(text, position, stop)
        mindmap = _MINDMAP.search(text, begin.end(), stop) is not None
        for name, raw in picture.notes:
            if name in picture.named:
                picture.named[name].besides += raw
        hang_joined(picture.trees, picture.named, picture.joins)
        for root in picture.trees:
            yield Drawn("mindmap" if mindmap else "tikz", [root], begin.start(), after)
        if not picture.trees:
            for root in joined_trees(picture.named, picture.joins):
                yield Drawn("mindmap" if mindmap else "drawn", [root], begin.start(), after)


def _inside(text: str, begin: re.Match[str]) -> tuple[int, int, int]:
    """Return where a picture's statements begin and end, and where it ends itself."""
    position = begin.end()
    if begin[0].startswith("\\begin"):
        stop, end = environment_ends(text).get(position, (0, begin.end()))
    else:
        options = option(text, position, len(text))
        position = options.end if options else position
        if body := group(text, position, len(text)):
            return body.start, body.stop, body.end
        stop = end = _statement_end(text, position)
    if options := option(text, position, stop or position, longest=_LONGEST_STYLES):
        position = options.end
    return position, stop, end


def _statement_end(text: str, position: int) -> int:
    """Behind the semicolon that ends a statement, those in groups left out; where it began if there is none."""
    starts, ends = _statement_ends(text)
    place = bisect_left(starts, position)
    end = ends[place] if place < len(ends) else None
    return position if end is None or end - position > LONGEST_PICTURE else end


@lru_cache(maxsize=4)
def _statement_ends(text: str) -> tuple[list[int], list[int | None]]:
    """Return the positions of braces and semicolons, and for each the end of a statement whose first sign it is."""
    signs = [sign for sign in _DELIMITER.finditer(text) if len(sign[0]) == 1]
    ends: list[int | None] = [None] * (len(signs) + 1)
    behind: list[int] = []  # the closing braces whose opening one has not come yet
    for place in range(len(signs) - 1, -1, -1):
        match signs[place][0]:
            case ";":
                ends[place] = signs[place].end()
            case "}":
                behind.append(place)
            case _:
                ends[place] = ends[behind.pop() + 1] if behind else None
    return [sign.start() for sign in signs], ends


def _read(text: str, position: int, stop: int) -> _Picture:
    picture = _Picture()
    _Path(picture, text, 0, None).read(position, stop)
    return picture


class _Path:
    """Reads statements, or the body of a child; `frozen` is where text stands that a loop has made."""

    def __init__(self, picture: _Picture, text: str, frozen: int, parent: Box | None, depth: int = 0) -> None:
        self.picture, self.text, self.frozen, self.depth = picture, text, frozen, depth
        self.box: Box | None = None  # on which children hang
        self.parent = parent
        self.from_edge = False  # after "edge from parent", nodes are the edge's labels
        self.position = 0
        self.stop = 0
        self.last = ""  # the named node that a line comes from
        self.joining = ""
        self.reversed = False
        self.lines = False  # whether the statement has drawn one: nodes behind it stand at it

    def read(self, position: int, stop: int) -> None:
        """Everything between two positions."""
        self.position, self.stop = position, stop
        while self.position < self.stop and self.picture.count < MOST_BOXES:
            match = _WORD.search(self.text, self.position, self.stop)
            if match is None:
                break
            self.position = match.end()
            if match["loop"]:
                self._loop(match.start())
            elif match["command"]:
                self._end_statement()
                if match["command"] in ("path", "draw"):
                    self._options()
                elif match["command"] == "graph":
                    self._graph()
                else:
                    self._node(match.start(), hidden=match["command"] == "coordinate")
            elif match["word"]:
                self._operation(match["word"], match.start())
            elif match["edge"]:
                self.from_edge = True
            elif match["name"]:
                self._coordinate(match["at"] or "")
            elif match["sign"]:
                self._sign(match["sign"], match.start())

    def _operation(self, word: str, start: int) -> None:
        if word == "node":
            self._node(start, hidden=False)
        elif word == "child":
            self._child(start)
        elif word == "graph":
            self._graph()
        else:
            self.joining = word
            self._options()

    def _sign(self, sign: str, start: int) -> None:
        if sign == "{":
            self._skip_group(start)
        elif sign == "[":
            self.position = start
            self._options()
            self.position = max(self.position, start + 1)
        elif sign == ";":
            self._end_statement()
        else:
            self.joining, self.lines = "--", True

    def _loop(self, start: int) -> None:
        """Statements that are repeated."""
        for loop in loops(self.text, start, self.stop, anchored=True):
            for body in repeated(loop) if self.depth < DEEPEST else []:
                own = _Path(self.picture, f"{body};", self.frozen or loop.start, None, self.depth + 1)
                own.read(0, len(body) + 1)
            self.position = loop.stop

    def _end_statement(self) -> None:
        if self.parent is None:
            self.box, self.from_edge = None, False
        self.last, self.joining, self.reversed, self.lines = "", "", False, False

    def _options(self) -> str:
        """Return the options that follow."""
        raw = ""
        while options := option(self.text, self.position, self.stop):
            raw += self.text[options.start : options.stop] + ","
            self.position = options.end
        if "<-" in raw and "<->" not in raw:
            self.reversed = True
        return raw

    def _node(self, start: int, *, hidden: bool) -> None:
        """[options] (name) at (place) {words}, in any order."""
        besides, name, at = "", "", ""
        while True:
            before = self.position
            besides += self._options()
            self.position = skip_blank(self.text, self.position, self.stop)
            if place := _PLACE.match(self.text, self.position, self.stop):
                if target := _AT.match(self.text, self.position, self.stop):
                    at = _ANCHOR.sub("", target[1].strip())
                self.position = self._after_bracket(place.end())
            elif named := _NAME.match(self.text, self.position, self.stop):
                name, self.position = named[1].strip(), named.end()
            if self.position == before:
                break
        words = group(self.text, self.position, self.stop)
        raw = self.text[words.start : words.stop] if words else ""
        self.position = words.end if words else self.position
        if self.from_edge or self.joining or self.lines:
            return  # what is written at a line
        if _ANNOTATION.search(besides) and at:
            self.picture.notes.append((at, raw))
            return
        name = (name or _node_name(besides)).strip()
        self._keep(Box(self.frozen or start, raw, besides, hidden=hidden), name)
        self.last = name

    def _keep(self, box: Box, name: str) -> None:
        self.picture.count += 1
        if name:
            self.picture.named.setdefault(name, box)
        elif self.parent is None:
            self.picture.named.setdefault(f"\0{len(self.picture.named)}", box)
        if self.box is None:
            self.box = box
            if self.parent is not None:
                self.parent.children.append(box)

    def _child(self, start: int) -> None:
        """child [options] foreach \\x in {…} {node {words} child …}"""
        options = self._options()
        loops_here = loops(self.text, self.position, self.stop, anchored=True)
        loop = next(iter(loops_here), None)
        if loop is not None:
            bodies, self.position = repeated(loop), loop.stop
        else:
            self.position = skip_blank(self.text, self.position, self.stop)
            body = group(self.text, self.position, self.stop)
            bodies, self.position = [""] if body is None else [], body.end if body else self.position
        if self.box is None:
            self._keep(Box(self.frozen or start, "", hidden=True), "")
        if self.box is not None and not self.box.children and self.parent is None:
            self.picture.trees.append(self.box)
        if self.depth >= DEEPEST or _MISSING.search(options) or self.box is None:
            return
        before = len(self.box.children)
        if loop is None and body is not None:
            _Path(self.picture, self.text, self.frozen, self.box, self.depth + 1).read(body.start, body.stop)
        for repeat in bodies if loop is not None else []:
            _Path(self.picture, repeat, self.frozen or start, self.box, self.depth + 1).read(0, len(repeat))
        for child in self.box.children[before:]:
            child.besides += f",{options}"
        self.from_edge = False

    def _graph(self) -> None:
        """[options] {chains of nodes}"""
        self._options()
        if body := group(self.text, skip_blank(self.text, self.position, self.stop), self.stop):
            GraphReader(self.picture.named, self.picture.joins).read(self.text, body.start, body.stop, self.frozen)
            self.position = body.end

    def _coordinate(self, raw: str) -> None:
        name = _SHIFT.sub("", raw).partition(".")[0].strip()
        if name not in self.picture.named:
            return
        if self.last and self.joining:
            pair = (name, self.last) if self.reversed else (self.last, name)
            self.picture.joins.add(*pair)
        if self.joining != "edge" or not self.last:  # further edges begin where this one does
            self.last = name
        self.joining = ""

    def _skip_group(self, start: int) -> None:
        """A group of statements (a scope), or words that belong to no node."""
        span = group(self.text, start, self.stop)
        if span is not None and "\\node" not in self.text[span.start : span.stop]:
            self.position = span.end

    def _after_bracket(self, opening: int) -> int:
        """Return where the place that begins with this bracket ends."""
        depth = 0
        for position in range(opening, min(self.stop, opening + _LONGEST_PLACE) if opening >= 0 else opening):
            depth += (self.text[position] == "(") - (self.text[position] == ")")
            if not depth:
                return position + 1
        return self.position


def _node_name(options: str) -> str:
    match = _NAME_OPTION.search(options)
    return match[1].strip() if match else ""
