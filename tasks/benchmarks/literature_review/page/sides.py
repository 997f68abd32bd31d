"""The reviews on each topic beside each other, by what their writers were given."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tasks.benchmark import ShownAgent, ShownAnswer, ShownPage
from tasks.benchmarks.literature_review.page.reviews import TOLD
from tasks.benchmarks.literature_review.settings import SETTINGS
from tasks.benchmarks.literature_review.tables import ReviewTopic


@dataclass(frozen=True, slots=True)
class Side:
    """One column: a review, or why there is none."""

    told: str
    answer: ShownAnswer | None
    reason: str  # where there is none
    agent: ShownAgent | None


@dataclass(frozen=True, slots=True)
class Sides:
    """All columns of one topic."""

    topic: ReviewTopic
    sides: tuple[Side, ...]


def beside_each_other(page: ShownPage) -> tuple[Sides, ...]:
    """Every topic on which there is a review; agents in the page's order, each with its settings."""
    found = []
    for topic in page.release.topics.values():
        sides = tuple(side for agent in page.agents for side in _sides(agent, topic, page))
        if any(side.answer for side in sides):
            found.append(Sides(topic, sides))
    return tuple(found)


def _sides(agent: ShownAgent, topic: ReviewTopic, page: ShownPage) -> Iterator[Side]:
    own = {(one.view.topic.topic, one.view.setting): one for one in agent.answers if one.view is not None}
    took_part = {setting for _, setting in own}
    for setting in SETTINGS:
        material = page.release.materials.get((topic.topic, setting))
        if (answer := own.get((topic.topic, setting))) is not None:
            yield Side(TOLD[setting], answer, "", agent)
        elif material is not None and not material.applies and took_part:
            yield Side(TOLD[setting], None, f"not applicable: {material.reason}", agent)
