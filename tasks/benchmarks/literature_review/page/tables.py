"""What the page says of settings: figure 5 as a table, and where a setting is not applicable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tasks.benchmark import Metric, ShownPage, metrics_in
from tasks.benchmarks.literature_review import metrics
from tasks.benchmarks.literature_review.page.reviews import TOLD
from tasks.benchmarks.literature_review.settings import Setting
from tasks.benchmarks.literature_review.study import PUBLISHED_GAIN, QUALITY, AgentLines, agent_lines, not_applicable


@dataclass(frozen=True, slots=True)
class SettingsView:
    """Every agent's settings."""

    agents: tuple[AgentLines, ...]
    metrics: tuple[Metric, ...]
    quality: str
    told: Mapping[Setting, str]
    published: float
    left_out: Mapping[str, Mapping[str, tuple[str, ...]]]  # topics by setting and reason
    topics: int
    material: str  # the release that it is from


def settings_view(page: ShownPage) -> SettingsView:
    """Of the agents of a page."""
    study = page.release
    return SettingsView(
        agent_lines(page),
        metrics_in(metrics),
        QUALITY,
        TOLD,
        PUBLISHED_GAIN,
        not_applicable(study),
        len(study.topics),
        study.facts.get("release", ""),
    )
