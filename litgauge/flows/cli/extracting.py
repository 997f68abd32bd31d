"""`litgauge extract`: e-prints, or GROBID's TEI, to references, one JSON object per source; starts without Prefect."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.progress import track

from litgauge.flows.cli.console import err, json_line
from litgauge.flows.cli.output_files import check_file, opened
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.latex import Extraction, as_json
from litgauge.tasks.papers.extraction import extract_all


def extract_sources(
    sources: Sequence[Path],
    output: Path | None,
    html: Path | None,
    *,
    before_appendix: bool,
    workers: int,
) -> None:
    """Write one JSON line per source, in the order given, and with `html` a page that a person can check.

    A source that cannot be read has its line too, with status "rejected" or "failed". Raises UnusableInput if a
    path does not exist, before anything is read.
    """
    for path in sources:
        if not path.exists():
            raise UnusableInput("no such file or folder", where=str(path), data="Nothing was read")
    for option, file in (("--out", output), ("--html", html)):
        if file is not None:
            check_file(file, option)
    results = extract_all(sources, workers=workers, before_appendix=before_appendix)
    pages: list[tuple[Path, Extraction]] = []
    with opened(output) as stream:
        shown = track(
            results, "reading", total=len(sources), console=err, disable=output is None or not err.is_terminal
        )
        for path, extraction in zip(sources, shown, strict=True):
            stream.write(json_line(as_json(extraction, str(path))))
            stream.flush()
            if html is not None:
                pages.append((path, extraction))
    if html is not None:
        from litgauge.tasks.html.extraction import write_page

        write_page(html, pages)
