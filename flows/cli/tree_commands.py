"""The commands on trees: no orchestration."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from flows.cli.console import JsonOption, StorageOption, app, err, out


@app.command()
def trees(
    file: Annotated[Path, typer.Argument(help="JSON lines in TaxoBench's format: id, pdfs, gt, hierarchy_tree")],
    mode: Annotated[
        Literal["ours", "released"], typer.Option(help="ours, or released: what the published evaluators compute")
    ] = "ours",
    embedding: Annotated[
        Literal["minilm", "lexical"] | None,
        typer.Option(help="Likeness of names [default: minilm where it is installed]"),
    ] = None,
    output: Annotated[Path | None, typer.Option("--out", help="Write JSON lines here instead of printing")] = None,
) -> None:
    """Compare taxonomies with those of experts: one JSON object per row of a file in TaxoBench's format.

    Example: `litgauge trees answers.jsonl --out scores.jsonl`
    """
    from flows.cli.tree_lines import score_trees

    score_trees(file, output, mode, embedding, err)


@app.command()
def folders(
    release: Annotated[str, typer.Argument(help="taxobench@1, or taxobench for the latest")],
    to: Annotated[Path, typer.Option("--out", help="A new or empty folder")],
    storage: StorageOption = "data",
) -> None:
    """Write taxonomies as folders that experts can review: a topic is a folder, a paper a text file in it.

    What they rename, move, add or remove there comes back with `litgauge import taxobench`.

    Example: `litgauge folders taxobench@1 --out review/`
    """
    from flows.cli.tree_folders import write_tree_folders

    write_tree_folders(release, to, storage, out)


@app.command()
def analysis(
    release: Annotated[str, typer.Argument(help="taxobench@1, or taxobench for the latest")],
    storage: StorageOption = "data",
    as_json: JsonOption = False,
) -> None:
    """Say what TaxoBench's agents have in common: its tables by mode, inputs, recall and structure, types of errors.

    The report page shows the same with its pictures; --json has every interval.

    Example: `litgauge analysis taxobench@1`
    """
    from flows.cli.analysis import print_analysis

    print_analysis(release, storage, as_json=as_json)
