"""A reward for one answer, without a judge, a model or a network: how well what it cites is what the survey cites."""

from __future__ import annotations

from dataclasses import dataclass

from litgauge.tasks.identity import DescribedWork, match_works
from litgauge.tasks.identity.describing import described_work
from litgauge.tasks.identity.reference_counts import ReferenceCounts
from litgauge.tasks.releases.release import StoredRelease
from litgauge.tasks.reports import read_report
from litgauge.tasks.reports.ingest import FoundReport
from litgauge.tasks.reports.references.cited_works import cited_works


@dataclass(frozen=True, slots=True)
class CitationReward:
    """Works that an answer cites against those that the survey of its task cites; each in [0, 1]."""

    precision: float  # share of the works cited that the survey cites; 0 of an answer that cites nothing
    recall: float  # share of the survey's references that are cited
    f1: float
    cited: int
    matched: int


class CitationRewards:
    """Rewards for answers to the tasks of a release."""

    def __init__(self, release: StoredRelease) -> None:
        self._answers = release.benchmark.answers
        self._loaded = release.benchmark.load(release)

    def reward(self, task_id: str, answer: str) -> CitationReward:
        """Return the reward of an answer, in Markdown.

        A work is known by what the answer says of it: its address, its identifiers, the title of its entry. No page is
        opened, so that whoever cites by bare links to unknown sites is underrated. Raises KeyError and StopIteration
        for a task that the release does not have.
        """
        references = self._answers.answer_key(self._loaded, task_id).references
        report = FoundReport("answer.md", "markdown", answer).report("", "answer", None, None)
        cited = [described_work(work, None, None) for work in cited_works(read_report(report))]
        listed = [DescribedWork(work.title, doi=work.doi, arxiv_id=work.arxiv_id) for work in references]
        matching = match_works(cited, listed)
        counts = ReferenceCounts(matching.cited, matching.listed, matching.matched)
        return CitationReward(counts.precision, counts.recall, counts.f1, counts.cited, counts.matched)
