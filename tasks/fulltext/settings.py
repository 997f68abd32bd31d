"""What a user may set about reading full texts; every default suits a laptop."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from tasks.pdf.settings import GrobidSettings, PdfSettings


class FulltextSettings(BaseModel):
    """Everything the full-text stage reads from a config."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    max_chars: int = Field(
        title="Most characters of a text", default=2_000_000, gt=0, description="Characters kept of one survey's text"
    )
    pdf: PdfSettings = Field(PdfSettings(), title="Local PDF reader", description="Bounds of the local reader.")
    grobid: GrobidSettings = Field(
        GrobidSettings(), title="GROBID", description="The server that reads PDFs, where there is one."
    )
