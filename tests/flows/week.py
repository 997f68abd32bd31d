"""A refresh as of any day, also as a process of its own that a test can kill: python -m tests.flows.week."""

from __future__ import annotations

import sys
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from prefect import flow

from litgauge.flows.pipeline.build import run_survey_build
from litgauge.flows.reportbench.config import BuildConfig
from litgauge.flows.reportbench.refresh import refresh


@flow(name="refresh-until", persist_result=False)
def refresh_until(config: BuildConfig, storage: str, until: date, accept: bool = False) -> dict[str, Any]:
    """Refresh as if the day after `until` were today."""
    return run_survey_build(partial(refresh, until=until, accept=accept), config, storage)


if __name__ == "__main__":
    refresh_until(
        BuildConfig.model_validate_json(Path(sys.argv[1]).read_bytes()), sys.argv[2], date.fromisoformat(sys.argv[3])
    )
