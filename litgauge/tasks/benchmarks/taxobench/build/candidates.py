"""Candidate trees of a survey's source, and the choice of its taxonomy among them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from litgauge.tasks.base.errors import Rejected
from litgauge.tasks.benchmarks.taxobench.build.rows import (
    CandidatePaper,
    CandidateTopic,
    CandidateTree,
    ChosenTree,
    PlacedPaper,
    SpokenOf,
)
from litgauge.tasks.benchmarks.taxobench.build.settings import TaxonomySettings
from litgauge.tasks.benchmarks.taxobench.drawings import Candidate, Taxonomies, read_taxonomies
from litgauge.tasks.latex import open_source
from litgauge.tasks.records import Reference
from litgauge.tasks.text.markdown import shorten


def taxonomies_in(data: bytes, survey_id: str, title: str, titles: Mapping[str, str]) -> Taxonomies:
    """Return the taxonomies of a source; runs in a fenced process. Raises Rejected as `read_taxonomies` does."""
    return read_taxonomies(open_source(data, survey_id), survey_id, title, titles)


def titles_of(references: Sequence[Reference]) -> dict[str, str]:
    """Return the titles by every key of a work."""
    return {key: reference.title or "" for reference in references for key in (reference.key, *reference.aliases)}


def candidate_rows(survey_id: str, taxonomies: Taxonomies, references: Sequence[Reference]) -> dict[str, list[Any]]:
    """Return the rows of all candidates of one survey, by table; keys of one work are one."""
    references_by_key = {key: reference for reference in references for key in (reference.key, *reference.aliases)}
    rows: dict[str, list[Any]] = {"candidates": [], "topics": [], "papers": [], "spoken": []}
    for number, candidate in enumerate(taxonomies.candidates, start=1):
        papers = list(_papers(survey_id, number, candidate, references_by_key))
        works = {paper.key for paper in papers}
        rows["candidates"].append(
            CandidateTree(
                survey_id,
                number,
                candidate.kind,
                *candidate.place,
                candidate.caption,
                candidate.speaks,
                "; ".join(candidate.reasons),
                len(candidate.topics),
                len(works),
                len({paper.key for paper in papers if paper.title}),
                False,
                outline_of([(topic.name, topic.parent) for topic in candidate.topics], papers),
                candidate.picture,
            )
        )
        rows["topics"] += [
            CandidateTopic(survey_id, number, node, topic.parent, topic.name, *topic.place, topic.confidence)
            for node, topic in enumerate(candidate.topics)
        ]
        rows["papers"] += papers
    rows["spoken"] = [
        SpokenOf(survey_id, spoken.what, spoken.word, spoken.text, *spoken.place) for spoken in taxonomies.spoken
    ]
    return rows


def outline_of(topics: Sequence[tuple[str, int]], papers: Sequence[CandidatePaper]) -> str:
    """Return the topics of the first level, each with the number of works at and below it; `topics` are names with
    their parents.
    """
    branch: list[int] = []
    works: dict[int, set[str]] = {}
    for node, (_, parent) in enumerate(topics):
        branch.append(node if parent <= 0 else branch[parent])
    for paper in papers:
        works.setdefault(branch[paper.node], set()).add(paper.key)
    first = [node for node, (_, parent) in enumerate(topics) if parent == 0]
    shown = [f"{shorten(topics[node][0], 60)} ({len(works.get(node, ()))})" for node in first[:_OUTLINED]]
    return ", ".join([*shown, *([f"and {len(first) - _OUTLINED} more"] if len(first) > _OUTLINED else [])])


def _papers(
    survey_id: str, number: int, candidate: Candidate, references_by_key: Mapping[str, Reference]
) -> Iterator[CandidatePaper]:
    for node, topic in enumerate(candidate.topics):
        keys: set[str] = set()
        for cited in topic.cited:
            work = references_by_key.get(cited.key)
            key = work.key if work else cited.key
            if key in keys:
                continue
            keys.add(key)
            described = (work.title or "", work.year, work.doi, work.arxiv_id) if work else ("", None, None, None)
            yield CandidatePaper(survey_id, number, node, key, *described, cited.via, *cited.place, cited.confidence)


_OUTLINED = 12
_WEIGHTS = {"picture": 2.5, "table": 2.0, "joined": 1.5, "list": 1.0, "sections": 0.0}
ENOUGH = 0.6
"""Share of the works of the candidate with most of them that a survey's taxonomy holds."""
_SORTED = 2 / 3  # topics a work in a table that sorts works
_DRAWN = 3.0  # of what is drawn as a tree


def choose(
    survey_id: str,
    title: str,
    candidates: Sequence[CandidateTree],
    topics: Sequence[CandidateTopic],
    papers: Sequence[CandidatePaper],
    spoken: Sequence[SpokenOf],
    settings: TaxonomySettings,
) -> ChosenTree:
    """Return the tree that the survey's taxonomy is made from.

    Of those that are large enough, and hold most of the works that any of them holds (`ENOUGH`), the one that weighs
    most: a drawing 3, what a model saw in a picture 2.5, a table 2, what is joined 1.5, a list 1, the sections 0, and
    one more where its caption or heading speaks of a taxonomy; of equals the one with most resolved works. So a table
    beside the subject is none.
    Raises Rejected("no-taxonomy-caption", "no-taxonomy-tree", "taxonomy-too-small").
    """
    if settings.must_speak and not spoken:
        raise Rejected("no-taxonomy-caption", "no caption and no heading speaks of a taxonomy or typology")
    kinds = (*settings.kinds, "picture") if settings.pictures else settings.kinds
    allowed = [candidate for candidate in candidates if candidate.kind in kinds and candidate.topics]
    if not allowed:
        pictures = "; ".join(candidate.reasons for candidate in candidates if candidate.kind == "picture")
        why = f"none of its trees is one of {', '.join(settings.kinds)}"
        raise Rejected("no-taxonomy-tree", f"{why}; {pictures}" if pictures else why)
    large = [
        candidate
        for candidate in allowed
        if candidate.resolved >= settings.min_papers and candidate.topics > settings.min_topics
    ]
    if not large:
        most = max(allowed, key=lambda candidate: candidate.resolved)
        raise Rejected(
            "taxonomy-too-small",
            f"its largest tree ({most.kind}, {most.file}:{most.line}) has {most.topics - 1} topics and "
            f"{most.resolved} works with a title; at least {settings.min_topics} and {settings.min_papers} are needed",
        )
    most_works = max(candidate.resolved for candidate in allowed)
    whole = [candidate for candidate in large if candidate.resolved >= ENOUGH * most_works] or large
    best = max(whole, key=lambda candidate: (_weight(candidate), candidate.resolved, -candidate.candidate))
    own = [paper for paper in papers if paper.candidate == best.candidate]
    nodes = sorted((topic for topic in topics if topic.candidate == best.candidate), key=lambda topic: topic.node)
    placed = [paper for paper in own if paper.title]
    order = _with_papers(nodes, placed) if best.kind == "sections" else list(range(len(nodes)))
    number = {node: at for at, node in enumerate(order)}
    topic = title or nodes[0].name or survey_id
    return ChosenTree(
        survey_id,
        topic,
        best.kind,
        tuple(nodes[node].name or (topic if not node else "") for node in order),
        tuple(number[nodes[node].parent] if node else -1 for node in order),
        tuple(_placed_paper(paper, number[paper.node]) for paper in placed),
        tuple(dict.fromkeys(paper.key for paper in own if not paper.title)),
        tuple(replace(candidate, chosen=candidate is best) for candidate in candidates),
        tuple(nodes[node].confidence for node in order),
    )


def _weight(candidate: CandidateTree) -> float:
    """Tables and lists with a topic for nearly each work compare works: they weigh least unless they speak."""
    sorts = candidate.kind in ("table", "list") and not candidate.speaks
    if sorts and candidate.topics - 1 > _SORTED * candidate.resolved:
        return -1.0
    return _WEIGHTS.get(candidate.kind, _DRAWN) + bool(candidate.speaks)


def _with_papers(nodes: Sequence[CandidateTopic], placed: Sequence[CandidatePaper]) -> list[int]:
    """Return the sections that hold papers with a title, they or one in them; the root. Experts drew no others."""
    filled = {paper.node for paper in placed} | {0}
    for node in range(len(nodes) - 1, 0, -1):
        if node in filled:
            filled.add(nodes[node].parent)
    return sorted(filled)


def _placed_paper(paper: CandidatePaper, node: int) -> PlacedPaper:
    return PlacedPaper(
        node,
        paper.title,
        paper.key,
        paper.year,
        paper.doi,
        paper.arxiv_id,
        paper.via,
        paper.file,
        paper.line,
        paper.confidence,
    )
