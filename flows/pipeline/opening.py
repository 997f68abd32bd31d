"""What a run needs before its first stage: storage, polite limits, keys, and a log."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from prefect.blocks.system import Secret
from prefect.client.orchestration import get_client
from prefect.concurrency.sync import rate_limit
from prefect.logging import get_run_logger
from prefect.runtime import deployment
from pydantic import BaseModel

from flows.pipeline.artifacts import quarantine_kept
from flows.pipeline.paired_keys import check_keys
from flows.runtime.engine import workers_of
from tasks.base import interruption
from tasks.base.errors import StorageError
from tasks.engine.definition import Model
from tasks.engine.memory import StageOutput
from tasks.engine.progress import Event, Listener, Note, StageEnded, listening
from tasks.engine.run import Run
from tasks.engine.run_records import keep_run
from tasks.engine.storage import Storage
from tasks.text.terminal import plain_lines

ARXIV_LIMIT = "arxiv"  # one limit for everything that asks arXiv, in all processes of a server


@dataclass(frozen=True)
class Start:
    """Where a run keeps everything, once its config may be run: `allowed` makes it, and without it no run is opened."""

    storage: Storage
    config: BaseModel


def allowed(config: BaseModel, storage_url: str) -> Start:
    """The start of a run with this config, before any key of it is read.

    Raises ConfigError if a deployment's run would send a key where no config file on disk sends it.
    """
    if deployment.id is not None:
        check_keys(config)
    return Start(Storage(storage_url), config)


@contextlib.contextmanager
def open_run(
    start: Start,
    model: Model | None = None,
    *,
    answering: Mapping[str, Any] | None = None,
    answering_each: Mapping[str, Mapping[str, Any]] | None = None,
    max_failed_share: float = 0.1,
    request_intervals_s: Mapping[str, float] | None = None,
    building: tuple[str, str] | None = None,
) -> Iterator[Run]:
    """The run's shared things; its log goes to Prefect's while the block runs.

    `answering` is what decides the model's answers, `answering_each` those to questions with a model of their own, by
    the question's name; `request_intervals_s` gives the stages that ask arXiv the least
    seconds between two of their requests. Of a build, `building` says which benchmark and which series: then what its
    stages have made is kept when it ends, however it ends, so that what fell out of it can be shown.
    """
    start.storage.sweep()
    waits = {stage: _polite_wait(interval_s) for stage, interval_s in (request_intervals_s or {}).items()}
    made: list[StageOutput] = []
    with (
        interruption.run(),
        listening(log_event),
        listening(_collecting(made)),
        quarantine_kept(),
        workers_of(start.config, start.storage) as workers,
    ):
        run = Run(
            start.storage,
            model,
            max_failed_share=max_failed_share,
            waits=waits,
            answering=answering or {},
            answering_each=answering_each or {},
            workers=workers,
        )
        try:
            yield run
        finally:
            if building is not None and made:
                with contextlib.suppress(StorageError):  # what ended the run is told, not this
                    keep_run(start.storage, *building, tuple(made))


def _collecting(made: list[StageOutput]) -> Listener:
    def collect(event: Event) -> None:
        if isinstance(event, StageEnded) and event.output is not None:
            made.append(event.output)

    return collect


def create_limit(interval_s: float) -> None:
    """Create the global rate limit, without which Prefect would not limit at all."""
    with get_client(sync_client=True) as client:
        client.upsert_global_concurrency_limit_by_name(ARXIV_LIMIT, limit=1, slot_decay_per_second=1 / interval_s)


def prefect_secret(name: str) -> str | None:
    """A Prefect secret block named like the variable, in kebab case, or None if there is none."""
    try:
        block: Any = Secret.load(name.lower().replace("_", "-"))
    except ValueError:
        return None
    value = block.get()
    return value if isinstance(value, str) else None


def log_event(event: Event) -> None:
    """Write an event to the log of the Prefect run."""
    match event:
        case StageEnded():
            counts: Mapping[str, int] = {
                "done": event.done,
                "reused": event.reused,
                "rejected": event.rejected,
                "failed": event.failed,
            }
            told = ", ".join(f"{number} {name}" for name, number in counts.items() if number or name == "done")
            get_run_logger().info("%s: %s", event.stage, told)
        case Note():
            get_run_logger().info("%s: %s", event.stage, plain_lines(event.text))


def _polite_wait(interval_s: float) -> Callable[[], None]:
    made: list[bool] = []

    def wait() -> None:
        if interval_s <= 0:
            return
        if not made:
            create_limit(interval_s)
            made.append(True)
        rate_limit(ARXIV_LIMIT, strict=True)

    return wait
