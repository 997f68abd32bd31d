"""Blocks that tell of one work line by line: its title and address, then what it says."""

from __future__ import annotations

from collections.abc import Sequence

from litgauge.tasks.citations.marks.mark_groups import MarkGroup
from litgauge.tasks.citations.marks.mark_types import Mark
from litgauge.tasks.reports.reading.block_types import Block
from litgauge.tasks.reports.reading.source_words import (
    asserts_beside,
    is_labelled,
    is_metadata,
    points_only,
    titles_work,
)


def record_lines(surface: str, block: Block, marks: Sequence[Mark], groups: Sequence[MarkGroup]) -> int:
    """Return how many lines at the beginning of a block name a work and its address; 0 where it is no record.

    "**Paper:** Kites", "**Link:** https://…", then "**Summary:** …"; or a linked title, then "Method: …".
    """
    if len(block.lines) < 2 or not marks or not all(mark.url for mark in marks):
        return 0
    number = next(n for n, (_, end) in enumerate(block.lines, 1) if marks[-1].end <= end or n == len(block.lines))
    if number == len(block.lines) or not is_labelled(surface[slice(*block.lines[number])]):
        return 0
    *before, (start, end) = block.lines[:number]
    own = [group for group in groups if group.start >= start]
    if not own or not all(is_metadata(surface[slice(*line)]) for line in before):
        return 0
    titled = not before and titles_work(surface, start, end, own) and not asserts_beside(surface, start, end, own)
    return number if titled or points_only(surface, start, end, own) else 0


def lines_by_label(surface: str, lines: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """The lines, each that begins with a label together with those below it that do not."""
    parts: list[tuple[int, int]] = []
    for start, end in lines:
        if parts and not is_labelled(surface[start:end]):
            parts[-1] = (parts[-1][0], end)
        else:
            parts.append((start, end))
    return parts
