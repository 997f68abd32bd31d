"""Which of a survey's trees is its taxonomy: what is drawn and speaks of one before what only lists works."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tasks.base.errors import Rejected
from tasks.benchmarks.taxobench.construction.rows import (
    CandidatePaper,
    CandidateTopic,
    CandidateTree,
    ChosenTree,
    PlacedPaper,
    SpokenOf,
)
from tasks.benchmarks.taxobench.construction.settings import TaxonomySettings

_WEIGHTS = {"table": 2, "list": 1, "sections": 0}
_DRAWN = 3  # of what is drawn as a tree


def choose(
    survey_id: str,
    title: str,
    candidates: Sequence[CandidateTree],
    topics: Sequence[CandidateTopic],
    papers: Sequence[CandidatePaper],
    spoken: Sequence[SpokenOf],
    settings: TaxonomySettings,
) -> ChosenTree:
    """The tree that the survey's taxonomy is made from.

    Of those that are large enough, the one that weighs most: a drawing 3, a table 2, a list 1, the sections 0, and
    one more where its caption or heading speaks of a taxonomy; of equals the one with most resolved works.
    Raises Rejected("no-taxonomy-caption", "no-taxonomy-tree", "taxonomy-too-small").
    """
    if settings.must_speak and not spoken:
        raise Rejected("no-taxonomy-caption", "no caption and no heading speaks of a taxonomy or typology")
    allowed = [one for one in candidates if one.kind in settings.kinds]
    if not allowed:
        raise Rejected("no-taxonomy-tree", f"none of its trees is one of {', '.join(settings.kinds)}")
    large = [one for one in allowed if one.resolved >= settings.min_papers and one.topics > settings.min_topics]
    if not large:
        most = max(allowed, key=lambda one: one.resolved)
        raise Rejected(
            "taxonomy-too-small",
            f"its largest tree ({most.kind}, {most.file}:{most.line}) has {most.topics - 1} topics and "
            f"{most.resolved} works with a title; at least {settings.min_topics} and {settings.min_papers} are needed",
        )
    best = max(large, key=lambda one: (_weight(one), one.resolved, -one.candidate))
    own = [one for one in papers if one.candidate == best.candidate]
    nodes = sorted((one for one in topics if one.candidate == best.candidate), key=lambda one: one.node)
    placed = [one for one in own if one.title]
    kept = _with_papers(nodes, placed) if best.kind == "sections" else list(range(len(nodes)))
    number = {node: at for at, node in enumerate(kept)}
    topic = title or nodes[0].name or survey_id
    return ChosenTree(
        survey_id,
        topic,
        best.kind,
        tuple(nodes[node].name or (topic if not node else "") for node in kept),
        tuple(number[nodes[node].parent] if node else -1 for node in kept),
        tuple(_placed(one, number[one.node]) for one in placed),
        tuple(dict.fromkeys(one.key for one in own if not one.title)),
        tuple(replace(one, chosen=one is best) for one in candidates),
    )


def _weight(candidate: CandidateTree) -> int:
    return _WEIGHTS.get(candidate.kind, _DRAWN) + bool(candidate.speaks)


def _with_papers(nodes: Sequence[CandidateTopic], placed: Sequence[CandidatePaper]) -> list[int]:
    """The sections that hold papers with a title, they or one in them; the root. Experts drew no others."""
    held = {paper.node for paper in placed} | {0}
    for node in range(len(nodes) - 1, 0, -1):
        if node in held:
            held.add(nodes[node].parent)
    return sorted(held)


def _placed(paper: CandidatePaper, node: int) -> PlacedPaper:
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
    )
