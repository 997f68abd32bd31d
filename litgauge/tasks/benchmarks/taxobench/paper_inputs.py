"""Lines of text that describe a paper to a bottom-up agent, in each of the three inputs (section 4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, get_args

from litgauge.tasks.benchmarks.taxobench.rows import InputPart, PaperInput

InputSetting = Literal["title-abstract", "summary", "core-task"]
SETTINGS: tuple[InputSetting, ...] = get_args(InputSetting)
"""Title and abstract; with the summary; with core task and contributions."""

_PARTS: dict[InputSetting, tuple[InputPart, ...]] = {
    "title-abstract": (),
    "summary": ("summary",),
    "core-task": ("core-task", "contributions"),
}


def describe_paper(title: str, abstract: str, inputs: Sequence[PaperInput], setting: InputSetting) -> str:
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
