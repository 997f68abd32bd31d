"""A model that answers at once, without tools."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from litgauge.tasks.agents.conversation import Conversation
from litgauge.tasks.agents.kinds import AgentKind
from litgauge.tasks.agents.outcome import AgentAnswer
from litgauge.tasks.agents.prompting import instructions
from litgauge.tasks.agents.session import Session
from litgauge.tasks.agents.settings import ModelAgentSettings
from litgauge.tasks.benchmark import GivenTask


class SingleShotSettings(ModelAgentSettings):
    """A model without tools."""

    kind: Literal["single-shot"] = Field("single-shot", title="Kind")


class SingleShot:
    """Asks once; again only what was refused, cut off or left without a word."""

    def __init__(self, settings: SingleShotSettings) -> None:
        self._settings = settings

    async def answer(self, task: GivenTask, session: Session) -> AgentAnswer:
        """See `Agent.answer`."""
        system = instructions("single_shot", task, session.means.answers)
        return await Conversation(self._settings, session, system, task.text).run()


SINGLE_SHOT = AgentKind(
    title="a model that answers at once, without tools",
    settings=SingleShotSettings,
    make=SingleShot,
    templates=("single_shot",),
)
