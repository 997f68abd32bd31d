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
        description="How much of an abstract is looked at; longer ones are cut.",
    )
    review: str | None = Field(
        default=None,
        title="Review file",
        description="Sheet with the experts' domains (column expert_domain; CSV, XLSX or JSON lines); they win.",
    )


class SampleSettings(BaseModel):
    """The balanced sample of surveys that becomes the tasks of a release (ReportBench, 2.1.3)."""

    model_config = ConfigDict(frozen=True, extra="forbid", title="Sample")

    size: int = Field(
        default=100,
        ge=1,
        title="Tasks",
        description="How many surveys are drawn, one prompt each; all of them where there are fewer.",
    )
    seed: int = Field(
        default=0,
        ge=0,
        title="Seed",
        description="Decides which surveys and levels are drawn; the same seed draws the same ones.",
    )
    unknown: bool = Field(
        default=False,
        title="Draw from Unknown",
        description="Whether surveys without a known domain take part, as an eleventh domain.",
    )
