"""Settings of ReportBench's pipelines, in their order."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from litgauge.flows.pipeline.build import SeriesName, SurveyBuildSettings
from litgauge.flows.pipeline.score_settings import FigureSettings
from litgauge.tasks.benchmarks.reportbench.build.domains.settings import DomainSettings, SampleSettings
from litgauge.tasks.benchmarks.reportbench.build.prompts.settings import PromptSettings
from litgauge.tasks.judge import JudgeSettings
from litgauge.tasks.llm.settings import ModelSettings
from litgauge.tasks.papers.settings import FulltextSettings
from litgauge.tasks.releases.expectations import ExpectationSettings

BuildQuestion = Literal[
    "is_literature_survey",
    "application_domain",
    "reverse_prompt_sentence",
    "reverse_prompt_paragraph",
    "reverse_prompt_detail",
    "prompt_leak",
]
"""The questions of a build, which may have a model of their own."""


class BuildConfig(SurveyBuildSettings):
    """One build of a benchmark, from harvest to release."""

    kind: Literal["reportbench"] = Field("reportbench", title="Kind", description="What is built: a ReportBench.")
    benchmark: SeriesName = "reportbench"
    min_references: int = Field(
        1, ge=1, title="Fewest references", description="A survey that cites fewer works is rejected."
    )
    fulltext: FulltextSettings = Field(
        FulltextSettings(), title="Full text", description="Reading of texts; through GROBID if a server is named."
    )
    prompts: PromptSettings = Field(PromptSettings(), title="Prompts", description="Rules for prompts.")
    domains: DomainSettings = Field(DomainSettings(), title="Domains", description="How surveys are classified.")
    sample: SampleSettings = Field(SampleSettings(), title="Sample", description="The balanced sample of tasks.")
    models: dict[BuildQuestion, ModelSettings] = Field(
        {},
        title="Models of single questions",
        description="Models for single questions, by the question's name; others go to the model above.",
    )

    expectations: ExpectationSettings = Field(
        ExpectationSettings(),
        title="Expectations",
        description="Limits within which a build or refresh releases without confirmation.",
    )

    scheduled: bool = Field(
        True,
        title="Scheduled",
        description="Offer a weekly refresh of arXiv's snapshot. Off: builds take what other refreshes bring.",
    )

    @property
    def question_models(self) -> dict[str, ModelSettings]:
        """Return the models of single questions, by the question's name."""
        return {str(name): model for name, model in self.models.items()}

    @property
    def grows(self) -> bool:
        """Return whether its source gets new papers that a schedule of its own harvests."""
        return self.scheduled and self.harvest.source == "snapshot"


class ScoreConfig(FigureSettings):
    """One scoring of one agent's reports on one release."""

    judge: JudgeSettings | None = Field(
        None,
        title="Judge",
        description="Judge of the statements; empty: none, and only metrics that need no judge have values.",
    )
    boundaries: bool = Field(
        False,
        title="Statement boundaries by the judge",
        description="Also let the judge's model draw statement boundaries; they must be quotes of the report.",
    )
    facts: bool = Field(
        True, title="Judge statements without citation", description="Off: only cited statements are judged."
    )
