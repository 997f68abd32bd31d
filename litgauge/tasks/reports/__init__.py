"""An agent's report to statements, citations and cited works, for any text.

Files to report rows: `litgauge.tasks.reports.ingest`. Boundaries that a model draws, which need the door to models:
`litgauge.tasks.reports.model_boundaries`.
"""

from litgauge.tasks.reports.read_result import ReadReport
from litgauge.tasks.reports.reader import read_report
from litgauge.tasks.reports.references.cited_works import cited_works
from litgauge.tasks.reports.references.reference_lists import ListEntry

__all__ = ["ListEntry", "ReadReport", "cited_works", "read_report"]
