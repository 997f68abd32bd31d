"""Cited pages: fetched once through a guard, frozen by content, searched for the passages that matter."""

from tasks.web.collect import collect_evidence
from tasks.web.fetch import FetchedPage, Fetcher, ReadPdf, fetch_page
from tasks.web.freeze import EvidenceStore
from tasks.web.guard import check_url
from tasks.web.passages import Embed, Passage, best_passages
from tasks.web.replay import replay_fetcher
from tasks.web.scholarly import SCHOLARLY_PAGE, ScholarlyJudgment, scholarly_inputs
from tasks.web.settings import EvidenceSettings
from tasks.web.transport import GuardedTransport

__all__ = [
    "SCHOLARLY_PAGE", "Embed", "EvidenceSettings", "EvidenceStore", "FetchedPage", "Fetcher", "GuardedTransport",
    "Passage", "ReadPdf", "ScholarlyJudgment", "best_passages", "check_url", "collect_evidence", "fetch_page",
    "replay_fetcher", "scholarly_inputs",
]  # fmt: skip
