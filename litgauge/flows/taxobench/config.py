"""Settings of TaxoBench's pipelines."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from litgauge.flows.configs import as_parameters, changed, config_file
from litgauge.flows.pipeline.build import SeriesName, SurveyBuildSettings
from litgauge.flows.pipeline.run import FailedShare
from litgauge.flows.pipeline.score_settings import JudgedSettings
from litgauge.flows.taxobench.options import InputsOptions
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.base.yaml_files import problems_of, read_model
from litgauge.tasks.benchmarks.taxobench.build.settings import (
    InputSettings,
    PaperSettings,
    ReviewSettings,
    TaxonomySettings,
)
from litgauge.tasks.benchmarks.taxobench.judging import Rubric
from litgauge.tasks.harvest.settings import SourceSettings
from litgauge.tasks.judge import JudgeSettings
from litgauge.tasks.llm.settings import ModelSettings
from litgauge.tasks.papers.settings import FulltextSettings


class TaxoBuildConfig(SurveyBuildSettings):
    """One build of taxonomies, from harvest to release."""

    kind: Literal["taxobench"] = Field("taxobench", title="Kind", description="What is built: a TaxoBench.")
    benchmark: SeriesName = "taxobench"
    taxonomies: TaxonomySettings = Field(
        TaxonomySettings(), title="Taxonomies", description="Selection of surveys and of their trees."
    )
    review: ReviewSettings = Field(
        ReviewSettings(), title="Review", description="Reviewed trees, and handling of unreviewed ones."
    )
    papers: PaperSettings = Field(
        PaperSettings(), title="Cited papers", description="Sources of the papers in the taxonomies."
    )
    fulltext: FulltextSettings = Field(
        FulltextSettings(), title="Full text", description="Reading of papers; through GROBID if a server is named."
    )
    inputs: InputSettings = Field(
        InputSettings(),
        title="Inputs",
        description="Inputs drawn from the papers for agents, besides title and abstract.",
    )


class TaxoInputsConfig(BaseModel):
    """Drawing the inputs of one release."""

    model_config = ConfigDict(frozen=True, extra="forbid", title="Inputs of a release", hide_input_in_errors=True)

    kind: Literal["taxobench"] = Field("taxobench", title="Kind", description="What the release is: a TaxoBench.")
    release: str = Field("taxobench", title="Release", description="taxobench@1, or taxobench for the latest.")
    papers: PaperSettings = Field(
        PaperSettings(), title="Cited papers", description="Sources of the papers in the taxonomies."
    )
    sources: SourceSettings = Field(SourceSettings(), title="Sources", description="How e-prints are fetched.")
    fulltext: FulltextSettings = Field(
        FulltextSettings(), title="Full text", description="Reading of papers; through GROBID if a server is named."
    )
    inputs: InputSettings = Field(
        InputSettings(draw=("summary", "core-task", "contributions")),
        title="Inputs",
        description="Inputs drawn from the papers for agents, besides title and abstract.",
    )
    model: ModelSettings = Field(ModelSettings(), title="Model", description="Who answers the questions.")
    max_failed_share: FailedShare = 0.1


class TaxoScoreConfig(JudgedSettings):
    """One scoring of one agent's trees on one release."""

    release: str = Field("taxobench", title="Release", description="taxobench@1, or taxobench for the latest.")
    embedding: Literal["minilm", "lexical", "best"] = Field(
        "best",
        title="Likeness of names",
        description="best: MiniLM where the extra `embeddings` is installed, else by letters. Every table says which.",
    )
    judge: JudgeSettings | None = Field(
        None,
        title="Judge",
        description="Judge whose model grades the trees in four dimensions; empty: none. Its voters are not used.",
    )
    system: str = Field(
        "",
        max_length=200,
        title="System",
        description="Name of the system, if it is scored under several inputs; empty: the agent's name.",
    )
    input: Literal["", "title-abstract", "summary", "core-task"] = Field(
        "",
        title="Input",
        description="Facts that a bottom-up agent got about each paper; the report page compares a system's inputs. Set"
        " automatically for agents that litgauge ran.",
    )
    errors: bool = Field(
        False,
        title="Types of errors",
        description="Also ask the judge which of 23 types of errors each tree shows: a second question per tree.",
    )
    rubric: Rubric = Field(
        "ours",
        title="Rubric",
        description="Rubric of the judge: ours, or a paraphrase of the one in the paper's figure 14.",
    )
    released: bool = Field(
        False,
        title="As released",
        description="Also compute the published evaluators' numbers; the page shows them beside the paper's tables.",
    )
    baselines: bool = Field(
        True,
        title="Trivial trees beside",
        description="Also measure trivial trees, and the trees of reviewers among each other.",
    )

    @field_validator("judge")
    @classmethod
    def _without_voters(cls, judge: JudgeSettings | None) -> JudgeSettings | None:
        """Return the judge without its voters, which are never asked: they need no key and no price."""
        if judge is None:
            return None
        return judge.model_copy(update={"voters": JudgeSettings().voters, "facts": JudgeSettings().facts})


def inputs_config(options: InputsOptions) -> TaxoInputsConfig:
    """Return the config that the options of `litgauge taxobench inputs`, or of its form, come to.

    Raises UnusableInput.
    """
    values: dict[str, Any] = {
        "release": options.release,
        "papers": {"path": str(options.papers) if options.papers else None, "fetch": options.fetch},
    }
    if options.draw is not None:
        values["inputs"] = {"draw": tuple(dict.fromkeys(options.draw))}
    if options.model is not None:
        file = config_file("models", options.model, "--model")
        values["model"] = read_model(ModelSettings, file, data="Nothing was asked")
    try:
        config = TaxoInputsConfig.model_validate(values)
        if options.advanced:
            config = TaxoInputsConfig.model_validate(changed(as_parameters(config), options.advanced))
    except ValidationError as error:
        raise UnusableInput("; ".join(problems_of(error, TaxoInputsConfig)), data="Nothing was asked") from None
    return config
