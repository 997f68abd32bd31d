"""Agreement of groupings: the numbers of scikit-learn, to the last bit."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

from litgauge.tasks.benchmarks.taxobench.clustering import agreement


def _same(expert: list[int], predicted: list[int]) -> None:
    ours = agreement(expert, predicted)
    truth, found = (_numbered(clusters) for clusters in (expert, predicted))
    theirs = metrics.homogeneity_completeness_v_measure(truth, found)
    assert (ours.homogeneity, ours.completeness, ours.v_measure) == theirs
    assert ours.ari == metrics.adjusted_rand_score(truth, found)
    # Other C libraries round their lgamma otherwise, on which scikit-learn's own AMI depends.
    assert ours.ami == pytest.approx(metrics.adjusted_mutual_info_score(truth, found), abs=1e-13)


def _numbered(clusters: list[int]) -> list[int]:
    """Numbers by where each cluster comes first: scikit-learn adds up in the order of numbers."""
    numbers = {cluster: number for number, cluster in enumerate(dict.fromkeys(clusters))}
    return [numbers[cluster] for cluster in clusters]


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=40))
def test_groupings_of_few_papers(pairs: list[tuple[int, int]]) -> None:
    _same([one for one, _ in pairs], [other for _, other in pairs])


@pytest.mark.parametrize("papers", [120, 900])
def test_groupings_of_many_papers(papers: int) -> None:
    source = random.Random(papers)
    for expert_size, predicted_size in ((1, 9), (12, 10), (papers, 12), (30, papers)):
        expert = [source.randrange(expert_size) for _ in range(papers)]
        predicted = [source.randrange(predicted_size) for _ in range(papers)]
        _same(expert, predicted)
        _same(
            expert, [one // 2 if source.random() < 0.9 else other for one, other in zip(expert, predicted, strict=True)]
        )


def test_groupings_of_other_papers_are_refused() -> None:
    with pytest.raises(ValueError, match="same papers"):
        agreement([1, 2], [1])
    with pytest.raises(ValueError, match="at least one paper"):
        agreement([], [])
