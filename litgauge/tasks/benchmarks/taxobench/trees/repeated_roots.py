"""Roots of an outline that hold nothing but what another one holds: drafts, summaries, tables of counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from litgauge.tasks.answers.outlines import Entry
from litgauge.tasks.benchmarks.taxobench.trees.names import bare_name
from litgauge.tasks.benchmarks.taxobench.trees.table_trees import table_entries
from litgauge.tasks.text import compact_title

_MOST_ROOTS = 50  # of a text with drafts; more are papers


def without_repeated_roots(entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries without those whose papers all stand in a larger one, as papers or as topics.

    Of two that hold the same, the last stays.
    """
    if len(entries) == 1 and 1 < len(entries[0].below) <= _MOST_ROOTS:
        return [replace(entries[0], below=_without_contents(entries[0].below))]
    if not 1 < len(entries) <= _MOST_ROOTS:
        return list(entries)
    words = [_words(entry) for entry in entries]
    entries = list(entries)
    kept = list(range(len(entries)))
    for at, (leaves, _) in enumerate(words):
        if entries[at].below and not leaves:  # a table of counts
            kept.remove(at)
            continue
        others = [other for other in kept if other != at]
        if len(leaves) > 1 and any(
            leaves <= words[other][0] | words[other][1]
            and (len(words[other][0]) > len(leaves) or (other > at and len(words[other][0]) == len(leaves)))
            for other in others
        ):
            kept.remove(at)
    return [entries[at] for at in kept] or entries


def _without_contents(entries: Sequence[Entry]) -> list[Entry]:
    """Return the entries without those that list nothing but topics of others, as a table of contents does."""
    words = [_words(entry) for entry in entries]
    named = [
        bool(leaves)
        and len(leaves) > 1
        and leaves <= set().union(*(topics for _, topics in words[:at] + words[at + 1 :]))
        for at, (leaves, _) in enumerate(words)
    ]
    return [entry for entry, contents in zip(entries, named, strict=True) if not contents]


def _words(entry: Entry) -> tuple[set[str], set[str]]:
    """Return what stands at the leaves of an entry, and the names of its topics."""
    leaves: set[str] = set()
    topics: set[str] = set()
    for one in _all(entry):
        name = compact_title(bare_name(one.line.text)) or one.line.text
        (topics if one.below or one.line.kind in ("heading", "numbered") else leaves).add(name)
    return leaves, topics


def _all(entry: Entry) -> Iterator[Entry]:
    waiting = [entry]
    while waiting:
        one = waiting.pop()
        if one.line.kind == "table":
            waiting += table_entries(one.line.rows)
        else:
            yield one
            waiting += one.below
