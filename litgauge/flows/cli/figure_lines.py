"""`litgauge tvir figures`: the figures of anybody's reports by rule, one JSON object per report; nobody judges."""

from __future__ import annotations

import posixpath
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console

from litgauge.flows.cli.console import json_line
from litgauge.flows.cli.output_files import check_file, opened
from litgauge.tasks.answers.attached import AttachedFile, find_attached, relative_path
from litgauge.tasks.answers.files import AnswerFile, answer_files
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.figures.quality import image_quality, judged_figures
from litgauge.tasks.pictures.similarity import Mode, PictureHashes, near_duplicates
from litgauge.tasks.records import AgentReport
from litgauge.tasks.reports import ReadReport, read_report
from litgauge.tasks.reports.figure_pictures import FrozenFigures, ReportFiles, frozen_figures
from litgauge.tasks.reports.ingest import FoundReport, outcomes_of, report_name
from litgauge.tasks.reports.structure import structural_errors
from litgauge.tasks.statistics import Ratio
from litgauge.tasks.text.user_files import LARGEST

_DROPPED = {"report_id", "figure", "part", "number"}


def write_figure_lines(sources: Sequence[Path], output: Path | None, out: Console) -> None:
    """Write one JSON line per report: its figures with their pictures, image quality, copies, structural errors.

    Pictures are taken from the report and the files beside it; one of the web is `failed` (not-fetched), as nothing is
    fetched here. Raises UnusableInput if a path does not exist or no report is there.
    """
    for path in sources:
        if not path.exists():
            raise UnusableInput("no such file or folder", where=str(path), data="Nothing was read")
    if output is not None:
        check_file(output, "--out")
    count = 0
    with tempfile.TemporaryDirectory(prefix="litgauge-figures-") as place, opened(output) as stream:
        storage = Storage(place)
        for source in sources:
            for line in _lines(source, storage):
                stream.write(json_line(line))
                stream.flush()
                count += 1
    if not count:
        raise UnusableInput("there is no report here", where=", ".join(map(str, sources[:3])))
    if output is not None:
        out.print(f"{count} reports in {output}")


def _lines(source: Path, storage: Storage) -> Iterator[dict[str, Any]]:
    root = source if source.is_dir() else source.parent
    with answer_files(root) as folder:
        files = {file.name: file for file in folder.files}
        sources = files.values() if source.is_dir() else [files[source.name]]
        report_rows: list[tuple[str, str, AgentReport, ReportFiles, ReadReport]] = []
        shown: set[str] = set()  # files that are figures of a report, and no reports
        for file in sources:
            for outcome in outcomes_of(file) if file.kind_among(("text", "page")) else ():
                if isinstance(outcome, FoundReport):
                    name = report_name(outcome)
                    report = outcome.report("", name, None, None)
                    attached = ReportFiles(report.report_id, *_attached(file, files, storage))
                    read = read_report(report)
                    report_rows.append((file.name, name, report, attached, read))
                    shown |= _shown(attached, read)
        for place, name, report, attached, read in report_rows:
            if place not in shown:
                yield _line(name, report, attached, read, storage)


def _shown(files: ReportFiles, read: ReadReport) -> set[str]:
    """The files that figures of a report name."""
    named = [figure.target for figure in read.figure_targets if figure.form == "path"]
    places = [find_attached(files.files, files.folders, target) for target in named]
    return {
        posixpath.normpath(posixpath.join(files.folders[0], figure.name))
        for figure in places
        if isinstance(figure, AttachedFile)
    }


def _attached(
    own: AnswerFile, files: dict[str, AnswerFile], storage: Storage
) -> tuple[tuple[str, ...], tuple[AttachedFile, ...]]:
    """The folders that names may start from, and all other files below the first of them, their bytes stored."""
    start = posixpath.dirname(own.name)
    attached = []
    for name, file in files.items():
        if name != own.name and name.startswith(f"{start}/" if start else "") and file.size <= LARGEST:
            blob = storage.keep_blob(file.path.read_bytes())
            attached.append(AttachedFile(relative_path(name, start), blob.rsplit("/", 1)[-1], file.size))
    return (start,), tuple(attached)


def _line(name: str, report: AgentReport, files: ReportFiles, read: ReadReport, storage: Storage) -> dict[str, Any]:
    frozen = frozen_figures(report, read.figures, read.figure_targets, files, {}, storage)
    unusable = {(row.figure, row.part): row.reason for row in frozen.pictures if row.status == "invalid"}
    errors = structural_errors(report, read, unusable=unusable)
    judged = judged_figures(frozen.figures, frozen.pictures).get(report.report_id, [])
    modes: tuple[Mode, ...] = ("paper", "ours")
    quality = {mode: image_quality(judged, frozen.measures, mode) for mode in modes}
    hashes = [PictureHashes(row.phash64, row.phash256, row.pixels_sha256) for row in frozen.measures]
    copies = near_duplicates(hashes)
    return {
        "report": name,
        "format": report.format,
        "figures": [_figure(number, frozen) for number in range(len(frozen.figures))],
        "image_quality": {
            mode: metric_value.value if isinstance(metric_value, Ratio) and metric_value.denominator else None
            for mode, metric_value in quality.items()
        },
        "near_duplicates": [[frozen.measures[place].figure for place in group] for group in copies],
        "structural_errors": [_bare(asdict(error)) for error in errors],
    }


def _figure(number: int, frozen: FrozenFigures) -> dict[str, Any]:
    figure = frozen.figures[number]
    measures = {row.part: row for row in frozen.measures if row.figure == number}
    pictures = [
        {
            **{name: getattr(row, name) for name in ("target", "status", "reason", "media_type", "width", "height")},
            **(_bare(asdict(measures[row.part])) if row.part in measures else {}),
        }
        for row in frozen.pictures
        if row.figure == number
    ]
    fields = ("label", "caption", "alt", "type", "type_reason", "start", "end")
    return {**{name: getattr(figure, name) for name in fields}, "pictures": pictures}


def _bare(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in row.items() if name not in _DROPPED}
