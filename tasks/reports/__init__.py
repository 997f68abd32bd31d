"""An agent's report to statements, citations and cited works (files to report rows: `tasks.reports.ingest`)."""

from tasks.reports.model_boundaries import (
    STATEMENTS_QUESTION,
    Redrawn,
    Refusal,
    ReportStatements,
    ask_boundaries,
    passages,
    redraw,
)
from tasks.reports.read_result import ReadCounts, ReadReport
from tasks.reports.reader import read_report
from tasks.reports.reading.addresses import clean_url, page_of
from tasks.reports.references.cited_works import cited_works
from tasks.reports.references.identifiers import has_identifier, identity_of
from tasks.reports.references.reference_lists import ListEntry

__all__ = [
    "STATEMENTS_QUESTION",
    "ListEntry",
    "ReadCounts",
    "ReadReport",
    "Redrawn",
    "Refusal",
    "ReportStatements",
    "ask_boundaries",
    "cited_works",
    "clean_url",
    "has_identifier",
    "identity_of",
    "page_of",
    "passages",
    "read_report",
    "redraw",
]
