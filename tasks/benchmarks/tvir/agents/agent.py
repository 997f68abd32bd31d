"""The agent kind `tvir-agent`: plans, makes figures, writes section by section, polishes (section 4 of the paper)."""

from __future__ import annotations

import re

from tasks.agents.kinds import AgentKind
from tasks.agents.outcome import AgentAnswer
from tasks.agents.session import Session
from tasks.benchmark import GivenTask
from tasks.benchmarks.tvir.agents.figures import MadeFigure, UnmadeFigure
from tasks.benchmarks.tvir.agents.forecast import forecast_tvir
from tasks.benchmarks.tvir.agents.outline import Outline
from tasks.benchmarks.tvir.agents.report import finished
from tasks.benchmarks.tvir.agents.rules import write_by_rules
from tasks.benchmarks.tvir.agents.settings import TvirAgentSettings
from tasks.benchmarks.tvir.agents.stages import TEMPLATES, SectionFigures, Workplace, plan, write_section

_HEADING = re.compile(r"^#{2,6} .{1,200}$", re.MULTILINE)


class TvirAgent:
    """Goes through the stages one after the other, so that a run that was broken off meets the same calls again."""

    def __init__(self, settings: TvirAgentSettings) -> None:
        self._settings = settings

    async def answer(self, task: GivenTask, session: Session) -> AgentAnswer:
        """See `Agent.answer`. Without a model rules do all stages."""
        work = Workplace(self._settings, task, session)
        if self._settings.model.provider == "offline":
            return await write_by_rules(work)
        outline = await plan(work)
        if isinstance(outline, AgentAnswer):
            return AgentAnswer("", outline.outcome, f"the planner gave no outline: {outline.detail or outline.outcome}")
        return await self._write(work, outline)

    async def _write(self, work: Workplace, outline: Outline) -> AgentAnswer:
        sections: list[str] = []
        failed: list[str] = []
        figures: list[MadeFigure] = []
        unmade: list[UnmadeFigure] = []
        before: list[str] = []
        for place, section in enumerate(outline.sections, start=1):
            visuals = SectionFigures(work, section, place)
            await visuals.make()
            unmade += visuals.unmade
            written = await write_section(work, section, visuals.made, "\n\n".join(before))
            if isinstance(written, AgentAnswer):
                failed.append(f"section {section.id} ({section.title}): {written.outcome}")
                continue
            figures += visuals.made
            sections.append(written)
            before.append("\n".join((section.id, section.summary, *_HEADING.findall(written))))
        return await finished(work, outline.title, sections, (figures, unmade), failed)


TVIR_AGENT = AgentKind(
    title="plans, searches pictures, draws charts, writes section by section (TVIR-Agent)",
    settings=TvirAgentSettings,
    make=TvirAgent,
    offline=True,
    templates=TEMPLATES,
    forecast=forecast_tvir,
)
