"""What TaxoBench's construction needs before its first stage: who answers the questions, and whom arXiv sees."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from flows.opening import allowed, open_run, prefect_secret
from tasks.engine.run import Run
from tasks.llm.door import open_door
from tasks.llm.replies import Replies


@contextlib.contextmanager
def open_build(config: Any, storage_url: str) -> Iterator[Run]:
    """A run of a build, or of drawing inputs for a release."""
    start = allowed(config, storage_url)
    door = open_door(config.model, replies=Replies(start.storage), secrets=prefect_secret)
    with open_run(
        start,
        door,
        answering=config.model.answering,
        max_failed_share=config.max_failed_share,
        request_intervals_s={
            "harvest": config.harvest.request_interval_s,
            "sources": config.sources.request_interval_s,
            "paper-texts": config.sources.request_interval_s,
        },
        building=(config.kind, config.benchmark),
    ) as run:
        yield run
