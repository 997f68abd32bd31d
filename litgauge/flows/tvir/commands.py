"""`litgauge tvir …`: the commands of this benchmark alone."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from litgauge.flows.cli.console import JsonOption, StorageOption, out

app = typer.Typer()


@app.callback()
def tvir() -> None:
    """TVIR's own commands."""


@app.command()
def review(
    of: Annotated[str, typer.Argument(help="Name of the build whose drafts are reviewed")] = "tvir",
    to: Annotated[Path | None, typer.Option("--out", help="Write a sheet for each expert into this folder")] = None,
    read: Annotated[Path | None, typer.Option("--read", help="Read the sheets of this folder back")] = None,
    experts: Annotated[
        list[str] | None, typer.Option("--expert", help="An expert's name; may be repeated [default: three of them]")
    ] = None,
    storage: StorageOption = "data",
    as_json: JsonOption = False,
) -> None:
    """Write sheets on drafted tasks for experts, or read back what most of them decide, in four aspects.

    An expert's better wording becomes a draft of its own: --read with --out writes the sheets of what is
    still open. A build whose config names the folder releases what is accepted.

    Example: `litgauge tvir review tvir --out review/`, later `litgauge tvir review tvir --read review/`
    """
    from litgauge.flows.tvir.reviews import print_review, write_review_sheets

    if to is not None:
        write_review_sheets(of, to, read, experts or (), storage, out)
    elif read is not None:
        print_review(of, read, storage, out, as_json=as_json)
    else:
        raise typer.BadParameter("name --out, --read, or both")


@app.command()
def weights(
    sheets: Annotated[
        list[Path],
        typer.Argument(
            help="picture, resolution, aspect, sharpness, contrast, overall: ratings from 1 to 10, by rater"
        ),
    ],
    as_json: JsonOption = False,
) -> None:
    """Fit the weights of image quality to people's ratings by normalised least squares, as in the paper.

    Example: `litgauge tvir weights ann.csv bob.csv`
    """
    from litgauge.flows.tvir.people import print_weights

    print_weights(sheets, out, as_json=as_json)


@app.command()
def extraction(
    sheets: Annotated[list[Path] | None, typer.Argument(help="Sheets that people filled in")] = None,
    run: Annotated[str | None, typer.Option("--run", help="Id of a score run whose reports are checked")] = None,
    to: Annotated[Path | None, typer.Option("--out", help="Write the sheet of this run")] = None,
    storage: StorageOption = "data",
    as_json: JsonOption = False,
) -> None:
    """Show how well references, cited statements and figures are found: precision, recall and F1 as means over reports.

    Example: `litgauge tvir extraction --run 2026-11-20-me-1 --out read.csv`, later `litgauge tvir extraction read.csv`
    """
    from litgauge.flows.tvir.people import print_extraction, write_extraction_sheet

    if run is not None and to is not None and not sheets:
        write_extraction_sheet(run, to, storage, out)
    elif sheets and run is None and to is None:
        print_extraction(sheets, out, as_json=as_json)
    else:
        raise typer.BadParameter("name sheets, or --run and --out")


@app.command()
def figures(
    reports: Annotated[list[Path], typer.Argument(help="Reports, or folders of them, of any benchmark")],
    to: Annotated[Path | None, typer.Option("--out", help="Write JSON lines into this file")] = None,
) -> None:
    """Measure the figures of any reports by rule: pictures, image quality, near duplicates, structural errors.

    Nothing is fetched or judged; `litgauge score tvir` does both for answers to a release.

    Example: `litgauge tvir figures reports/my-agent --out figures.jsonl`
    """
    from litgauge.flows.cli.figure_lines import write_figure_lines

    write_figure_lines(reports, to, out)
