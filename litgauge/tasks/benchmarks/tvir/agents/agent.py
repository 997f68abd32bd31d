"""The agent kind `tvir-agent`: plans, makes figures, writes section by section, polishes (section 4 of the paper)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from litgauge.tasks.agents.kinds import AgentKind
from litgauge.tasks.agents.outcome import AgentAnswer
from litgauge.tasks.agents.session import Session
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.base.extras import check_charts
from litgauge.tasks.benchmark import GivenTask
from litgauge.tasks.benchmarks.tvir.agents.figures import MadeFigure, UnmadeFigure
from litgauge.tasks.benchmarks.tvir.agents.forecast import forecast_tvir
from litgauge.tasks.benchmarks.tvir.agents.outline import Outline
from litgauge.tasks.benchmarks.tvir.agents.report import finished
from litgauge.tasks.benchmarks.tvir.agents.rules import write_by_rules
from litgauge.tasks.benchmarks.tvir.agents.settings import TvirAgentSettings
from litgauge.tasks.benchmarks.tvir.agents.stages import TEMPLATES, SectionFigures, Workplace, plan, write_section
from litgauge.tasks.fences.sandbox import check_fastening
from litgauge.tasks.llm.picture_tokens import read_rules

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
            written = await write_section(work, section, visuals.figures, "\n\n".join(before))
            if isinstance(written, AgentAnswer):
                failed.append(f"section {section.id} ({section.title}): {written.outcome}")
                continue
            figures += visuals.figures
            sections.append(written)
            before.append("\n".join((section.id, section.summary, *_HEADING.findall(written))))
        return await finished(work, outline.title, sections, (figures, unmade), failed)


def check_means(settings: TvirAgentSettings, _tasks: Sequence[GivenTask]) -> None:
    """Raises ConfigError where this machine cannot draw charts or hold their code, and UnusableInput where pictures are
    wanted of a model that is known to see none: before anything is paid for."""
    if not settings.tools:
        return
    if "chart" in settings.tools:
        check_charts("the agent draws charts with matplotlib", where="tools: chart")
        check_fastening(allow_none=settings.allow_unfenced)
    model = settings.model
    sees = read_rules().find(model.model).sees if model.vision is None else model.vision
    if "image" in settings.tools and model.provider != "offline" and not sees:
        raise UnusableInput(
            f"the model {model.model!r} sees no pictures, which the image searcher needs",
            where="model.vision",
            data="Nothing was asked",
            next_step="Take a model that does (`vision: true` if it does all the same), or `--set with_images=false`",
        )


TVIR_AGENT = AgentKind(
    title="plans, searches pictures, draws charts, writes section by section (TVIR-Agent)",
    settings=TvirAgentSettings,
    make=TvirAgent,
    offline=True,
    check=check_means,
    templates=TEMPLATES,
    forecast=forecast_tvir,
)
