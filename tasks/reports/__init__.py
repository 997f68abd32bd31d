"""An agent's output: report files to report rows, and a report's text to statements, citations and cited works."""

from tasks.reports.boundaries import (
    STATEMENTS_QUESTION,
    Redrawn,
    Refusal,
    ReportStatements,
    ask_boundaries,
    passages,
    redraw,
)
from tasks.reports.entries import ListEntry
from tasks.reports.found import BrokenFile, IgnoredFile
from tasks.reports.identities import has_identifier, identity_of
from tasks.reports.ingest import DoubleReport, EmptyReport, Ingested, UnmatchedReport, ingest
from tasks.reports.read import read_report
from tasks.reports.reading import ReadCounts, ReadReport
from tasks.reports.urls import clean_url, page_of
from tasks.reports.works import cited_works

__all__ = [
    "STATEMENTS_QUESTION",
    "BrokenFile",
    "DoubleReport",
    "EmptyReport",
    "IgnoredFile",
    "Ingested",
    "ListEntry",
    "ReadCounts",
    "ReadReport",
    "Redrawn",
    "Refusal",
    "ReportStatements",
    "UnmatchedReport",
    "ask_boundaries",
    "cited_works",
    "clean_url",
    "has_identifier",
    "identity_of",
    "ingest",
    "page_of",
    "passages",
    "read_report",
    "redraw",
]
