"""Behind `litgauge funnel`: what each stage of a build let through, beside the paper; starts without Prefect."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.table import Table

from litgauge.flows.cli.console import out, print_json
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmark import benchmark_named
from litgauge.tasks.engine.run_records import RunRecord, last_run
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.releases.funnel import Funnel, build_funnel, funnel_values
from litgauge.tasks.releases.release import load
from litgauge.tasks.text.markdown import shorten

_EXAMPLE = 70


def print_funnel(release: str | None, storage: str, *, as_json: bool) -> None:
    """Print the funnel of a release, or of the last build or refresh, whether it came to a release or not.

    Raises UnusableInput where there is none.
    """
    place = Storage(storage)
    of, funnel = _of_last_run(place) if release is None else _of_release(place, release)
    values = funnel_values(funnel)
    if as_json:
        print_json({"of": of, "harvested": funnel.harvested, "broken": funnel.broken, **values})
        return
    out.print(f"Funnel of {of}", soft_wrap=True)
    for grid in funnel_tables(values):
        out.print(grid)


def funnel_tables(values: Mapping[str, Sequence[Mapping[str, Any]]]) -> list[RenderableType]:
    """Return a table of the stages, beside the paper's counts, and one of the rules that let something fall."""
    stages = Table("stage", "what is left", title="Stages", title_justify="left")
    stages.add_column("here", justify="right")
    stages.add_column("in the paper", justify="right")
    for count in values["counts"]:
        paper = "" if count["paper"] is None else f"{count['paper']:,}"
        stages.add_row(count["stage"], count["holds"], f"{count['left']:,}", paper)
    rules = Table("stage", "rule", title="Rejected or failed", title_justify="left")
    rules.add_column("dropped", justify="right")
    rules.add_column("left", justify="right")
    has_examples = any(step["examples"] for step in values["funnel"])
    if has_examples:
        rules.add_column("for example")
    for step in values["funnel"]:
        example = [shorten("".join(step["examples"][:1]), _EXAMPLE)] if has_examples else []
        rules.add_row(step["stage"], step["rule"], f"{step['dropped']:,}", f"{step['left']:,}", *example)
    return [stages, *([rules] if values["funnel"] else [])]


def _of_release(storage: Storage, name: str) -> tuple[str, Funnel]:
    stored = load(storage, name)
    if stored.manifest.funnel is None:
        raise UnusableInput(
            "it holds no funnel",
            where=stored.name,
            next_step="Releases hold one that were built from a harvest by this version; "
            "litgauge funnel without a name shows the last build",
        )
    return stored.name, stored.manifest.funnel


def _of_last_run(storage: Storage) -> tuple[str, Funnel]:
    record = last_run(storage)
    funnel = _funnel_of(storage, record) if record else None
    if record is None or funnel is None:
        what = f"the last build, of {record.name}, has no funnel" if record else "nothing was built here"
        raise UnusableInput(
            what,
            where=storage.url,
            next_step="Run litgauge build, or name a release or a --storage",
        )
    return f"the run of {record.name} that ended {record.ended}", funnel


def _funnel_of(storage: Storage, record: RunRecord) -> Funnel | None:
    outputs = {output.stage: output for output in record.outputs if storage.exists(output.manifest)}
    return build_funnel(storage, benchmark_named(record.kind), outputs)
