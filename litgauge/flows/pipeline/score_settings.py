"""Settings of score runs that benchmarks share; apart from what scores, which takes long to load."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, ConfigDict, Field, ValidationInfo

from litgauge.flows.pipeline.run import FailedShare
from litgauge.flows.runtime.engine import EngineSettings
from litgauge.tasks.base.shipped import FIRST
from litgauge.tasks.base.shipped_files import OwnOrShippedPath
from litgauge.tasks.judge.settings import JudgeSettings
from litgauge.tasks.text.name_rules import valid_name
from litgauge.tasks.web.settings import EvidenceSettings

IN_LEDGER = "in-ledger"  # in the context of a validation: the agent's name is that of a run that the ledger has


def _agent_name(name: str, info: ValidationInfo) -> str:
    return name if info.context and IN_LEDGER in info.context else valid_name(name)


class ScoreSettings(EngineSettings):
    """Settings of every score run; benchmarks add their own."""

    model_config = ConfigDict(frozen=True, extra="forbid", title="Score run", hide_input_in_errors=True)

    release: str = Field(FIRST, title="Release", description="reportbench@3, or reportbench for the latest.")
    run: OwnOrShippedPath = Field(
        "data/sample/agents/careful",
        title="Answers",
        description="A folder of an agent's answers, in any known format, or the id of an agent run in the ledger.",
    )
    agent: Annotated[str, AfterValidator(_agent_name)] = Field(
        "careful", title="Agent", description="Name of the agent, as tables show it."
    )
    max_failed_share: FailedShare = 0.1


class JudgedSettings(ScoreSettings):
    """Settings of every score run whose answers a model may judge; benchmarks add what it judges."""

    judge: JudgeSettings | None = Field(
        None, title="Judge", description="Judge whose model is used; empty: none. Its voters are not used."
    )
    forecast_only: bool = Field(
        False,
        title="Forecast only",
        description="Read the answers and what judging them needs, and report the cost without asking a model.",
    )

    ask_again: bool = Field(
        False,
        title="Ask again",
        description="Ask again what an earlier run stored as invalid or refused. Other failures always are.",
    )


class EvidencedSettings(JudgedSettings):
    """Settings of every score run that compares answers with the pages that they cite."""

    evidence: EvidenceSettings = Field(
        EvidenceSettings(), title="Evidence", description="How cited pages are fetched; the guard has no switch."
    )
    pages: OwnOrShippedPath | None = Field(
        None,
        title="Folder of stored pages",
        description="Take pages from a folder with an index.json instead of the web, as the sample has them.",
    )
    fetch: bool = Field(True, title="Fetch pages", description="Off: only pages that are frozen already are used.")
    retry_pages: bool = Field(
        False,
        title="Try pages again",
        description="Ask again for pages that are frozen as unreachable, and freeze those that now answer. "
        "Pages that we failed on are always asked again.",
    )


class RepeatedSettings(EvidencedSettings):
    """Settings of score runs whose judge may judge everything several times."""

    repeats: int = Field(
        1,
        ge=1,
        le=20,
        title="Judgings",
        description="How often the judge judges each figure, and what else it grades as a whole, each time "
        "independently; TVIR's paper: 3.",
    )


class FigureSettings(RepeatedSettings):
    """Settings of score runs whose figures are scored only where that is wanted."""

    figures: bool = Field(
        False,
        title="Score figures",
        description="Read, freeze and measure the figures of each answer, too, and have them judged by a model that "
        "sees pictures.",
    )
