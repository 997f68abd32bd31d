"""Text and statistics of a release's card (Table 1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

import msgspec
import pyarrow.compute as pc

from litgauge.tasks.benchmark import About
from litgauge.tasks.benchmarks.taxobench.build.assembly import Settled
from litgauge.tasks.benchmarks.taxobench.build.rows import CandidateTree
from litgauge.tasks.benchmarks.taxobench.release_rows import TaxoRows
from litgauge.tasks.text.markdown import escaped

_SHOWN = 6  # candidates of a survey
ABOUT = About(
    title="TaxoBench, rebuilt by litgauge",
    summary=(
        "Taxonomies that experts drew for their surveys, with the papers at every topic. An agent is given the topic, "
        "or the topic and its papers, and answers with a taxonomy of its own; it is scored by the papers that it finds "
        "and by how it organises them (TaxoBench, arXiv 2601.12369)."
    ),
    made="Trees were read from the sources of surveys and reviewed.",
    limits=(
        "A field can be divided in more than one good way; the experts' is one of them.",
        "Soft F1 is high for trees of other surveys too: compare it with the baselines shown beside it.",
    ),
)
ABOUT_PUBLISHED = msgspec.structs.replace(
    ABOUT, title="TaxoBench, as published", made="Imported from the published files; labels were cleaned, and are kept."
)


def about_built(settled: Settled, provider: str) -> About:
    """Return the words for a release that was built: how many of its trees were reviewed, and who answered."""
    candidates = sum(tree.origin == "candidate" for tree in settled.trees.values())
    reviewed = len(settled.trees) - candidates
    text = "Trees were read from the LaTeX sources of surveys. "
    text += f"{reviewed} were reviewed by experts; {candidates} are as they were read: nobody has reviewed them."
    if provider == "offline":
        text += " Facts about the papers were extracted offline, by rules and not by a model."
    unchecked = (
        ("Unreviewed trees hold what a program read: wrong levels, papers at wrong topics.",) if candidates else ()
    )
    caution = _caution(candidates, len(settled.trees)) if candidates else ""
    return msgspec.structs.replace(ABOUT, made=text, limits=(*unchecked, *ABOUT.limits), caution=caution)


def unreviewed_note(tables: Mapping[str, Any]) -> str:
    """Return the caution that opens the card of a release with unreviewed trees; "" for others."""
    surveys = tables["surveys"]
    count = pc.sum(pc.equal(surveys["origin"], "candidate")).as_py() or 0
    if not count:
        return ""
    joined = [
        f"- `{row['survey_id']}`: {escaped(row['reasons'])}"
        for row in (tables["candidates"].to_pylist() if "candidates" in tables else ())
        if row["chosen"] and row["kind"] == "joined"
    ]
    what = (
        [
            "\nTaxonomies that were joined from several parts of their surveys (`topic_edges` and `provenance` say how "
            "sure each edge is):\n",
            *joined,
        ]
        if joined
        else []
    )
    return "\n".join([f"**{_caution(count, surveys.num_rows)}**", *what, ""])


def _caution(candidates: int, all_trees: int) -> str:
    return f"UNREVIEWED: {candidates} of the {all_trees} taxonomies are candidates that no expert has checked."


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
        **{f"Trees of {name}": _side_by_side(trees) for name, trees in release.candidates.items()},
    }


def _side_by_side(candidates: Sequence[CandidateTree]) -> str:
    """Return the trees that a survey's taxonomy might have been, the one taken first."""
    order = sorted(candidates, key=lambda tree: (not tree.chosen, -tree.resolved))
    shown = [
        f"{'taken' if tree.chosen else 'not'}: {tree.kind} at {tree.file}:{tree.line}, {tree.resolved} papers at "
        f"{max(0, tree.topics - 1)} topics ({tree.outline or tree.reasons})"
        for tree in order[:_SHOWN]
    ]
    return "\n  ".join(["", *shown, *([f"and {len(order) - _SHOWN} more"] if len(order) > _SHOWN else [])])
