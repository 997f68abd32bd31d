"""SciNetBench's literature-review study: from a release of queries to topics with their materials (section 6)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from prefect import flow

from litgauge.flows.literature_review.config import StudyBuildConfig
from litgauge.flows.pipeline.build import run_build
from litgauge.flows.pipeline.freeze import Freezing, freeze
from litgauge.flows.pipeline.run import config_name
from litgauge.tasks.base.shipped_files import own_or_shipped
from litgauge.tasks.benchmarks.literature_review.benchmark import LITERATURE_REVIEW
from litgauge.tasks.benchmarks.literature_review.build.assembly import ABOUT
from litgauge.tasks.benchmarks.literature_review.build.network import load_network
from litgauge.tasks.benchmarks.literature_review.build.stage import StudyCall, make_study
from litgauge.tasks.engine.run import Run
from litgauge.tasks.releases.release import load_needed

run_name = config_name(lambda config: f"{config['benchmark']} on {config['release']}")


@flow(name="build-literature-review", flow_run_name=run_name, persist_result=False)
def build_study(
    config: StudyBuildConfig = StudyBuildConfig(),  # noqa: B008
    storage: str = "data",
) -> dict[str, Any]:
    """Make a study of a SciNetBench release: topics, and what each setting gives on them.

    Args:
        config: which release, which topics, which settings, how much is given
        storage: where everything is kept, a folder or s3://bucket/path

    Returns {"release", "path", "digest", "new", "tables": {name: rows}}.
    """
    return run_build(build, config, storage)


def build(run: Run, config: StudyBuildConfig) -> dict[str, Any]:
    """Return the one stage, and the release."""
    stored = load_needed(run.storage, LITERATURE_REVIEW, config.release)
    topics = (config.topics, Path(own_or_shipped(config.topics)), config.wanted)
    call = StudyCall.of(load_network(stored), topics, config.settings, config.material, config.seed)
    return freeze(Freezing(run, LITERATURE_REVIEW, make_study(run, call), config.benchmark, ABOUT))
