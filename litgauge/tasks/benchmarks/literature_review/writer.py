"""Kind of agent that writes the reviews of the study: `kind: review-writer`."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from litgauge.tasks.agents.conversation import Conversation
from litgauge.tasks.agents.kinds import AgentKind
from litgauge.tasks.agents.outcome import AgentAnswer, declines
from litgauge.tasks.agents.prompting import instructions
from litgauge.tasks.agents.session import Session
from litgauge.tasks.agents.settings import ModelAgentSettings
from litgauge.tasks.benchmark import GivenTask
from litgauge.tasks.benchmarks.literature_review.prompts import material_of
from litgauge.tasks.offline.reviews import written_review


class ReviewWriterSettings(ModelAgentSettings):
    """A model that is told the topic and the material, and has no tools."""

    kind: Literal["review-writer"] = Field("review-writer", title="Kind")


class ReviewWriter:
    """Asks once; again only what was refused, cut off or left without a word."""

    def __init__(self, settings: ReviewWriterSettings) -> None:
        self._settings = settings

    async def answer(self, task: GivenTask, session: Session) -> AgentAnswer:
        """See `Agent.answer`. Without a model rules write down what the material says."""
        if self._settings.model.provider == "offline":
            return AgentAnswer(written_review(task.topic, material_of(task.text)))
        system = instructions("literature_review", task, session.means.answers)
        answer = await Conversation(self._settings, session, system, task.text).run()
        if answer.outcome == "answered" and declines(answer.text):
            return AgentAnswer(answer.text, "refusal", answer.text)
        return answer


REVIEW_WRITER = AgentKind(
    title="a model that writes literature reviews with the material that it is given",
    settings=ReviewWriterSettings,
    make=ReviewWriter,
    offline=True,
    templates=("literature_review",),
)
