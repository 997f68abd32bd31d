"""Behind `litgauge taxobench folders` and `review`: taxonomies as folders for experts, and what they changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from litgauge.flows.cli.console import kept_in, print_json
from litgauge.flows.cli.output_files import check_folder
from litgauge.flows.cli.sheet_files import expert_names
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmarks.taxobench.benchmark import TAXOBENCH
from litgauge.tasks.benchmarks.taxobench.build.assembly import settle
from litgauge.tasks.benchmarks.taxobench.build.review.consensus import Review, SurveyReview, mean_agreement, read_review
from litgauge.tasks.benchmarks.taxobench.build.review.folder import EXPERTS, ToReview, write_review
from litgauge.tasks.benchmarks.taxobench.build.rows import CandidateTree, ChosenTree
from litgauge.tasks.benchmarks.taxobench.folders import write_folders
from litgauge.tasks.benchmarks.taxobench.published import GivenPaper
from litgauge.tasks.benchmarks.taxobench.release_rows import load_release_rows
from litgauge.tasks.benchmarks.taxobench.release_tables import Item
from litgauge.tasks.benchmarks.taxobench.trees import Placed, Tree
from litgauge.tasks.engine.outputs import read_rows
from litgauge.tasks.engine.run_records import last_run
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.releases.release import StoredRelease, load

_CHOSEN = "chosen-trees"


def write_review_folder(of: str, to: Path, experts: Sequence[str], storage: str, out: Console) -> None:
    """Write the trees of a build or a release for experts. Raises UnusableInput for a full folder, or no trees."""
    _check_empty(to)
    names = expert_names(experts, 0) or EXPERTS
    trees = list(_trees(of, Storage(storage)))
    if not trees:
        raise UnusableInput(
            "there is no tree to review", where=of, next_step="List rejected surveys: litgauge quarantine"
        )
    papers = write_review(trees, to, names)
    out.print(
        f"{len(trees)} trees with {papers:,} papers in {to}, for each of {', '.join(names)}; {to}/README.md says what "
        f"to do. Afterwards: litgauge taxobench review --read {to}{kept_in(storage)}",
        soft_wrap=True,
    )


def write_tree_folders(name: str, to: Path, storage: str, out: Console) -> None:
    """Write a release's taxonomies to a new or empty folder.

    Raises UnusableInput for another benchmark's release, or a full folder.
    """
    release = _with_taxonomies(load(Storage(storage), name))
    _check_empty(to)
    rows = load_release_rows(release)
    count = write_folders(rows, to)
    out.print(
        f"{len(rows.trees)} taxonomies with {count:,} papers in {to}; after the review: "
        f"litgauge import taxobench {to}{kept_in(storage)}",
        soft_wrap=True,
    )


def _check_empty(folder: Path) -> None:
    check_folder(folder)
    if folder.is_dir() and any(folder.iterdir()):
        raise UnusableInput(
            "the folder is not empty",
            where=f"--out {folder}",
            data="Nothing was written",
            next_step="Name a new or empty folder: what people changed in a written one is never replaced",
        )


def _with_taxonomies(release: StoredRelease) -> StoredRelease:
    if release.benchmark is not TAXOBENCH:
        raise UnusableInput(f"it is a release of {release.benchmark.title}, without taxonomies", where=release.name)
    return release


def _trees(of: str, storage: Storage) -> Iterator[ToReview]:
    record = last_run(storage, (TAXOBENCH.name, of)) if "@" not in of else None
    chosen = next((output for output in record.outputs if output.stage == _CHOSEN), None) if record else None
    if chosen is not None:
        rows = read_rows(storage, chosen, "trees", ChosenTree)
        for tree in settle(rows, {}, {}, include=True).trees.values():
            placed = tuple(Placed(paper.title, paper.node) for paper in tree.papers)
            papers = [GivenPaper(title, "") for title in dict.fromkeys(paper.title for paper in placed)]
            item = Item(tree.survey_id, tree.topic, "candidate", papers, Tree(tree.names, tree.parents, placed))
            yield ToReview(item, tree.candidates, tree.papers)
        return
    release = _with_taxonomies(load(storage, of))
    loaded = load_release_rows(release)
    candidates: dict[str, list[CandidateTree]] = {}
    for row in release.rows("candidates", CandidateTree) if release.has("candidates") else ():
        candidates.setdefault(row.survey_id, []).append(row)
    for name, grown in loaded.trees.items():
        given_papers = [GivenPaper(paper.title, paper.abstract) for paper in loaded.papers.get(name, ())]
        survey = loaded.surveys[name]
        yield ToReview(Item(name, survey.topic, survey.origin, given_papers, grown), candidates.get(name, ()))


def print_review(folder: Path, out: Console, *, as_json: bool) -> None:
    """Print the experts' changes and their agreement. Raises as `read_review`."""
    review = read_review(folder)
    if as_json:
        print_json(_as_json(review), out)
        return
    for survey in review.surveys:
        out.print(
            Text.assemble("\n", (survey.topic, "bold"), f" ({survey.survey_id}): {_state(survey, review)}"),
            soft_wrap=True,
        )
        if survey.reviews:
            out.print(_changes(survey))
        if survey.pairs:
            out.print(_pairs(survey))
    means = dict(mean_agreement(review))
    if means:
        out.print(
            f"\nOver all pairs of experts: {means['alike']:.2f} of the papers assigned alike, ARI {means['ari']:.2f}, "
            f"{means['moves']:.1f} papers at different topics a survey"
        )
    settled = f"{len(review.items)} of {len(review.surveys)} surveys are reviewed and accepted"
    out.print(settled + (f": litgauge import taxobench {folder}" if review.items else ""), soft_wrap=True)


def _state(survey: SurveyReview, review: Review) -> str:
    if survey.open:
        return f"waits for {', '.join(survey.open)}"
    if survey.survey_id in review.rejected:
        return f"rejected: {review.rejected[survey.survey_id]}"
    return "accepted"


def _changes(survey: SurveyReview) -> Table:
    grid = Table(
        "expert", "verdict", "papers added", "removed", "moved", "topics added", "removed", "renamed", "doubtful"
    )
    for review in survey.reviews:
        edits = review.changed
        counts = (
            edits.papers_added,
            edits.papers_removed,
            edits.papers_moved,
            edits.topics_added,
            edits.topics_removed,
            edits.topics_renamed,
            review.form.validation.doubtful,
        )
        grid.add_row(review.expert, review.form.verdict, *(str(len(part)) for part in counts))
    return grid


def _pairs(survey: SurveyReview) -> Table:
    grid = Table("experts", "papers of both", "assigned alike", "ARI", "moves", "only the first", "only the second")
    for (first, second), pair in survey.pairs.items():
        shares = ("–" if share is None else f"{share:.2f}" for share in (pair.alike, pair.ari))
        counts = (str(pair.moves), str(pair.only_first), str(pair.only_second))
        grid.add_row(f"{first}, {second}", str(pair.both), *shares, *counts)
    return grid


def _as_json(review: Review) -> dict[str, Any]:
    return {
        "surveys": [
            {
                "survey": survey.survey_id,
                "topic": survey.topic,
                "state": _state(survey, review).partition(":")[0],
                "waits_for": list(survey.open),
                "reviews": [
                    {
                        "expert": by.expert,
                        "verdict": by.form.verdict,
                        "reason": by.form.reason,
                        "changed": asdict(by.changed),
                    }
                    for by in survey.reviews
                ],
                "pairs": [{"experts": list(names), **asdict(pair)} for names, pair in survey.pairs.items()],
            }
            for survey in review.surveys
        ],
        "agreement": dict(mean_agreement(review)),
        "accepted": list(review.items),
        "rejected": dict(review.rejected),
    }
