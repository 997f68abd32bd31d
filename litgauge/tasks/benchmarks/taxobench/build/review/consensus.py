"""A review folder read back: each expert's changes, their agreement, and the consensus tree."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

from litgauge.tasks.base.errors import ConfigError, LitgaugeError, UnusableInput
from litgauge.tasks.benchmarks.taxobench.build.review.comparison import (
    Changes,
    PairAgreement,
    changes,
    pair_agreement,
    topic_path,
)
from litgauge.tasks.benchmarks.taxobench.build.review.folder import AS_READ, MARK
from litgauge.tasks.benchmarks.taxobench.build.review.form import FORM, ReviewForm, read_form
from litgauge.tasks.benchmarks.taxobench.folders import WRITTEN, folder_item
from litgauge.tasks.benchmarks.taxobench.release_tables import Item
from litgauge.tasks.benchmarks.taxobench.rows import ReviewedTree
from litgauge.tasks.benchmarks.taxobench.trees import Placed, Tree, TreeDiagnostic, oddities
from litgauge.tasks.text import compact_title


@dataclass(frozen=True)
class ExpertReview:
    """One expert's review of one survey."""

    expert: str
    form: ReviewForm
    item: Item  # with what the form says is one paper as one
    changed: Changes


@dataclass(frozen=True)
class SurveyReview:
    """All reviews of one survey."""

    survey_id: str
    topic: str
    as_read: Tree
    reviews: tuple[ExpertReview, ...]  # of the experts whose form is complete
    open: tuple[str, ...]  # the experts whose form is not
    pairs: Mapping[tuple[str, str], PairAgreement]


@dataclass(frozen=True)
class Review:
    """A review folder: its surveys, and the trees that are reviewed by all."""

    surveys: tuple[SurveyReview, ...]
    items: Mapping[str, Item]
    rejected: Mapping[str, str]  # by most experts, with their reasons


def is_review(folder: Path) -> bool:
    """Return whether `litgauge taxobench review --out` wrote this folder."""
    return (folder / MARK).is_file()


def read_review(folder: Path) -> Review:
    """Return the reviews of a folder. A form that is still open is no fault; the survey waits.

    Raises UnusableInput if it is no review folder, ConfigError with file and line of everything that is wrong in forms.
    """
    experts, names = _read_index(folder)
    as_read = _items(folder / AS_READ)
    by_expert = {expert: _items(folder / expert) for expert in experts}
    faults: list[LitgaugeError] = []
    surveys = [_survey(name, as_read[name][1], experts, by_expert, faults) for name in names if name in as_read]
    if faults:
        first, more = faults[0], [f"{fault.where}: {fault.what}" for fault in faults[1:]]
        what = first.what + (f" ({len(more)} more: {'; '.join(more)})" if more else "")
        raise ConfigError(what, where=first.where, data="No review was taken", next_step=first.next_step)
    rejected = {survey.survey_id: _reasons(survey) for survey in surveys if not survey.open and _is_rejected(survey)}
    items = {
        survey.survey_id: _agreed(survey, experts)
        for survey in surveys
        if not survey.open and survey.survey_id not in rejected
    }
    return Review(tuple(surveys), items, rejected)


def _read_index(folder: Path) -> tuple[list[str], list[str]]:
    try:
        index = json.loads((folder / MARK).read_text(encoding="utf-8"))
        experts, names = [str(name) for name in index["experts"]], [str(name) for name in index["surveys"]]
    except (OSError, ValueError, LookupError, TypeError, RecursionError) as error:
        raise UnusableInput(
            "this is no folder that `litgauge taxobench review --out` wrote",
            where=str(folder),
            next_step="Name the folder that holds the experts' folders, with its hidden files",
        ) from error
    return experts, names


def _items(place: Path) -> dict[str, tuple[Path, Item]]:
    """Return the surveys in a folder by their names; what somebody put beside them is none."""
    items = {}
    for folder in sorted(place.glob(f"*/{WRITTEN}")):
        if (item := folder_item(folder.parent)) is not None:
            items[item.survey_id] = (folder.parent, item)
    return items


def _survey(
    name: str,
    original: Item,
    experts: Sequence[str],
    by_expert: Mapping[str, Mapping[str, tuple[Path, Item]]],
    faults: list[LitgaugeError],
) -> SurveyReview:
    reviews, waiting = [], []
    for expert in experts:
        place, item = by_expert[expert].get(name, (None, None))
        if place is None or item is None or not (place / FORM).is_file():
            waiting.append(expert)
            continue
        titles = [placed.title for placed in (*original.tree.papers, *item.tree.papers)]
        try:
            form = read_form(place / FORM, name, expert, titles)
        except ConfigError as fault:
            faults.append(fault)
            continue
        if not form.complete:
            waiting.append(expert)
            continue
        review = _as_one(item, form)
        reviews.append(ExpertReview(expert, form, review, changes(original.tree, review.tree)))
    pairs = {(a.expert, b.expert): pair_agreement(a.item.tree, b.item.tree) for a, b in combinations(reviews, 2)}
    return SurveyReview(name, original.topic, original.tree, tuple(reviews), tuple(waiting), pairs)


def _as_one(item: Item, form: ReviewForm) -> Item:
    """Return the item with papers of several names under the one that stays, at each topic once."""
    stays = {compact_title(pair.paper): pair.is_ for pair in form.disambiguation.same}
    places: dict[tuple[str, int], Placed] = {}
    for placed in item.tree.papers:
        title = stays.get(compact_title(placed.title), placed.title)
        places.setdefault((compact_title(title), placed.node), Placed(title, placed.node))
    papers = [paper for paper in item.papers if compact_title(paper.title) not in stays]
    tree = Tree(item.tree.names, item.tree.parents, tuple(places.values()))
    return Item(item.survey_id, item.topic, "reviewed", papers, tree, tuple(oddities(tree)))


def _is_rejected(survey: SurveyReview) -> bool:
    return 2 * sum(review.form.verdict == "reject" for review in survey.reviews) > len(survey.reviews)


def _reasons(survey: SurveyReview) -> str:
    return "; ".join(
        f"{review.expert}: {review.form.reason}" for review in survey.reviews if review.form.verdict == "reject"
    )


def _agreed(survey: SurveyReview, experts: Sequence[str]) -> Item:
    """Return the tree of the expert who agrees most with the others, its papers where most experts have them.

    A paper that most left out goes; one that most have at another topic of this tree goes there. What most added and
    this tree has no topic for is left out, and listed.
    """
    accepted = [review for review in survey.reviews if review.form.verdict == "accept"]
    middle = max(accepted, key=lambda review: _liking(review, survey.pairs))
    tree = middle.item.tree
    nodes = {topic_path(tree, node): node for node in range(len(tree) - 1, -1, -1)}
    votes: dict[str, Counter[tuple[str, ...]]] = {}
    titles: dict[str, str] = {}
    for review in (middle, *(other for other in accepted if other is not middle)):
        for placed in review.item.tree.papers:
            key = compact_title(placed.title)
            titles.setdefault(key, placed.title)
            votes.setdefault(key, Counter())[topic_path(review.item.tree, placed.node)] += 1
    holding = {
        key: sum(any(compact_title(p.title) == key for p in review.item.tree.papers) for review in accepted)
        for key in votes
    }
    own: dict[str, list[int]] = {}
    for placed in tree.papers:
        own.setdefault(compact_title(placed.title), []).append(placed.node)
    papers: list[Placed] = []
    unplaced: list[TreeDiagnostic] = []
    for key, paths in votes.items():
        if 2 * holding[key] <= len(accepted):
            continue
        most = [nodes[path] for path, count in paths.items() if 2 * count > len(accepted) and path in nodes]
        places = most or own.get(key, [])
        papers += [Placed(titles[key], node) for node in places]
        if not places:
            unplaced.append(TreeDiagnostic("paper-without-topic", titles[key]))
    settled = Tree(tree.names, tree.parents, tuple(sorted(papers, key=lambda paper: paper.node)))
    titles_kept = {compact_title(paper.title) for paper in settled.papers}
    given_papers = [paper for paper in middle.item.papers if compact_title(paper.title) in titles_kept]
    agreed_titles = {compact_title(paper.title) for paper in given_papers}
    others = [paper for review in accepted for paper in review.item.papers]
    for paper in others:
        if (key := compact_title(paper.title)) in titles_kept and key not in agreed_titles:
            given_papers.append(paper)
            agreed_titles.add(key)
    remarks = (*oddities(settled), *unplaced)
    reviews = tuple(_as_row(review, experts) for review in accepted)
    return Item(survey.survey_id, middle.item.topic, "reviewed", given_papers, settled, remarks, reviews)


def _as_row(review: ExpertReview, experts: Sequence[str]) -> ReviewedTree:
    """Return the reviewer's tree under a number: a release goes to others than the review does."""
    tree = review.item.tree
    titles, places = tuple(paper.title for paper in tree.papers), tuple(paper.node for paper in tree.papers)
    number = experts.index(review.expert) + 1
    return ReviewedTree(review.item.survey_id, number, tree.names, tree.parents, titles, places)


def _liking(review: ExpertReview, pairs: Mapping[tuple[str, str], PairAgreement]) -> float:
    return sum(pair.alike or 0.0 for names, pair in pairs.items() if review.expert in names)


def mean_agreement(review: Review) -> Iterator[tuple[str, float]]:
    """Over all pairs of experts and all surveys: share of papers assigned alike, ARI, and moves a survey."""
    pairs = [pair for survey in review.surveys for pair in survey.pairs.values() if pair.both]
    if pairs:
        yield "alike", sum(pair.alike or 0.0 for pair in pairs) / len(pairs)
        yield "ari", sum(pair.ari or 0.0 for pair in pairs) / len(pairs)
        yield "moves", sum(pair.moves for pair in pairs) / len(pairs)
