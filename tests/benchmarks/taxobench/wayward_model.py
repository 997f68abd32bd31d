"""A model on loopback that organises papers and grades trees plausibly, and errs as models err.

How it errs is decided by the topic, the same each time: it leaves papers out, doubles them, invents some, writes titles
for numbers, nests another shape of JSON, skips a dimension, or writes "4/5".
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Mapping
from typing import Any

from tests.llm.openai_server import Answerer, Asked

_PAPER = re.compile(r"^\[(?P<number>\d+)\] (?:Title: )?(?P<title>[^\n]+)", re.MULTILINE)
_TOPIC = re.compile(r"The topic of the survey:\s+(?P<topic>[^\n]+)")
DIMENSIONS = ("coverage", "organisation", "logic", "topology")

_DATA = re.compile(r"</?data-[0-9a-f]+[^>]*>")  # what stands around material of others

Groups = dict[str, list[str]]


def _plain(groups: Groups, titles: Mapping[str, str]) -> Groups:
    return groups


def _leaves_out(groups: Groups, titles: Mapping[str, str]) -> Groups:
    return {name: numbers[1:] or numbers for name, numbers in groups.items()}


def _doubles(groups: Groups, titles: Mapping[str, str]) -> Groups:
    first = next(iter(groups.values()))[0]
    return {name: [*numbers, first] for name, numbers in groups.items()}


def _titles(groups: Groups, titles: Mapping[str, str]) -> Groups:
    return {name: [f"**{titles[one].upper()}** (2021)" for one in numbers] for name, numbers in groups.items()}


def _invents(groups: Groups, titles: Mapping[str, str]) -> Groups:
    return {name: [*numbers, f"A Paper That Nobody Wrote on {name}"] for name, numbers in groups.items()}


ERRORS: tuple[Callable[[Groups, Mapping[str, str]], Groups], ...] = (_plain, _leaves_out, _doubles, _titles, _invents)


def nature(topic: str, of: int) -> int:
    """Which of so many natures the model shows for a topic."""
    return zlib.crc32(topic.strip().encode()) % of


def organise(asked: Asked) -> dict[str, Any]:
    """A tree of two levels over runs of eight papers; faulty at first, and for one topic in five for ever."""
    told = _DATA.sub("", asked.user)
    topic = _TOPIC.search(told)
    assert topic is not None
    titles = {one["number"]: one["title"] for one in _PAPER.finditer(told.partition("The taxonomy:\n")[0])}
    numbers = list(titles)
    groups = {f"Part {at // 8 + 1}": numbers[at : at + 8] for at in range(0, len(numbers), 8)}
    which = nature(topic["topic"], len(ERRORS))
    if "What is wrong with it" not in told or which == len(ERRORS) - 1:
        groups = ERRORS[which](groups, titles)
    leaves = [{"topic": name, "children": [], "references": own} for name, own in groups.items()]
    return {"title": topic["topic"], "children": [{"topic": "All of it", "children": leaves}]}


def grade(asked: Asked) -> dict[str, Any]:
    """Grades in every notation; of one topic in seven a dimension is skipped, and stays so."""
    which = nature(_DATA.sub("", asked.user).partition("\n- ")[0], 7)
    notation: tuple[Any, ...] = (4, "4/5", "3 out of 5", 2.0, "5")
    grades = {
        name: {"evidence": "Part 1", "reason": f"It <i>fits</i> {name}.", "score": notation[(which + at) % 5]}
        for at, name in enumerate(DIMENSIONS)
    }
    return {name: one for name, one in grades.items() if which != 3 or name != "logic"}


def name_errors(asked: Asked) -> dict[str, Any]:
    """Types of errors by the words of Table 6."""
    seen = {"type": "Missing Core Branches", "evidence": "Part 1"}
    return {"coverage": [seen], "organisation": [], "logic": [], "topology": [{**seen, "type": "too_deep"}]}


ANSWERS: dict[str, Answerer] = {
    "organise_papers": organise,
    "organise_papers_again": organise,
    "taxonomy_quality": grade,
    "taxonomy_errors": name_errors,
}
