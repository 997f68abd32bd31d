"""Limits on what a source may cost, and what counts as cited."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from litgauge.tasks.latex.caps import MEMORY_LIMIT_MB, TIME_LIMIT_S, Caps


class ExtractionSettings(BaseModel):
    """Settings of reading references out of a survey's LaTeX source."""

    model_config = ConfigDict(frozen=True, extra="forbid", title="Reference extraction")

    before_appendix: bool = Field(
        False, title="Main text only", description="Leave out works that are cited in the appendix only."
    )
    time_limit_s: float = Field(
        TIME_LIMIT_S,
        gt=0,
        title="Time limit per source (s)",
        description="A source that takes longer is stopped; the others go on. In a build the survey is rejected if it "
        "used all of that time, and retried if the machine was busy.",
    )
    memory_limit_mb: int = Field(
        MEMORY_LIMIT_MB,
        ge=200,
        title="Memory limit per source (MB)",
        description="A source that needs more memory is stopped; in a build, its survey is rejected.",
    )
    compressed_limit_mb: int = Field(
        200, ge=1, title="Largest archive (MB)", description="Larger archives are rejected unread."
    )
    expanded_limit_mb: int = Field(
        500,
        ge=1,
        title="Largest unpacked size (MB)",
        description="Archives that unpack to more are rejected: a bomb, or data beside the paper.",
    )
    member_limit: int = Field(
        20_000, ge=1, title="Most files in one archive", description="Archives with more files are rejected."
    )

    @property
    def caps(self) -> Caps:
        """Return the archive limits in bytes."""
        return Caps(
            compressed_bytes=self.compressed_limit_mb * 1_000_000,
            expanded_bytes=self.expanded_limit_mb * 1_000_000,
            members=self.member_limit,
        )
