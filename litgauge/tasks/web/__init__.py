"""Cited pages: fetched once through a guard, frozen by content, searched for the passages that matter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgauge.tasks.base.late_names import late_names
from litgauge.tasks.http.guard import GuardedTransport, check_url

if TYPE_CHECKING:
    from litgauge.tasks.web.collect import collect_evidence
    from litgauge.tasks.web.fetching.fetcher import Fetcher
    from litgauge.tasks.web.fetching.page import FetchedPage
    from litgauge.tasks.web.freeze import DamagedPageError, EvidenceStore
    from litgauge.tasks.web.passages import Passage, best_passages
    from litgauge.tasks.web.reading.document import ReadPdf
    from litgauge.tasks.web.replay import folder_digest, replay_fetcher, stored_addresses
    from litgauge.tasks.web.scholarly import SCHOLARLY_PAGE, ScholarlyJudgment, scholarly_inputs
    from litgauge.tasks.web.settings import EvidenceSettings

__all__ = [
    "SCHOLARLY_PAGE", "DamagedPageError", "EvidenceSettings", "EvidenceStore", "FetchedPage", "Fetcher",
    "GuardedTransport", "Passage", "ReadPdf", "ScholarlyJudgment", "best_passages", "check_url", "collect_evidence",
    "folder_digest", "replay_fetcher", "scholarly_inputs", "stored_addresses",
]  # fmt: skip

__getattr__ = late_names(
    __name__,
    {
        "collect": "collect_evidence",
        "fetching.fetcher": "Fetcher",
        "fetching.page": "FetchedPage",
        "freeze": "DamagedPageError EvidenceStore",
        "passages": "Passage best_passages",
        "reading.document": "ReadPdf",
        "replay": "folder_digest replay_fetcher stored_addresses",
        "scholarly": "SCHOLARLY_PAGE ScholarlyJudgment scholarly_inputs",
        "settings": "EvidenceSettings",
    },
)
