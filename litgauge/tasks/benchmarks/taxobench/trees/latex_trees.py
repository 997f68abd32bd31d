"""Trees that an answer writes in LaTeX: forest and qtree as entries; sections and lists as the lines of an outline."""

from __future__ import annotations

import re
from collections.abc import Iterator

from litgauge.tasks.answers.outlines import Entry, OutlineLine
from litgauge.tasks.benchmarks.taxobench.drawings.boxes import Box
from litgauge.tasks.benchmarks.taxobench.drawings.dirtree import dirtrees
from litgauge.tasks.benchmarks.taxobench.drawings.tikz import pictures
from litgauge.tasks.papers.latex_text.handlers import HANDLERS
from litgauge.tasks.papers.latex_text.reader import Reader

_LATEX = re.compile(
    r"\\(?:begin\s*\{|documentclass|(?:sub)*section\b|Tree\b|chapter\b|item\b|usepackage|dirtree\b|tikz\b)"
)
_BRACKETS = re.compile(r"\\begin\s*\{forest\}|\\(?:Tree|Forest)\b")
_TOKEN = re.compile(r"\\.|[\[\]{}]|[^\[\]{}\\]++", re.DOTALL)
_OPTIONS = re.compile(r",\s*(?:[a-zA-Z][\w .'/+]*=.*|[a-z][\w-]*\s*(?:,.*)?)\Z", re.DOTALL)
_HEADINGS = {"title": -1, "part": 0, "chapter": 1, "section": 2, "subsection": 3, "subsubsection": 4, "paragraph": 5}
_PIECE = re.compile(
    r"\\(?P<heading>title|part|chapter|(?:sub){0,2}section|paragraph)\*?\s*\{|\\(?P<edge>begin|end)\s*\{"
    r"(?:itemize|enumerate|description|compactitem)\*?\}(?:\[[^\]]*\])?|\\item\b\s*(?:\[(?P<label>[^\]]*)\])?"
    r"|\\(?:begin|end)\s*\{document\}"
)
_TABLE = re.compile(
    r"\\begin\s*\{(?P<kind>tabularx?|longtable|tabulary)\*?\}(?:\[[^\]]*\])?(?:\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}){1,2}"
    r"(?P<rows>.{0,400000}?)\\end\s*\{(?P=kind)",
    re.DOTALL,
)
_RULES = re.compile(
    r"\\(?:(?:top|mid|bottom|c?mid)rule|hline|c(?:mid)?line\{[^{}]*\}|end(?:first)?head)(?:\([lr]+\)\{[^{}]*\})?"
)
_SPAN = re.compile(r"\\multi(?:row|column)\s*(?:\[[^\]]*\])?\{[^{}]*\}\s*\{[^{}]*\}\s*\{(?P<words>[^{}]*)\}")
_CELL_END = re.compile(r"(?<!\\)&")
_LINE_BREAK = re.compile(r"\\\\(?:\[[^\]]*\])?")
_LONGEST = 20_000
_DEEPEST = 200


def is_latex(text: str) -> bool:
    """Return whether a text is in LaTeX."""
    return _LATEX.match(text.lstrip()) is not None


def latex_entries(text: str) -> list[Entry]:
    """Return the topics and papers of the first tree in brackets; [] without one."""
    begin = _BRACKETS.search(text)
    if begin is None:
        drawn = max((*dirtrees(text, 0), *pictures(text, 0)), key=lambda tree: tree.size, default=None)
        return [_box(root) for root in drawn.roots] if drawn else []
    inside = text[begin.end() : (text + "\\end{").find("\\end{", begin.end())]
    depth = 0
    for token in _TOKEN.finditer(inside):
        depth += (token[0] == "{") - (token[0] == "}")
        if token[0] == "[" and not depth:
            return _bracketed(inside[token.start() :])
    return []


def _box(box: Box) -> Entry:
    """Return a drawn box with what hangs on it; such drawings are at most `DEEPEST` deep."""
    return Entry(_line(box.label), [_box(child) for child in box.children])


def _bracketed(text: str) -> list[Entry]:
    top = Entry(OutlineLine("item", 0, ""))
    above, words, depth = [top], [""], 0
    for token in _TOKEN.findall(text):
        if token == "{":
            depth += 1
        elif token == "}":
            depth -= 1
        if depth or token == "}" or token not in ("[", "]"):
            words[-1] += token
        elif token == "[":
            if len(above) > _DEEPEST:
                return []
            _named(above[-1], words[-1])
            words[-1] = ""
            above[-1].below.append(Entry(OutlineLine("item", 0, "")))
            above.append(above[-1].below[-1])
            words.append("")
        elif len(above) > 1:
            _named(above[-1], words.pop())
            above.pop()
            if len(above) == 1:
                break
    return _hoisted(top.below) if len(above) == 1 else []


def _hoisted(entries: list[Entry]) -> list[Entry]:
    """Return the entries with the papers of a box that lists several in place of the box."""
    waiting = [entries]
    while waiting:
        beside = waiting.pop()
        beside[:] = [one for entry in beside for one in (entry.below if not entry.line.text else [entry])]
        waiting += [entry.below for entry in beside if entry.below]
    return entries


def _named(entry: Entry, raw: str) -> None:
    """Give a node its words: before what hangs on it in forest; in qtree behind a full stop, with leaves behind it."""
    raw = raw.strip()
    if not raw:
        return
    if raw.startswith(".") and not entry.line.text:
        head = re.match(r"\.(?:\{(?P<group>[^{}]*)\}|(?P<word>\S+))\s*", raw)
        if head:
            entry.line = _line(head["group"] if head["group"] is not None else head["word"])
            raw = raw[head.end() :]
    elif not entry.line.text:
        raw = _OPTIONS.sub("", raw)
        cited = _LINE_BREAK.split(raw)
        if len(cited) > 1 and all("\\cite" in line for line in cited):
            entry.below += [Entry(_line(line)) for line in cited]
        else:
            entry.line = _line(raw)
        return
    for leaf in re.finditer(r"\{((?:[^{}]|\{[^{}]*\})*)\}|(\S+)", raw):
        entry.below.append(Entry(_line(leaf[1] if leaf[1] is not None else leaf[2])))


def _line(raw: str) -> OutlineLine:
    words = plain(raw)
    return OutlineLine("item", 0, words, words)


def plain(raw: str) -> str:
    """Return LaTeX as the words that it prints."""
    raw = _LINE_BREAK.sub(" ", raw[:_LONGEST])
    return " ".join(Reader(HANDLERS, {}, _LONGEST).inline(raw).split()).strip(" ;")


def _cells(row: str) -> tuple[str, ...]:
    """Return the cells of a table's row, without what they span."""
    return tuple(plain(_SPAN.sub(r"\g<words>", cell)) for cell in _CELL_END.split(row))


def latex_lines(text: str) -> list[OutlineLine]:
    """Return the headings and items of a text in LaTeX."""
    return list(_lines(text))


def _lines(text: str) -> Iterator[OutlineLine]:
    depth = 0
    pieces = list(_PIECE.finditer(text))
    if not pieces:
        for table in _TABLE.finditer(text):
            rows = tuple(filter(any, map(_cells, _LINE_BREAK.split(_RULES.sub("", table["rows"])))))
            yield OutlineLine("table", 0, "", rows=rows)
    for at, piece in enumerate(pieces):
        stop = pieces[at + 1].start() if at + 1 < len(pieces) else len(text)
        if piece["edge"]:
            depth += 1 if piece["edge"] == "begin" else -1
        elif piece["heading"]:
            name = plain(text[piece.end() : stop].partition("}")[0])
            yield OutlineLine("heading", _HEADINGS[piece["heading"]], name, name)
        elif piece[0].startswith("\\item"):
            words = plain(f"{piece['label'] or ''} {text[piece.end() : stop]}")
            yield OutlineLine("item", 2 * max(depth, 1), words, words, "-", "-")
