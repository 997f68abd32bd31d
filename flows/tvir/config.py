"""Settings of TVIR's pipelines."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from flows.pipeline.judging import EvidencedSettings


class TvirScoreConfig(EvidencedSettings):
    """One scoring of one agent's reports with figures."""

    release: str = Field("tvir", title="Release", description="tvir@1, or tvir for the latest.")
    repeats: int = Field(
        1,
        ge=1,
        le=20,
        title="Judgings",
        description="How often the judge judges everything, each time independently; the paper: 3.",
    )
    mode: Literal["paper", "released", "ours"] = Field(
        "ours",
        title="Mode",
        description="What the judge of the whole text reads. paper: figures drawn in text are emptied, and checklist "
        "and composition are judged with revised captions; released: all text metrics are; ours: as the paper, but "
        "code that a page would draw stays.",
    )
