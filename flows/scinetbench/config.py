"""What SciNetBench's pipelines are configured with."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field

from flows.engines import EngineSettings
from flows.judged_scoring import JudgedSettings
from tasks.benchmarks.literature_review.settings import SETTINGS, SUB_FIELDS, MaterialSettings, Setting
from tasks.benchmarks.scinetbench.settings import (
    CorpusSettings,
    MachineSettings,
    MeasureSettings,
    QuerySettings,
    SnapshotSettings,
    SubFieldSettings,
    TextSettings,
)
from tasks.judge import JudgeSettings
from tasks.llm.settings import ModelSettings
from tasks.text.given_names import given_name


def _each_once(settings: tuple[Setting, ...]) -> tuple[Setting, ...]:
    """In the order of the paper, each once."""
    return tuple(one for one in SETTINGS if one in settings)


def _several(files: Any) -> Any:
    """One file is a list of one."""
    return (files,) if isinstance(files, str) else files


class NetworkBuildConfig(EngineSettings):
    """One build of a benchmark, from a snapshot of OpenAlex to a release."""

    model_config = ConfigDict(frozen=True, extra="forbid", title="Build", hide_input_in_errors=True)

    kind: Literal["scinetbench"] = Field("scinetbench", title="Kind", description="What is built: a SciNetBench.")
    benchmark: Annotated[str, AfterValidator(given_name)] = Field(
        "scinetbench",
        max_length=100,
        pattern=r"^[a-z0-9][a-z0-9._-]*$",
        title="Name",
        description="Name of this benchmark; its releases are numbered under it.",
    )
    snapshot: SnapshotSettings = Field(SnapshotSettings(), title="Snapshot", description="OpenAlex's works.")
    corpus: CorpusSettings = Field(CorpusSettings(), title="Corpus", description="Which works it is about.")
    measures: MeasureSettings = Field(MeasureSettings(), title="Measures", description="Novelty and disruption.")
    sub_fields: SubFieldSettings = Field(SubFieldSettings(), title="Sub-fields", description="What queries are about.")
    texts: TextSettings = Field(TextSettings(), title="Texts", description="Of citing works, where there are any.")
    model: ModelSettings = Field(ModelSettings(), title="Model", description="Who says in what spirit works are cited.")
    queries: QuerySettings = Field(QuerySettings(), title="Queries", description="How many, and about what.")
    review: str = Field(
        "",
        title="Review",
        description="A folder of files that `litgauge queries` wrote and people filled in: what they say goes first.",
    )
    machine: MachineSettings = Field(MachineSettings(), title="Machine", description="What building may take of it.")
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
        description="Of the snapshot's files: one that is missing makes another network, so none by default.",
    )


class NetworkScoreConfig(JudgedSettings):
    """One scoring of one agent's lists and paths on one release."""

    release: str = Field("scinetbench", title="Release", description="scinetbench@1, or scinetbench for the latest.")
    judge: JudgeSettings | None = Field(
        None,
        title="Judge",
        description="Whose model grades works and paths from 0 to 10; empty: nobody. Its voters are not asked.",
    )


class StudyBuildConfig(EngineSettings):
    """One literature-review study, from a SciNetBench release to topics with their materials."""

    model_config = ConfigDict(frozen=True, extra="forbid", title="Build", hide_input_in_errors=True)

    kind: Literal["literature-review"] = Field(
        "literature-review", title="Kind", description="What is built: a literature-review study."
    )
    benchmark: Annotated[str, AfterValidator(given_name)] = Field(
        "literature-review",
        max_length=100,
        pattern=r"^[a-z0-9][a-z0-9._-]*$",
        title="Name",
        description="Name of this study; its releases are numbered under it.",
    )
    release: str = Field(
        "scinetbench", title="Release", description="Whose ground truth is given: scinetbench@1, or the latest."
    )
    topics: str = Field(
        SUB_FIELDS,
        min_length=1,
        title="Topics",
        description="sub-fields: those that the release asks about; paths: its path-wise queries, as in the paper; or "
        "a file of topics of your own (CSV, JSON lines, or plain text with a topic a line).",
    )
    wanted: int | None = Field(
        20, ge=1, title="Topics at most", description="So many are drawn, of those that no file names. Empty: all."
    )
    seed: int = Field(0, title="Seed", description="Which topics are drawn.")
    settings: Annotated[tuple[Setting, ...], AfterValidator(_each_once)] = Field(
        SETTINGS,
        min_length=1,
        title="Settings",
        description="What is given besides the topic: none; ego: the most novel and disruptive works; pair: who cites "
        "whom, in what words, and what is mentioned together; path: lines of citations.",
    )
    material: MaterialSettings = Field(MaterialSettings(), title="Material", description="How much of it is given.")
    max_failed_share: float = Field(0.0, ge=0, le=1, title="Allowed share of failed items", description="None.")


class StudyScoreConfig(JudgedSettings):
    """One scoring of one agent's reviews."""

    release: str = Field(
        "literature-review", title="Release", description="literature-review@1, or literature-review for the latest."
    )
    judge: JudgeSettings | None = Field(
        None,
        title="Judge",
        description="Whose model grades the reviews in five dimensions and ranks those on one topic; empty: nobody. "
        "Its voters are not asked.",
    )
    rounds: int = Field(
        2,
        ge=0,
        le=100,
        title="Orders of each topic",
        description="In how many orders the judge is shown the reviews on a topic to rank them; an even number lets "
        "each stand as far in front as behind. 0: no ranking.",
    )
    seed: int = Field(0, title="Seed", description="Of the first of these orders.")
    ranks: Annotated[tuple[str, ...], BeforeValidator(_several)] = Field(
        (),
        title="People's ranks",
        description="Sheets of `litgauge audit` that people filled in; what they rank of these reviews is kept with "
        "the run.",
    )
