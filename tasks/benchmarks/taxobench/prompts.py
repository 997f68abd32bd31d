"""What agents are asked, from the templates in configs/prompts/tasks; those beside them are questions to models."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tasks.benchmarks.taxobench.published import GivenPaper

PROMPTS = Path(__file__).parents[3] / "configs" / "prompts" / "tasks"


def deep_research_prompt(topic: str) -> str:
    """The topic alone: find its papers, and organise them (section 2.1)."""
    return _template("taxonomy_deep_research").replace("{{topic}}", topic)


def bottom_up_prompt(topic: str, papers: Sequence[GivenPaper]) -> str:
    """The topic and its papers with title and abstract: organise them (section 4, appendix F)."""
    listed = "\n\n".join(_listed(number, paper) for number, paper in enumerate(papers, start=1))
    return (
        _template("taxonomy_bottom_up")
        .replace("{{topic}}", topic)
        .replace("{{count}}", str(len(papers)))
        .replace("{{papers}}", listed)
    )


def _listed(number: int, paper: GivenPaper) -> str:
    return f"{number}. {paper.title}" + (f"\n   {' '.join(paper.abstract.split())}" if paper.abstract else "")


def _template(name: str) -> str:
    return (PROMPTS / f"{name}.md").read_text(encoding="utf-8").strip()
