"""Settings of a network and of its queries."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)


class SnapshotSettings(_Part):
    """Location of OpenAlex's snapshot."""

    path: str = Field(
        "", title="Snapshot", description="A folder, a file or an s3:// URL, in any layout of OpenAlex's."
    )
    format: Literal["auto", "jsonl", "parquet"] = Field(
        "auto", title="Format", description="Format to read where both exist; auto: JSON lines if present."
    )


class CorpusSettings(_Part):
    """Works that belong to the corpus."""

    topics: str | tuple[int, ...] = Field(
        (),
        title="Topics",
        description="Numbers of OpenAlex topics, or a reviewed CSV or XLSX of them (topic_id, keep); empty: all works.",
    )
    first_year: int | None = Field(None, title="First year", description="Older works are left out.")
    last_year: int | None = Field(None, title="Last year", description="Newer works are left out.")
    types: tuple[str, ...] = Field((), title="Types", description="Types of works, such as article; empty: all.")
    paratext: bool = Field(False, title="Paratext", description="Keep covers and tables of contents as works.")
    retracted: bool = Field(True, title="Retracted", description="Keep retracted works in the network.")
    xpac: bool = Field(
        False,
        title="Expansion corpus",
        description="Keep works of OpenAlex's expansion corpus (`is_xpac`), which its API leaves out by default, too.",
    )
    universe: Literal["corpus", "snapshot"] = Field(
        "corpus", title="Who cites", description="corpus: its works alone cite and are cited; snapshot: all works."
    )


class MachineSettings(_Part):
    """Memory and threads of a build; they decide no row."""

    memory_gb: float = Field(
        8.0, gt=0.1, title="Memory (GB)", description="Memory of the engine; it spills to disk beyond this."
    )
    threads: int = Field(2, ge=1, title="Threads", description="Threads of the engine, and of the measures of works.")


class MeasureSettings(_Part):
    """Definitions of novelty and disruption, and the works that are ranked."""

    disruption: Literal["paper", "cd"] = Field(
        "cd", title="Disruption", description="paper: (Ni - Nj) / (Ni + Nj); cd: with Nk below, as Funk and Owen-Smith."
    )
    window_years: int | None = Field(
        None, ge=1, title="Window", description="Years within which citations count; empty: all."
    )
    min_references: int = Field(5, ge=0, title="Fewest references", description="Of works that are ranked.")
    min_citations: int = Field(10, ge=0, title="Fewest citations", description="Of works that are ranked.")
    repositories: bool = Field(
        True,
        title="Repositories as venues",
        description="Off: references to arXiv and other repositories do not count for novelty.",
    )


class SubFieldSettings(_Part):
    """Sub-fields, and the rule by which works belong to them."""

    path: str = Field(
        "configs/scinetbench/sub_fields.yaml",
        title="Sub-fields",
        description="File of sub-fields by field, with their phrases and topics.",
    )
    min_works: int = Field(50, ge=1, title="Fewest works", description="A smaller sub-field gets no queries.")
    likeness: float | None = Field(
        None,
        gt=0,
        le=1,
        title="Likeness",
        description="Least cosine similarity of title and abstract to a sub-field's name at which a work also belongs "
        "to it (0.5 suits MiniLM); empty: phrases and topics alone.",
    )
    embedding: str = Field(
        "best",
        title="Embedding",
        description="best: MiniLM where the extra `embeddings` is installed, else by letters; lexical: by letters; or "
        "a sentence-transformers model. The release says which.",
    )


class TextSettings(_Part):
    """Texts of citing works, for the sentiment of citations and co-mentions within a paragraph."""

    path: str = Field(
        "",
        title="Texts",
        description="A folder of LaTeX sources or GROBID's TEI, each file named by its work (W…, arXiv id or DOI).",
    )


class QuerySettings(_Part):
    """Number of queries of each kind, and the works that they are about."""

    wanted: int = Field(50, ge=1, title="Length of a list", description="Works that an answer may list.")
    per_sub_field: int = Field(
        6, ge=0, title="Pair-wise queries a sub-field", description="Works with a pair-wise query in each sub-field."
    )
    pair_wise: int = Field(600, ge=0, title="Pair-wise queries", description="Upper limit for all sub-fields together.")
    min_citers: int = Field(20, ge=1, title="Fewest citers", description="Of a work that a pair-wise query is about.")
    path_wise: int = Field(133, ge=0, title="Path-wise queries", description="Upper limit for all sub-fields together.")
    classic: int = Field(
        50, ge=1, title="Classic works", description="Most cited works of a sub-field, where paths end."
    )
    emerging: int = Field(10, ge=1, title="Emerging works", description="Most cited recent works, where paths begin.")
    emerging_since: int = Field(2024, title="Emerging since", description="First year of emerging works.")
    max_hops: int = Field(5, ge=1, le=20, title="Longest path", description="Citations along a path, at most.")
    seed: int = Field(0, title="Seed", description="Seed of the draw of works and pairs.")
