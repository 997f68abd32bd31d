"""Reviews by several experts, each with a sheet of their own in one folder: who they are, and what most of them say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.sheets.declaration import Sheet

SUFFIXES = (".csv", ".tsv", ".xlsx", ".jsonl")

Standing = Literal["accepted", "refused", "open"]


def sheets_in(folder: Path, sheet: Sheet, next_step: str) -> list[Path]:
    """Return the sheets in a folder and below it, by name. Raises UnusableInput where there is none."""
    paths = sorted(path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES) if folder.is_dir() else []
    if not paths:
        raise UnusableInput("there is no review sheet", where=str(folder), data=sheet.unused, next_step=next_step)
    return paths


def standing(cast: Mapping[str, Sequence[bool]], experts: int) -> Standing:
    """Return how a thing stands by the votes on each of its aspects.

    Accepted if in each aspect most of the experts say yes, refused if in one most say no. A majority is of all experts
    that are to vote; until there is one in each aspect, it is open.

    >>> standing({"facts": [True, True], "logic": [True, False]}, experts=3)
    'open'
    """
    majority = experts // 2 + 1
    if any(list(votes).count(False) >= majority for votes in cast.values()):
        return "refused"
    return "accepted" if all(list(votes).count(True) >= majority for votes in cast.values()) else "open"


def most_say(labels: Sequence[str]) -> str | None:
    """Return the label that more than half of them are; None if there is none.

    >>> most_say(["A", "B", "A"]), most_say(["A", "B"])
    ('A', None)
    """
    [(label, count)] = Counter(labels).most_common(1) or [("", 0)]
    return label if 2 * count > len(labels) else None
