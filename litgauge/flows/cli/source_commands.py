"""Commands that need neither release nor orchestration: extract, read, match."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Literal

import typer

from litgauge.flows.cli.console import StorageOption, err, out


def extract(
    sources: Annotated[
        list[Path], typer.Argument(help="E-prints: .tar.gz, .zip, .gz, .tex, .pdf, or a folder; or GROBID's .tei.xml")
    ],
    output: Annotated[Path | None, typer.Option("--out", help="Write JSON lines here instead of printing")] = None,
    html: Annotated[Path | None, typer.Option("--html", help="Also write a page that a person can check")] = None,
    before_appendix: Annotated[bool, typer.Option(help="Leave out works that only the appendix cites")] = False,
    workers: Annotated[
        int, typer.Option(min=0, max=256, help="Processes to use; 0 for one per core", show_default="cores")
    ] = 0,
) -> None:
    """Read the works that e-prints cite: one JSON object per source.

    Example: `litgauge extract data/sample/sources/*.tar.gz --out references.jsonl`
    """
    from litgauge.flows.cli.extracting import extract_sources

    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    processes = workers or min(cores, len(sources))
    extract_sources(sources, output, html, before_appendix=before_appendix, workers=processes)


def read(
    sources: Annotated[
        list[Path], typer.Argument(help="Reports, or folders of them: Markdown, HTML, text, JSON, JSON lines")
    ],
    output: Annotated[Path | None, typer.Option("--out", help="Write JSON lines here instead of printing")] = None,
    html: Annotated[Path | None, typer.Option("--html", help="Also write a page that a person can check")] = None,
) -> None:
    """Show how agents' reports are read: statements, what they cite, and what is odd. No release, no judge.

    Example: `litgauge read data/sample/agents/careful --out read.jsonl --html read.html`
    """
    from litgauge.flows.cli.reading import read_files

    read_files(sources, output, html, err)


def match(
    truth: Annotated[
        str,
        typer.Option(
            "--truth",
            help="A survey's references: a release (reportbench@1), its references.parquet, extract's output, or rows",
        ),
    ],
    cited: Annotated[
        Path,
        typer.Option("--cited", help="Cited works: title and, where known, doi, arxiv_id, …; or the output of read"),
    ],
    survey: Annotated[
        str | None,
        typer.Option("--survey", help="The survey, where the truth has several: its id, or extract's source"),
    ] = None,
    mode: Annotated[
        Literal["ours", "released"], typer.Option("--mode", help="ours, or released for the published normaliser")
    ] = "ours",
    storage: StorageOption = "data",
) -> None:
    """Match cited works with references: precision, recall and the matched pairs, as JSON.

    Example: `litgauge match --truth reportbench@1 --survey 2003.00653 --cited cited.jsonl`
    """
    from litgauge.flows.cli.matching import match_files

    match_files(truth, cited, mode, out, survey=survey, storage=storage)
