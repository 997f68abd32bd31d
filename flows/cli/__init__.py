"""The command line: `litgauge --help`."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, NoReturn

import typer
from rich.console import RenderableType

from flows.command_line import (
    REPOSITORY,
    JsonOption,
    ModelOption,
    StorageOption,
    VerboseOption,
    app,
    err,
    out,
    quiet_prefect,
)
from tasks.errors import LitgaugeError

__all__ = ["app", "main"]

SAMPLE_CONFIG = REPOSITORY / "configs" / "benchmarks" / "sample.yaml"
PAPER_CONFIG = REPOSITORY / "configs" / "benchmarks" / "paper.yaml"
INTERRUPTED = 130


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
    quiet_prefect(storage, verbose)
    from flows.command_run import run_refresh

    _report(run_refresh(config, storage, model, err), as_json)


@app.command()
def extract(
    sources: Annotated[
        list[Path], typer.Argument(help="E-prints: .tar.gz, .zip, .gz, .tex, or a folder; or GROBID's .tei.xml")
    ],
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
def serve(
    host: Annotated[str, typer.Option(help="Address to listen on")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=1, max=65535, help="Port of the UI and the API")] = 4200,
    storage: StorageOption = "data",
) -> None:
    """Start Prefect's server and UI, the deployments and a worker; Ctrl-C stops them all.

    Example: `litgauge serve --port 4200`
    """
    quiet_prefect(storage, verbose=True)
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
    quiet_prefect(storage, verbose)
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


# Registers its commands after these, so that --help begins with how to make a benchmark.
from flows import cli_scores  # noqa: E402, F401
