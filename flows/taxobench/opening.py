"""What TaxoBench's construction needs before its first stage: who answers the questions, and whom arXiv sees."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from flows.opening import allowed, open_run, prefect_secret
from flows.taxobench.config import TaxoBuildConfig, TaxoInputsConfig
from tasks.engine.run import Run
from tasks.llm.door import open_door
from tasks.llm.replies import Replies


@contextlib.contextmanager
def open_build(config: TaxoBuildConfig | TaxoInputsConfig, storage_url: str) -> Iterator[Run]:
    """A run of a build, or of drawing inputs for a release that there is."""
    start = allowed(config, storage_url)
    door = open_door(config.model, replies=Replies(start.storage), secrets=prefect_secret)
    downloads = dict.fromkeys(("sources", "paper-texts"), config.sources.request_interval_s)
    harvest = {"harvest": config.harvest.request_interval_s} if isinstance(config, TaxoBuildConfig) else {}
    with open_run(
        start,
        door,
        answering=config.model.answering,
        max_failed_share=config.max_failed_share,
        request_intervals_s=downloads | harvest,
        building=(config.kind, config.benchmark) if isinstance(config, TaxoBuildConfig) else None,
    ) as run:
        yield run
