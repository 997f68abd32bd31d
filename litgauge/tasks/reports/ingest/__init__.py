"""Files of an agent to report rows, each with the task that it answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgauge.tasks.base.late_names import late_names

if TYPE_CHECKING:
    from litgauge.tasks.reports.ingest.collecting import collect_reports, readdress_reports
    from litgauge.tasks.reports.ingest.folder import (
        DoubleReport,
        EmptyReport,
        Ingested,
        UnmatchedReport,
        ingest,
        not_files,
        outcomes_of,
        report_name,
    )
    from litgauge.tasks.reports.ingest.formats.storm import sidecars
    from litgauge.tasks.reports.ingest.report_files import BrokenFile, FoundReport, IgnoredFile
    from litgauge.tasks.reports.ingest.task_index import AskedTask

__all__ = [
    "AskedTask",
    "BrokenFile",
    "DoubleReport",
    "EmptyReport",
    "FoundReport",
    "IgnoredFile",
    "Ingested",
    "UnmatchedReport",
    "collect_reports",
    "ingest",
    "not_files",
    "outcomes_of",
    "readdress_reports",
    "report_name",
    "sidecars",
]

__getattr__ = late_names(
    __name__,
    {
        "collecting": "collect_reports readdress_reports",
        "folder": """
        DoubleReport EmptyReport Ingested UnmatchedReport ingest not_files outcomes_of report_name
        """,
        "formats.storm": "sidecars",
        "report_files": "BrokenFile FoundReport IgnoredFile",
        "task_index": "AskedTask",
    },
)
