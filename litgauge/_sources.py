"""Functions that need no release: works that a paper cites, a report as it is read, matches of two lists of works."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from litgauge._frames import frame_of, frame_of_values
from litgauge._releases import usual_storage
from litgauge.tasks.base.errors import UnusableInput

if TYPE_CHECKING:  # half a second, which only those pay who ask for a frame
    import pandas as pd

_PathLike = str | Path
_SOURCE_COLUMNS = ("source", "status", "main", "references", "citations", "unresolved_keys", "nocite_keys")
_READING_COLUMNS = {
    "statements": ("report", "statement", "text", "start", "end", "cited", "context"),
    "pairs": ("report", "statement", "url"),
    "references": ("report", "labels", "text", "title", "url", "start", "end"),
    "unresolved": ("report", "statement", "label", "start", "end"),
    "diagnostics": ("report", "code", "message"),
}


@dataclass(frozen=True)
class Extracted:
    """Works that sources cite. In every frame the column `source` names the source."""

    sources: pd.DataFrame  # one row per source: its status (ok, no-references, no-latex, rejected, failed) and counts
    references: pd.DataFrame  # the works that it cites, in the columns of a release's references
    citations: pd.DataFrame  # every place where it cites one
    diagnostics: pd.DataFrame  # what is odd about the source, with file and line


@dataclass(frozen=True)
class Readings:
    """Reports as they are read. In every frame the column `report` names the report. Offsets are in code points."""

    reports: pd.DataFrame  # one row per report: its format and counts
    statements: pd.DataFrame
    pairs: pd.DataFrame  # a statement and an address that it cites
    references: pd.DataFrame  # entries of reference lists
    unresolved: pd.DataFrame  # citations that lead nowhere
    diagnostics: pd.DataFrame  # what a person should look at
    left_out: pd.DataFrame  # files, and lines of files, that are not reports, with the reason


@dataclass(frozen=True)
class Matched:
    """Matches of cited works with a survey's references."""

    precision: float
    recall: float
    f1: float
    pairs: pd.DataFrame  # the matched ones, with the rule and the evidence


def extract(*sources: _PathLike, before_appendix: bool = False, workers: int = 1) -> Extracted:
    """Return the works that e-prints cite: .tar.gz, .zip, .gz, .tex, folders, or GROBID's .tei.xml.

    A source that cannot be read has its row in `sources`, with the status "rejected" or "failed". Raises UnusableInput
    if a path does not exist.

    Example: `litgauge.extract("paper.tar.gz").references[["title", "year"]]`
    """
    paths = _existing(sources)
    from litgauge.tasks.papers.extraction import extract_all
    from litgauge.tasks.records import Citation, Reference, SourceDiagnostic

    rows: dict[type, list[tuple[str, Any]]] = {Reference: [], Citation: [], SourceDiagnostic: []}
    sources_read = []
    for path, extraction in zip(
        paths, extract_all(paths, workers=workers, before_appendix=before_appendix), strict=True
    ):
        rows[Reference] += [(str(path), reference) for reference in extraction.references]
        rows[Citation] += [(str(path), citation) for citation in extraction.citations]
        rows[SourceDiagnostic] += [
            (str(path), diagnostic.of_survey(path.name)) for diagnostic in extraction.diagnostics
        ]
        counts = (
            len(extraction.references),
            len(extraction.citations),
            list(extraction.unresolved_keys),
            list(extraction.nocite_keys),
        )
        sources_read.append(
            dict(zip(_SOURCE_COLUMNS, (str(path), extraction.status, extraction.main, *counts), strict=True))
        )
    frames = [_by_source(row_type, of_type) for row_type, of_type in rows.items()]
    return Extracted(frame_of_values(sources_read, _SOURCE_COLUMNS), *frames)


def read(*reports: _PathLike) -> Readings:
    """Read reports, or folders of them: their statements, what these cite, and what is odd. No model is asked.

    Formats are Markdown, HTML, text, JSON and JSON lines (docs/reports.md). Raises UnusableInput if a path
    does not exist, or if there is no report at all.

    Example: `litgauge.read("report.md").statements.query("not cited")`
    """
    paths = _existing(reports)
    from litgauge.tasks.answers.files import answer_files
    from litgauge.tasks.reports import read_report
    from litgauge.tasks.reports.diagnostics import diagnose
    from litgauge.tasks.reports.ingest import FoundReport, not_files, outcomes_of, report_name
    from litgauge.tasks.reports.read_json import read_json

    readings: list[dict[str, Any]] = []
    left_out: list[dict[str, Any]] = []
    for root in paths:
        with answer_files(root) as opened:
            outcomes = [*not_files(opened), *(outcome for file in opened.files for outcome in outcomes_of(file))]
        for outcome in outcomes:
            if isinstance(outcome, FoundReport):
                report = outcome.report("", report_name(outcome), None, None)
                reading = read_report(report)
                readings.append(read_json(report_name(outcome), report, reading, diagnose(report, reading)))
            else:
                left_out.append({"file": outcome.file, "reason": outcome.reason})
    if not readings:
        raise UnusableInput(
            "there is no report here",
            where=", ".join(map(str, paths[:3])),
            next_step="Give reports as Markdown, HTML, text, JSON or JSON lines; docs/reports.md lists the formats",
        )
    heads = [
        {
            "report": reading["report"],
            "format": reading["format"],
            **{part: len(reading[part]) for part in _READING_COLUMNS},
        }
        for reading in readings
    ]
    return Readings(
        reports=frame_of_values(heads, ("report", "format", *_READING_COLUMNS)),
        left_out=frame_of_values(left_out, ("file", "reason")),
        **{part: frame_of_values(_rows_of(readings, part), columns) for part, columns in _READING_COLUMNS.items()},
    )


def match(
    truth: _PathLike,
    cited: _PathLike,
    *,
    survey: str | None = None,
    mode: Literal["ours", "released"] = "ours",
    storage: str | None = None,
) -> Matched:
    """Match cited works with a survey's references, as `litgauge match` does.

    `truth` is a release's name, its folder, its references.parquet, or JSON lines (rows, or the output of `litgauge
    extract`); `survey` names one where it has several. `cited` is a file of JSON lines. Raises UnusableInput, with file
    and line, for what cannot be read.

    Example: `litgauge.match("reportbench@1", "cited.jsonl", survey="9912.00001", storage="data/demo").recall`
    """
    from litgauge.tasks.identity import match_works
    from litgauge.tasks.identity.reference_counts import ReferenceCounts
    from litgauge.tasks.identity.work_files import read_cited
    from litgauge.tasks.releases.references import references_of

    references, works = references_of(str(truth), survey, usual_storage(storage)), read_cited(Path(cited))
    matching = match_works(works.works, references.works, mode)
    counts = ReferenceCounts(matching.cited, matching.listed, matching.matched)
    pairs = [
        {
            "cited": works.works[pair.cited].title,
            "cited_line": works.lines[pair.cited],
            "key": references.works[pair.reference].key,
            "title": references.works[pair.reference].title,
            "rule": pair.rule,
            "evidence": pair.evidence,
        }
        for pair in matching.pairs
    ]
    columns = ("cited", "cited_line", "key", "title", "rule", "evidence")
    return Matched(counts.precision, counts.recall, counts.f1, frame_of_values(pairs, columns))


def _existing(named: Iterable[_PathLike]) -> list[Path]:
    paths = [Path(path) for path in named]
    if not paths:
        raise UnusableInput("no file or folder is named", data="Nothing was read")
    for path in paths:
        if not path.exists():
            raise UnusableInput("no such file or folder", where=str(path), data="Nothing was read")
    return paths


def _by_source(row_type: type, rows: Sequence[tuple[str, Any]]) -> pd.DataFrame:
    """Return the rows in a release's columns, with the source's path instead of the survey's id."""
    import pyarrow as pa

    from litgauge.tasks.records import to_table

    table = to_table(row_type, [row for _, row in rows]).drop_columns(["survey_id"])
    return frame_of(table.add_column(0, "source", pa.array([source for source, _ in rows], pa.string())))


def _rows_of(readings: Iterable[dict[str, Any]], part: str) -> Iterable[dict[str, Any]]:
    for reading in readings:
        for number, row in enumerate(reading[part]):
            yield {"report": reading["report"], **({"statement": number} if part == "statements" else {}), **row}
