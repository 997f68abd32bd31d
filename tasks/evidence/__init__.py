"""Cited pages: fetched once through a guard, frozen by content, searched for the passages that matter."""

from tasks.evidence.collect import collect_evidence
from tasks.evidence.fetch import FetchedPage, Fetcher, ReadPdf, fetch_page
from tasks.evidence.freeze import EvidenceStore
from tasks.evidence.guard import check_url
from tasks.evidence.passages import Embed, Passage, best_passages
from tasks.evidence.replay import replay_fetcher
from tasks.evidence.scholarly import SCHOLARLY_PAGE, ScholarlyJudgment, scholarly_inputs
from tasks.evidence.settings import EvidenceSettings
from tasks.evidence.transport import GuardedTransport

__all__ = [
    "SCHOLARLY_PAGE", "Embed", "EvidenceSettings", "EvidenceStore", "FetchedPage", "Fetcher", "GuardedTransport",
    "Passage", "ReadPdf", "ScholarlyJudgment", "best_passages", "check_url", "collect_evidence", "fetch_page",
    "replay_fetcher", "scholarly_inputs",
]  # fmt: skip
