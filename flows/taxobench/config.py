"""What TaxoBench's pipelines are configured with."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from flows.scoring import ScoreSettings
from tasks.judge import JudgeSettings


class TaxoScoreConfig(ScoreSettings):
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
        description="Whose model grades the trees in four dimensions; empty: nobody. Its voters are not asked.",
    )
    system: str = Field(
        "",
        max_length=200,
        title="System",
        description="Which model the agent is, where it is scored under several inputs; empty: the agent's name.",
    )
    input: Literal["", "title-abstract", "summary", "core-task"] = Field(
        "",
        title="Input",
        description="What a bottom-up agent was told of each paper; the report page compares a system's inputs. Known "
        "by itself of agents that litgauge ran.",
    )
    errors: bool = Field(
        False,
        title="Types of errors",
        description="Ask the judge also which of 23 types of errors each tree shows: a second question a tree.",
    )
    forecast_only: bool = Field(
        False,
        title="Forecast only",
        description="Read the trees, say what judging them will cost, and ask nobody.",
    )
    baselines: bool = Field(True, title="Trivial trees beside", description="Measure trees that take no thought, too.")
