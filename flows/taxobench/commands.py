"""`litgauge taxobench …`: the commands of this benchmark alone, and `trees`, which needs no release."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from flows.cli.console import JsonOption, StorageOption, err, out, quiet_prefect
from flows.cli.options import with_options
from flows.taxobench.options import InputsOptions

app = typer.Typer()


@app.callback()
def taxobench() -> None:
    """TaxoBench's own commands."""


def trees(
    file: Annotated[Path, typer.Argument(help="JSON lines, maybe gzipped: id, pdfs, gt, hierarchy_tree")],
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
    from flows.taxobench.tree_lines import score_trees

    score_trees(file, output, mode, embedding, err)


@app.command()
def folders(
    release: Annotated[str, typer.Argument(help="taxobench@1, or taxobench for the latest")],
    to: Annotated[Path, typer.Option("--out", help="A new or empty folder")],
    storage: StorageOption = "data",
) -> None:
    """Write taxonomies as folders that experts can review: a topic is a folder, a paper a text file in it.

    What they rename, move, add or remove there comes back with `litgauge import taxobench`.

    Example: `litgauge taxobench folders taxobench@1 --out review/`
    """
    from flows.taxobench.reviews import write_tree_folders

    write_tree_folders(release, to, storage, out)


@app.command()
def review(
    of: Annotated[
        str | None,
        typer.Argument(help="What a build of this name has read (taxobench), or a release (taxobench@1)"),
    ] = None,
    to: Annotated[Path | None, typer.Option("--out", help="Write a review folder here: new or empty")] = None,
    read: Annotated[Path | None, typer.Option("--read", help="Read a review folder back")] = None,
    experts: Annotated[
        list[str] | None, typer.Option("--expert", help="An expert's name; may be repeated [default: three of them]")
    ] = None,
    storage: StorageOption = "data",
    as_json: JsonOption = False,
) -> None:
    """Give candidate taxonomies to experts, or read back what they changed, and how far they agree.

    Every expert gets the trees as folders, with a form for disambiguation, deduplication and validation beside each.
    What all of them accept is released by `litgauge import taxobench FOLDER`, or by a build whose config names it.

    Example: `litgauge taxobench review taxobench --out review/`, later `litgauge taxobench review --read review/`
    """
    from flows.taxobench.reviews import print_review, write_review_folder

    if read is not None and of is None and to is None:
        print_review(read, out, as_json=as_json)
    elif of is not None and to is not None and read is None:
        write_review_folder(of, to, experts or (), storage, out)
    else:
        raise typer.BadParameter("name either a build or release and --out, or --read alone")


@app.command()
@with_options(InputsOptions)
def inputs(options: InputsOptions) -> None:
    """Draw summaries, core tasks and contributions from the papers of a release, for agents that are told more.

    Each thing drawn rests on words of the paper, which are looked for in it. The next release has them, and is the same
    otherwise. Read is the full text where it is at hand, else the abstract; of a paper without either nothing is asked.

    Example: `litgauge taxobench inputs taxobench --papers papers.jsonl --model configs/models/openai.yaml`
    """
    quiet_prefect(options.storage, options.verbose)
    from flows.taxobench.input_drawing import draw_inputs_of

    draw_inputs_of(options).show(as_json=options.as_json)
