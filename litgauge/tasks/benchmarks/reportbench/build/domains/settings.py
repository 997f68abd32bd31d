"""Settings of domains and of the sample."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field


class DomainSettings(BaseModel):
    """How surveys are put into application domains (ReportBench, 2.1.3)."""

    model_config = ConfigDict(frozen=True, extra="forbid", title="Domains")

    abstract_characters: int = Field(
        default=4_000,
        ge=200,
        title="Characters of the abstract",
        description="Characters of an abstract that are read; longer ones are cut.",
    )
    review: str | None = Field(
        default=None,
        title="Review of domains",
        description="Sheet with experts' domains (column expert_domain; CSV, XLSX or JSON lines), or a folder of them: "
        "what most of them say wins.",
    )


class SampleSettings(BaseModel):
    """The balanced sample of surveys that becomes the tasks of a release (ReportBench, 2.1.3)."""

    model_config = ConfigDict(frozen=True, extra="forbid", title="Sample")

    size: int = Field(
        default=100,
        ge=1,
        title="Tasks",
        description="Surveys to draw, one prompt each; all if there are fewer.",
    )
    seed: int = Field(
        default=0,
        ge=0,
        title="Seed",
        description="Seed of the sample of surveys and levels.",
    )
    prompt_review: str | None = Field(
        default=None,
        title="Review of prompts",
        description="Folder of experts' sheets on prompts: what most of them refuse is not drawn.",
    )
    unknown: bool = Field(
        default=False,
        title="Draw from Unknown",
        description="Include surveys without a known domain, as an eleventh domain.",
    )
