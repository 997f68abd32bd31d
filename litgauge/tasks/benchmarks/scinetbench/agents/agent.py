"""Agent that answers queries by retrieval alone.

It does what the paper's embedding models do, with nothing of the citation network: a query's words, or the work that it
is about, are compared with every work, and the best are the answer. Where the paper is silent:

- ego-centric: works that fit the name of the sub-field;
- pair-wise: works that resemble the one asked about, which is left out; nobody can retrieve a sentiment;
- path-wise: works that resemble both ends (reciprocal ranks added) and appeared between them, in the order of time.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Literal

from pydantic import Field

from litgauge.tasks.agents.outcome import AgentAnswer
from litgauge.tasks.agents.retrieval import Lookup, RetrievedWork
from litgauge.tasks.agents.session import Session
from litgauge.tasks.agents.settings import AgentSettings
from litgauge.tasks.benchmark import GivenTask
from litgauge.tasks.benchmarks.scinetbench.agents.catalogue import Catalogue
from litgauge.tasks.benchmarks.scinetbench.agents.retriever import CatalogueRetriever
from litgauge.tasks.benchmarks.scinetbench.rows import NetworkTask

_DEPTH = 50  # works that resemble one end of a path, as many as any other list has
_FUSION = 60  # of reciprocal rank fusion (Cormack et al., SIGIR 2009): 1 / (60 + rank)
Within = Literal["corpus", "sub-field"]
Asking = Literal["words", "prompt"]


class RetrievalSettings(AgentSettings):
    """Settings of every retrieval baseline."""

    at_once: int = Field(
        1, ge=1, le=1000, title="Tasks at once", description="Look-ups follow one another; more only wait."
    )
    within: Within = Field(
        "corpus",
        title="Look among",
        description="corpus: all works, as in the paper; sub-field: only works that the release assigns to the query's "
        "sub-field, as in the trivial lists.",
    )


class AskingSettings(RetrievalSettings):
    """Settings of a baseline that compares words."""

    ask: Asking = Field(
        "words",
        title="Look for",
        description="words: the name of the sub-field, or the title and abstract of the works that the query names; "
        "prompt: the question as it is put.",
    )


class RetrievalAgent:
    """Looks up what a task names, and lists what it finds. See `Agent`."""

    def __init__(self, settings: RetrievalSettings) -> None:
        self._within = settings.within
        self._asking: Asking | None = settings.ask if isinstance(settings, AskingSettings) else None

    async def answer(self, task: GivenTask, session: Session) -> AgentAnswer:
        """See `Agent.answer`."""
        retriever = session.retriever
        assert isinstance(retriever, CatalogueRetriever)
        query = retriever.task(task.task_id)
        if query.kind == "path-wise":
            works = await self._path(query, task.text, retriever.catalogue, session)
        else:
            heading = retriever.catalogue.heading(query.sub_field)
            works = await session.retrieve(self._list_lookup(query, task.text, heading), query.wanted)
        return AgentAnswer(as_answer(works)) if works else AgentAnswer("", "no-answer", "no work was found")

    def _list_lookup(self, query: NetworkTask, prompt: str, heading: str) -> Lookup:
        within = query.sub_field if self._within == "sub-field" else ""
        leave_out = () if query.subject is None else (query.subject,)
        if self._asking == "prompt":
            return Lookup(words=question_of(prompt), within=within, leave_out=leave_out)
        if self._asking is None:
            return Lookup(within=within, leave_out=leave_out)
        if query.subject is not None:
            return Lookup(work=query.subject, within=within, leave_out=leave_out)
        return Lookup(words=heading, within=within)

    async def _path(
        self, query: NetworkTask, prompt: str, catalogue: Catalogue, session: Session
    ) -> Sequence[RetrievedWork]:
        """Return the newer end first, the older last, and between them what was found."""
        ends = [end for end in (query.subject, query.target) if end is not None]
        newer, older = (catalogue.entry(end) for end in ends)
        common = {
            "within": query.sub_field if self._within == "sub-field" else "",
            "after": older.date,
            "before": newer.date,
            "leave_out": tuple(ends),
        }
        inner = max(0, query.wanted - len(ends))
        if self._asking == "words":
            lists = [await session.retrieve(Lookup(work=end, **common), _DEPTH) for end in ends]  # type: ignore[arg-type]
        else:
            words = question_of(prompt) if self._asking == "prompt" else ""
            lists = [await session.retrieve(Lookup(words=words, **common), _DEPTH)]  # type: ignore[arg-type]
        chosen = fused(lists)[:inner]
        return [newer, *sorted(chosen, key=lambda candidate: (candidate.date, candidate.work), reverse=True), older]


def fused(lists: Iterable[Sequence[RetrievedWork]]) -> list[RetrievedWork]:
    """Return the works of several ranked lists as one list, by their reciprocal ranks, equal ones by number."""
    scores: dict[int, float] = defaultdict(float)
    works: dict[int, RetrievedWork] = {}
    for ranked in lists:
        for rank, candidate in enumerate(ranked, start=1):
            scores[candidate.work] += 1 / (_FUSION + rank)
            works[candidate.work] = candidate
    return [works[work] for work in sorted(scores, key=lambda work: (-scores[work], work))]


def question_of(prompt: str) -> str:
    """Return the question of a prompt without the instructions that follow it.

    >>> question_of("Which works cite “Owls”?\\n\\nList up to 50 works.")
    'Which works cite “Owls”?'
    """
    return prompt.strip().split("\n\n")[0]


def as_answer(works: Sequence[RetrievedWork]) -> str:
    """A list of works in JSON, one a line."""
    rows = [
        json.dumps(
            {"rank": rank, "title": work.title, "year": int(work.date[:4]), "openalex": f"W{work.work}"},
            ensure_ascii=False,
        )
        for rank, work in enumerate(works, start=1)
    ]
    return "[\n" + ",\n".join(rows) + "\n]\n"
