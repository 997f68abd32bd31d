"""`litgauge taxobench …`: the commands of this benchmark alone, and `trees`, which needs no release."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.text import Text

from litgauge.flows.cli.console import JsonOption, StorageOption, err, kept_in, out, quiet_prefect
from litgauge.flows.cli.options import with_options
from litgauge.flows.taxobench.options import InputsOptions

app = typer.Typer()


@app.callback()
def taxobench() -> None:
    """TaxoBench's own commands."""


def trees(
    file: Annotated[Path, typer.Argument(help="JSON lines, also gzipped: id, pdfs, gt, hierarchy_tree")],
    mode: Annotated[
        Literal["ours", "released"], typer.Option(help="ours, or released for what the published evaluators compute")
    ] = "ours",
    embedding: Annotated[
        Literal["minilm", "lexical"] | None,
        typer.Option(help="Similarity of names [default: minilm where it is installed]"),
    ] = None,
    output: Annotated[Path | None, typer.Option("--out", help="Write JSON lines here instead of printing")] = None,
) -> None:
    """Compare taxonomies with those of experts: one JSON object per row of a file in TaxoBench's format.

    Example: `litgauge trees answers.jsonl --out scores.jsonl`
    """
    from litgauge.flows.taxobench.tree_lines import score_trees

    score_trees(file, output, mode, embedding, err)


@app.command()
def folders(
    release: Annotated[str, typer.Argument(help="taxobench@1, or taxobench for the latest")],
    to: Annotated[Path, typer.Option("--out", help="A new or empty folder")],
    storage: StorageOption = "data",
) -> None:
    """Write taxonomies as folders that experts can review: a topic is a folder, a paper a text file in it.

    `litgauge import taxobench` reads back what they rename, move, add or remove.

    Example: `litgauge taxobench folders taxobench@1 --out review/`
    """
    from litgauge.flows.taxobench.reviews import write_tree_folders

    write_tree_folders(release, to, storage, out)


@app.command()
def review(
    of: Annotated[
        str | None,
        typer.Argument(help="Name of a build (taxobench), or a release (taxobench@1)"),
    ] = None,
    to: Annotated[Path | None, typer.Option("--out", help="Write a review folder here: new or empty")] = None,
    read: Annotated[Path | None, typer.Option("--read", help="Read a review folder back")] = None,
    experts: Annotated[
        list[str] | None, typer.Option("--expert", help="An expert's name; may be repeated [default: three of them]")
    ] = None,
    storage: StorageOption = "data",
    as_json: JsonOption = False,
) -> None:
    """Write candidate taxonomies for experts, or read back what they changed and how far they agree.

    Every expert gets the trees as folders, with a form for disambiguation, deduplication and validation beside each.
    What all of them accept is released by `litgauge import taxobench FOLDER`, or by a build whose config names it.

    Example: `litgauge taxobench review taxobench --out review/`, later `litgauge taxobench review --read review/`
    """
    from litgauge.flows.taxobench.reviews import print_review, write_review_folder

    if read is not None and of is None and to is None:
        print_review(read, out, as_json=as_json)
    elif of is not None and to is not None and read is None:
        write_review_folder(of, to, experts or (), storage, out)
    else:
        raise typer.BadParameter("name either a build or release and --out, or --read alone")


@app.command()
def part(
    release: Annotated[str, typer.Argument(help="taxobench@1, or taxobench for the latest")],
    shares: Annotated[
        list[float] | None, typer.Option("--share", help="Share of the papers given; may be repeated [default: 0.5]")
    ] = None,
    storage: StorageOption = "data",
    as_json: JsonOption = False,
) -> None:
    """Add deep-research tasks that give part of the experts' papers, to tell what searching and what organising loses.

    Each survey gets a task per share in the next release, which is the same otherwise. `litgauge analysis` then says
    how much of the papers given was dropped and misplaced, and how much of the others was found.

    Example: `litgauge taxobench part taxobench --share 0.5`
    """
    from litgauge.flows.cli.building import Outcome
    from litgauge.flows.taxobench.parts import add_part_tasks
    from litgauge.tasks.engine.storage import Storage

    result = add_part_tasks(Storage(storage), release, shares or (0.5,))
    text = Text.assemble(
        "frozen as ", (result["release"], "bold"), f" in {result['path']}: {result['tables']['tasks']:,} tasks. "
    )
    text.append(f"Run an agent on it: litgauge run {result['release']} --agent FILE{kept_in(storage)}")
    Outcome(text, result).show(as_json=as_json)


@app.command()
@with_options(InputsOptions)
def inputs(options: InputsOptions) -> None:
    """Extract summaries, core tasks and contributions from the papers of a release, as further inputs for agents.

    Each one quotes words of the paper, which are checked. The next release has them, and is the same
    otherwise. The full text is read where it is available, else the abstract.

    Example: `litgauge taxobench inputs taxobench --papers papers.jsonl --model configs/models/openai.yaml`
    """
    quiet_prefect(options.storage, options.verbose)
    from litgauge.flows.runtime.temporary_server import begin_prefect, have_prefect

    begin_prefect()  # beside the imports of what draws
    from litgauge.flows.cli.building import Outcome
    from litgauge.flows.cli.progress import TerminalProgress
    from litgauge.flows.taxobench.config import inputs_config
    from litgauge.flows.taxobench.inputs import draw_inputs
    from litgauge.tasks.engine.progress import listening

    config = inputs_config(options)
    have_prefect()
    with TerminalProgress(err) as progress, listening(progress):
        result = draw_inputs(config=config, storage=options.storage)
    head = "frozen as" if result["new"] else "nothing changed: still"
    text = Text.assemble(
        f"{head} ", (result["release"], "bold"), f" in {result['path']}: {result['tables']['inputs']:,} "
    )
    text.append(f"rows in its table inputs. See it: litgauge show {result['release']}{kept_in(options.storage)}")
    if config.model.provider == "offline":
        text.append("\nThey were drawn offline, by rules and not by a model; the release says so.")
    Outcome(text, result).show(as_json=options.as_json)
