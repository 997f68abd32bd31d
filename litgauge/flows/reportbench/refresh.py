"""A refresh: harvest what is new on arXiv, build, and release if anything changed and nothing unexpected."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from functools import partial
from typing import Any

from prefect import flow

from litgauge.flows.pipeline.build import run_survey_build, survey_build_name
from litgauge.flows.pipeline.expectations import check_held, expectation_check, last_release
from litgauge.flows.reportbench.build import construct, held_output, release
from litgauge.flows.reportbench.config import BuildConfig
from litgauge.tasks.benchmarks.reportbench.build.assembly import BuildOutputs, quarantine
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.run import Run
from litgauge.tasks.harvest.holding import known_surveys
from litgauge.tasks.harvest.increments import increments
from litgauge.tasks.harvest.refresh import harvest_new
from litgauge.tasks.harvest.stage import harvest
from litgauge.tasks.records import PublishedSurvey, Quarantined
from litgauge.tasks.releases.release import StoredRelease


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
    if accept:
        check_held(run.storage, config.benchmark, "refresh")
    before = last_release(run.storage, config.benchmark)
    if not accept:
        surveys = harvest(run, config.harvest, config.selection, increments(run.storage, config.harvest))
        yesterday = datetime.now(UTC).date() - timedelta(days=1)
        harvest_new(run, config.harvest, config.selection, surveys, until=until or yesterday)
    harvested, outputs = _usable(run, config, before)
    check = expectation_check(run, before, config.expectations, "refresh", accept=accept)
    return release(run, config, harvested, outputs, check)


def _usable(run: Run, config: BuildConfig, before: StoredRelease | None) -> tuple[StageOutput, BuildOutputs]:
    """Return what all stages make; of a released survey whose newest record gives nothing, of the record before it."""
    harvested, outputs = construct(run, config)
    released = {row.survey_id for row in before.rows("surveys", PublishedSurvey)} if before else set()
    records = Counter(survey.survey_id for survey in known_surveys(run.storage, harvested).rows)
    passed_over: dict[str, int] = {}
    unusable: dict[str, Quarantined] = {}
    while True:
        unread = {
            row.survey_id: row
            for row in quarantine(run.storage, outputs)
            if row.survey_id in released
            and _cannot_be_used(row)
            and records[row.survey_id] > passed_over.get(row.survey_id, 0) + 1
        }
        if not unread:
            return harvested, replace(outputs, unusable_changes=held_output(run, harvested, unusable))
        for name, row in unread.items():
            passed_over[name] = passed_over.get(name, 0) + 1
            unusable[name] = replace(row, detail=f"{row.detail}; the record before stays")
        harvested, outputs = construct(run, config, passed_over)


def _cannot_be_used(row: Quarantined) -> bool:
    """Return whether a survey fell out for want of something readable, and not by a verdict about the paper."""
    return row.status == "failed" or (row.stage != "surveys" and row.rule != "withdrawn")
