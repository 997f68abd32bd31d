"""Commands on citation networks: no orchestration."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from litgauge.flows.cli.console import JsonOption

network = typer.Typer(
    name="network",
    help="Compute disruption, novelty, sleeping beauties and best paths in your own citation network.\n\n"
    "Example: `litgauge network path --edges E.csv --works W.csv --from W3 --to W1 --max-hops 4`",
    no_args_is_help=True,
    rich_markup_mode="markdown",
)

EdgesOption = Annotated[
    Path,
    typer.Option(
        "--edges", help="Citations: columns citing, cited; CSV, JSON lines, SNAP's text (also packed) or Parquet"
    ),
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
    int | None, typer.Option("--workers", min=1, max=1024, help="Threads that compute [default: one per core]")
]


@network.command()
def disruption(
    edges: EdgesOption,
    works: WorksOption,
    definition: Annotated[
        Literal["paper", "cd", "di5", "mcd", "dep"],
        typer.Option(
            help="paper: (n_i-n_j)/(n_i+n_j); cd: (n_i-n_j)/(n_i+n_j+n_k), the CD index; di5: n_j share "
            "five references; mcd: cd times citations; dep: references that a citer shares on average"
        ),
    ],
    output: OutOption,
    window: Annotated[
        int | None, typer.Option(min=1, max=10_000, metavar="YEARS", help="Only citers of the next YEARS of 365 days")
    ] = None,
    columns: ColumnOption = None,
    workers: WorkersOption = None,
    json: JsonOption = False,
) -> None:
    """Compute how disruptive each work is: whether the works that cite it also cite its references.

    Writes a row per work: work, n_i, n_j, n_k, references, value (empty where undefined), by date and id.

    Example: `litgauge network disruption --edges E.csv --works W.csv --definition cd --window 5 --out D.csv`
    """
    from litgauge.flows.cli.networks import Job, write_disruption

    write_disruption(Job(edges, works, columns or [], workers), output, definition, window, json)


@network.command()
def novelty(
    edges: EdgesOption,
    works: Annotated[
        Path,
        typer.Option("--works", help="The works: columns work, date, venue (empty where there is none); as --edges"),
    ],
    output: OutOption,
    definition: Annotated[
        Literal["uzzi", "wang", "foster"],
        typer.Option(
            help="uzzi: how rare its pairs of venues are in its year; wang: how far apart its new pairs are; "
            "foster: its share of pairs that bridge communities (docs/network.md)"
        ),
    ] = "uzzi",
    null: Annotated[
        Literal["computed", "shuffle", "switch"],
        typer.Option(help="uzzi: the expected numbers of pairs: computed, or drawn --samples times (docs/network.md)"),
    ] = "computed",
    samples: Annotated[int, typer.Option(min=2, max=100_000, help="uzzi: number of samples")] = 100,
    seed: Annotated[int, typer.Option(min=0, help="uzzi: seed of the samples")] = 0,
    least_cited: Annotated[
        float,
        typer.Option(
            min=0, max=100, metavar="PERCENT", help="wang: percentage of least cited venues that are left out"
        ),
    ] = 50.0,
    reused: Annotated[
        int, typer.Option(min=0, max=10_000, help="wang: works of the next three years that must repeat a new pair")
    ] = 1,
    columns: ColumnOption = None,
    workers: WorkersOption = None,
    json: JsonOption = False,
) -> None:
    """Compute the novelty of each work: how unusual, or how new, its pairs of cited venues are.

    Writes a row per work, by date and id: work, references, venues (references that have one), pairs, p10, p50
    (percentiles of the pairs' z, empty with fewer than two; the lower p10, the more unusual). With wang work, pairs,
    new, value; with foster work, pairs, between, value.

    Example: `litgauge network novelty --edges E.csv --works W.csv --out N.csv`
    """
    from litgauge.flows.cli.networks import Job, write_novelty

    settings = {"null": null, "samples": samples, "seed": seed, "least_cited": least_cited, "reused": reused}
    write_novelty(Job(edges, works, columns or [], workers), output, definition, settings, json)


@network.command()
def beauty(
    edges: EdgesOption,
    works: WorksOption,
    output: OutOption,
    columns: ColumnOption = None,
    workers: WorkersOption = None,
    json: JsonOption = False,
) -> None:
    """Find sleeping beauties: works that were hardly cited for long, and then much.

    Writes a row per work, by date and id: work, citations, peak and awakening (years after it appeared), value (the
    beauty coefficient).

    Example: `litgauge network beauty --edges E.csv --works W.csv --out B.csv`
    """
    from litgauge.flows.cli.networks import Job, write_beauty

    write_beauty(Job(edges, works, columns or [], workers), output, json)


@network.command()
def path(
    edges: EdgesOption,
    works: WorksOption,
    newer: Annotated[str, typer.Option("--from", metavar="NEWER", help="The work at which the path begins")],
    older: Annotated[str, typer.Option("--to", metavar="OLDER", help="The work at which it ends")],
    max_hops: Annotated[int, typer.Option("--max-hops", min=0, max=1000, help="Most citations on the path")] = 5,
    citations: Annotated[
        Path | None,
        typer.Option(help="Counts of citations: columns work, citations [default: counted in the network]"),
    ] = None,
    columns: ColumnOption = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON (always so for this command)")] = False,  # noqa: ARG001
) -> None:
    """Print the most cited path from a newer work to an older one along citations, as JSON.

    Prints {"path": [newer, …, older] or null, "total": citations of all its works, "hops"}.

    Example: `litgauge network path --edges E.csv --works W.csv --from W3 --to W1 --max-hops 4`
    """
    from litgauge.flows.cli.networks import Job, print_path

    print_path(Job(edges, works, columns or []), citations, newer, older, max_hops)
