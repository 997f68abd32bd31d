"""Settings of TVIR's pipelines."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from litgauge.flows.pipeline.build import BuildSettings, SeriesName
from litgauge.flows.pipeline.score_settings import RepeatedSettings
from litgauge.tasks.benchmarks.tvir.build.review import EXPERTS
from litgauge.tasks.llm.settings import ModelSettings


class ReviewSettings(BaseModel):
    """Reviews of the drafts by experts, and the use of drafts that nobody has reviewed."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    folder: str | None = Field(
        None,
        title="Review folder",
        description="Sheets of `litgauge tvir review`, filled in by experts; empty: none.",
    )
    experts: int = Field(
        EXPERTS, ge=1, le=20, title="Experts", description="Number of experts per draft; the majority decides."
    )
    unreviewed: Literal["wait", "include"] = Field(
        "wait",
        title="Unreviewed drafts",
        description="wait: they are not released; include: they are, where the mechanical checks find no fault.",
    )


class TvirBuildConfig(BuildSettings):
    """One build of tasks for reports with figures, from topics to a release."""

    kind: Literal["tvir"] = Field("tvir", title="Kind", description="What is built: a TVIR benchmark.")
    benchmark: SeriesName = "tvir"
    topics: str = Field(
        "data/sample/tvir/topics.csv",
        min_length=1,
        title="Topics",
        description="A file with a topic a line: id, topic, domain, language, level, date; CSV, XLSX or JSON lines.",
    )
    quota: bool = Field(
        False, title="Quota", description="Refuse topics whose distribution differs from that of the paper's 120 (E.1)."
    )
    review: ReviewSettings = Field(ReviewSettings(), title="Review", description="Reviews of the drafts.")
    model: ModelSettings = Field(
        ModelSettings(),
        title="Model",
        description="Model that drafts tasks and compiles checklists; preferably one with search.",
    )


class TvirScoreConfig(RepeatedSettings):
    """One scoring of one agent's reports with figures."""

    release: str = Field("tvir", title="Release", description="tvir@1, or tvir for the latest.")
    mode: Literal["paper", "released", "ours"] = Field(
        "ours",
        title="Mode",
        description="What the judge of a whole text reads (IA, WQ, ADB, FLC, MC). paper: drawings of letters and code "
        "that nothing rendered are emptied as invalid, and IA and MC read revised captions; released: all five read "
        "them; ours: as the paper, but code that a page would draw stays. Every run has all columns, those of the "
        "released code and ours, too.",
    )
