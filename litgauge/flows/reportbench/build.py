"""ReportBench's construction: from survey papers to a frozen release (arXiv 2508.15804, section 2.1)."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from prefect import flow

from litgauge.flows.pipeline.build import read_surveys, run_survey_build, survey_build_name
from litgauge.flows.pipeline.freeze import Freezing, freeze
from litgauge.flows.reportbench.artifacts import show_release, show_selection
from litgauge.flows.reportbench.config import BuildConfig
from litgauge.tasks.benchmark import About
from litgauge.tasks.benchmarks.reportbench.about import ABOUT, about_local
from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.benchmarks.reportbench.build.assembly import BuildOutputs
from litgauge.tasks.benchmarks.reportbench.build.domains.stage import classify_domains, down_sample
from litgauge.tasks.benchmarks.reportbench.build.prompts.stage import write_all_prompts
from litgauge.tasks.engine.run import Run
from litgauge.tasks.papers.stage import PdfReferenceSettings, read_fulltexts, read_pdf_references


@flow(
    name="build-reportbench",
    flow_run_name=survey_build_name,
    persist_result=False,
)
def build_reportbench(config: BuildConfig = BuildConfig(), storage: str = "data") -> dict[str, Any]:  # noqa: B008
    """Build a release from survey papers.

    Whatever an earlier run finished is reused, survey by survey, so Retry goes on where a run failed.

    Args:
        config: what to harvest, how to select, and who answers the questions
        storage: where everything is kept, a folder or s3://bucket/path

    Returns {"release", "path", "digest", "new", "tables": {name: rows}, "funnel": steps}.
    """
    return run_survey_build(build, config, storage, models=config.question_models)


def build(run: Run, config: BuildConfig) -> dict[str, Any]:
    """All stages, from harvest to release."""
    # Phase I: survey papers and their references
    read = read_surveys(run, config, min_references=config.min_references)
    surveys, sources, references = read.surveys, read.sources, read.references
    pdf_references = read_pdf_references(
        run,
        sources,
        references,
        PdfReferenceSettings(fulltext=config.fulltext, min_references=config.min_references),
    )
    # Phase II: prompts whose ideal answer is the survey
    fulltexts = read_fulltexts(run, sources, config.fulltext)
    prompts = write_all_prompts(run, surveys, fulltexts, [references, pdf_references], config.prompts)
    # Phase III: application domains and the balanced sample
    domains = classify_domains(run, surveys, fulltexts, config.domains)
    sample = down_sample(run, domains, prompts, config.domains, config.sample)

    outputs = BuildOutputs(surveys, sources, (references, pdf_references), fulltexts, prompts, domains, sample)
    funnel = show_selection(run, read.harvested, outputs)
    release = freeze(Freezing(run, REPORTBENCH, outputs, config.benchmark, about(config)))
    show_release(run, config, outputs, release)
    return release | {"funnel": [asdict(step) for step in funnel]}


def about(config: BuildConfig) -> About:
    """Return the words of the release's card."""
    if config.harvest.source == "snapshot":
        return ABOUT
    selection = config.selection
    ruled = bool(selection.title_words) or selection.evidence_required or bool(selection.licenses)
    return about_local(config.benchmark, ruled=ruled, asked=selection.ask_model)
