"""Settings of reading PDFs; every default suits a laptop."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from litgauge.tasks.base.secrets import without_credentials


class GrobidSettings(BaseModel):
    """Address and limits of the GROBID server; without `url` PDFs are read locally."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    url: Annotated[str, AfterValidator(without_credentials)] | None = Field(
        title="Server",
        default=None,
        description="Address of the server, e.g. http://localhost:8070",
        pattern=r"^https?://[^\s/]+(/[^\s]*)?$",
    )
    version: str | None = Field(
        title="Version",
        default=None,
        description="Required version of the server, e.g. 0.8.2: texts from another version are made again. Empty: any "
        "version, and earlier texts are kept.",
    )
    timeout_s: float = Field(
        title="Time-out (s)",
        default=180.0,
        gt=0,
        description="Time limit of one request, in seconds",
    )
    document_timeout_s: float = Field(
        title="Time-out per PDF (s)",
        default=900.0,
        gt=0,
        description="Time limit of one PDF, retries and pauses included; the next run tries again",
    )
    max_answer_bytes: int = Field(
        title="Largest answer (bytes)",
        default=50_000_000,
        gt=0,
        le=50_000_000,
        description="A longer answer is cut off and counts as a server error",
    )
    retries: int = Field(
        title="Retries", default=5, ge=0, le=20, description="Retries when the server is busy or fails"
    )
    wait_s: float = Field(
        title="First pause (s)", default=5.0, ge=0, description="First pause before another try; doubles, at most 60 s"
    )
    concurrency: int = Field(
        title="Requests at once",
        default=2,
        ge=1,
        le=64,
        description="Concurrent requests; the server's engines limit them",
    )
    consolidate_header: bool = Field(
        title="Look the paper up", default=False, description="Let the server ask Crossref about the paper"
    )
    consolidate_citations: bool = Field(
        title="Look references up", default=False, description="Let the server ask Crossref about references"
    )
    segment_sentences: bool = Field(
        title="Sentences", default=True, description="Request sentences, which citation contexts need"
    )

    @property
    def deciding(self) -> dict[str, object]:
        """Return the settings that decide what the server answers."""
        return self.model_dump(include={"version", "consolidate_header", "consolidate_citations", "segment_sentences"})


class PdfSettings(BaseModel):
    """Bounds of the local PDF reader."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    max_bytes: int = Field(
        title="Largest file (bytes)", default=100_000_000, gt=0, description="Larger files are rejected"
    )
    max_pages: int = Field(title="Most pages", default=400, gt=0, description="Pages after these are not read")
    max_page_chars: int = Field(
        title="Most characters of a page", default=100_000, gt=0, description="Characters read of one page"
    )
    timeout_s: float = Field(
        title="Time-out (s)",
        default=120.0,
        gt=0,
        description="Computing time for one file, checked after each page; a file that takes longer is rejected",
    )
