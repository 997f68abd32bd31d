"""Settings of a build: taxonomies in surveys, unreviewed trees, inputs of agents, and cited papers."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from litgauge.tasks.base.shipped_files import OwnOrShippedPath
from litgauge.tasks.benchmarks.taxobench.drawings import KINDS, Kind
from litgauge.tasks.benchmarks.taxobench.rows import InputPart


class TaxonomySettings(BaseModel):
    """Which surveys are taken, and which of their trees (sections 2.2 and 2.3)."""

    model_config = ConfigDict(frozen=True, extra="forbid", title="Taxonomies")

    must_speak: bool = Field(
        True,
        title="A caption must mention it",
        description="Keep surveys with a caption or heading that mentions a taxonomy, a typology or a categorisation "
        "(section 2.2). Off: any survey that holds a tree.",
    )
    kinds: tuple[Kind, ...] = Field(
        KINDS,
        min_length=1,
        title="Read from",
        description="Sources of trees. `sections` is the hierarchy of headings, if nothing is drawn.",
    )
    pictures: bool = Field(
        False,
        title="Look at pictures",
        description="Send figures that are pictures (PDF, PNG, …) and whose captions mention a taxonomy to the model, "
        "one question each; it must accept pictures. Off: the candidate is marked as not read.",
    )
    min_papers: int = Field(
        8, ge=1, title="Fewest papers", description="Papers with a title that the tree must place, each counted once."
    )
    min_topics: int = Field(3, ge=2, title="Fewest topics", description="Least topics below the root.")
    citation_counts: str | None = Field(
        None,
        title="Citation counts",
        description="A local file of OpenAlex works, JSON lines or .gz, in which surveys are found by DOI, arXiv id or "
        "title. Empty: no count is known.",
    )
    min_citations: int = Field(
        50,
        ge=0,
        title="Fewest citations",
        description="Surveys with a known, lower count are left out (section 2.2).",
    )


class ReviewSettings(BaseModel):
    """What becomes of trees that experts have reviewed, and of those that nobody has."""

    model_config = ConfigDict(frozen=True, extra="forbid", title="Review")

    folder: str | None = Field(
        None,
        title="Reviewed trees",
        description="Folder that `litgauge taxobench review --out` wrote and experts filled in. Empty: none.",
    )
    unreviewed: Literal["leave-out", "include"] = Field(
        "leave-out",
        title="Unreviewed trees",
        description="include: unreviewed trees are released, too, and marked as such everywhere. "
        "Otherwise only reviewed trees are.",
    )


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

    path: OwnOrShippedPath | None = Field(
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
