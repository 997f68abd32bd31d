"""`litgauge extract`: e-prints to references, one JSON object per source; starts without Prefect."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TextIO

from rich.console import Console
from rich.progress import track

from tasks.errors import UnusableInput
from tasks.latex import Extraction, ExtractionSettings, Job, as_json, extract_many


def extract_sources(
    sources: Sequence[Path],
    output: Path | None,
    html: Path | None,
    *,
    before_appendix: bool,
    workers: int,
    err: Console,
) -> None:
    """Write one JSON line per source, in the order given, and with `html` a page that a person can check.

    A source that cannot be read has its line too, with status "rejected" or "failed". Raises UnusableInput if a
    path does not exist, before anything is read.
    """
    for path in sources:
        if not path.exists():
            raise UnusableInput("no such file or folder", where=str(path), data="Nothing was read")
    settings = ExtractionSettings(before_appendix=before_appendix)
    jobs = (Job(survey_id=path.name, source=path, name=str(path)) for path in sources)
    results = extract_many(jobs, workers=workers, settings=settings)
    pages: list[tuple[Path, Extraction]] = []
    with _opened(output) as stream:
        shown = track(
            results, "reading", total=len(sources), console=err, disable=output is None or not err.is_terminal
        )
        for path, extraction in zip(sources, shown, strict=True):
            stream.write(json.dumps(as_json(extraction, str(path)), ensure_ascii=False) + "\n")
            stream.flush()
            if html is not None:
                pages.append((path, extraction))
    if html is not None:
        from tasks.pages.extraction import write_page

        write_page(html, pages)


@contextlib.contextmanager
def _opened(output: Path | None) -> Iterator[TextIO]:
    if output is None:
        yield sys.stdout
        return
    # Written beside the target and renamed at the end, so that a killed run leaves no half file under its name.
    draft = output.with_name(f".{output.name}.part")
    output.parent.mkdir(parents=True, exist_ok=True)
    with draft.open("w", encoding="utf-8") as stream:
        yield stream
    draft.replace(output)
