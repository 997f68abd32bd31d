"""What a score run is configured with."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from tasks.judge import JudgeSettings
from tasks.web import EvidenceSettings


class ScoreConfig(BaseModel):
    """One scoring of one agent's reports on one release."""

    model_config = ConfigDict(frozen=True, extra="forbid", title="Score run", hide_input_in_errors=True)

    release: str = Field("reportbench", title="Release", description="reportbench@3, or reportbench for the latest.")
    run: str = Field(
        "data/sample/agents/careful", title="Folder of reports", description="An agent's reports, in any known format."
    )
    agent: str = Field("careful", min_length=1, title="Agent", description="Name of the agent, as tables show it.")
    judge: JudgeSettings = Field(JudgeSettings(), title="Judge", description="Who judges the statements.")
    evidence: EvidenceSettings = Field(
        EvidenceSettings(), title="Evidence", description="How cited pages are fetched; the guard has no switch."
    )
    pages: str | None = Field(
        None, title="Folder of stored pages",
        description="Take pages from a folder with an index.json instead of the web, as the sample has them.",
    )  # fmt: skip
    fetch: bool = Field(True, title="Fetch pages", description="Off: only pages that are frozen already are used.")
    boundaries: bool = Field(
        False, title="Statement boundaries by the judge",
        description="Let the judge's model draw statement boundaries, too; what it gives must stand in the report.",
    )  # fmt: skip
    facts: bool = Field(
        True, title="Judge statements without citation", description="Off: only cited statements are judged."
    )
    max_failed_share: float = Field(
        0.1, ge=0, le=1, title="Allowed share of failed items",
        description="A stage with more failed items than this share fails; what was finished is kept.",
    )  # fmt: skip
