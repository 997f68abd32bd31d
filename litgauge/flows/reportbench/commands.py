"""`litgauge reportbench …`: the commands of this benchmark alone."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from litgauge.flows.cli.console import StorageOption, out

app = typer.Typer()


@app.callback()
def reportbench() -> None:
    """ReportBench's own commands."""


@app.command()
def domains(
    release: Annotated[str, typer.Argument(help="The release whose labels to review")],
    to: Annotated[Path, typer.Option("--out", help="Write the sheet here: .csv, .xlsx or .jsonl")],
    storage: StorageOption = "data",
) -> None:
    """Write the domains of a release's surveys to a file that experts can correct.

    Name the corrected file in the build config under `domains.review`: expert labels win.

    Example: `litgauge reportbench domains reportbench@1 --out review.csv`
    """
    from litgauge.flows.cli.sheet_files import check_new_sheet, write_sheet
    from litgauge.tasks.benchmarks.reportbench.build.domains import DOMAIN_REVIEW, review_rows
    from litgauge.tasks.benchmarks.reportbench.rows import DomainLabel
    from litgauge.tasks.engine.storage import Storage
    from litgauge.tasks.records import PublishedSurvey
    from litgauge.tasks.releases.release import load

    check_new_sheet(to)
    stored = load(Storage(storage), release)
    labels = list(stored.rows("domains", DomainLabel))
    titles = {survey.survey_id: survey.title for survey in stored.rows("surveys", PublishedSurvey)}
    write_sheet(to, DOMAIN_REVIEW, review_rows(labels, titles))
    out.print(
        f"{len(labels)} surveys in {to}; fill in expert_domain where you disagree, and name the file in the build "
        "config under domains.review"
    )
