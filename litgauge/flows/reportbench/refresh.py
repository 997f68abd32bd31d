"""A refresh: harvest what is new on arXiv, build, and release if anything changed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from prefect import flow

from litgauge.flows.pipeline.build import run_survey_build, survey_build_name
from litgauge.flows.reportbench.build import build
from litgauge.flows.reportbench.config import BuildConfig
from litgauge.tasks.engine.run import Run
from litgauge.tasks.harvest.increments import increments
from litgauge.tasks.harvest.refresh import harvest_new
from litgauge.tasks.harvest.stage import harvest


@flow(
    name="refresh-reportbench",
    flow_run_name=survey_build_name,
    persist_result=False,
)
def refresh_reportbench(config: BuildConfig = BuildConfig(), storage: str = "data") -> dict[str, Any]:  # noqa: B008
    """Harvest the days since the last harvest, then build.

    Only surveys that are new or changed are downloaded, read and asked about. Without a change there is no new
    release.

    Args:
        config: what to harvest, how to select, and who answers the questions
        storage: where everything is kept, a folder or s3://bucket/path

    Returns what `build_reportbench` returns.
    """
    return run_survey_build(refresh, config, storage, models=config.question_models)


def refresh(run: Run, config: BuildConfig) -> dict[str, Any]:
    """Return the days since the last harvest, then all stages."""
    yesterday = datetime.now(UTC).date() - timedelta(days=1)
    known = harvest(run, config.harvest, config.selection, increments(run.storage, config.harvest))
    harvest_new(run, config.harvest, config.selection, known, until=yesterday)
    return build(run, config)
