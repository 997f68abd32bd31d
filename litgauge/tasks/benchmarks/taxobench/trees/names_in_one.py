"""Several papers that an answer names in one line: "Tool use: Toolformer and Gorilla"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from litgauge.tasks.answers.side_by_side import JOINER
from litgauge.tasks.benchmarks.taxobench.match_papers import titles_meant
from litgauge.tasks.benchmarks.taxobench.short_titles import named_by_part
from litgauge.tasks.benchmarks.taxobench.trees.names import bare_name
from litgauge.tasks.benchmarks.taxobench.trees.tree import Tree, TreeBuilder

_BETWEEN = re.compile(rf"\s+[/|+&·•]\s+|\s*[;；、,，]\s*(?:{JOINER}\s+)?|\s+{JOINER}\s+")
_TOPIC = re.compile(r"\s*[:：]\s+|\s+(?:[–—-]|→|⇒|->|=>)\s+|\s+[(（\[](?=[^()（）\[\]]*[)）\]]$)")
_ONE_WORD = re.compile(r"\S+(?:[ -]v?\d[\d.]*)?")
_SHORT_NAME = re.compile(r"\w[A-Z]|\d")
_MOST_PARTS = 12  # of a line
_LONGEST = 1_000  # characters of a line
_MOST_TITLES = 3_000  # looked up for one tree; lines beyond stay as they are


def with_papers_apart(tree: Tree, titles: Sequence[str], listed: Sequence[str]) -> Tree:
    """Return the tree with lines that are no paper, but of which all parts are, as these papers.

    Parts stand around commas, "and", "&" and the like; words before a colon are a topic, or a paper's short name
    ("GCN: …"). A line of which one part is no expected paper stays as it is. `listed` are the papers that the agent was
    given: of these a part of the title is enough.
    """
    lines = list(
        dict.fromkeys(
            placed.title for placed in tree.papers if _BETWEEN.search(placed.title) or _TOPIC.search(placed.title)
        )
    )
    known = titles_meant(titles, lines)
    apart = papers_apart(
        [line for at, line in enumerate(lines) if at not in known and len(line) <= _LONGEST], titles, listed
    )
    if _are_names([(topic, papers) for topic, papers in apart.values() if topic]):
        apart = {line: ("", papers) for line, (_, papers) in apart.items()}
    leaves = {node for node, below in enumerate(tree.children) if node and not below} - {
        one.node for one in tree.papers
    }
    named = [tree.names[node] for node in leaves if _TOPIC.search(tree.names[node])]
    apart |= {line: found for line, found in papers_apart(named, titles, listed).items() if found[0]}
    return _rebuilt(tree, apart, leaves) if apart else tree


def _are_names(lines: Sequence[tuple[str, list[str]]]) -> bool:
    """Return whether the words before papers are their short names: one word, a number behind it or not, and one paper
    each, and half of them spelled as names are.
    """
    topics = [topic for topic, _ in lines]
    spelled = sum(1 for topic in topics if _SHORT_NAME.search(topic))
    return (
        1 < len(topics) <= 2 * spelled
        and len(set(topics)) == len(topics)
        and all(len(papers) == 1 and _ONE_WORD.fullmatch(topic) for topic, papers in lines)
    )


def _rebuilt(tree: Tree, apart: dict[str, tuple[str, list[str]]], leaves: set[int]) -> Tree:
    builder = TreeBuilder()
    for node, (name, parent) in enumerate(zip(tree.names, tree.parents, strict=True)):
        topic, papers = apart.get(name, ("", [])) if node in leaves else ("", [])
        builder.add(topic or name, parent)
        for paper in papers:
            builder.place(paper, node)
    for placed in tree.papers:
        topic, papers = apart.get(placed.title, ("", [placed.title]))
        home = builder.add(topic, placed.node) if topic else placed.node
        for paper in papers:
            builder.place(paper, home)
    return builder.build()


def papers_apart(
    lines: Sequence[str], titles: Sequence[str], listed: Sequence[str]
) -> dict[str, tuple[str, list[str]]]:
    """Return the topic, "" for none, and the papers of each line of which all parts are expected papers."""
    ways: list[tuple[str, str, list[str]]] = []
    runs: dict[str, None] = {}
    for line, topic, parts in ((text, *way) for text in lines for way in _ways(text)):
        more = _runs(parts)
        if len(runs) + len(more) > _MOST_TITLES:
            break
        runs |= dict.fromkeys(more)
        ways.append((line, topic, parts))
    looked_up = list(runs)
    papers = {looked_up[at] for at in titles_meant(titles, looked_up)}
    pieces = [
        piece
        for _, topic, parts in ways
        for piece in map(str.strip, parts[::2])
        if topic or " " in piece or _SHORT_NAME.search(piece)
    ]
    papers |= named_by_part([piece for piece in pieces if piece not in papers], listed).keys()
    apart: dict[str, tuple[str, list[str]]] = {}
    for line, topic, parts in ways:
        split = _split(parts, papers) if line not in apart else []
        if any(part in papers for part in split) and (topic or len(split) > 1):
            apart[line] = topic, split
    return apart


def _ways(line: str) -> list[tuple[str, list[str]]]:
    """Return a topic and the parts behind it in which a line may be read, without a topic first."""
    ways = [("", line)]
    if colon := _TOPIC.search(line):
        ways.append((bare_name(line[: colon.start()]), line[colon.end() :]))
    parts = [(topic, _pieces(rest.strip(" .)）]"))) for topic, rest in ways]
    return [(topic, pieces) for topic, pieces in parts if 0 < len(pieces) <= 2 * _MOST_PARTS]


def _pieces(line: str) -> list[str]:
    """Return parts and, between them, what sets them apart."""
    pieces: list[str] = []
    end = 0
    for match in _BETWEEN.finditer(line):
        pieces += [line[end : match.start()], match[0]]
        end = match.end()
    return [*pieces, line[end:]]


def _runs(pieces: Sequence[str]) -> list[str]:
    """Return all words that stand together from the beginning of one part to the end of another."""
    return [
        "".join(pieces[start:stop])
        for start in range(0, len(pieces), 2)
        for stop in range(start + 1, len(pieces) + 1, 2)
    ]


def _split(pieces: Sequence[str], papers: set[str]) -> list[str]:
    """Return the papers that make up a line, the longest first, and names of one word that look like a work's; [] where
    something is none.
    """
    split: list[str] = []
    start = 0
    while start < len(pieces):
        for stop in range(len(pieces), start, -2):
            if (run := "".join(pieces[start:stop])) in papers:
                split.append(run)
                start = stop + 1
                break
        else:
            name = pieces[start].strip()
            if not (_ONE_WORD.fullmatch(name) and _SHORT_NAME.search(name)):
                return []
            split.append(name)
            start += 2
    return split
