"""A benchmark as all know it that is not its own: releases, ledger, leaderboard, pages, command line, serve."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

import msgspec
import pyarrow as pa

from tasks.benchmark.answers import Answers
from tasks.benchmark.changes import Compared, NoReasons, Reasons
from tasks.benchmark.page import Page
from tasks.benchmark.scoring import Scoring
from tasks.engine.memory import StageOutput, read_manifest
from tasks.engine.storage import Storage
from tasks.records import Quarantined, Table

Row = TypeVar("Row")


class Release(Protocol):
    """A frozen release, as far as benchmarks read it (`tasks.releases.release.StoredRelease`)."""

    @property
    def name(self) -> str:
        """`reportbench@3`."""
        ...

    @property
    def digest(self) -> str:
        """sha256 (hex) over its content."""
        ...

    @property
    def created(self) -> str:
        """When it was frozen, ISO 8601, UTC."""
        ...

    def has(self, table: str) -> bool:
        """Whether it holds this table."""
        ...

    def rows(self, table: str, row_type: type[Row]) -> Iterator[Row]:
        """The rows of one table; ReleaseError if it has none or was frozen without a column that they need."""
        ...

    def table_of(self, table: str, row_type: type) -> pa.Table:
        """The same as columns, for tables too large to be rows."""
        ...


class About(msgspec.Struct, frozen=True):
    """What the card of a release says of it in particular."""

    title: str
    summary: str
    made: str  # how the rows came about
    limits: tuple[str, ...]
    caution: str = ""  # what must be said wherever numbers of this release are shown; "" where nothing must


@dataclass(frozen=True)
class Flows:
    """Where a benchmark's pipelines are, as "module:name"; flows lie above, so nothing here imports them.

    A build takes (config, storage), a refresh too; a score takes (config, storage, rescores). Their config classes
    are pydantic models, so the command line and the forms of the UI are made from them.
    """

    build: str = ""  # "" where there is none
    build_config: str = ""
    refresh: str = ""
    score: str = "flows.pipeline.score:score_answers"  # asks no judge
    score_config: str = "flows.pipeline.score:ScoreSettings"
    own_deployments: tuple[str, ...] = ()  # what the UI offers of it alone: functions of `Offered` to `Deployment`
    commands: str = ""  # its own commands, a Typer app: `litgauge <name> <command>`
    analysis: str = ""  # what `litgauge analysis` says over all agents: a function of `ShownPage` to `Analysis`
    demo: str = ""  # its part of `litgauge demo`: a function of the storage's URL, which builds and scores a sample


@dataclass(frozen=True)
class Example:
    """What ships to try a benchmark with; paths from the folder that a server is started in. Forms are filled in so."""

    answers: str = ""  # folder of an agent's answers to the sample; "" where none ships
    pages: str = ""  # folder of the pages that such answers cite, which are nowhere else
    agent: str = ""  # a file of configs/agents, whose agent does such tasks
    model: str = ""  # a file of configs/models, that it asks; "" for the agent's own


Tables = Mapping[str, pa.Table]
_SHOWN = 3


def summed(message: str, culprits: Iterable[str]) -> Iterator[str]:
    """The message with the first culprits and the number of the others; nothing without culprits."""
    found = list(dict.fromkeys(culprits))
    if found:
        more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
        yield message.format(", ".join(found[:_SHOWN]) + more)


def not_done(storage: Storage, outputs: Mapping[str, StageOutput]) -> Iterator[Quarantined]:
    """Every item that a stage rejected or failed on, once, with the first reason."""
    seen: set[str] = set()
    for output in outputs.values():
        for item in read_manifest(storage, output).items:
            if item.status != "done" and item.id not in seen:
                seen.add(item.id)
                yield Quarantined(item.id, output.stage, item.status, item.rule, item.detail)


@dataclass(frozen=True)
class Benchmark:
    """One benchmark. Its room declares one; `tasks.benchmark.registry` finds it by its name."""

    name: str  # "reportbench"
    title: str  # "ReportBench"
    paper: str  # "arXiv 2508.15804"
    tables: tuple[Table, ...]  # of a release, in their order
    about: About
    assemble: Callable[[Storage, Any], Tables]  # the outputs of a build's stages to the tables of a release
    load: Callable[[Release], Any]  # a release's rows as the benchmark's own functions take them
    answers: Answers
    scoring: Scoring
    flows: Flows
    example: Example = Example()
    tasks: str = "tasks"  # the table of what agents are given
    told: tuple[str, ...] = ()  # its columns that `show` prints beside key and groups
    imports: Mapping[str, str] = field(default_factory=dict)  # published data set -> what imports it, "module:name"
    broken: Callable[[Tables], Iterable[str]] = lambda _tables: ()  # what does not hold beyond keys and references
    card_notes: Callable[[Tables], str] = lambda _tables: ""  # what the card must say first, in Markdown
    card_tags: tuple[str, ...] = ()
    statistics: Callable[[Any], Mapping[str, str]] = lambda _release: {}  # of a loaded release, as `show` says them
    left_out: Callable[[Storage, Mapping[str, StageOutput]], Iterable[Quarantined]] = not_done  # of a build, by stage
    compared: tuple[Compared, ...] = ()  # the tables that a diff tells row by row; without any, all that have a key
    reasons: Callable[[Release, Release], Reasons] = lambda _before, _after: NoReasons()
    page: Page = field(default_factory=Page)
    agents: Mapping[str, str] = field(default_factory=dict)  # its kinds of agents -> "module:NAME" of an AgentKind
    needs: str = ""  # the benchmark whose releases it is built from; their rows are read with types of its own

    def table(self, name: str) -> Table | None:
        """The declared table with this name."""
        return next((table for table in self.tables if table.name == name), None)
