"""The command line: `litgauge --help`."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.console import Console, RenderableType

from tasks.errors import LitgaugeError

REPOSITORY = Path(__file__).resolve().parents[1]
SAMPLE_CONFIG = REPOSITORY / "configs" / "benchmarks" / "sample.yaml"
PAPER_CONFIG = REPOSITORY / "configs" / "benchmarks" / "paper.yaml"
INTERRUPTED = 130

app = typer.Typer(
    name="litgauge",
    help="Benchmarks for deep-research agents out of the scientific literature.",
    no_args_is_help=True,
    rich_markup_mode="markdown",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
out = Console()
err = Console(stderr=True)

StorageOption = Annotated[str, typer.Option("--storage", help="Where everything is kept: a folder or s3://bucket/path")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON for programs instead of text")]
VerboseOption = Annotated[bool, typer.Option("--verbose", "-v", help="Show Prefect's log as well")]
ModelOption = Annotated[
    Path | None, typer.Option("--model", help="Model config to use instead, e.g. configs/models/openai.yaml")
]


def main() -> NoReturn:
    """Run the command line; errors of ours become a message and their exit code."""
    try:
        app()
    except LitgaugeError as error:
        err.print("[bold red]error:[/]", end=" ")
        err.print(str(error), markup=False, highlight=False, soft_wrap=True)
        sys.exit(error.exit_code)
    except KeyboardInterrupt:
        err.print("interrupted; what was finished is kept, and the same command goes on from there")
        sys.exit(INTERRUPTED)
    sys.exit(0)


@app.command()
def demo(storage: StorageOption = "data/demo", verbose: VerboseOption = False) -> None:
    """The whole line on the embedded sample, without key or network: corpus, release, two agents scored, report.html.

    Example: `litgauge demo`
    """
    _build(SAMPLE_CONFIG, storage, None, verbose=verbose, as_json=False)
    _score_sample(storage)
    from flows.score_commands import write_report

    page = write_report("reportbench", Path(storage) / "report.html", storage)
    out.print(f"\nOpen [bold]{page}[/], see [bold]litgauge show reportbench --storage {storage}[/], ", soft_wrap=True)
    out.print("or build from your own corpus: [bold]litgauge build reportbench --config FILE[/]", soft_wrap=True)


@app.command()
def build(
    benchmark: Annotated[str, typer.Argument(help="The benchmark to build; only reportbench so far")],
    config: Annotated[Path, typer.Option("--config", help="Build config, see configs/benchmarks")] = PAPER_CONFIG,
    storage: StorageOption = "data",
    model: ModelOption = None,
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Build a benchmark from surveys to a frozen release.

    Whatever an earlier run finished is reused, so a killed or failed run goes on where it was.

    Example: `litgauge build reportbench --config configs/benchmarks/local.yaml --model configs/models/openai.yaml`
    """
    _only_reportbench(benchmark)
    _build(config, storage, model, verbose=verbose, as_json=as_json)


@app.command()
def refresh(
    benchmark: Annotated[str, typer.Argument(help="The benchmark to refresh; only reportbench so far")],
    config: Annotated[Path, typer.Option("--config", help="Build config, see configs/benchmarks")] = PAPER_CONFIG,
    storage: StorageOption = "data",
    model: ModelOption = None,
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Harvest what is new since the last harvest, build, and release if anything changed.

    Example: `litgauge refresh reportbench`
    """
    _only_reportbench(benchmark)
    _quiet_prefect(storage, verbose)
    from flows.command_run import run_refresh

    _report(run_refresh(config, storage, model, err), as_json)


@app.command()
def extract(
    sources: Annotated[list[Path], typer.Argument(help="E-prints: .tar.gz, .zip, .gz, .tex, or a folder")],
    output: Annotated[Path | None, typer.Option("--out", help="Write JSON lines here instead of printing")] = None,
    html: Annotated[Path | None, typer.Option("--html", help="Also write a page that a person can check")] = None,
    before_appendix: Annotated[bool, typer.Option(help="Leave out works cited in the appendix only")] = False,
    workers: Annotated[int, typer.Option(min=1, help="Processes to use")] = 1,
) -> None:
    """Read the works that e-prints cite: one JSON object per source.

    Example: `litgauge extract data/sample/sources/*.tar.gz --out references.jsonl`
    """
    from flows.extracting import extract_sources

    extract_sources(sources, output, html, before_appendix=before_appendix, workers=workers, err=err)


@app.command(name="import")
def import_(
    dataset: Annotated[str, typer.Argument(help="What to import; only reportbench-v1.1 so far")],
    folder: Annotated[Path, typer.Argument(help="The folder with ReportBench_v1.1.jsonl and gt/")],
    storage: StorageOption = "data",
    as_json: JsonOption = False,
) -> None:
    """Import the published ReportBench v1.1, as it is and cleaned.

    Example: `litgauge import reportbench-v1.1 ReportBench/`
    """
    from flows.reading import import_published

    import_published(dataset, folder, storage, out, as_json=as_json)


@app.command()
def releases(storage: StorageOption = "data", as_json: JsonOption = False) -> None:
    """List all releases, oldest first.

    Example: `litgauge releases --json`
    """
    from flows.reading import list_all

    list_all(storage, out, as_json=as_json)


@app.command()
def show(
    release: Annotated[str, typer.Argument(help="reportbench@3, or reportbench for the latest")],
    storage: StorageOption = "data",
    as_json: JsonOption = False,
) -> None:
    """Show what a release holds, how it was made, and its tasks.

    Example: `litgauge show reportbench@1`
    """
    from flows.reading import show_release

    show_release(release, storage, out, as_json=as_json)


@app.command()
def diff(
    old: Annotated[str, typer.Argument(help="The older release")],
    new: Annotated[str, typer.Argument(help="The newer release")],
    storage: StorageOption = "data",
    as_json: JsonOption = False,
) -> None:
    """Show which surveys, references and tasks came, went or changed, and why.

    Example: `litgauge diff reportbench@1 reportbench@2`
    """
    from flows.reading import diff_releases

    diff_releases(old, new, storage, out, as_json=as_json)


@app.command()
def verify(
    release: Annotated[str, typer.Argument(help="reportbench@3, or reportbench for the latest")],
    storage: StorageOption = "data",
    as_json: JsonOption = False,
) -> None:
    """Check every byte and every row of a release against its manifest.

    Example: `litgauge verify reportbench@1`
    """
    from flows.reading import verify_release

    verify_release(release, storage, out, as_json=as_json)


@app.command()
def publish(
    release: Annotated[str, typer.Argument(help="reportbench@3, or reportbench for the latest")],
    to: Annotated[Path, typer.Option("--to", help="A new or empty folder")],
    storage: StorageOption = "data",
) -> None:
    """Lay a release out in a folder that can be pushed to the Hugging Face hub as it is.

    Example: `litgauge publish reportbench@1 --to reportbench-hub`
    """
    from flows.reading import publish_release

    publish_release(release, to, storage, out)


@app.command()
def domains(
    release: Annotated[str, typer.Argument(help="The release whose labels to review")],
    to: Annotated[Path, typer.Option("--out", help="Write the review file here (CSV)")],
    storage: StorageOption = "data",
) -> None:
    """Write the domains of a release's surveys to a file that experts can correct.

    Name the corrected file in the build config under `domains.review`: expert labels win.

    Example: `litgauge domains reportbench@1 --out review.csv`
    """
    from flows.reading import write_domain_review

    write_domain_review(release, to, storage, out)


@app.command()
def score(
    release: Annotated[str, typer.Argument(help="reportbench@3, or reportbench for the latest")],
    run: Annotated[Path, typer.Option("--run", help="Folder of the agent's reports, in any known format")],
    agent: Annotated[str, typer.Option("--agent", help="Name of the agent, as tables show it")],
    judge: Annotated[
        Path | None, typer.Option("--judge", help="Judge config, see configs/judges; rules if none")
    ] = None,
    pages: Annotated[Path | None, typer.Option("--pages", help="Folder of stored pages instead of the web")] = None,
    fetch: Annotated[bool, typer.Option(help="Fetch cited pages that are not frozen yet")] = True,
    facts: Annotated[bool, typer.Option(help="Judge statements without citation, too")] = True,
    storage: StorageOption = "data",
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Score an agent's reports against a release.

    Pages, replies and verdicts of earlier runs are reused: a repeated run costs nothing.

    Example: `litgauge score reportbench@1 --run reports/my-agent --agent my-agent --judge configs/judges/paper.yaml`
    """
    _quiet_prefect(storage, verbose)
    from flows.score_commands import print_score, run_score, score_config

    config = score_config(release, run, agent, judge, pages, fetch=fetch, facts=facts)
    result = run_score(config, storage, err)
    if as_json:
        out.print_json(data=result)
    else:
        print_score(result, out)


@app.command()
def rescore(
    release: Annotated[str, typer.Argument(help="The release to score on, the same or another")],
    run: Annotated[str, typer.Option("--run", help="Id of the score run to repeat")],
    judge: Annotated[Path | None, typer.Option("--judge", help="Another judge; the run's own if none")] = None,
    storage: StorageOption = "data",
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
) -> None:
    """Score a run's reports again, and say what part of each change came from release, judge or metric code.

    Every reply that is still valid is reused.

    Example: `litgauge rescore reportbench@2 --run 2026-11-20-my-agent-1`
    """
    _quiet_prefect(storage, verbose)
    from flows.score_commands import print_changes, print_score, run_rescore

    result, changes = run_rescore(release, run, judge, storage, err)
    if as_json:
        out.print_json(data=result | {"changes": changes})
    else:
        print_score(result, out)
        print_changes(changes, out)


@app.command()
def match(
    truth: Annotated[Path, typer.Option("--truth", help="A survey's references: of a release, or published rows")],
    cited: Annotated[Path, typer.Option("--cited", help="Cited works: title and, where known, doi, arxiv_id, …")],
    mode: Annotated[str, typer.Option("--mode", help="ours, or released: the published normaliser")] = "ours",
) -> None:
    """Match cited works with references: precision, recall and the matched pairs, as JSON.

    Example: `litgauge match --truth gt/2003.00653.jsonl --cited cited.jsonl --mode released`
    """
    if mode not in ("ours", "released"):
        raise typer.BadParameter(f"{mode!r} is not a mode; the modes are: ours, released")
    from flows.matching import match_files

    match_files(truth, cited, mode, out)  # type: ignore[arg-type]


@app.command()
def audit(
    release: Annotated[str, typer.Argument(help="The release of the run")],
    run: Annotated[str | None, typer.Option("--run", help="Id of the score run to draw from")] = None,
    to: Annotated[Path | None, typer.Option("--out", help="Write the sample for people here (CSV)")] = None,
    read: Annotated[Path | None, typer.Option("--read", help="Read a labelled sample back")] = None,
    size: Annotated[int, typer.Option(min=1, help="How many verdicts to draw")] = 60,
    storage: StorageOption = "data",
    as_json: JsonOption = False,
) -> None:
    """Draw verdicts for people to label, or read the labels back and say how judge and people agree.

    Example: `litgauge audit reportbench@1 --run 2026-11-20-my-agent-1 --out audit.csv`
    """
    from flows.score_commands import print_audit, write_audit

    if read is not None:
        print_audit(read, out, as_json=as_json)
    elif run is not None and to is not None:
        write_audit(release, run, to, size, storage, out)
    else:
        raise typer.BadParameter("name either --run and --out, or --read")


@app.command()
def leaderboard(
    release: Annotated[str, typer.Argument(help="reportbench@3, or reportbench for the latest")],
    storage: StorageOption = "data",
    as_json: JsonOption = False,
) -> None:
    """Show all agents on a release, with intervals.

    Example: `litgauge leaderboard reportbench@1`
    """
    from flows.score_commands import print_leaderboard

    print_leaderboard(release, storage, out, as_json=as_json)


@app.command()
def compare(
    release: Annotated[str, typer.Argument(help="reportbench@3, or reportbench for the latest")],
    first: Annotated[str, typer.Argument(help="An agent")],
    second: Annotated[str, typer.Argument(help="Another agent")],
    storage: StorageOption = "data",
    as_json: JsonOption = False,
) -> None:
    """Compare two agents survey by survey: paired differences, intervals, permutation tests.

    Example: `litgauge compare reportbench@1 my-agent other-agent`
    """
    from flows.score_commands import print_comparison

    print_comparison(release, first, second, storage, out, as_json=as_json)


@app.command()
def report(
    release: Annotated[str, typer.Argument(help="reportbench@3, or reportbench for the latest")],
    to: Annotated[Path, typer.Option("--out", help="Where to write the page")] = Path("report.html"),
    storage: StorageOption = "data",
) -> None:
    """Write one self-contained page: the leaderboard, down to each report's statements and their verdicts.

    Example: `litgauge report reportbench@1 --out report.html`
    """
    from flows.score_commands import write_report

    out.print(f"written: {write_report(release, to, storage)}", soft_wrap=True)


@app.command()
def serve(
    host: Annotated[str, typer.Option(help="Address to listen on")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port of the UI and the API")] = 4200,
    storage: StorageOption = "data",
) -> None:
    """Start Prefect's server and UI, the deployments and a worker; Ctrl-C stops them all.

    Example: `litgauge serve --port 4200`
    """
    _quiet_prefect(storage, verbose=True)
    from flows.serving import serve as serve_all

    out.print(f"starting; the UI will be at [bold]http://{host}:{port}[/] (Ctrl-C stops everything)")
    serve_all(host, port, Path(os.environ.get("PREFECT_HOME", "data/prefect")) / "server.log")


def _score_sample(storage: str) -> None:
    """Score the sample's two agents by their stored pages."""
    from flows.score_commands import print_leaderboard, run_score, score_config

    sample = REPOSITORY / "data" / "sample"
    for agent in ("careful", "careless"):
        config = score_config("reportbench", sample / "agents" / agent, agent, None, sample / "pages")
        run_score(config, storage, err)
    print_leaderboard("reportbench", storage, out, as_json=False)


def _build(config: Path, storage: str, model: Path | None, *, verbose: bool, as_json: bool) -> None:
    _quiet_prefect(storage, verbose)
    from flows.command_run import run_build

    _report(run_build(config, storage, model, err), as_json)


def _report(told: tuple[RenderableType, dict[str, object]], as_json: bool) -> None:
    text, value = told
    if as_json:
        out.print_json(data=value)
    else:
        out.print(text, soft_wrap=True)


def _only_reportbench(benchmark: str) -> None:
    if benchmark != "reportbench":
        raise typer.BadParameter(f"{benchmark!r} is not known; the benchmarks are: reportbench")


def _quiet_prefect(storage: str, verbose: bool) -> None:
    """Set Prefect's own defaults before it is imported; whatever the user has set stays."""
    defaults = {
        "DO_NOT_TRACK": "1",
        "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
        "PREFECT_LOGGING_LEVEL": "INFO" if verbose else "CRITICAL",
        "PREFECT_SERVER_EPHEMERAL_STARTUP_TIMEOUT_SECONDS": "120",
    }
    if "://" not in storage:
        defaults["PREFECT_HOME"] = str(Path("data/prefect").resolve())
    for name, value in defaults.items():
        os.environ.setdefault(name, value)
