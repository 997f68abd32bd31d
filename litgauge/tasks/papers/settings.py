"""Settings of reading full texts; every default suits a laptop."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from litgauge.tasks.fences import Limits
from litgauge.tasks.papers.pdf.settings import GrobidSettings, PdfSettings


class FulltextSettings(BaseModel):
    """Everything the full-text stage reads from a config."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    max_chars: int = Field(
        title="Most characters of a text", default=2_000_000, gt=0, description="Characters kept of one survey's text"
    )
    time_limit_s: float = Field(
        120.0,
        gt=0,
        title="Time limit per source (s)",
        description="Reading a LaTeX source, a PDF or GROBID's answer that takes longer is stopped; the others go on. "
        "The survey is rejected if its process used all of that time, and retried if the machine was busy.",
    )
    memory_limit_mb: int = Field(
        2_000,
        ge=200,
        title="Memory limit per source (MB)",
        description="Reading that needs more memory is stopped, and the survey is rejected; the others go on.",
    )
    pdf: PdfSettings = Field(PdfSettings(), title="Local PDF reader", description="Bounds of the local reader.")
    grobid: GrobidSettings = Field(
        GrobidSettings(), title="GROBID", description="GROBID server that reads PDFs, if there is one."
    )

    @property
    def limits(self) -> Limits:
        """Limits on reading one source."""
        return Limits(self.time_limit_s, self.memory_limit_mb)

    @property
    def of_texts(self) -> dict[str, object]:
        """Return the settings that decide texts read without a server, limits included: what exceeds one is out."""
        return {
            **self.pdf.model_dump(mode="json"),
            "max_chars": self.max_chars,
            "limits": [self.time_limit_s, self.memory_limit_mb],
        }

    @property
    def deciding(self) -> dict[str, object]:
        """Return the settings that decide the texts of a build."""
        return {**self.of_texts, "grobid": self.grobid.url is not None, **self.grobid.deciding}
