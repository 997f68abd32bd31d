"""What score runs with a judge share: its settings, and the run that it judges in."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from pydantic import Field

from flows.opening import Start, allowed, open_run, prefect_secret
from flows.scoring import ScoreSettings
from tasks.engine.run import Run
from tasks.judge import JudgeSettings, Panel, open_panel
from tasks.llm.replies import Replies


class JudgedSettings(ScoreSettings):
    """What every score run is configured with whose answers a model may judge; benchmarks say what it judges."""

    judge: JudgeSettings | None = Field(
        None, title="Judge", description="Whose model judges; empty: nobody. Its voters are not asked."
    )
    forecast_only: bool = Field(
        False,
        title="Forecast only",
        description="Read the answers and all that judging them needs, say what it will cost, and ask nobody.",
    )


@contextlib.contextmanager
def open_scoring(config: JudgedSettings, storage_url: str) -> Iterator[tuple[Run, Panel | None]]:
    """A run of a scoring, and who judges, if anybody."""
    start = allowed(config, storage_url)
    panel = open_panel(config.judge, replies=Replies(start.storage), secrets=prefect_secret) if config.judge else None
    with open_score_run(start, panel, config.max_failed_share) as run:
        yield run, panel


@contextlib.contextmanager
def open_score_run(start: Start, panel: Panel | None, max_failed_share: float) -> Iterator[Run]:
    """A run whose questions the panel's door answers: the model of each question decides its rows."""
    judge = panel.settings if panel else None
    with open_run(
        start,
        panel.door if panel else None,
        answering=judge.model.answering if judge else {},
        answering_each={name: model.answering for name, model in judge.models.items()} if judge else {},
        max_failed_share=max_failed_share,
    ) as run:
        yield run
