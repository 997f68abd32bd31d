"""A paper as a bottom-up agent is told of it, in each of the three inputs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, get_args

from tasks.benchmarks.taxobench.inputs.rows import InputPart, PaperInput

InputSetting = Literal["title-abstract", "summary", "core-task"]
SETTINGS: tuple[InputSetting, ...] = get_args(InputSetting)
"""Title and abstract; with the summary; with core task and contributions."""

_PARTS: dict[InputSetting, tuple[InputPart, ...]] = {
    "title-abstract": (),
    "summary": ("summary",),
    "core-task": ("core-task", "contributions"),
}


def told_of(title: str, abstract: str, inputs: Sequence[PaperInput], setting: InputSetting) -> str:
    """One paper as lines of text: its title, its abstract, and what this setting adds; items without words are left.

    `inputs` are the rows of this paper, of any part and in any order.
    """
    lines = [title, *([f"Abstract: {' '.join(abstract.split())}"] if abstract.strip() else [])]
    for part in _PARTS[setting]:
        rows = sorted((row for row in inputs if row.part == part and row.said), key=lambda row: row.position)
        lines += [_line(row) for row in rows]
    return "\n".join(lines)


def _line(row: PaperInput) -> str:
    kind = row.kind.replace("-", " ").capitalize()
    return f"{kind}: {row.name}. {row.said}" if row.name and row.part != "core-task" else f"{kind}: {row.said}"


def papers_without(inputs: Iterable[PaperInput], papers: Iterable[int], setting: InputSetting) -> list[int]:
    """The numbers of those papers of one survey for which nothing that this setting adds is there."""
    told = {row.paper for row in inputs if row.part in _PARTS[setting] and row.said}
    return [paper for paper in papers if paper not in told] if _PARTS[setting] else []
