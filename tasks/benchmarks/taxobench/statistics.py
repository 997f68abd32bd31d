"""The size and shape of a release's taxonomies (Table 1)."""

from __future__ import annotations

from statistics import fmean

from tasks.benchmarks.taxobench.release_rows import TaxoRows


def release_statistics(release: TaxoRows) -> dict[str, str]:
    """Table 1 of the paper, without what it says of the surveys' bibliographies; nothing of a release without trees."""
    trees = list(release.trees.values())
    if not trees:
        return {}
    papers = [len(set(tree.first_places)) for tree in trees]
    candidates = sum(survey.origin == "candidate" for survey in release.surveys.values())
    unreviewed = {"Nobody has reviewed": f"{candidates} of the taxonomies"} if candidates else {}
    return {
        "Surveys": f"{len(trees):,}",
        "Papers in taxonomies": f"{sum(papers):,}",
        "Papers a taxonomy": f"{fmean(papers):.1f}",
        "Levels of topics": f"{fmean(tree.depth for tree in trees):.1f}",
        "Leaf categories": f"{fmean(len(tree.categories) for tree in trees):.1f}",
        **unreviewed,
    }
