"""Files of an agent to report rows, each with the task that it answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgauge.tasks.base.late_names import late_names

if TYPE_CHECKING:
    from litgauge.tasks.reports.ingest.collecting import collect_reports as collect_reports
    from litgauge.tasks.reports.ingest.collecting import readdress_reports as readdress_reports
    from litgauge.tasks.reports.ingest.folder import DoubleReport as DoubleReport
    from litgauge.tasks.reports.ingest.folder import EmptyReport as EmptyReport
    from litgauge.tasks.reports.ingest.folder import Ingested as Ingested
    from litgauge.tasks.reports.ingest.folder import UnmatchedReport as UnmatchedReport
    from litgauge.tasks.reports.ingest.folder import ingest as ingest
    from litgauge.tasks.reports.ingest.folder import not_files as not_files
    from litgauge.tasks.reports.ingest.folder import outcomes_of as outcomes_of
    from litgauge.tasks.reports.ingest.folder import report_name as report_name
    from litgauge.tasks.reports.ingest.formats.storm import sidecars as sidecars
    from litgauge.tasks.reports.ingest.report_files import BrokenFile as BrokenFile
    from litgauge.tasks.reports.ingest.report_files import FoundReport as FoundReport
    from litgauge.tasks.reports.ingest.report_files import IgnoredFile as IgnoredFile
    from litgauge.tasks.reports.ingest.task_index import AskedTask as AskedTask

__getattr__ = late_names(__name__, __file__)
