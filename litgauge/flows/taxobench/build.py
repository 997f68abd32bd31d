"""TaxoBench's construction: from survey papers to taxonomies in a frozen release (arXiv 2601.12369, section 2)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from prefect import flow

from litgauge.flows.pipeline.artifacts import show_markdown
from litgauge.flows.pipeline.build import read_surveys, run_survey_build, survey_build_name
from litgauge.flows.pipeline.freeze import Freezing, freeze
from litgauge.flows.taxobench.config import TaxoBuildConfig
from litgauge.tasks.benchmark.benchmark import not_done
from litgauge.tasks.benchmarks.taxobench.about import about_built
from litgauge.tasks.benchmarks.taxobench.benchmark import TAXOBENCH
from litgauge.tasks.benchmarks.taxobench.build.assembly import Settled, TaxoOutputs, settle, wanted_papers
from litgauge.tasks.benchmarks.taxobench.build.citation_counts import read_counts
from litgauge.tasks.benchmarks.taxobench.build.review.consensus import read_review
from litgauge.tasks.benchmarks.taxobench.build.rows import ChosenTree, SettledTree
from litgauge.tasks.benchmarks.taxobench.build.stage import (
    ReadingSettings,
    choose_trees,
    draw_all_inputs,
    read_candidates,
    read_papers,
    read_pictures,
)
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.outputs import read_rows, write_rows
from litgauge.tasks.engine.run import Run
from litgauge.tasks.html.funnel import funnel_markdown, quarantine_markdown
from litgauge.tasks.records import Survey
from litgauge.tasks.releases.funnel import HARVEST, Funnel, build_funnel, funnel_values
from litgauge.tasks.text.markdown import escaped, shorten, table


@flow(
    name="build-taxobench",
    flow_run_name=survey_build_name,
    persist_result=False,
)
def build_taxobench(config: TaxoBuildConfig = TaxoBuildConfig(), storage: str = "data") -> dict[str, Any]:  # noqa: B008
    """Build taxonomies from survey papers.

    Whatever an earlier run finished is reused, survey by survey, so Retry goes on where a run failed. Trees that
    nobody has reviewed are in the release only where the config says `unreviewed: include`.

    Args:
        config: what to harvest, which trees to take, and what to draw from their papers
        storage: where everything is kept, a folder or s3://bucket/path

    Returns {"release", "path", "digest", "new", "tables": {name: rows}, "funnel": steps, "counts": stages, "waiting":
    surveys whose trees wait for a review}; "release" is empty where all of them do.
    """
    return run_survey_build(build, config, storage, downloads=["paper-texts"])


def build(run: Run, config: TaxoBuildConfig) -> dict[str, Any]:
    """All stages, from harvest to release."""
    # Section 2.2: highly cited surveys whose captions speak of a taxonomy
    read = read_surveys(run, config)
    surveys, sources, references = read.surveys, read.sources, read.references
    # Section 2.3: their trees, and what experts made of them
    candidates = read_candidates(run, surveys, sources, references, config.references)
    with_pictures = candidates
    if config.taxonomies.pictures and config.model.provider != "offline":
        with_pictures = read_pictures(run, candidates, sources, references, config.references)
    chosen = choose_trees(run, with_pictures, config.taxonomies, citation_counts(run, surveys, config))
    settled = settled_trees(run, chosen, config)
    early = {output.stage: output for output in (surveys, sources, references, candidates, chosen)}
    funnel = show_selection(run, read.harvested, early, chosen)
    if not settled.trees and settled.waiting:
        return _nothing_reviewed(settled, funnel)
    tree_rows = write_rows(run.storage, "taxonomies", "trees", SettledTree, settled.trees)
    # Section 4: what agents may be told of the papers
    reading = ReadingSettings(papers=config.papers, sources=config.sources, fulltext=config.fulltext)
    texts = read_papers(run, list(wanted_papers(list(settled.trees.values()))), reading)
    inputs = draw_all_inputs(run, texts, config.inputs.draw) if config.inputs.draw else None

    outputs = TaxoOutputs(tree_rows, texts, inputs, (chosen,))
    about = about_built(settled, config.model.provider if config.inputs.draw else "")
    release = freeze(Freezing(run, TAXOBENCH, outputs, config.benchmark, about, funnel=funnel))
    return release | funnel_values(funnel) | {"waiting": list(settled.waiting), "caution": about.caution}


def citation_counts(run: Run, surveys: StageOutput, config: TaxoBuildConfig) -> dict[str, int]:
    """Return how often each survey is cited, as far as the config's file knows."""
    if config.taxonomies.citation_counts is None:
        return {}
    count_table = read_counts(Path(config.taxonomies.citation_counts))
    counts = {survey.survey_id: count_table.of(survey) for survey in read_rows(run.storage, surveys, "surveys", Survey)}
    return {name: count for name, count in counts.items() if count is not None}


def settled_trees(run: Run, chosen: StageOutput, config: TaxoBuildConfig) -> Settled:
    """Return the taxonomies that may be released.

    Raises UnusableInput for a review with faults, with the line of each.
    """
    review = read_review(Path(config.review.folder)) if config.review.folder else None
    trees = read_rows(run.storage, chosen, "trees", ChosenTree)
    reviewed, rejected = (review.items, review.rejected) if review else ({}, {})
    return settle(trees, reviewed, rejected, include=config.review.unreviewed == "include")


def show_selection(run: Run, harvested: StageOutput, outputs: dict[str, StageOutput], chosen: StageOutput) -> Funnel:
    """Show what fell out and why, and the chosen trees."""
    funnel = build_funnel(run.storage, TAXOBENCH, {HARVEST: harvested, **outputs})
    assert funnel is not None  # it has harvested
    show_markdown("funnel", funnel_markdown(funnel), "Surveys left after each step, beside the paper")
    left_out = list(not_done(run.storage, outputs))
    show_markdown("quarantine", quarantine_markdown(left_out), "Rejected surveys, with reasons")
    rows = [
        (
            tree.survey_id,
            shorten(escaped(tree.topic), 80),
            tree.kind,
            len(tree.names) - 1,
            len(tree.papers),
            _place(tree),
        )
        for tree in read_rows(run.storage, chosen, "trees", ChosenTree)
    ]
    trees = table(["survey", "title", "read from", "topics", "papers", "where"], rows[:200])
    show_markdown("trees", trees, "The trees that taxonomies are made from")
    return funnel


def _place(tree: ChosenTree) -> str:
    return next((f"{candidate.file}:{candidate.line}" for candidate in tree.candidates if candidate.chosen), "")


def _nothing_reviewed(settled: Settled, funnel: Funnel) -> dict[str, Any]:
    """A build whose trees all wait: what was read is kept, and nothing is released."""
    return {
        "release": "",
        "path": "",
        "digest": "",
        "new": False,
        "tables": {},
        **funnel_values(funnel),
        "waiting": list(settled.waiting),
    }
