"""How often the leak filter is wrong about the red team's pages, by their kind."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from litgauge.tasks.agents.leak_filter import LeakFilter, Verdict
from litgauge.tasks.agents.page_reader import ReadPage
from litgauge.tasks.agents.search import SearchHit
from litgauge.tasks.benchmark import AnswerKey, GivenTask
from litgauge.tasks.records import WorkIdentity
from litgauge.tasks.text.work_addresses import work_at
from litgauge.tasks.web.reading.document import read_document
from litgauge.tasks.web.reading.media_types import HTML, content_type
from tests.agents.red_team.benign import harmless
from tests.agents.red_team.forms import Exhibit
from tests.agents.red_team.leaks import leaks
from tests.agents.red_team.works import Case, Paper

Kinds = Callable[[Case, random.Random], Iterator[Exhibit]]


@dataclass
class Count:
    """Of one kind."""

    wrong: int = 0
    total: int = 0
    undecided: int = 0
    example: str = ""


def shown_leaks(cases: Iterable[Case]) -> dict[str, Count]:
    """Leaks that the filter shows, by kind."""
    return _counts(cases, leaks, should_keep=True)


def refused_pages(cases: Iterable[Case]) -> dict[str, Count]:
    """Pages that it keeps back without need, by kind."""
    return _counts(cases, harmless, should_keep=False)


def _counts(cases: Iterable[Case], kinds: Kinds, *, should_keep: bool) -> dict[str, Count]:
    counts: dict[str, Count] = defaultdict(Count)
    for number, case in enumerate(cases):
        keeper = filter_of(case)
        for exhibit in kinds(case, random.Random(number)):
            verdict = _admitted(case, exhibit) if exhibit.after else keeper.verdict(as_source(exhibit))
            count = counts[exhibit.kind]
            count.total += 1
            count.undecided += bool(verdict.doubt)
            if bool(verdict.withheld) is not should_keep:
                count.wrong += 1
                count.example = f"{case.survey.title!r}: {exhibit.title or exhibit.address!r} {verdict}"
    return dict(counts)


def _admitted(case: Case, exhibit: Exhibit) -> Verdict:
    """The verdict on a page of a task in which others were opened before."""
    keeper = filter_of(case)
    for earlier in exhibit.after:
        keeper.admit(as_source(earlier))
    return keeper.admit(as_source(exhibit))


def filter_of(case: Case) -> LeakFilter:
    """The filter of a task that was made from a survey, as a release knows it."""
    survey = case.survey
    itself = WorkIdentity(survey.doi.lower() or None, survey.arxiv or None, title=survey.title)
    return LeakFilter(
        GivenTask("1", "?", withheld=(itself,)),
        AnswerKey(tuple(map(_known, case.references)), survey.abstract),
    )


def _known(paper: Paper) -> WorkIdentity:
    return WorkIdentity(paper.doi.lower() or None, paper.arxiv or None, title=paper.title)


def as_source(exhibit: Exhibit) -> SearchHit | ReadPage:
    """The exhibit as an engine's result, or as the reader of pages reads it."""
    at = work_at(exhibit.final or exhibit.address) or WorkIdentity()
    if exhibit.is_result:
        return SearchHit(exhibit.title, exhibit.address, exhibit.snippet, exhibit.date, at)
    data = exhibit.body.encode()
    kind = content_type(data, exhibit.media_type)
    read = read_document(
        kind, data, exhibit.media_type, exhibit.final or exhibit.address, lambda _: ("", ""), max_chars=2_000_000
    )
    return ReadPage(
        exhibit.address, read.title or "", read.text, read.published, read.identity,
        final_url=exhibit.final or exhibit.address, markup=exhibit.body if kind == HTML else "",
    )  # fmt: skip
