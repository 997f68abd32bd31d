"""Declaration of a benchmark, from which releases, ledger, pages, command line and `serve` work."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from litgauge.tasks.benchmark.about import About
from litgauge.tasks.benchmark.changes import Compared, NoReasons, Reasons
from litgauge.tasks.benchmark.page import Page
from litgauge.tasks.records import Quarantined, Table

if TYPE_CHECKING:
    import pyarrow as pa

    from litgauge.tasks.benchmark.answers import Answers
    from litgauge.tasks.benchmark.scoring import Scoring
    from litgauge.tasks.engine.items import StageOutput
    from litgauge.tasks.engine.storage import Storage

Row = TypeVar("Row")


class Release(Protocol):
    """Part of a frozen release that benchmarks read (`litgauge.tasks.releases.release.StoredRelease`)."""

    @property
    def name(self) -> str:
        """Return its name: `reportbench@3`."""
        ...

    @property
    def digest(self) -> str:
        """Return the sha256 (hex) of its content."""
        ...

    @property
    def created(self) -> str:
        """Return the time of freezing, ISO 8601, UTC."""
        ...

    def has(self, table: str) -> bool:
        """Return whether it holds this table."""
        ...

    def rows(self, table: str, row_type: type[Row]) -> Iterator[Row]:
        """Yield the rows of a table. Raises ReleaseError if the table, or a column that the rows need, is not there."""
        ...

    def table_of(self, table: str, row_type: type) -> pa.Table:
        """Return the table as columns, for tables too large to be read as rows."""
        ...


@dataclass(frozen=True)
class Flows:
    """A benchmark's pipelines as "module:name", since nothing here may import litgauge.flows.

    A build takes (config, storage), a refresh too; a score takes (config, storage, rescores). Their config classes
    are pydantic models, from which the command line and the forms of the UI are made.
    """

    build: str = ""  # "" where there is none
    build_config: str = ""
    refresh: str = ""
    score: str = "litgauge.flows.pipeline.score:score_answers"  # asks no judge
    score_config: str = "litgauge.flows.pipeline.score_settings:ScoreSettings"
    own_deployments: tuple[str, ...] = ()  # functions of `Offered` to `Deployment`
    commands: str = ""  # its own commands, a Typer app: `litgauge <name> <command>`
    demo: str = ""  # its part of `litgauge demo`: a function of the storage's URL, which builds and scores a sample


@dataclass(frozen=True)
class Example:
    """Files that ship with a benchmark and prefill its forms; paths for `own_or_shipped`."""

    answers: str = ""  # folder of an agent's answers to the sample; "" if none ships
    pages: str = ""  # folder of the pages that these answers cite
    agent: str = ""  # a file of configs/agents
    model: str = ""  # a file of configs/models; "" for the agent's own


@dataclass(frozen=True, slots=True)
class Counted:
    """A stage of a build in its funnel: the number of items after it, here and in the paper."""

    name: str  # of the stage
    holds: str = ""  # "surveys with references"; "": only its rules are shown
    paper: int | None = None


Tables = Mapping[str, "pa.Table"]
_SHOWN = 3


def summed(message: str, culprits: Iterable[str]) -> Iterator[str]:
    """Yield the message with the first culprits and the number of others, if there are any."""
    names = list(dict.fromkeys(culprits))
    if names:
        more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
        yield message.format(", ".join(names[:_SHOWN]) + more)


def not_done(storage: Storage, outputs: Mapping[str, StageOutput]) -> Iterator[Quarantined]:
    """Yield every item that a stage rejected or failed on, once, with the first reason."""
    from litgauge.tasks.engine.memory import read_manifest  # loads pyarrow

    item_ids: set[str] = set()
    for output in outputs.values():
        for item in read_manifest(storage, output).items:
            if item.status != "done" and item.id not in item_ids:
                item_ids.add(item.id)
                yield Quarantined(item.id, output.stage, item.status, item.rule, item.detail)


@dataclass(frozen=True)
class Benchmark:
    """One benchmark, declared by its package; `litgauge.tasks.benchmark.registry` returns it by name."""

    name: str  # "reportbench"
    title: str  # "ReportBench"
    paper: str  # "arXiv 2508.15804"
    tables: tuple[Table, ...]  # of a release, in their order
    about: About
    assemble: Callable[[Storage, Any], Tables]  # outputs of a build -> tables of a release
    load: Callable[[Release], Any]  # a release in the form for this benchmark's functions
    answers: Answers
    scoring: Scoring
    flows: Flows
    example: Example = Example()
    tasks: str = "tasks"  # name of the table of tasks
    task_columns: tuple[str, ...] = ()  # its columns that `show` prints beside key and groups
    imports: Mapping[str, str] = field(default_factory=dict)  # published data set -> its importer, "module:name"
    broken: Callable[[Tables], Iterable[str]] = lambda _tables: ()  # faults beyond keys and references
    card_notes: Callable[[Tables], str] = lambda _tables: ""  # first words of the card, in Markdown
    card_tags: tuple[str, ...] = ()
    statistics: Callable[[Any], Mapping[str, str]] = lambda _release: {}  # of a loaded release, for `show`
    quarantine: Callable[[Storage, Mapping[str, StageOutput]], Iterable[Quarantined]] = not_done  # outputs by stage
    counted: tuple[Counted, ...] = ()  # stages of its funnel, in their order; () for none
    compared: tuple[Compared, ...] = ()  # tables that a diff compares row by row; () for all with a key
    reasons: Callable[[Release, Release], Reasons] = lambda _before, _after: NoReasons()
    page: Page = field(default_factory=Page)
    agents: Mapping[str, str] = field(default_factory=dict)  # its kinds of agents -> "module:NAME" of an AgentKind
    needs: str = ""  # the benchmark whose releases it is built from; their rows are read with types of its own

    def table(self, name: str) -> Table | None:
        """Return the declared table with this name."""
        return next((table for table in self.tables if table.name == name), None)
