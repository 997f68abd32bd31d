"""The published lists: the released rule number for number, and where and why ours differs from it."""

from __future__ import annotations

import string
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pytest
from rapidfuzz import fuzz, process

from litgauge.tasks.identity import DescribedWork, Likeness, Matching, likeness, match_works, traits_of
from litgauge.tasks.records import Reference
from tests.identity.published import REWRITINGS, published_lists, worked_example

pytestmark = pytest.mark.real

Lists = dict[str, tuple[Reference, ...]]


@pytest.fixture(scope="module")
def lists(real_data: Path) -> Lists:
    return published_lists(real_data)


@pytest.mark.parametrize(
    ("survey", "precision", "recall", "counts"),
    [
        ("2003.00653", 0.744186, 0.333333, (43, 96, 32)),
        ("2004.05937", 0.839286, 0.311258, (112, 302, 94)),
        ("2006.00648", 0.666667, 0.333333, (30, 60, 20)),
    ],
)
def test_the_worked_examples(
    lists: Lists, survey: str, precision: float, recall: float, counts: tuple[int, int, int]
) -> None:
    found = match_works(worked_example(lists, survey), lists[survey], "released")
    assert (found.cited, found.listed, found.matched) == counts
    assert round(found.matched / found.cited, 6) == precision
    assert round(found.matched / found.listed, 6) == recall


def test_released_is_the_set_rule_on_every_list(lists: Lists) -> None:
    """Against the rule written down once more, as sets."""

    def rule(titles: Sequence[str | None]) -> set[str]:
        kept = ["".join(c for c in (title or "").lower() if c not in string.punctuation) for title in titles]
        return {" ".join(title.split()) for title in kept}

    assert len(lists) == 100
    for survey, references in lists.items():
        works = worked_example(lists, survey)
        found = match_works(works, references, "released")
        left, right = rule([work.title for work in works]), rule([reference.title for reference in references])
        assert (found.cited, found.listed, found.matched) == (len(left), len(right), len(left & right)), survey


def test_ours_finds_all_that_released_finds_and_more_only_where_hyphens_or_latex_went(lists: Lists) -> None:
    gained = Counter[str]()
    for survey, references in lists.items():
        works = worked_example(lists, survey)
        ours, released = (_found(works, match_works(works, references, mode)) for mode in ("ours", "released"))
        assert released <= ours, survey
        for position in ours - released:
            rewriting = REWRITINGS[position % len(REWRITINGS)][0]
            gained["LaTeX residue" if "\\" in (works[position].title or "") else rewriting] += 1
    assert gained == {"hyphen": 357, "LaTeX residue": 1}


def test_ours_counts_the_lists_differently_only_where_titles_lie(lists: Lists) -> None:
    causes = Counter[str]()
    for references in lists.values():
        ours, released = match_works([], references), match_works([], references, "released")
        repeated = {repeat.position for repeat in ours.repeated_references}
        again = {repeat.position: repeat.first for repeat in released.repeated_references}
        causes["one work, typography or identifier says so"] += len(repeated - again.keys())
        for position in again.keys() - repeated:
            pair = references[position], references[again[position]]
            same = likeness(*map(traits_of, pair))
            causes["same title, years apart" if same else "same title, other authors"] += 1
    assert causes == {
        "one work, typography or identifier says so": 4,
        "same title, years apart": 6,
        "same title, other authors": 5,
    }


def test_a_perfect_agent_is_perfect_on_every_list(lists: Lists) -> None:
    for survey, references in lists.items():
        works = [DescribedWork(one.title, one.authors, one.year, one.doi, one.arxiv_id) for one in references]
        found = match_works(works, references)
        assert found.cited == found.listed == found.matched, survey


def test_similar_titles_in_all_lists_are_matched_only_if_they_are_one_work(lists: Lists) -> None:
    """14,000 works: every pair of different titles with a ratio of 90 or more, and of equal titles by other authors."""
    rules = Counter[tuple[str, str]]()
    refused = set()
    for kind, one, other, why in _similar(lists):
        rules[kind, why.rule if why else "refused"] += 1
        if why is None and kind == "equal":
            refused.add((one.title or "").lower())
        assert why is None or kind == "equal" or why.rule in ("doi", "arxiv"), (one.title, other.title)
    assert rules == {
        ("similar", "refused"): 58,
        ("equal", "title"): 241,
        ("equal", "arxiv"): 10,
        ("equal", "doi"): 2,
        ("equal", "refused"): 5,
    }
    assert refused == {
        "deep learning",
        "long short-term memory",
        "principal component analysis",
        "general data protection regulation",
    }


def _found(works: Sequence[DescribedWork], matching: Matching) -> set[int]:
    """Positions of the cited works that are in the list, repeated ones too."""
    matched = {pair.cited for pair in matching.pairs}
    return matched | {repeat.position for repeat in matching.repeated_cited if repeat.first in matched}


def _similar(lists: Lists) -> Iterator[tuple[str, Reference, Reference, Likeness | None]]:
    rows = {}
    for references in lists.values():
        for reference in references:
            traits = traits_of(reference)
            rows.setdefault((traits.compact, traits.first_author, traits.year, traits.doi), (reference, traits))
    works = sorted(rows.values(), key=lambda work: len(work[1].compact))
    titles = [traits.compact for _, traits in works]
    lengths = [len(title) for title in titles]
    for start in range(0, len(works), 250):
        chunk = titles[start : start + 250]
        reach = bisect_right(lengths, len(chunk[-1]) * 1.1 / 0.9)  # no longer title has a ratio of 90
        ratios = process.cdist(chunk, titles[start:reach], scorer=fuzz.ratio, score_cutoff=90, dtype=np.uint8)
        for left, right in zip(*(axis.tolist() for axis in ratios.nonzero()), strict=True):
            if left < right:
                (one, its), (other, others) = works[start + left], works[start + right]
                kind = "equal" if its.compact == others.compact else "similar"
                yield kind, one, other, likeness(its, others)
