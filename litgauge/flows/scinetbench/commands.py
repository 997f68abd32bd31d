"""`litgauge scinetbench …`: the commands of this benchmark alone."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from litgauge.flows.cli.console import StorageOption, out

app = typer.Typer()


@app.callback()
def scinetbench() -> None:
    """SciNetBench's own commands."""


@app.command()
def queries(
    release: Annotated[str, typer.Argument(help="scinetbench@1, or scinetbench for the latest")],
    to: Annotated[Path, typer.Option("--out", help="A new or empty folder")],
    xlsx: Annotated[bool, typer.Option("--xlsx", help="Write XLSX instead of CSV")] = False,
    storage: StorageOption = "data",
) -> None:
    """Write the queries of a network, and a sample of the members of its sub-fields, for people to review.

    Name the folder in the build config under `review`: what people say takes precedence over the rules.

    Example: `litgauge scinetbench queries scinetbench@1 --out review/`
    """
    from litgauge.flows.cli.sheet_files import check_new_sheet, write_sheet
    from litgauge.tasks.base.errors import UnusableInput
    from litgauge.tasks.benchmarks.scinetbench.benchmark import SCINETBENCH
    from litgauge.tasks.benchmarks.scinetbench.people import review_files
    from litgauge.tasks.benchmarks.scinetbench.release import load_release_rows
    from litgauge.tasks.engine.storage import Storage
    from litgauge.tasks.releases.release import load

    stored = load(Storage(storage), release)
    if stored.benchmark is not SCINETBENCH:
        raise UnusableInput(f"a release of {stored.benchmark.title} has no queries of this kind", where=stored.name)
    sheets = review_files(load_release_rows(stored))
    files = {(to / name).with_suffix(".xlsx" if xlsx else ".csv"): sheet for name, sheet in sheets.items()}
    for file in files:
        check_new_sheet(file)
    for file, (sheet, rows) in files.items():
        write_sheet(file, sheet, rows)
    out.print(
        f"{', '.join(file.name for file in files)} in {to}; say yes or no in label_1 (a second person in label_2), "
        "reword a query in `reworded`, and name the folder in the build config under review",
        soft_wrap=True,
    )
