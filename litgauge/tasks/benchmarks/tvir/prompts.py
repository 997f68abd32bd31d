"""Standing rules of every task (E.4, in our words), in variants of format and chart tool."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Final, Literal

from litgauge.tasks.base.shipped_files import PROMPTS
from litgauge.tasks.benchmark import GivenTask
from litgauge.tasks.benchmarks.tvir.release_rows import TvirRows

Format = Literal["Markdown", "HTML"]
Charts = Literal["Matplotlib", "Chart.js"]

_TEMPLATE: Final = PROMPTS / "tasks" / "tvir_report.md"
_FORMATS: Final[Mapping[Format, str]] = {
    "Markdown": "Markdown, with pictures and charts as files beside it",
    "HTML": "HTML, as one page that shows its figures when it is opened",
}


def with_rules(task: str, format: Format, charts: Charts) -> str:
    """Return a task with the rules that stand before it."""
    rules = _TEMPLATE.read_text(encoding="utf-8").strip()
    return rules.replace("{{charts}}", charts).replace("{{format}}", _FORMATS[format]).replace("{{task}}", task)


def without_rules(text: str) -> str:
    """Return the task alone out of what an agent is given.

    >>> without_rules(with_rules("Explain owls.", "HTML", "Chart.js"))
    'Explain owls.'
    """
    lead = _TEMPLATE.read_text(encoding="utf-8").partition("{{task}}")[0].rstrip("\n").rpartition("\n")[2]
    return text.partition(f"\n{lead}\n")[2] or text


def given_tasks(release: TvirRows, format: Format = "Markdown", charts: Charts = "Matplotlib") -> Sequence[GivenTask]:
    """Return what an agent is given of every task, in the release's order."""
    return [
        GivenTask(task.task_id, with_rules(task.prompt, format, charts), topic=task.topic) for task in release.tasks
    ]


VARIANTS: Final[Mapping[str, Callable[[TvirRows], Sequence[GivenTask]]]] = {
    "markdown-matplotlib": given_tasks,
    "markdown-chartjs": partial(given_tasks, charts="Chart.js"),
    "html-chartjs": partial(given_tasks, format="HTML", charts="Chart.js"),
}
"""The three of the paper; the first one is what an agent is told if nothing else is said."""
