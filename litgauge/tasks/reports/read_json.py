"""JSON of a report's reading, as `litgauge read` prints it; its shape is stable."""

from __future__ import annotations

from typing import Any

from litgauge.tasks.records import AgentReport, StatementLink
from litgauge.tasks.records.figures import Figure
from litgauge.tasks.reports.diagnostics import ReadingDiagnostic
from litgauge.tasks.reports.read_result import ReadReport


def read_json(
    name: str, report: AgentReport, read: ReadReport, diagnostics: tuple[ReadingDiagnostic, ...]
) -> dict[str, Any]:
    """Return the object of one report; offsets into its text are in code points, statements are named by their index.

    References are the entries of lists in the text, then the works that the file lists beside it.
    """
    return {
        "report": name,
        "format": report.format,
        "statements": [
            {
                "text": statement.text,
                "start": statement.start,
                "end": statement.end,
                "cited": statement.cited,
                "context": statement.context,
            }
            for statement in read.statements
        ],
        "pairs": [{"statement": link.statement, "url": link.url, "scope": link.scope} for link in _first_links(read)],
        "references": [
            *(
                {
                    "labels": list(entry.labels),
                    "text": entry.text,
                    "title": entry.words.title,
                    "authors": list(entry.words.authors),
                    "year": entry.words.year,
                    "doi": entry.identity.doi,
                    "arxiv_id": entry.identity.arxiv_id,
                    "url": entry.url,
                    "start": entry.start,
                    "end": entry.end,
                }
                for entry in read.entries
            ),
            *(
                {"labels": [work.label], "text": None, "title": work.title, "url": work.url, "start": None, "end": None}
                for work in report.given
            ),
        ],
        "unresolved": [_mark(link) for link in read.unresolved],
        "figures": [_figure(figure, read) for figure in read.figures],
        "diagnostics": [{"code": diagnostic.code, "message": diagnostic.message} for diagnostic in diagnostics],
    }


def _figure(figure: Figure, read: ReadReport) -> dict[str, Any]:
    targets = [target for target in read.figure_targets if target.figure == figure.number]
    links = [link for link in read.figure_links if link.figure == figure.number]
    return {
        "start": figure.start,
        "end": figure.end,
        "notation": figure.notation,
        "label": figure.label,
        "caption": figure.caption,
        "caption_place": figure.caption_place,
        "source": figure.source,
        "alt": figure.alt,
        "type": figure.type,
        "type_reason": figure.type_reason,
        "targets": [
            {"target": target.target, "form": target.form, "start": target.start, "end": target.end}
            for target in targets
        ],
        "citations": [{"label": link.label, "url": link.url, "start": link.start, "end": link.end} for link in links],
        "context": list(figure.context),
    }


def _first_links(read: ReadReport) -> list[StatementLink]:
    """The first citation of each page by each statement."""
    first: dict[tuple[int, str], StatementLink] = {}
    for link in read.links:
        if link.page and link.url:
            first.setdefault((link.statement, link.page), link)
    return list(first.values())


def _mark(link: StatementLink) -> dict[str, Any]:
    return {"statement": link.statement, "label": link.label, "start": link.start, "end": link.end}
