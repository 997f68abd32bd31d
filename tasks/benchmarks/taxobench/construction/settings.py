"""What a config says about finding taxonomies in surveys, and about trees that nobody has reviewed."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from tasks.benchmarks.taxobench.drawings import KINDS, Kind


class TaxonomySettings(BaseModel):
    """Which surveys are taken, and which of their trees (sections 2.2 and 2.3)."""

    model_config = ConfigDict(frozen=True, extra="forbid", title="Taxonomies")

    must_speak: bool = Field(
        True,
        title="A caption must speak of it",
        description="Keep surveys of which a caption or a heading speaks of a taxonomy, a typology or a categorisation "
        "(section 2.2). Off: any survey that holds a tree.",
    )
    kinds: tuple[Kind, ...] = Field(
        KINDS,
        min_length=1,
        title="Read from",
        description="What a tree may be read from. `sections` is the hierarchy of headings, where nothing is drawn.",
    )
    min_papers: int = Field(
        8, ge=1, title="Fewest papers", description="Papers with a title that the tree must place, each counted once."
    )
    min_topics: int = Field(
        3, ge=2, title="Fewest topics", description="Topics below the root; with fewer there is nothing to organise."
    )
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
        description="A survey whose count is known, and is lower, is left out (section 2.2).",
    )


class ReviewSettings(BaseModel):
    """What becomes of trees that experts have reviewed, and of those that nobody has."""

    model_config = ConfigDict(frozen=True, extra="forbid", title="Review")

    folder: str | None = Field(
        None,
        title="Reviewed trees",
        description="A folder that `litgauge taxobench review --out` wrote and experts filled in. Empty: nobody has.",
    )
    unreviewed: Literal["leave-out", "include"] = Field(
        "leave-out",
        title="Unreviewed trees",
        description="include: they come into the release, which then says so everywhere. Else only reviewed trees do.",
    )
