"""Trees in prose: paragraphs below headings, or behind a name in bold, that cite papers by their titles."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from litgauge.tasks.answers.outlines import OutlineLine, plain_text
from litgauge.tasks.answers.side_by_side import set_off_title
from litgauge.tasks.answers.work_lists.prose import prose_entries
from litgauge.tasks.benchmarks.taxobench.trees.names import BOLD_LEAD, listed_papers

_SIGN = re.compile(r"[.:：](?:\*\*|__)|(?:\*\*|__)\s*[:：–—-]")
"""Stands behind the name of a topic, not behind a title that begins a sentence."""
_LEVEL = 7  # of a name in bold, among headings
_FEWEST_TOPICS, _FEWEST_PAPERS = 2, 3  # of a tree
_LEAD_WORDS = 8  # of a topic's name in bold


def prose_lines(lines: Sequence[OutlineLine]) -> list[OutlineLine]:
    """Return the headings of a text without lists, and the titles that the prose below each names; [] of other texts.

    >>> spoken = '**Flight.** So "Silent wings of owls" and "Feathers, past and present".'
    >>> more = '**Senses.** Then "Ears of the barn owl".'
    >>> [line.text for line in prose_lines([OutlineLine("plain", 0, words, words) for words in (spoken, more)])][:3]
    ['Flight', '"Silent wings of owls"', '"Feathers, past and present"']
    """
    items = [line for line in lines if line.kind == "item"]
    if any(line.kind in ("table", "numbered") or listed_papers(line.text) for line in lines):
        return []
    if items and not _are_spoken(items):
        return []
    entries: list[OutlineLine] = []
    topics = papers = 0
    for line in lines:
        if line.kind not in ("plain", "item"):
            entries.append(line)
            continue
        lead = BOLD_LEAD.match(line.source)
        if lead and (len(lead["name"].split()) > _LEAD_WORDS or not _SIGN.search(lead[0])):
            lead = None
        spoken = prose_entries([line.source[lead.end() - 1 :] if lead else line.source])
        titles = list(map(set_off_title, spoken))
        if not titles:
            continue
        if lead:
            name = plain_text(lead["name"]).rstrip(".")
            entries.append(replace(line, kind="heading", level=_LEVEL, text=name, source=name))
        topics += bool(entries) and entries[-1].kind == "heading"
        papers += len(titles)
        entries += [OutlineLine("item", 1, plain_text(title), title) for title in titles]
    return entries if topics >= _FEWEST_TOPICS and papers >= _FEWEST_PAPERS else []


def _are_spoken(items: Sequence[OutlineLine]) -> bool:
    """Return whether items are a flat list of topics in bold whose papers are named in sentences behind them."""
    leads = [lead for line in items if (lead := BOLD_LEAD.match(line.source)) and ":" not in lead["name"]]
    if len(leads) < len(items) or len({(line.level, line.style) for line in items}) > 1:
        return False
    named = [prose_entries([line.source[lead.end() - 1 :]]) for line, lead in zip(items, leads, strict=True)]
    return all(named) and sum(map(len, named)) > len(items)
