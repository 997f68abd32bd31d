"""Options of what can be started, each said once: the command line and the UI's forms are made from these classes.

A field is an option of the command and a field of the form, with one type, one description and the same bounds.
`Option` says what differs: another name, another default, or that only one of the two offers it.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field
from pydantic.fields import FieldInfo

from litgauge.tasks.base.shipped import FIRST

AS_CONFIGURED = "as the config says"
OWN = "the run's own"
LATEST = "the latest of the run's own"
NOBODY = "no judge"
SAME: Any = inspect.Parameter.empty


@dataclass(frozen=True)
class Option:
    """Presentation of a field on the command line and in a form, beyond what the field itself says."""

    names: tuple[str, ...] = ()  # on the command line; else --like-the-field
    argument: bool = False  # on the command line it has no name
    variable: str | None = None  # of the environment
    form: str = ""  # the form's name for it; else the field's
    default: Any = SAME  # in the form
    terminal: bool = True  # whether the command line offers it
    ui: bool = True  # whether the form offers it


def options_of(kind: type[BaseModel]) -> Iterator[tuple[str, FieldInfo, Option]]:
    """Each field of a class of options, and how it is offered."""
    for name, field in kind.model_fields.items():
        yield name, field, next((entry for entry in field.metadata if isinstance(entry, Option)), Option())


def _terminal(*names: str) -> Option:
    return Option(names, ui=False)


class Options(BaseModel):
    """Options of one command, and of the form that starts the same."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True, protected_namespaces=())


Release = Annotated[str, Option(argument=True, default=FIRST)]
ReleaseField = Field(description="reportbench@3, or reportbench for the latest")
Benchmark = Annotated[str, Option(argument=True, ui=False)]
Advanced = Annotated[dict[str, Any] | None, Option(terminal=False)]


class Stored(Options):
    """Options of everything that works on a storage."""

    storage: Annotated[str, Option(("--storage",), variable="LITGAUGE_STORAGE")] = Field(
        "data", description="Where everything is kept: a folder or s3://bucket/path"
    )
    as_json: Annotated[bool, _terminal("--json")] = Field(False, description="Print JSON for programs instead of text")


class Computed(Stored):
    """Options of everything that Prefect runs."""

    verbose: Annotated[bool, _terminal("--verbose", "-v")] = Field(False, description="Show Prefect's log as well")


class OnEngine(Computed):
    """Options of everything that other machines can compute."""

    engine: Annotated[str | None, _terminal("--engine")] = Field(
        None, description="Engine: local, or dask (docs/team.md); default: the config's"
    )
    scheduler: Annotated[str | None, _terminal("--scheduler")] = Field(
        None, description="Scheduler for --engine dask, tcp://host:8786; default: workers on this machine"
    )


class _Configured(OnEngine):
    """Options of what makes releases by a build config."""

    benchmark: Benchmark = Field("", description="The benchmark to refresh, such as reportbench")
    config: Annotated[str | None, Option(default="paper")] = Field(
        None, description="Build config: a file, or a name in configs/benchmarks; default: the paper's"
    )
    corpus: Annotated[str, Option(terminal=False)] = Field(
        "", description="Snapshot or file of surveys to begin with; default: the config's"
    )
    model: Annotated[str | None, Option(default=AS_CONFIGURED)] = Field(
        None, description="Model: a file, or a name in configs/models (openai)"
    )
    advanced: Advanced = Field(None, description="Other settings of the config")

    more: Annotated[list[str] | None, _terminal("--set")] = Field(
        None, description="Any other setting of the config: name=value, e.g. sample.size=20"
    )


class RefreshOptions(_Configured):
    """Options of `litgauge refresh`."""

    accept: bool = Field(False, description="Release what the last refresh or build held, and harvest nothing")


class BuildOptions(_Configured):
    """Options of `litgauge build`."""

    benchmark: Benchmark = Field("", description="The benchmark to build, such as reportbench")
    config: Annotated[str | None, Option(default="sample")] = Field(
        None, description="Build config: a file, or a name in configs/benchmarks; default: the paper's"
    )
    papers: Annotated[Path | None, _terminal("--papers")] = Field(
        None, description="Your own papers: a folder, or JSON lines that name their sources"
    )
    snapshot: Annotated[Path | None, _terminal("--snapshot")] = Field(
        None, description="arXiv's metadata snapshot, as Kaggle gives it"
    )
    name: Annotated[str | None, _terminal("--name")] = Field(
        None, description="Name of the release, instead of the config's"
    )
    undated: Annotated[str | None, _terminal("--undated")] = Field(
        None,
        description="For papers without a date, in configs with prompts: reject, references (newest year), or a month",
    )
    topics: Annotated[str | None, _terminal("--topics")] = Field(
        None, description="For literature reviews: sub-fields, paths, or a file with your own topics"
    )
    accept: bool = Field(False, description="Release what the last build or refresh held, if the same is made again")


class ScoreOptions(OnEngine):
    """Options of `litgauge score`."""

    release: Release = ReleaseField
    run: Annotated[str, Option(("--run",), form="reports")] = Field(
        description="Folder of the agent's answers, in any known format, or the id of an agent run"
    )
    agent: Annotated[str | None, Option(default="")] = Field(
        None, description="Name of the agent in tables; an agent run has its own"
    )
    judge: Annotated[str | None, Option(default=NOBODY)] = Field(
        None, description="A judge: a file, or a name in configs/judges. Without one, what needs a judge has no number"
    )
    pages: Annotated[Path | None, Option(default="")] = Field(
        None, description="Folder of stored pages instead of the web"
    )
    fetch: Annotated[bool, Option(ui=False)] = Field(True, description="Fetch cited pages that are not frozen yet")
    retry_pages: Annotated[bool, _terminal("--retry-pages")] = Field(
        False, description="Ask again for pages that earlier runs could not reach (404, for example)"
    )
    facts: Annotated[bool, Option(ui=False)] = Field(True, description="Also judge statements without citation")
    forecast: Annotated[bool, Option(("--forecast",), form="forecast_only")] = Field(
        False, description="Print what judging would ask and cost; no question is asked and no run is written"
    )
    ask_again: bool = Field(False, description="Ask again where the judge's stored answer is invalid or refused")
    more: Annotated[list[str] | None, _terminal("--set")] = Field(
        None, description="Any other setting of the score run: name=value, e.g. boundaries=true"
    )
    advanced: Advanced = Field(
        None, description="Any other setting of the benchmark's scoring; what is not changed stays as it is"
    )


class RescoreOptions(OnEngine):
    """Options of `litgauge rescore`."""

    release: Annotated[str, Option(argument=True, default=LATEST)] = Field(
        description="The release to score on, the same or another"
    )
    run: Annotated[str, Option(("--run",))] = Field(description="Id of the score run to repeat, as score printed it")
    judge: Annotated[str | None, Option(default=OWN)] = Field(
        None, description="Another judge, by name or file; by default the run's own"
    )


class AgentOptions(Computed):
    """Options of `litgauge run`."""

    release: Release = ReleaseField
    agent: Annotated[str | None, Option(default="offline-good")] = Field(
        None, description="An agent: a file, or a name in configs/agents; a replay has its own"
    )
    name: Annotated[str | None, Option(default="")] = Field(
        None, description="Name of the agent in tables; by default the file's name"
    )
    limit: int | None = Field(None, ge=1, description="Only the first so many tasks")
    budget: Annotated[float | None, Option(form="budget_usd")] = Field(
        None, ge=0, description="Most US dollars that the run may spend"
    )
    replay: Annotated[str | None, _terminal("--replay")] = Field(
        None, description="Repeat this agent run from its recorded calls, without network or money"
    )
    to: Annotated[Path | None, _terminal("--out")] = Field(
        None, description="Also write the answers here, one file per task"
    )
    more: Annotated[list[str] | None, _terminal("--set")] = Field(
        None, description="Any other setting of the agent: name=value, e.g. max_calls=8"
    )
    model: Annotated[str | None, Option(default=AS_CONFIGURED)] = Field(
        None, description="Model: a file, or a name in configs/models (openai)"
    )
    advanced: Advanced = Field(
        None, description="Any other setting of the agent; what is not changed stays as the file has it"
    )


class AgentAndJudgeOptions(AgentOptions):
    """Options of the form that runs an agent and scores its answers."""

    judge: str = Field(NOBODY, description="Who judges its answers, a file of configs/judges")


class VerifyOptions(Stored):
    """Options of `litgauge verify`."""

    release: Release = Field(description=f"{ReleaseField.description}; on the command line also a published folder")
    public_key: Annotated[str, _terminal("--public-key")] = Field(
        "", description="Also check that this minisign key (RW… or a file) has signed a published folder"
    )


class PruneOptions(Stored):
    """Options of `litgauge prune`."""

    yes: Annotated[bool, _terminal("--yes")] = Field(
        False, description="Remove it; without this, only show what would go"
    )
    code: Annotated[str, Option(terminal=False, form="remove")] = Field(
        "", description="To remove what a run of this form has listed: the code that it showed. Empty: only list it"
    )
    older_than_h: Annotated[float, Option(("--older-than",))] = Field(
        24, ge=2, le=1_000_000, description="Keep everything younger than so many hours"
    )
    replies: Annotated[bool, Option(("--replies",))] = Field(
        False, description="Also remove model replies that no score run names, although they cost money"
    )
