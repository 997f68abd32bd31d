"""What goes into a release: reviewed trees, and unreviewed ones only where the config asks for them by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from tasks.benchmarks.taxobench.construction.rows import ChosenTree, PlacedPaper, SettledTree
from tasks.benchmarks.taxobench.release_tables import Item
from tasks.text import compact_title


@dataclass(frozen=True)
class Settled:
    """The taxonomies of a release, and the surveys whose trees wait for a review."""

    trees: Mapping[str, SettledTree]
    waiting: tuple[str, ...]
    rejected: Mapping[str, str] = field(default_factory=dict)  # by the reviewers, with their reason


def settle(
    chosen: Iterable[ChosenTree], reviewed: Mapping[str, Item], rejected: Mapping[str, str], *, include: bool
) -> Settled:
    """Each survey's taxonomy, reviewed where it was; what reviewers rejected is in no release."""
    trees: dict[str, SettledTree] = {}
    waiting = []
    for tree in chosen:
        name = release_id(tree.survey_id)
        if name in rejected:
            continue
        if name in reviewed:
            trees[name] = _reviewed(tree, reviewed[name])
        elif include:
            trees[name] = _candidate(tree)
        else:
            waiting.append(name)
    return Settled(trees, tuple(waiting), rejected)


def release_id(survey_id: str) -> str:
    """The survey's name in releases, which names files too: no slash.

    >>> release_id("cs/0112017")
    'cs-0112017'
    """
    return survey_id.replace("/", "-")


def _candidate(tree: ChosenTree) -> SettledTree:
    remarks = tuple(f"paper-unresolved: {key}" for key in tree.unresolved)
    return SettledTree(
        release_id(tree.survey_id),
        tree.topic,
        "candidate",
        tree.names,
        tree.parents,
        tree.papers,
        tree.candidates,
        remarks,
    )


def _reviewed(tree: ChosenTree, item: Item) -> SettledTree:
    """The reviewers' tree; where the survey cites a paper is known of those that they kept."""
    known = {compact_title(paper.title): paper for paper in tree.papers}
    papers = []
    for placed in item.tree.papers:
        paper = known.get(compact_title(placed.title))
        own = (paper.key, paper.year, paper.doi, paper.arxiv_id, paper.via, paper.file, paper.line) if paper else None
        papers.append(PlacedPaper(placed.node, placed.title, *(own or ("", None, None, None, "review", "", 0))))
    remarks = tuple(f"{one.code}: {one.detail}" for one in item.oddities)
    return SettledTree(
        item.survey_id,
        item.topic,
        "reviewed",
        item.tree.names,
        item.tree.parents,
        tuple(papers),
        tree.candidates,
        remarks,
    )
