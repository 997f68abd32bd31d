"""An agent's report to statements, citations and cited works, for any text.

Files to report rows: `litgauge.tasks.reports.ingest`. Boundaries that a model draws, which need the door to models:
`litgauge.tasks.reports.model_boundaries`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgauge.tasks.base.late_names import late_names

if TYPE_CHECKING:
    from litgauge.tasks.reports.read_result import ReadReport as ReadReport
    from litgauge.tasks.reports.reader import read_report as read_report
    from litgauge.tasks.reports.references.cited_works import cited_works as cited_works
    from litgauge.tasks.reports.references.reference_lists import ListEntry as ListEntry

__getattr__ = late_names(__name__, __file__)
