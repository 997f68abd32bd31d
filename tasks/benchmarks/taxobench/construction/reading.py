"""One survey's source to its candidate trees, every cited key resolved to what the bibliography says of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tasks.benchmarks.taxobench.construction.rows import CandidatePaper, CandidateTopic, CandidateTree, SpokenOf
from tasks.benchmarks.taxobench.drawings import Candidate, Taxonomies, read_taxonomies
from tasks.latex import open_source
from tasks.records import Reference


def taxonomies_in(data: bytes, survey_id: str, title: str, titles: Mapping[str, str]) -> Taxonomies:
    """What a source holds of taxonomies; run behind the fence. Raises Rejected as `read_taxonomies` does."""
    return read_taxonomies(open_source(data, survey_id), survey_id, title, titles)


def titles_of(references: Sequence[Reference]) -> dict[str, str]:
    """The titles by every key of a work."""
    return {key: one.title or "" for one in references for key in (one.key, *one.aliases)}


def candidate_rows(survey_id: str, found: Taxonomies, references: Sequence[Reference]) -> dict[str, list[Any]]:
    """The rows of all candidates of one survey, by table; keys of one work are one."""
    known = {key: one for one in references for key in (one.key, *one.aliases)}
    rows: dict[str, list[Any]] = {"candidates": [], "topics": [], "papers": [], "spoken": []}
    for number, candidate in enumerate(found.candidates, start=1):
        papers = list(_papers(survey_id, number, candidate, known))
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
            )
        )
        rows["topics"] += [
            CandidateTopic(survey_id, number, node, topic.parent, topic.name, *topic.place)
            for node, topic in enumerate(candidate.topics)
        ]
        rows["papers"] += papers
    rows["spoken"] = [SpokenOf(survey_id, one.what, one.word, one.text, *one.place) for one in found.spoken]
    return rows


def _papers(
    survey_id: str, number: int, candidate: Candidate, known: Mapping[str, Reference]
) -> Iterator[CandidatePaper]:
    for node, topic in enumerate(candidate.topics):
        seen: set[str] = set()
        for cited in topic.cited:
            work = known.get(cited.key)
            key = work.key if work else cited.key
            if key in seen:
                continue
            seen.add(key)
            told = (work.title or "", work.year, work.doi, work.arxiv_id) if work else ("", None, None, None)
            yield CandidatePaper(survey_id, number, node, key, *told, cited.via, *cited.place)
