"""A refresh a week for a year, and what a small one costs beside a build in which nothing is new: of `perf.scale`.

A build of some thousand surveys of 20 references each (`perf._synthetic_build`), then week by week an increment of new
surveys, and the whole build again, under Prefect, up to its release.
"""

from __future__ import annotations

import importlib
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from perf._measured import HEAD, QUIET, command, files_of, measured, step

SURVEYS = 10_000
REFERENCES = 20  # of a survey
NEW = 40  # surveys a week
FEW = 3  # surveys of a small refresh
FIRST = date(2026, 1, 5)
ROOMS = ("harvest", "latex", "papers", "benchmarks.reportbench.build.prompts", "benchmarks.reportbench.build.domains")


def refreshes(folder: Path, weeks: int) -> None:
    """Every week a build in a process of its own; each tenth is shown, and the last two."""
    with _served(folder) as environment:
        for week in range(weeks + 1):
            step("perf._scale_weeks", "refresh", folder, week, environment=environment)
            if week % 10 == 0 or week == weeks:
                print(f"{'':46}{files_of(folder / 'store')}", flush=True)
        step("perf._scale_weeks", "unchanged", folder, weeks, environment=environment)
    for words in ("show reportbench", "releases", "diff reportbench@1 reportbench", "prune"):
        command(words, *words.split(), "--storage", str(folder / "store"))


def small_refresh(folder: Path, surveys: int) -> None:
    """A build in which nothing is new, and one of three new surveys, in turn."""
    with _served(folder) as environment:
        for week in range(4):
            for name in ("refresh", "unchanged"):
                step("perf._scale_weeks", name, folder, week, surveys, FEW, environment=environment)
            print(f"{'':46}{files_of(folder / 'store')}", flush=True)


def refresh(folder: str, week: str, surveys: str = str(SURVEYS), new: str = str(NEW)) -> None:
    """The build of one week, 0 for the first, with its new surveys."""
    number = int(week)
    if number:
        _keep_increment(Path(folder), number)
    with measured("the first build" if not number else f"week {number}: {new} surveys more"):
        assert _build(folder, int(surveys), int(new))["new"]


def unchanged(folder: str, week: str, surveys: str = str(SURVEYS), new: str = str(NEW)) -> None:
    """The last build again."""
    with measured(f"week {week} again, nothing new"):
        assert not _build(folder, int(surveys), int(new))["new"]


@contextmanager
def _served(folder: Path) -> Iterator[dict[str, str]]:
    """Yield the environment of steps beside a Prefect server, and print the head of their table."""
    from litgauge.flows.ui.address import ServerAddress
    from litgauge.flows.ui.server import prefect_server
    from tests.flows.live import free_port

    os.environ |= QUIET | {"PREFECT_HOME": f"{folder}/prefect"}
    (folder / "snapshot.jsonl").write_text("", encoding="utf-8")
    print(HEAD)
    with prefect_server(ServerAddress(port=free_port()), folder / "server.log") as url:
        yield {"PREFECT_API_URL": url}


def _keep_increment(folder: Path, week: int) -> None:
    """Its rows are made up where they are read, but each week's file is another."""
    from litgauge.tasks.engine.storage import Storage
    from litgauge.tasks.harvest.increments import Window, keep_increment
    from litgauge.tasks.harvest.settings import HarvestSettings

    window = Window(FIRST + timedelta(weeks=week - 1), FIRST + timedelta(weeks=week))
    settings = HarvestSettings(path=f"{folder}/snapshot.jsonl")
    keep_increment(Storage(f"{folder}/store"), settings, window, [json.dumps({"week": week}).encode()])


def _build(folder: str, surveys: int, new: int) -> dict[str, Any]:
    import litgauge.flows.reportbench.build as build
    from litgauge.flows.reportbench.config import BuildConfig
    from perf._synthetic_build import SyntheticStages

    synthetic = SyntheticStages(surveys, surveys * REFERENCES, new_a_week=new)
    for room in ROOMS:
        importlib.import_module(f"litgauge.tasks.{room}.stage").run_stage = synthetic.run_stage  # type: ignore[attr-defined]
    config = BuildConfig.model_validate({"harvest": {"path": f"{folder}/snapshot.jsonl"}})
    result: dict[str, Any] = build.build_reportbench(config=config, storage=f"{folder}/store")
    return result
