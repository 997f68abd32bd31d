"""Commands around score runs: score, rescore, audit, agreement, leaderboard, compare, report."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from litgauge.flows.cli.console import JsonOption, StorageOption, out, print_json, quiet_prefect
from litgauge.flows.cli.options import with_options
from litgauge.flows.options import RescoreOptions, ScoreOptions


@with_options(ScoreOptions)
def score(options: ScoreOptions) -> None:
    """Score an agent's answers against a release.

    Pages, replies and verdicts of earlier runs are reused, so a repeated run costs nothing. The expected cost is
    printed before the first paid call; with `--forecast` nothing else is done. When the judge's budget ends, the
    run is written with what was judged, and the same command continues. `litgauge tasks` writes what the
    agent is given and says how its answers are named.

    Example: `litgauge score reportbench@1 --run reports/my-agent --agent my-agent --judge configs/judges/paper.yaml`
    """
    quiet_prefect(options.storage, options.verbose)
    from litgauge.flows.cli.scoring import print_forecast, print_score, score_from_options

    result = score_from_options(options)
    if options.as_json:
        print_json(result)
    elif options.forecast:
        print_forecast(result)
    else:
        print_score(result, options.storage)


@with_options(RescoreOptions)
def rescore(options: RescoreOptions) -> None:
    """Score a run's answers again, and say what part of each change came from release, judge or metric code.

    The folder of the answers is not needed, because the ledger has them. Every reply that is still valid is reused.

    Example: `litgauge rescore reportbench@2 --run 2026-11-20-my-agent-2`
    """
    quiet_prefect(options.storage, options.verbose)
    from litgauge.flows.cli.scoring import print_changes, print_score, run_rescore

    result, changes = run_rescore(options)
    if options.as_json:
        print_json(result | {"changes": changes})
    else:
        print_score(result, options.storage)
        print_changes(changes)


def audit(
    release: Annotated[str, typer.Argument(help="The release of the run")],
    run: Annotated[
        list[str] | None,
        typer.Option("--run", help="Id of the score run, as score printed it; for grades may be repeated"),
    ] = None,
    to: Annotated[
        Path | None, typer.Option("--out", help="Write the sheet for people here: .csv, .xlsx or .jsonl")
    ] = None,
    read: Annotated[
        list[Path] | None,
        typer.Option("--read", help="Read a filled-in sheet back; for grades and ranks one per person"),
    ] = None,
    size: Annotated[int, typer.Option(min=1, help="How many verdicts, or trees, to draw")] = 60,
    storage: StorageOption = "data",
    as_json: JsonOption = False,
) -> None:
    """Draw verdicts for people to label, or read the labels back and show how judge and people agree.

    What a sheet holds is the benchmark's own. Verdicts of one run are labelled; read back with --run, labels correct
    its means in leaderboard and page. Whole answers are graded as the judge grades them ("4", "4/5", "4.0"), with their
    pictures in a folder beside the sheet; without --run, answers of every agent's newest run are drawn. Files with
    people's grades of their own are read as well: columns task_id (and agent), and one a grade. Answers are ranked side
    by side, task by task: a sheet (item, topic, rank), the answers as files in a folder beside it.

    Example: `litgauge audit reportbench@1 --run 2026-11-20-my-agent-2 --out audit.csv`
    """
    from litgauge.flows.cli.auditing import audit_run

    audit_run(release, run or (), to, read or (), size, storage, as_json=as_json)


def agreement(
    release: Annotated[str, typer.Argument(help="The release of the runs")],
    run: Annotated[list[str], typer.Option("--run", help="Id of a score run; name two or more of the same answers")],
    labels: Annotated[
        list[Path] | None, typer.Option("--labels", help="What people labelled or graded: a file of `litgauge audit`")
    ] = None,
    storage: StorageOption = "data",
    as_json: JsonOption = False,
) -> None:
    """Show how far judges agree: Cohen's, Fleiss's and Krippendorff's coefficients, confusion tables; PAR, OPC, OSC.

    Score the same answers by two judges (`litgauge rescore --judge`), and name both runs; people's labels stand beside
    them as further raters. The votes within each run are compared as well. Name runs of three agents or more by each
    judge, and the judges (or people) are compared by how they order these systems: pairwise agreement (PAR), Pearson's
    and Spearman's correlation of the means (OPC, OSC), with intervals over tasks.

    Example: `litgauge agreement reportbench@1 --run 2026-11-20-my-agent-2 --run 2026-11-20-my-agent-3`
    """
    from litgauge.flows.cli.agreement import print_agreement

    print_agreement(release, run, labels or (), storage, as_json=as_json)


def leaderboard(
    release: Annotated[str, typer.Argument(help="reportbench@3, or reportbench for the latest")],
    storage: StorageOption = "data",
    as_json: JsonOption = False,
) -> None:
    """Show all agents on a release, with intervals.

    Example: `litgauge leaderboard reportbench@1`
    """
    from litgauge.flows.cli.scoring import print_leaderboard

    print_leaderboard(release, storage, as_json=as_json)


def compare(
    release: Annotated[str, typer.Argument(help="reportbench@3, or reportbench for the latest")],
    first: Annotated[str, typer.Argument(help="An agent")],
    second: Annotated[str, typer.Argument(help="Another agent")],
    judge: Annotated[
        str | None, typer.Option("--judge", help="The judge, as the leaderboard names it, where there are several")
    ] = None,
    storage: StorageOption = "data",
    as_json: JsonOption = False,
) -> None:
    """Compare two agents survey by survey: paired differences, intervals, permutation tests.

    Example: `litgauge compare reportbench@1 my-agent other-agent`
    """
    from litgauge.flows.cli.scoring import print_comparison

    print_comparison(release, first, second, storage, judge=judge, as_json=as_json)


def report(
    release: Annotated[str, typer.Argument(help="reportbench@3, or reportbench for the latest")],
    to: Annotated[Path, typer.Option("--out", help="Where to write the page")] = Path("report.html"),
    pages: Annotated[
        bool,
        typer.Option("--pages", help="Also write the cited pages as they were frozen, into a folder beside the page"),
    ] = False,
    storage: StorageOption = "data",
) -> None:
    """Write one self-contained page: the leaderboard, down to each report's statements and their verdicts.

    With `--pages` the cited pages are one click away, as files in `report_pages`
    beside `report.html`: keep the two together. `litgauge serve` always shows both.

    Example: `litgauge report reportbench@1 --out report.html --pages`
    """
    from litgauge.flows.cli.scoring import write_report

    out.print(f"written: {write_report(release, to, storage, pages=pages)}", soft_wrap=True)
