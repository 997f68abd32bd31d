"""`litgauge read`: how agents' reports are read, one JSON object per report; starts without Prefect."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import track
from rich.text import Text

from litgauge.flows.cli.console import json_line
from litgauge.flows.cli.output_files import check_file, opened
from litgauge.tasks.answers.files import AnswerFile, answer_files
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.reports import read_report
from litgauge.tasks.reports.diagnostics import diagnose
from litgauge.tasks.reports.ingest import BrokenFile, FoundReport, IgnoredFile, not_files, outcomes_of, report_name
from litgauge.tasks.reports.read_json import read_json
from litgauge.tasks.text.terminal import plain
from litgauge.tasks.text.user_files import copied


def read_files(sources: Sequence[Path], output: Path | None, html: Path | None, err: Console) -> None:
    """Write one JSON line per report, in the order of the files, and with `html` a page that a person can check.

    What is broken or no report is line on `err` with its place and reason, and the rest goes on. Raises UnusableInput
    if a path does not exist, before anything is read, or if there is no report at all.
    """
    for path in sources:
        if not path.exists():
            raise UnusableInput("no such file or folder", where=str(path), data="Nothing was read")
    for option, file in (("--out", output), ("--html", html)):
        if file is not None:
            check_file(file, option)
    with contextlib.ExitStack() as stack:
        left_out: list[BrokenFile | IgnoredFile] = []
        places = [stack.enter_context(_still(source, left_out)) for source in sources]
        folders = [stack.enter_context(answer_files(place)) for place in places]
        left_out += [entry for folder in folders for entry in not_files(folder)]
        _read([file for folder in folders for file in folder.files], left_out, output, html, sources, err)


@contextlib.contextmanager
def _still(source: Path, left_out: list[BrokenFile | IgnoredFile]) -> Iterator[Path]:
    """A file as it is; a folder as a copy, so that no link in it leads anywhere while it is read."""
    if not source.is_dir():
        yield source
        return
    with copied(source) as (place, others):
        left_out += [IgnoredFile(other.name, other.why) for other in others]
        yield place


def _read(
    files: Sequence[AnswerFile],
    left_out: list[BrokenFile | IgnoredFile],
    output: Path | None,
    html: Path | None,
    sources: Sequence[Path],
    err: Console,
) -> None:
    pages = []
    count = 0
    with opened(output) as stream:
        shown = track(files, "reading", console=err, disable=output is None or not err.is_terminal)
        for ingested in _reports(shown, left_out):
            name = report_name(ingested)
            report = ingested.report("", name, None, None)
            read = read_report(report)
            diagnostics = diagnose(report, read)
            stream.write(json_line(read_json(name, report, read, diagnostics)))
            stream.flush()
            count += 1
            if html is not None:
                pages.append((name, report, read, diagnostics))
        _tell(left_out, err)
        if not count:
            raise UnusableInput(
                "there is no report here",
                where=", ".join(map(str, sources[:3])),
                next_step="Give reports as Markdown, HTML, text, JSON or JSON lines; docs/reports.md lists the formats "
                "and says how to convert others",
            )
    if html is not None:
        from litgauge.tasks.html.report_reading import ShownReading, write_reading_pages

        write_reading_pages(html, [ShownReading(*page) for page in pages])


def _reports(files: Iterable[AnswerFile], left_out: list[BrokenFile | IgnoredFile]) -> Iterator[FoundReport]:
    for file in files:
        for outcome in outcomes_of(file):
            if isinstance(outcome, FoundReport):
                yield outcome
            else:
                left_out.append(outcome)


def _tell(left_out: Sequence[BrokenFile | IgnoredFile], err: Console) -> None:
    """A line for each file, or line of a file, that is no report."""
    for entry in left_out:
        if isinstance(entry, BrokenFile):
            place = entry.file if not entry.line or "#" in entry.file else f"{entry.file}:{entry.line}"
            line = f"{place}: broken, {entry.reason}: {entry.detail}"
        else:
            line = f"{entry.file}: no report ({entry.reason})"
        err.print(Text(plain(line)), soft_wrap=True, highlight=False)
