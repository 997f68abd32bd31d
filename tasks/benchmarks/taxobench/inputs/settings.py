"""What a config says about the three inputs of section 4, and where the cited papers themselves are found."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from tasks.benchmarks.taxobench.inputs.rows import InputPart


class InputSettings(BaseModel):
    """What is drawn from the papers of a taxonomy besides title and abstract."""

    model_config = ConfigDict(frozen=True, extra="forbid", title="Inputs")

    draw: tuple[InputPart, ...] = Field(
        (),
        title="Draw from the papers",
        description="summary for the second input; core-task and contributions for the third. Each is a question a "
        "paper. Empty: agents get title and abstract alone.",
    )


class PaperSettings(BaseModel):
    """Where the papers that a taxonomy places are found: for their abstracts, and to be read."""

    model_config = ConfigDict(frozen=True, extra="forbid", title="Cited papers")

    path: str | None = Field(
        None,
        title="Papers",
        description="Local JSON lines with arXiv's metadata keys (id, title, abstract, doi, source), or a folder of "
        "papers, found by DOI, arXiv id or title. Empty: none.",
    )
    root: str | None = Field(
        None,
        title="Root of their sources",
        description="Folder that `source` paths start from. Empty: the folder of papers, or the JSONL's folder.",
    )
    fetch: bool = Field(
        False,
        title="Fetch from arXiv",
        description="Fetch e-prints of papers with an arXiv id that are not found locally, as slowly as arXiv asks.",
    )
