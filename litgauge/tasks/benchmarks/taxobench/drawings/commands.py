r"""Trees that commands set: pst-tree's \pstree{root}{…} and smartdiagram's lists of bubbles."""

from __future__ import annotations

import re
from collections.abc import Iterator

from litgauge.tasks.benchmarks.taxobench.drawings.boxes import DEEPEST, MOST_BOXES, Box, Drawn
from litgauge.tasks.latex.expansion.arguments import group, option

_PSTREE = re.compile(r"\\(?P<name>psTree|pstree)(?![a-zA-Z])")
_PART = re.compile(
    r"\\(?P<tree>psTree|pstree)(?![a-zA-Z])|\\(?P<end>endpsTree)(?![a-zA-Z])"
    r"|\\T(?P<node>R|r|circle|C|oval|dia|tri|f|framebox|cr|dot|p|n|s)(?![a-zA-Z])\*?"
)
_SMART = re.compile(r"\\smartdiagram(?:animated|connected)?(?![a-zA-Z])")
_STAR = re.compile(r"bubble|constellation|connected constellation|descriptive|circular", re.IGNORECASE)


def command_trees(text: str, start: int) -> Iterator[Drawn]:
    """Every tree of the text from `start` that pst-tree or smartdiagram draws."""
    stop = start
    for match in _PSTREE.finditer(text, start):
        if match.start() >= stop and (read := _pstree(text, match)) is not None:
            box, stop = read
            yield Drawn("pst-tree", [box], match.start(), stop)
    for match in _SMART.finditer(text, start):
        if (drawn := _smart(text, match)) is not None:
            yield drawn


def _pstree(text: str, match: re.Match[str]) -> tuple[Box, int] | None:
    """Return the tree of one command, read in one pass, and where it ends; None of what never closes."""
    top = Box(match.start(), "", hidden=True)
    closing: list[tuple[Box, int]] = [(top, len(text))]  # a tree, and where its children end
    position, boxes = match.start(), 0
    while boxes < MOST_BOXES and (part := _PART.search(text, position, closing[-1][1])):
        position = part.end()
        if part["tree"]:
            root, below = _root(text, part)
            if root is None or below is None or len(closing) > DEEPEST:
                return None
            closing[-1][0].children.append(root)
            closing.append((root, below[1]))
            position = below[0]
        elif part["node"] and (label := group(text, _behind_options(text, position), closing[-1][1])):
            closing[-1][0].children.append(Box(part.start(), text[label.start : label.stop]))
            position = label.end
        boxes += 1
        while len(closing) > 1 and not _PART.search(text, position, closing[-1][1]):
            position = closing.pop()[1] + 1
        if len(closing) == 1:
            break
    return (top.children[0], position) if len(closing) == 1 and top.children else None


def _root(text: str, part: re.Match[str]) -> tuple[Box | None, tuple[int, int] | None]:
    """Return the box at the top of a tree, and from where to where its children stand."""
    node = group(text, _behind_options(text, part.end()), len(text))
    if node is None:
        return None, None
    inner = _PART.search(text, node.start, node.stop)
    label = group(text, _behind_options(text, inner.end()), node.stop) if inner and inner["node"] else None
    words = text[label.start : label.stop] if label else text[node.start : node.stop]
    if part["tree"] == "psTree":
        end = text.find("\\endpsTree", node.end)
        return Box(node.start, words), (node.end, end) if end >= 0 else None
    below = group(text, node.end, len(text))
    return Box(node.start, words), (below.start, below.stop) if below else None


def _behind_options(text: str, position: int) -> int:
    options = option(text, position, len(text))
    return options.end if options else position


def _smart(text: str, match: re.Match[str]) -> Drawn | None:
    """Return bubbles around the first of them; None of chains of steps, and of what never closes."""
    kind = option(text, match.end(), len(text))
    items = group(text, kind.end if kind else match.end(), len(text))
    if kind is None or items is None or not _STAR.search(text[kind.start : kind.stop]):
        return None
    boxes = [Box(at, words) for at, words in _between_commas(text, items.start, items.stop)][:MOST_BOXES]
    if len(boxes) < 3:
        return None
    boxes[0].children = boxes[1:]
    return Drawn("smartdiagram", [boxes[0]], match.start(), items.end)


def _between_commas(text: str, start: int, stop: int) -> Iterator[tuple[int, str]]:
    """Yield what stands between commas outside of braces; a pair in braces is a name with what is said of it."""
    depth, since = 0, start
    for at in range(start, stop + 1):
        sign = text[at] if at < stop else ","
        depth += (sign == "{") - (sign == "}")
        if sign == "," and (not depth or at == stop):
            words = text[since:at].strip()
            if words:
                yield since, words[1:-1] if words.startswith("{") and words.endswith("}") else words
            since = at + 1
