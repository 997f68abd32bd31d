"""The commands on citation networks: no orchestration."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from flows.cli.console import JsonOption, app

network = typer.Typer(
    help="Disruption and best paths in anybody's citation network.\n\n"
    "Example: `litgauge network path --edges E.csv --works W.csv --from W3 --to W1 --max-hops 4`",
    no_args_is_help=True,
    rich_markup_mode="markdown",
)
app.add_typer(network, name="network")

EdgesOption = Annotated[
    Path, typer.Option("--edges", help="Who cites whom: columns citing, cited; CSV, TSV (also .gz) or Parquet")
]
WorksOption = Annotated[
    Path, typer.Option("--works", help="The works: columns work, date (a year, a month, a day, a time); as --edges")
]
OutOption = Annotated[
    Path, typer.Option("--out", help="Where to write: .csv, .tsv (also .gz) or .parquet, by its suffix")
]
ColumnOption = Annotated[
    list[str] | None,
    typer.Option("--column", metavar="NAME=COLUMN", help="What a column is called in your files: --column work=id"),
]
WorkersOption = Annotated[
    int | None, typer.Option("--workers", min=1, max=1024, help="Threads that compute [default: one a core]")
]


@network.command()
def disruption(
    edges: EdgesOption,
    works: WorksOption,
    definition: Annotated[
        Literal["paper", "cd"],
        typer.Option(help="paper: (n_i-n_j)/(n_i+n_j); cd: (n_i-n_j)/(n_i+n_j+n_k), the CD index"),
    ],
    output: OutOption,
    window: Annotated[
        int | None, typer.Option(min=1, max=10_000, metavar="YEARS", help="Only citers of the next YEARS of 365 days")
    ] = None,
    columns: ColumnOption = None,
    workers: WorkersOption = None,
    json: JsonOption = False,
) -> None:
    """How disruptive each work is: do those who cite it cite what it was built upon as well?

    Writes a row a work: work, n_i, n_j, n_k, references, value (empty where undefined), by date and id.

    Example: `litgauge network disruption --edges E.csv --works W.csv --definition cd --window 5 --out D.csv`
    """
    from flows.cli.networks import Job, write_disruption

    write_disruption(Job(edges, works, columns or [], workers), output, definition, window, json)


@network.command()
def path(
    edges: EdgesOption,
    works: WorksOption,
    newer: Annotated[str, typer.Option("--from", metavar="NEWER", help="The work at which the path begins")],
    older: Annotated[str, typer.Option("--to", metavar="OLDER", help="The work at which it ends")],
    max_hops: Annotated[int, typer.Option("--max-hops", min=1, max=1000, help="The most citations to go along")] = 5,
    citations: Annotated[
        Path | None,
        typer.Option(help="Counts of citations: columns work, citations [default: counted in the network]"),
    ] = None,
    columns: ColumnOption = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON, which this command always does")] = False,  # noqa: ARG001
) -> None:
    """The most cited path from a newer work to an older one, along citations, as JSON.

    Prints {"path": [newer, …, older] or null, "total": citations of all its works, "hops"}.

    Example: `litgauge network path --edges E.csv --works W.csv --from W3 --to W1 --max-hops 4`
    """
    from flows.cli.networks import Job, print_path

    print_path(Job(edges, works, columns or []), citations, newer, older, max_hops)
