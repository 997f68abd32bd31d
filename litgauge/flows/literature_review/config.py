"""Settings of the literature-review study's pipelines."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from litgauge.flows.pipeline.build import BuildSettings, SeriesName
from litgauge.flows.pipeline.score_settings import FigureSettings
from litgauge.tasks.benchmarks.literature_review.settings import SETTINGS, SUB_FIELDS, MaterialSettings, Setting
from litgauge.tasks.judge import JudgeSettings


def _each_once(settings: tuple[Setting, ...]) -> tuple[Setting, ...]:
    """In the order of the paper, each once."""
    return tuple(setting for setting in SETTINGS if setting in settings)


def _several(files: Any) -> Any:
    """One file is a list of one."""
    return (files,) if isinstance(files, str) else files


class StudyBuildConfig(BuildSettings):
    """One literature-review study, from a SciNetBench release to topics with their materials."""

    kind: Literal["literature-review"] = Field(
        "literature-review", title="Kind", description="Benchmark to build: the literature-review study."
    )
    benchmark: SeriesName = "literature-review"
    release: str = Field(
        "scinetbench",
        title="Release",
        description="Release that the ground truth is taken from: scinetbench@1, or the latest.",
    )
    topics: str = Field(
        SUB_FIELDS,
        min_length=1,
        title="Topics",
        description="sub-fields: those that the release asks about; paths: its path-wise queries, as in the paper; or "
        "a file of topics of your own (CSV, XLSX, JSON lines, or plain text with a topic a line).",
    )
    wanted: int | None = Field(
        20, ge=1, title="Topics at most", description="Number of topics to draw, unless a file names them. Empty: all."
    )
    seed: int = Field(0, title="Seed", description="Seed of the draw of topics.")
    settings: Annotated[tuple[Setting, ...], AfterValidator(_each_once)] = Field(
        SETTINGS,
        min_length=1,
        title="Settings",
        description="What is given besides the topic: none; ego: the most novel and disruptive works; pair: who cites "
        "whom, in what words, and what is mentioned together; path: lines of citations.",
    )
    material: MaterialSettings = Field(MaterialSettings(), title="Material", description="Size of the material.")
    max_failed_share: float = Field(0.0, ge=0, le=1, title="Allowed share of failed items", description="None.")


class StudyScoreConfig(FigureSettings):
    """One scoring of one agent's reviews."""

    release: str = Field(
        "literature-review", title="Release", description="literature-review@1, or literature-review for the latest."
    )
    judge: JudgeSettings | None = Field(
        None,
        title="Judge",
        description="Judge that grades the reviews in five dimensions and ranks those on one topic; empty: none. Its "
        "voters are not used.",
    )
    rounds: int = Field(
        2,
        ge=0,
        le=100,
        title="Orders of each topic",
        description="Number of orders in which the judge ranks the reviews on a topic; with an even number each review "
        "comes first as often as last. 0: no ranking.",
    )
    seed: int = Field(0, title="Seed", description="Seed of the first order.")
    ranks: Annotated[tuple[str, ...], BeforeValidator(_several)] = Field(
        (),
        title="People's ranks",
        description="Sheets of `litgauge audit` that people filled in; what they rank of these reviews is kept with "
        "the run.",
    )
