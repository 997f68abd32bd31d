"""What an agent of inspect_ai is given here, and the kind under which its runs stand in the ledger."""

from __future__ import annotations

from typing import Literal, NoReturn

from pydantic import Field

from litgauge.tasks.agents.kinds import AgentKind
from litgauge.tasks.agents.outcome import AgentAnswer
from litgauge.tasks.agents.session import Session
from litgauge.tasks.agents.settings import AgentSettings, ToolSettings
from litgauge.tasks.base.errors import ConfigError
from litgauge.tasks.benchmark import GivenTask


class InspectSettings(AgentSettings, ToolSettings):
    """The two tools; solver, model and limits are inspect_ai's."""

    kind: Literal["inspect"] = Field("inspect", title="Kind")
    log: str = Field("", title="Log", description="Id of the evaluation of an imported run.")
    max_calls: int = Field(50, ge=0, le=1000, title="Most calls a task", description="Of both tools together.")


class InspectAgent:
    """See `Agent`; it answers in inspect_ai alone."""

    def __init__(self, settings: InspectSettings) -> None:
        self._settings = settings

    async def answer(self, _task: GivenTask, _session: Session) -> AgentAnswer:
        """Raise ConfigError."""
        _elsewhere()


def _elsewhere() -> NoReturn:
    raise ConfigError(
        "agents of inspect_ai are run by inspect_ai",
        where="kind: inspect",
        data="Nothing was run",
        next_step="Run `inspect eval litgauge/release -T release=…`, and bring its log with `litgauge import-inspect`",
    )


INSPECT = AgentKind(
    "an agent of inspect_ai", InspectSettings, InspectAgent, offline=True, check=lambda _settings, _tasks: _elsewhere()
)
