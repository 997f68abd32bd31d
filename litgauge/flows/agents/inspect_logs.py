"""Runs of inspect_ai, brought into the ledger from their logs."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

from litgauge.tasks.agents.inspect.settings import InspectSettings
from litgauge.tasks.agents.statistics import run_statistics
from litgauge.tasks.base.errors import ConfigError
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.ledger import append_agent_run
from litgauge.tasks.records import AgentRun, AnswerFile
from litgauge.tasks.releases.release import load


def import_inspect_log(log: str, release: str, storage: str, name: str = "", epoch: int = 1) -> dict[str, Any]:
    """Keep the run of a log in the ledger, and return what it holds, as `run_on_release` does.

    Raises UnusableInput for what is no log of this release's tasks, ConfigError without the package.
    """
    try:
        from litgauge.tasks.agents.inspect.logs import read_log
    except ImportError:
        raise ConfigError(
            "logs of inspect_ai are read with its package",
            where=log,
            data="Nothing was kept",
            next_step="Install litgauge[inspect]",
        ) from None
    place = Storage(storage)
    stored = load(place, release)
    answers = stored.benchmark.answers
    tasks = [task.task_id for task in answers.given_tasks(stored.benchmark.load(stored))]
    logged = read_log(log, tasks, answers, epoch=epoch)
    statistics = run_statistics(logged.outcomes, logged.calls, logged.withheld)
    settings = InspectSettings.model_validate({**logged.settings, "name": name or logged.model, "log": logged.eval_id})
    texts = {outcome.task_id: outcome.text.encode() for outcome in logged.texts}
    files = [
        AnswerFile(outcome.file, outcome.sha256, len(texts[outcome.task_id]), place.keep_blob(texts[outcome.task_id]))
        for outcome in logged.outcomes
        if outcome.file
    ]
    run = append_agent_run(
        place,
        AgentRun(
            run_id="", agent=settings.name, release=stored.name, release_digest=stored.digest, source=log, files=0,
            digest="", ingested=datetime.now(UTC).isoformat(timespec="microseconds"),
            settings=json.dumps(settings.model_dump(mode="json"), sort_keys=True), counts=statistics.counts,
        ),
        files,
        {"outcomes": logged.outcomes, "calls": logged.calls, "withheld": logged.withheld},
    )  # fmt: skip
    return {"run": run.run_id, "agent": run.agent, "release": run.release, "tasks": len(tasks),
            "counts": dict(run.counts), "statistics": statistics.as_json()}  # fmt: skip
