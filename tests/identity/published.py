"""The published lists, and agents that cite from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from litgauge.tasks.identity import DescribedWork
from litgauge.tasks.identity.work_files import read_truth
from litgauge.tasks.records import Reference

REWRITINGS: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("as it stands", lambda title: title),
    ("upper case", str.upper),
    ("spaces", lambda title: title.replace(" ", "  ") + "."),
    ("quotes", lambda title: f'"{title.lower()}"'),
    ("colon", lambda title: title.replace(":", " -")),
    ("hyphen", lambda title: title.replace("-", " ")),
)


def published_lists(real_data: Path) -> dict[str, tuple[Reference, ...]]:
    files = sorted((real_data / "reportbench_v1.1" / "gt").glob("*.jsonl"))
    return {file.stem: read_truth(file).works for file in files}


def worked_example(lists: Mapping[str, Sequence[Reference]], survey: str) -> list[DescribedWork]:
    """Every third title, rewritten in turn; the first ten titles of the next list; its own first three again."""
    names = list(lists)
    following = lists[names[(names.index(survey) + 1) % len(names)]]
    thirds = lists[survey][::3]
    own = [REWRITINGS[number % 6][1](reference.title or "") for number, reference in enumerate(thirds)]
    return [DescribedWork(title) for title in (*own, *(reference.title for reference in following[:10]), *own[:3])]
