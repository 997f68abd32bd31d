"""Instructions of our agents, from the templates of configs/prompts/agents."""

from __future__ import annotations

import hashlib

from litgauge.tasks.base.shipped_files import PROMPTS
from litgauge.tasks.benchmark import Answers, GivenTask
from litgauge.tasks.llm.template import fence_of

FOLDER = PROMPTS / "agents"
_RULES = "rules"
_MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
)  # fmt: skip


def template_digest(name: str) -> str:
    """Return the SHA-256 (hex) of a template and of the standing rules in it."""
    return hashlib.sha256("\0".join(_read(template) for template in (name, _RULES)).encode()).hexdigest()


def instructions(name: str, task: GivenTask, answers: Answers, *, calls: int = 0) -> str:
    """Return a model's system message, without rules whose values are unknown."""
    values = {"cutoff": _in_english(task.cutoff), "form": answers.form}
    lines = _read(_RULES).split("\n")
    known_rules = [line for line in lines if all(values[mark] for mark in values if f"{{{{{mark}}}}}" in line)]
    rules = "\n".join(known_rules)
    for mark, value in values.items():
        rules = rules.replace(f"{{{{{mark}}}}}", value)
    return _read(name).replace("{{calls}}", str(calls)).replace("{{rules}}", rules)


def fenced(name: str, text: str) -> str:
    """Return a tool's result in a fence that nothing in it can end, since the fence is derived from the text."""
    clean = text.encode("utf-8", "replace").decode().replace("\0", "")
    fence = fence_of([clean])
    return f'<data-{fence} name="{name}">\n{clean}\n</data-{fence}>'


def _read(name: str) -> str:
    return (FOLDER / f"{name}.md").read_text(encoding="utf-8").strip()


def _in_english(cutoff: str) -> str:
    """
    >>> _in_english("2025-04"), _in_english("2025"), _in_english("")
    ('April 2025', '2025', '')
    """
    year, _, month = cutoff.partition("-")
    return f"{_MONTHS[int(month) - 1]} {year}" if month.isdecimal() and 1 <= int(month) <= 12 else year
