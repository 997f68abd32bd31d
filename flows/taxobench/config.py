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
    baselines: bool = Field(True, title="Trivial trees beside", description="Measure trees that take no thought, too.")
