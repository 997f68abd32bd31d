"""ReportBench's construction: from survey papers to a frozen release (arXiv 2508.15804, section 2.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import Any

from prefect import flow

from litgauge.flows.pipeline.build import read_surveys, run_survey_build, survey_build_name
from litgauge.flows.pipeline.expectations import check_held, expectation_check, last_release
from litgauge.flows.pipeline.freeze import Freezing, freeze
from litgauge.flows.reportbench.artifacts import show_release, show_selection
from litgauge.flows.reportbench.config import BuildConfig
from litgauge.tasks.benchmark import About
from litgauge.tasks.benchmarks.reportbench.about import ABOUT, about_local
from litgauge.tasks.benchmarks.reportbench.benchmark import REPORTBENCH
from litgauge.tasks.benchmarks.reportbench.build.assembly import BuildOutputs
from litgauge.tasks.benchmarks.reportbench.build.domains.stage import classify_domains, down_sample
from litgauge.tasks.benchmarks.reportbench.build.prompts.stage import write_all_prompts
from litgauge.tasks.benchmarks.reportbench.build.quarantine import UNUSABLE_CHANGES
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.outputs import write_rows
from litgauge.tasks.engine.progress import Note, StageEnded, tell
from litgauge.tasks.engine.run import Run
from litgauge.tasks.harvest.holding import held_changes, known_surveys
from litgauge.tasks.papers.stage import PdfReferenceSettings, read_fulltexts, read_pdf_references
from litgauge.tasks.records import Quarantined
from litgauge.tasks.releases.expectations import let_go
from litgauge.tasks.releases.funnel import funnel_values
from litgauge.tasks.releases.release import StoredRelease

_SHOWN = 5  # held surveys that a message names


@flow(
    name="build-reportbench",
    flow_run_name=survey_build_name,
    persist_result=False,
)
def build_reportbench(
    config: BuildConfig = BuildConfig(),  # noqa: B008
    storage: str = "data",
    accept: bool = False,
) -> dict[str, Any]:
    """Build a release from survey papers.

    Whatever an earlier run finished is reused, survey by survey, so Retry goes on where a run failed. A release that
    loses more than the config's expectations allow is held, unless the config selects other papers: the run fails and
    shows what would change.

    Args:
        config: what to harvest, how to select, and who answers the questions
        storage: where everything is kept, a folder or s3://bucket/path
        accept: release what the last build or refresh held

    Returns {"release", "path", "digest", "new", "tables": {name: rows}, "funnel": steps, "counts": stages}.
    """
    return run_survey_build(partial(build, accept=accept), config, storage, models=config.question_models)


def build(run: Run, config: BuildConfig, *, accept: bool = False) -> dict[str, Any]:
    """All stages, from harvest to release.

    Raises ReleaseHeld if the release breaks an expectation, UnusableInput if there is none to accept.
    """
    if accept:
        check_held(run.storage, config.benchmark, "build")
    harvested, outputs = construct(run, config)
    before = last_release(run.storage, config.benchmark)
    check = expectation_check(run, before, config.expectations, "build", accept=accept)
    return release(run, config, harvested, replace(outputs, unusable_changes=held_output(run, harvested, {})), check)


def construct(
    run: Run, config: BuildConfig, passed_over: Mapping[str, int] = MappingProxyType({})
) -> tuple[StageOutput, BuildOutputs]:
    """Return what was harvested, and what all stages make of it.

    `passed_over` is how many of the newest records of a survey do not count, for nothing could be made of them.
    """
    # Phase I: survey papers and their references
    read = read_surveys(run, config, min_references=config.min_references, passed_over=passed_over)
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
    return read.harvested, BuildOutputs(
        surveys, sources, (references, pdf_references), fulltexts, prompts, domains, sample
    )


def release(
    run: Run,
    config: BuildConfig,
    harvested: StageOutput,
    outputs: BuildOutputs,
    check: Callable[[StoredRelease], None] | None = None,
) -> dict[str, Any]:
    """Show what was selected, and freeze it as a release that passes the check."""
    funnel = show_selection(run, harvested, outputs)
    frozen = freeze(Freezing(run, REPORTBENCH, outputs, config.benchmark, about(config), check, funnel))
    let_go(run.storage, config.benchmark)
    show_release(run, config, outputs, frozen)
    return frozen | funnel_values(funnel)


def held_output(run: Run, harvested: StageOutput, unusable: Mapping[str, Quarantined]) -> StageOutput | None:
    """Return the changes of surveys that are held: records that cannot be read, and those nothing could be made of.

    None if there are none.
    """
    changes = {row.survey_id: row for row in held_changes(known_surveys(run.storage, harvested))} | dict(unusable)
    if not changes:
        return None
    names = ", ".join(sorted(changes)[:_SHOWN]) + (" …" if len(changes) > _SHOWN else "")
    output = write_rows(run.storage, UNUSABLE_CHANGES, UNUSABLE_CHANGES, Quarantined, changes)
    tell(Note(UNUSABLE_CHANGES, f"{len(changes)} changes could not be used, and the records before them stay: {names}"))
    tell(StageEnded(UNUSABLE_CHANGES, output.done, 0, 0, 0, output))
    return output


def about(config: BuildConfig) -> About:
    """Return the words of the release's card."""
    if config.harvest.source == "snapshot":
        return ABOUT
    selection = config.selection
    ruled = bool(selection.title_words) or selection.evidence_required or bool(selection.licenses)
    return about_local(config.benchmark, ruled=ruled, by_question=selection.ask_model)
