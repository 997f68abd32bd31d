"""What ReportBench's pipelines need before their first stage: who answers the questions, and whom arXiv sees."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from flows.judged_scoring import open_score_run
from flows.opening import allowed, open_run, prefect_secret
from flows.reportbench.config import BuildConfig, ScoreConfig
from tasks.engine.run import Run
from tasks.judge import Panel, open_panel
from tasks.judge.pages_at_hand import recorded_search
from tasks.llm.door import open_door
from tasks.llm.replies import Replies


@contextlib.contextmanager
def open_build(config: BuildConfig, storage_url: str) -> Iterator[Run]:
    """A run of a build."""
    start = allowed(config, storage_url)
    door = open_door(
        config.model,
        replies=Replies(start.storage),
        secrets=prefect_secret,
        models={str(name): model for name, model in config.models.items()},
    )
    with open_run(
        start,
        door,
        answering=config.model.answering,
        answering_each={name: model.answering for name, model in config.models.items()},
        max_failed_share=config.max_failed_share,
        request_intervals_s={
            "harvest": config.harvest.request_interval_s,
            "sources": config.sources.request_interval_s,
        },
        building=(config.kind, config.benchmark),
    ) as run:
        yield run


@contextlib.contextmanager
def open_scoring(config: ScoreConfig, storage_url: str) -> Iterator[tuple[Run, Panel]]:
    """A run of a scoring, and the panel that judges."""
    start = allowed(config, storage_url)
    panel = open_panel(
        config.judge,
        replies=Replies(start.storage),
        secrets=prefect_secret,
        at_hand=recorded_search(config.pages),
    )
    with open_score_run(start, panel, config.max_failed_share) as run:
        yield run, panel
