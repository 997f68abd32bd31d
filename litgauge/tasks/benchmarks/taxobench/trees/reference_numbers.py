"""Papers that an outline names by their numbers in a list of its own: "Memory: [3], [7]", and references below it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from litgauge.tasks.answers.outlines import OutlineLine
from litgauge.tasks.benchmarks.taxobench.trees.tree import Tree
from litgauge.tasks.text.wordings import pattern

_NUMBER = re.compile(r"\W*(?:p|paper|ref)?\W{0,2}(?P<number>\d{1,4})\W*", re.IGNORECASE)
_KEYED = re.compile(r"\W{0,2}(?:p|paper|ref)\W?(?P<number>\d{1,4})\W{0,2}?[:.\])–—-]\s+(?P<text>\S.*)", re.IGNORECASE)
_SPELLED_OUT = pattern("litgauge.tasks.benchmarks.taxobench.trees", "wordings.json", "names spelled out")
_MOSTLY = 0.8  # share of the numbers in a tree that a list must have


def with_reference_titles(tree: Tree | None, lines: Sequence[OutlineLine]) -> Tree | None:
    """Return the tree with the titles of its numbers, where the outline lists them; else as it is.

    Of several lists the longest counts.
    """
    if tree is None:
        return None
    numbers = {placed.title for placed in tree.papers if placed.title.isdecimal()}
    if 2 * len(numbers) > len(tree.papers):
        titles = max(_lists(lines), key=len, default={})
        if sum(number in titles for number in numbers) < _MOSTLY * len(numbers):
            return tree
    elif not (titles := _full_titles(lines)):
        return tree
    papers = tuple(replace(placed, title=titles.get(placed.title, placed.title)) for placed in tree.papers)
    return replace(tree, papers=papers)


def _full_titles(lines: Sequence[OutlineLine]) -> dict[str, str]:
    """Return the titles by short name of a last section that spells names out, "DPR: Dense Retrieval of Owls"."""
    starts = [at for at, line in enumerate(lines) if line.kind == "heading"]
    if not starts or not _SPELLED_OUT.fullmatch(lines[starts[-1]].text):
        return {}
    pairs = (re.split(r"\s*[:：=–—]\s+", line.text, maxsplit=1) for line in lines[starts[-1] + 1 :])
    return {pair[0]: pair[1] for pair in pairs if len(pair) > 1}


def _lists(lines: Sequence[OutlineLine]) -> list[dict[str, str]]:
    """Return the texts by number of each list whose numbers begin with 1 and go up by one."""
    lists: list[dict[str, str]] = []
    for line in lines:
        number, text = (_NUMBER.fullmatch(line.label) if line.kind == "item" else None), line.text
        if number is None and (keyed := _KEYED.fullmatch(line.text)):
            number, text = keyed, keyed["text"]
        if number is None or not any(map(str.isalpha, text)):
            continue
        if number["number"] == "1":
            lists.append({})
        if lists and int(number["number"]) == len(lists[-1]) + 1:
            lists[-1][number["number"]] = text
    return lists
