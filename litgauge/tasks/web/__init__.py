"""Cited pages: fetched once through a guard, frozen by content, searched for the passages that matter."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgauge.tasks.base.late_names import late_names
from litgauge.tasks.http.guard import GuardedTransport as GuardedTransport
from litgauge.tasks.http.guard import check_url as check_url

if TYPE_CHECKING:
    from litgauge.tasks.web.collect import collect_evidence as collect_evidence
    from litgauge.tasks.web.fetching.fetcher import Fetcher as Fetcher
    from litgauge.tasks.web.fetching.page import FetchedPage as FetchedPage
    from litgauge.tasks.web.freeze import DamagedPageError as DamagedPageError
    from litgauge.tasks.web.freeze import EvidenceStore as EvidenceStore
    from litgauge.tasks.web.passages import Passage as Passage
    from litgauge.tasks.web.passages import best_passages as best_passages
    from litgauge.tasks.web.reading.document import ReadPdf as ReadPdf
    from litgauge.tasks.web.replay import folder_digest as folder_digest
    from litgauge.tasks.web.replay import replay_fetcher as replay_fetcher
    from litgauge.tasks.web.replay import stored_addresses as stored_addresses
    from litgauge.tasks.web.scholarly import SCHOLARLY_PAGE as SCHOLARLY_PAGE
    from litgauge.tasks.web.scholarly import ScholarlyJudgment as ScholarlyJudgment
    from litgauge.tasks.web.scholarly import scholarly_inputs as scholarly_inputs
    from litgauge.tasks.web.settings import EvidenceSettings as EvidenceSettings

__getattr__ = late_names(__name__, __file__)
