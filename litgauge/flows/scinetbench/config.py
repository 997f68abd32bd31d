"""Settings of SciNetBench's pipelines."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from litgauge.flows.pipeline.build import BuildSettings, SeriesName
from litgauge.flows.pipeline.score_settings import JudgedSettings
from litgauge.tasks.benchmarks.scinetbench.build.settings import (
    CorpusSettings,
    MachineSettings,
    MeasureSettings,
    QuerySettings,
    SnapshotSettings,
    SubFieldSettings,
    TextSettings,
)
from litgauge.tasks.judge import JudgeSettings
from litgauge.tasks.llm.settings import ModelSettings


class NetworkBuildConfig(BuildSettings):
    """One build of a benchmark, from a snapshot of OpenAlex to a release."""

    kind: Literal["scinetbench"] = Field("scinetbench", title="Kind", description="What is built: a SciNetBench.")
    benchmark: SeriesName = "scinetbench"
    snapshot: SnapshotSettings = Field(SnapshotSettings(), title="Snapshot", description="OpenAlex's works.")
    corpus: CorpusSettings = Field(CorpusSettings(), title="Corpus", description="Works that belong to the network.")
    measures: MeasureSettings = Field(MeasureSettings(), title="Measures", description="Novelty and disruption.")
    sub_fields: SubFieldSettings = Field(
        SubFieldSettings(), title="Sub-fields", description="Fields and sub-fields of the queries."
    )
    texts: TextSettings = Field(TextSettings(), title="Texts", description="Full texts of citing works, if available.")
    model: ModelSettings = Field(ModelSettings(), title="Model", description="The judge of the sentiment of citations.")
    queries: QuerySettings = Field(QuerySettings(), title="Queries", description="Number and subjects of queries.")
    review: str = Field(
        "",
        title="Review",
        description="Folder from `litgauge scinetbench queries` that people filled in; their entries take precedence.",
    )
    machine: MachineSettings = Field(
        MachineSettings(), title="Machine", description="Memory and threads that a build may use."
    )
    abstracts: bool = Field(
        True,
        title="Abstracts in the release",
        description="Needed by judges of single works. Off for a corpus of millions: the build's output keeps them.",
    )
    max_failed_share: float = Field(
        0.0,
        ge=0,
        le=1,
        title="Allowed share of failed items",
        description="Share of the snapshot's files. A missing file changes the network, so it is 0 by default.",
    )


class NetworkScoreConfig(JudgedSettings):
    """One scoring of one agent's lists and paths on one release."""

    release: str = Field("scinetbench", title="Release", description="scinetbench@1, or scinetbench for the latest.")
    judge: JudgeSettings | None = Field(
        None,
        title="Judge",
        description="Judge whose model grades works and paths from 0 to 10; empty: none. Its voters are not used.",
    )
