"""Options of what can be started, each said once: the command line and the UI's forms are made from these classes.

A field is an option of the command and a field of the form, with one type, one description and the same bounds.
`Option` says what differs: another name, another default, or that only one of the two offers it.
"""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, dataclass_transform, get_type_hints

from litgauge.tasks.base.shipped import FIRST

AS_CONFIGURED = "as the config says"
OWN = "the run's own"
LATEST = "the latest of the run's own"
NOBODY = "no judge"
SAME: Any = inspect.Parameter.empty
REQUIRED: Any = dataclasses.MISSING
_OPTION = "option"
RELEASE = "reportbench@3, or reportbench for the latest"


@dataclass(frozen=True)
class Option:
    """A field of a class of options: its meaning, and its presentation on the command line and in a form."""

    description: str
    names: tuple[str, ...] = ()  # on the command line; else --like-the-field
    argument: bool = False  # on the command line it has no name
    variable: str | None = None  # of the environment
    form: str = ""  # the form's name for it; else the field's
    in_form: Any = SAME  # its default in the form
    terminal: bool = True  # whether the command line offers it
    ui: bool = True  # whether the form offers it
    least: float | None = None
    most: float | None = None


@dataclass(frozen=True)
class OptionField:
    """A field with its name, its type, and its default: REQUIRED where it has none."""

    name: str
    type: Any
    default: Any
    option: Option


def option(description: str, *, default: Any = REQUIRED, **presentation: Any) -> Any:
    """Return a field of a class of options; `presentation` is what `Option` takes."""
    return field(default=default, metadata={_OPTION: Option(description, **presentation)})


def options_of(kind: type[Options]) -> Iterator[OptionField]:
    """Yield the fields of a class of options."""
    types = get_type_hints(kind)
    for entry in dataclasses.fields(kind):  # type: ignore[arg-type]  # each of its classes is a dataclass
        yield OptionField(entry.name, types[entry.name], entry.default, entry.metadata[_OPTION])


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(option,))
class Options:
    """Options of one command, and of the form that starts the same: a frozen dataclass, whose values are checked by
    the command line and the form.
    """

    def __init_subclass__(cls) -> None:
        dataclass(frozen=True, kw_only=True)(cls)


class Stored(Options):
    """Options of everything that works on a storage."""

    storage: str = option(
        "Where everything is kept: a folder or s3://bucket/path",
        default="data",
        names=("--storage",),
        variable="LITGAUGE_STORAGE",
    )
    as_json: bool = option("Print JSON for programs instead of text", default=False, names=("--json",), ui=False)


class Computed(Stored):
    """Options of everything that Prefect runs."""

    verbose: bool = option(
        "Show Prefect's log as well",
        default=False,
        names=("--verbose", "-v"),
        ui=False,
    )


class OnEngine(Computed):
    """Options of everything that other machines can compute."""

    engine: str | None = option(
        "Engine: local, or dask (docs/team.md); default: the config's", default=None, names=("--engine",), ui=False
    )
    scheduler: str | None = option(
        "Scheduler for --engine dask, tcp://host:8786; default: workers on this machine",
        default=None,
        names=("--scheduler",),
        ui=False,
    )


class _Configured(OnEngine):
    """Options of what makes releases by a build config."""

    benchmark: str = option("The benchmark to refresh, such as reportbench", default="", argument=True, ui=False)
    config: str | None = option(
        "Build config: a file, or a name in configs/benchmarks; default: the paper's", default=None, in_form="paper"
    )
    corpus: str = option("Snapshot or file of surveys to begin with; default: the config's", default="", terminal=False)
    model: str | None = option(
        "Model: a file, or a name in configs/models (openai)", default=None, in_form=AS_CONFIGURED
    )
    advanced: dict[str, Any] | None = option("Other settings of the config", default=None, terminal=False)
    more: list[str] | None = option(
        "Any other setting of the config: name=value, e.g. sample.size=20", default=None, names=("--set",), ui=False
    )


class RefreshOptions(_Configured):
    """Options of `litgauge refresh`."""

    accept: bool = option("Release what the last refresh or build held, and harvest nothing", default=False)


class BuildOptions(_Configured):
    """Options of `litgauge build`."""

    benchmark: str = option("The benchmark to build, such as reportbench", default="", argument=True, ui=False)
    config: str | None = option(
        "Build config: a file, or a name in configs/benchmarks; default: the paper's", default=None, in_form="sample"
    )
    papers: Path | None = option(
        "Your own papers: a folder, or JSON lines that name their sources", default=None, names=("--papers",), ui=False
    )
    snapshot: Path | None = option(
        "arXiv's metadata snapshot, as Kaggle gives it", default=None, names=("--snapshot",), ui=False
    )
    name: str | None = option("Name of the release, instead of the config's", default=None, names=("--name",), ui=False)
    undated: str | None = option(
        "For papers without a date, in configs with prompts: reject, references (newest year), or a month",
        default=None,
        names=("--undated",),
        ui=False,
    )
    topics: str | None = option(
        "For literature reviews: sub-fields, paths, or a file with your own topics",
        default=None,
        names=("--topics",),
        ui=False,
    )
    accept: bool = option("Release what the last build or refresh held, if the same is made again", default=False)


class ScoreOptions(OnEngine):
    """Options of `litgauge score`."""

    release: str = option(RELEASE, argument=True, in_form=FIRST)
    run: str = option(
        "Folder of the agent's answers, in any known format, or the id of an agent run",
        names=("--run",),
        form="reports",
    )
    agent: str | None = option("Name of the agent in tables; an agent run has its own", default=None, in_form="")
    judge: str | None = option(
        "A judge: a file, or a name in configs/judges. Without one, what needs a judge has no number",
        default=None,
        in_form=NOBODY,
    )
    pages: Path | None = option("Folder of stored pages instead of the web", default=None, in_form="")
    fetch: bool = option("Fetch cited pages that are not frozen yet", default=True, ui=False)
    retry_pages: bool = option(
        "Ask again for pages that earlier runs could not reach (404, for example)",
        default=False,
        names=("--retry-pages",),
        ui=False,
    )
    facts: bool = option("Also judge statements without citation", default=True, ui=False)
    forecast: bool = option(
        "Print what judging would ask and cost; no question is asked and no run is written",
        default=False,
        names=("--forecast",),
        form="forecast_only",
    )
    ask_again: bool = option("Ask again where the judge's stored answer is invalid or refused", default=False)
    more: list[str] | None = option(
        "Any other setting of the score run: name=value, e.g. boundaries=true", default=None, names=("--set",), ui=False
    )
    advanced: dict[str, Any] | None = option(
        "Any other setting of the benchmark's scoring; what is not changed stays as it is", default=None, terminal=False
    )


class RescoreOptions(OnEngine):
    """Options of `litgauge rescore`."""

    release: str = option("The release to score on, the same or another", argument=True, in_form=LATEST)
    run: str = option("Id of the score run to repeat, as score printed it", names=("--run",))
    judge: str | None = option("Another judge, by name or file; by default the run's own", default=None, in_form=OWN)


class AgentOptions(Computed):
    """Options of `litgauge run`."""

    release: str = option(RELEASE, argument=True, in_form=FIRST)
    agent: str | None = option(
        "An agent: a file, or a name in configs/agents; a replay has its own", default=None, in_form="offline-good"
    )
    name: str | None = option("Name of the agent in tables; by default the file's name", default=None, in_form="")
    limit: int | None = option("Only the first so many tasks", default=None, least=1)
    budget: float | None = option("Most US dollars that the run may spend", default=None, form="budget_usd", least=0)
    replay: str | None = option(
        "Repeat this agent run from its recorded calls, without network or money",
        default=None,
        names=("--replay",),
        ui=False,
    )
    to: Path | None = option("Also write the answers here, one file per task", default=None, names=("--out",), ui=False)
    more: list[str] | None = option(
        "Any other setting of the agent: name=value, e.g. max_calls=8", default=None, names=("--set",), ui=False
    )
    model: str | None = option(
        "Model: a file, or a name in configs/models (openai)", default=None, in_form=AS_CONFIGURED
    )
    advanced: dict[str, Any] | None = option(
        "Any other setting of the agent; the rest is taken from the file", default=None, terminal=False
    )


class AgentAndJudgeOptions(AgentOptions):
    """Options of the form that runs an agent and scores its answers."""

    judge: str = option("Who judges its answers, a file of configs/judges", default=NOBODY)


class VerifyOptions(Stored):
    """Options of `litgauge verify`."""

    release: str = option(f"{RELEASE}; on the command line also a published folder", argument=True, in_form=FIRST)
    public_key: str = option(
        "Also check that this minisign key (RW… or a file) has signed a published folder",
        default="",
        names=("--public-key",),
        ui=False,
    )


class PruneOptions(Stored):
    """Options of `litgauge prune`."""

    yes: bool = option("Remove it; without this, only show what would go", default=False, names=("--yes",), ui=False)
    code: str = option(
        "To remove what a run of this form has listed: the code that it showed. Empty: only list it",
        default="",
        terminal=False,
        form="remove",
    )
    older_than_h: float = option(
        "Keep everything younger than so many hours", default=24, names=("--older-than",), least=2, most=1_000_000
    )
    replies: bool = option(
        "Also remove model replies that no score run names, although they cost money",
        default=False,
        names=("--replies",),
    )
