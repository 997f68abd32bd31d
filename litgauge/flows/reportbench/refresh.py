"""A refresh: harvest what is new on arXiv, build, and release if anything changed and nothing unexpected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Any

from prefect import flow

from litgauge.flows.pipeline.artifacts import show_markdown
from litgauge.flows.pipeline.build import run_survey_build, survey_build_name
from litgauge.flows.reportbench.build import construct, held_output, release
from litgauge.flows.reportbench.config import BuildConfig
from litgauge.tasks.base.errors import ReleaseHeld, UnknownRelease, UnusableInput
from litgauge.tasks.benchmarks.reportbench.build.assembly import BuildOutputs, quarantine
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.run import Run
from litgauge.tasks.harvest.holding import known_surveys
from litgauge.tasks.harvest.increments import increments
from litgauge.tasks.harvest.refresh import harvest_new
from litgauge.tasks.harvest.stage import harvest
from litgauge.tasks.records import PublishedSurvey, Quarantined
from litgauge.tasks.releases.diff_text import diff_markdown
from litgauge.tasks.releases.expectations import ExpectationSettings, broken_list, compare, held_digests, hold
from litgauge.tasks.releases.release import StoredRelease, load
from litgauge.tasks.text.markdown import escaped

_SHOWN = 20  # rows of every kind of change


@flow(
    name="refresh-reportbench",
    flow_run_name=survey_build_name,
    persist_result=False,
)
def refresh_reportbench(
    config: BuildConfig = BuildConfig(),  # noqa: B008
    storage: str = "data",
    accept: bool = False,
) -> dict[str, Any]:
    """Harvest the days since the last harvest, then build.

    Only surveys that are new or changed are downloaded, read and asked about. Without a change there is no new
    release. Of a survey whose change cannot be used the record before it stays. A release that breaks one of the
    config's expectations is held: the run fails and shows what would change.

    Args:
        config: what to harvest, how to select, and who answers the questions
        storage: where everything is kept, a folder or s3://bucket/path
        accept: release what the last refresh held, and harvest nothing

    Returns what `build_reportbench` returns.
    """
    return run_survey_build(partial(refresh, accept=accept), config, storage, models=config.question_models)


def refresh(run: Run, config: BuildConfig, *, accept: bool = False, until: date | None = None) -> dict[str, Any]:
    """Return the days since the last harvest up to `until` (default: yesterday), then all stages.

    Raises ReleaseHeld if the release breaks an expectation, UnusableInput if there is none to accept.
    """
    if accept and not held_digests(run.storage, config.benchmark):
        raise UnusableInput(
            "no release is held",
            where=f"benchmark {config.benchmark}",
            data="Nothing was run",
            next_step="Refresh without --accept",
        )
    before = _last_release(run, config.benchmark)
    if not accept:
        known = harvest(run, config.harvest, config.selection, increments(run.storage, config.harvest))
        yesterday = datetime.now(UTC).date() - timedelta(days=1)
        harvest_new(run, config.harvest, config.selection, known, until=until or yesterday)
    harvested, outputs = _usable(run, config, before)
    check = None if before is None else _check(run, before, config.expectations, accept=accept)
    return release(run, config, harvested, outputs, check)


def _usable(run: Run, config: BuildConfig, before: StoredRelease | None) -> tuple[StageOutput, BuildOutputs]:
    """Return what all stages make; of a released survey whose newest record gives nothing, of the record before it."""
    harvested, outputs = construct(run, config)
    released = {row.survey_id for row in before.rows("surveys", PublishedSurvey)} if before else set()
    records = Counter(survey.survey_id for survey in known_surveys(run.storage, harvested).rows)
    passed_over: dict[str, int] = {}
    unusable: dict[str, Quarantined] = {}
    while True:
        lost = {
            row.survey_id: row
            for row in quarantine(run.storage, outputs)
            if row.survey_id in released
            and _cannot_be_used(row)
            and records[row.survey_id] > passed_over.get(row.survey_id, 0) + 1
        }
        if not lost:
            return harvested, replace(outputs, held=held_output(run, harvested, unusable))
        for name, row in lost.items():
            passed_over[name] = passed_over.get(name, 0) + 1
            unusable[name] = replace(row, detail=f"{row.detail}; the record before stays")
        harvested, outputs = construct(run, config, passed_over)


def _cannot_be_used(row: Quarantined) -> bool:
    """Return whether a survey fell out for want of something readable, and not by a verdict about the paper."""
    return row.status == "failed" or (row.stage != "surveys" and row.rule != "withdrawn")


def _last_release(run: Run, series: str) -> StoredRelease | None:
    try:
        return load(run.storage, series)
    except UnknownRelease:
        return None


def _check(
    run: Run, before: StoredRelease, settings: ExpectationSettings, *, accept: bool
) -> Callable[[StoredRelease], None]:
    """Return what raises ReleaseHeld for a release that breaks an expectation, unless just that one was accepted."""

    def check(candidate: StoredRelease) -> None:
        comparison = compare(before, candidate, settings)
        series = candidate.manifest.benchmark
        if not comparison.broken or (accept and candidate.digest in held_digests(run.storage, series)):
            return
        hold(run.storage, candidate, comparison.broken)
        changes = f"{broken_list(comparison.broken)}\n\n{diff_markdown(comparison.difference, shown=_SHOWN)}"
        title = f"### {escaped(candidate.name)} is held: {escaped(before.name)} stays the latest"
        show_markdown("held", f"{title}\n\n{changes}", f"What {candidate.name} would change, and why it is held")
        held = ReleaseHeld(
            f"{candidate.name} is held: {'; '.join(comparison.broken)}",
            where=f"benchmark {series}",
            data=f"{before.name} stays the latest, and what was harvested and computed is kept",
            next_step="If the change is right, release it by the same command with --accept, or by the form of the "
            "refresh with Accept; else mend the cause and refresh again",
        )
        held.changes = changes
        raise held

    return check
