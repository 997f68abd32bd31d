"""`litgauge reportbench …`: the commands of this benchmark alone."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from litgauge.flows.cli.console import JsonOption, StorageOption, out

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
    """Write the domains of a release's surveys to a sheet that experts can correct.

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


@app.command()
def review(
    release: Annotated[str, typer.Argument(help="The release whose tasks are reviewed")] = "reportbench",
    to: Annotated[Path | None, typer.Option("--out", help="Write two sheets for each expert into this folder")] = None,
    read: Annotated[Path | None, typer.Option("--read", help="Read the sheets of this folder back")] = None,
    experts: Annotated[
        list[str] | None, typer.Option("--expert", help="An expert's name; may be repeated [default: four of them]")
    ] = None,
    xlsx: Annotated[bool, typer.Option("--xlsx", help="Write workbooks instead of CSV")] = False,
    storage: StorageOption = "data",
    as_json: JsonOption = False,
) -> None:
    """Write sheets on the tasks of a release for experts, or read back what most of them say and how far they agree.

    For each task they give the right domain, and say whether its prompt fits the survey, hides it and is clear. A build
    whose config names the folders takes the domains that most of them give, and draws no prompt that most refuse.

    Example: `litgauge reportbench review reportbench@1 --out review/`, later
    `litgauge reportbench review reportbench@1 --read review/`
    """
    from litgauge.flows.reportbench.reviews import print_review, write_review_sheets

    if to is not None and read is None:
        write_review_sheets(release, to, experts or (), storage, out, xlsx=xlsx)
    elif read is not None and to is None:
        print_review(release, read, storage, out, as_json=as_json)
    else:
        raise typer.BadParameter("name --out or --read")
