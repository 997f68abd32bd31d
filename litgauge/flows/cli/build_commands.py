"""Commands that make releases: demo, build, refresh, import."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from litgauge.flows.cli.console import (
    JsonOption,
    StorageOption,
    VerboseOption,
    kept_in,
    local_folder,
    out,
    quiet_prefect,
)
from litgauge.flows.cli.options import with_options
from litgauge.flows.options import BuildOptions, RefreshOptions
from litgauge.tasks.base.shipped import FIRST

if TYPE_CHECKING:
    from litgauge.tasks.benchmark import Benchmark

DemoStorageOption = Annotated[str, typer.Option("--storage", help="Where the demo keeps everything: a folder")]


def demo(storage: DemoStorageOption = "data/demo", verbose: VerboseOption = False) -> None:
    """Run everything on the embedded sample, without key or network: build, score two agents, write report.html.

    Two agents' reports come with the sample; a third agent, which works by rules, is run on the sample's small web.
    The samples of the other benchmarks follow, each with a page of its own. What an earlier demo made is not made
    again while nobody touches it, the sample, the configs or the code.

    Example: `litgauge demo`
    """
    folder = local_folder(storage, "the demo writes a page beside what it makes")
    quiet_prefect(storage, verbose)
    from litgauge.flows.cli.demo_lines import print_unchanged
    from litgauge.flows.cli.demo_memory import DemoMemory
    from litgauge.tasks.benchmark import known_benchmarks

    memory, shown = DemoMemory(folder), dict[str, Path]()
    for benchmark in known_benchmarks().values():
        page = folder / f"{benchmark.name if shown else 'report'}.html"
        if memory.has(benchmark.name, page):
            print_unchanged(benchmark, storage)
        elif benchmark.flows.demo:
            _part(benchmark, page, storage)
            memory.keep(benchmark.name, page)
        else:
            continue
        shown[benchmark.name] = page
    out.print("\nRules judged, not a model: the numbers are an example and mean nothing. Open a page:", soft_wrap=True)
    for page in shown.values():
        out.print(Text(f"    {page}", "bold"), soft_wrap=True)
    out.print("or look at the demo's results:")
    for command in (f"show {FIRST}", f"leaderboard {FIRST}", f"compare {FIRST} careful careless"):
        out.print(Text(f"    litgauge {command}{kept_in(storage)}", "bold"), soft_wrap=True)
    out.print("A benchmark of your own papers, a folder of e-prints or PDFs:")
    out.print(Text(f"    litgauge build {FIRST} --papers FOLDER", "bold"), soft_wrap=True)


def _part(benchmark: Benchmark, page: Path, storage: str) -> None:
    """Run a benchmark's part of the demo and write its page."""
    from litgauge.flows.runtime.temporary_server import begin_prefect

    begin_prefect()  # beside the imports of what builds
    from litgauge.flows.cli.scoring import write_report
    from litgauge.flows.configs import imported

    imported(benchmark.flows.demo)(storage)
    write_report(benchmark.name, page, storage, pages=bool(benchmark.example.pages))


@with_options(BuildOptions)
def build(options: BuildOptions) -> None:
    """Build a benchmark from surveys to a frozen release.

    With `--papers` a folder is enough: what a row or a file name does not say (title, authors, abstract, date) is read
    from the paper. Whatever an earlier run finished is reused, so a killed or failed run continues where it was.

    Example: `litgauge build reportbench --papers my-papers --name mine --model configs/models/openai.yaml`
    """
    quiet_prefect(options.storage, options.verbose)
    from litgauge.flows.cli.building import run_build

    run_build(options).show(as_json=options.as_json)


@with_options(RefreshOptions)
def refresh(options: RefreshOptions) -> None:
    """Harvest what is new since the last harvest, build, and release if anything changed.

    If a survey's change cannot be read, its last good record stays. A release that would lose more than the config
    expects is held: the command ends with 3 and shows what would change, and --accept releases it.

    Example: `litgauge refresh reportbench`
    """
    quiet_prefect(options.storage, options.verbose)
    from litgauge.flows.cli.building import run_refresh

    run_refresh(options).show(as_json=options.as_json)


def import_(
    dataset: Annotated[str, typer.Argument(help="The published data set, such as reportbench-v1.1")],
    folder: Annotated[Path, typer.Argument(help="Its folder; for reportbench-v1.1 the one with gt/")],
    storage: StorageOption = "data",
    as_json: JsonOption = False,
) -> None:
    """Import a published data set as a release, as it is and cleaned.

    Example: `litgauge import reportbench-v1.1 ReportBench/`
    """
    from litgauge.flows.cli.releases import import_published

    import_published(dataset, folder, storage, out, as_json=as_json)
