"""Runs of pipelines: storage, rate limits, credentials, workers, logging, and repair of damaged files."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, TypeVar

from prefect.blocks.system import Secret
from prefect.client.orchestration import get_client
from prefect.concurrency.sync import rate_limit
from prefect.logging import get_run_logger
from prefect.runtime import deployment, flow_run
from pydantic import BaseModel, Field

from litgauge.flows.pipeline.artifacts import quarantine_kept
from litgauge.flows.pipeline.paired_keys import check_keys, check_values
from litgauge.flows.runtime.engine import workers_of
from litgauge.flows.runtime.log_records import use_plain_records
from litgauge.tasks.base import interruption
from litgauge.tasks.base.errors import StorageError
from litgauge.tasks.base.secrets import know_secrets_of_libraries
from litgauge.tasks.engine.definition import Model
from litgauge.tasks.engine.memory import StageOutput
from litgauge.tasks.engine.progress import Event, Listener, Note, StageEnded, listening
from litgauge.tasks.engine.repair import with_repair
from litgauge.tasks.engine.reusing import check_may_work, is_only_reusing
from litgauge.tasks.engine.run import Run, Workers
from litgauge.tasks.engine.run_records import keep_run
from litgauge.tasks.engine.running import shown_running
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.text.terminal import plain_lines

ARXIV_LIMIT = "arxiv"  # one limit for everything that asks arXiv, in all processes of a server

FailedShare = Annotated[
    float,
    Field(
        ge=0,
        le=1,
        title="Allowed share of failed items",
        description="A stage with more failed items than this share fails; what was finished is kept.",
    ),
]
Result = TypeVar("Result")


@dataclass(frozen=True)
class Start:
    """Storage and config of a run that may be started: only `prepare` makes one, and no run is opened without it."""

    storage: Storage
    config: BaseModel


def prepare(config: BaseModel, storage_url: str) -> Start:
    """Return the start of a run with this config, before any key of it is read.

    Raises ConfigError if a deployment's run would send a key where no config file on disk sends it, or if a secret
    stands in the config, which is stored and shown.
    """
    use_plain_records()
    know_secrets_of_libraries()
    if deployment.id is not None:
        check_keys(config)
    check_values(config)
    return Start(Storage(storage_url), config)


def config_name(describe: Callable[[Mapping[str, Any]], str]) -> Callable[[], str]:
    """Return what Prefect calls to name a run: `describe` gets the run's config as plain values."""

    def name() -> str:
        config = flow_run.parameters["config"]
        return describe(config if isinstance(config, dict) else config.model_dump(mode="json"))

    return name


def run_pipeline(
    stages: Callable[[Run], Result],
    start: Start,
    model: Model | None = None,
    *,
    answering: Mapping[str, Any] | None = None,
    answering_each: Mapping[str, Mapping[str, Any]] | None = None,
    max_failed_share: float = 0.1,
    request_intervals_s: Mapping[str, float] | None = None,
    building: tuple[str, str] | None = None,
) -> Result:
    """Open a run, and return what `stages` returns for it; its log goes to Prefect's.

    Where a stored file is damaged, `stages` is called again, and what was in the file is made again. A run that may
    only reuse repairs nothing, and Prefect does not know of it.

    Args:
        stages: the pipeline from its first stage to its result
        start: storage and config, from `prepare`
        model: who answers the stages' questions
        answering: settings that decide the model's answers
        answering_each: the same for questions with a model of their own, by the question's name
        max_failed_share: share of failed items above which a stage fails
        request_intervals_s: least seconds between two requests to arXiv, by the stage that sends them
        building: benchmark and series of a build: the outputs of its stages are kept when it ends, however it ends,
            so that what fell out of it can be shown
    """
    start.storage.sweep()
    waits = {stage: _polite_wait(interval_s) for stage, interval_s in (request_intervals_s or {}).items()}
    outputs: list[StageOutput] = []
    reusing = is_only_reusing()
    surroundings = contextlib.nullcontext() if reusing else _in_prefect(start)
    with interruption.run(), listening(_collecting(outputs)), surroundings as workers:
        run = Run(
            start.storage,
            model,
            max_failed_share=max_failed_share,
            waits=waits,
            answering=answering or {},
            answering_each=answering_each or {},
            workers=workers,
        )
        if reusing:
            result = stages(run)
            _keep(start.storage, building, outputs)
            return result
        try:
            return with_repair(run.storage, lambda: stages(run))
        finally:
            _keep(start.storage, building, outputs)


@contextlib.contextmanager
def _in_prefect(start: Start) -> Iterator[Workers | None]:
    """Show a run in Prefect and in its storage while the block runs; yields its workers."""
    with (
        listening(log_event),
        quarantine_kept(),
        shown_running(start.storage, str(flow_run.id), f"{flow_run.flow_name}: {flow_run.name}"),
        workers_of(start.config, start.storage) as workers,
    ):
        yield workers


def _keep(storage: Storage, building: tuple[str, str] | None, outputs: Sequence[StageOutput]) -> None:
    if building is not None and outputs:
        with contextlib.suppress(StorageError):  # the error that ended the run is reported, not this one
            keep_run(storage, *building, tuple(outputs))


def _collecting(outputs: list[StageOutput]) -> Listener:
    def collect(event: Event) -> None:
        if isinstance(event, StageEnded) and event.output is not None:
            outputs.append(event.output)

    return collect


def create_limit(interval_s: float) -> None:
    """Create the global rate limit, without which Prefect would not limit at all."""
    with get_client(sync_client=True) as client:
        client.upsert_global_concurrency_limit_by_name(ARXIV_LIMIT, limit=1, slot_decay_per_second=1 / interval_s)


def prefect_secret(name: str) -> str | None:
    """Return the Prefect secret block named like the variable, in kebab case, or None if there is none."""
    check_may_work()  # only a server knows
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
            shown = ", ".join(f"{number} {name}" for name, number in counts.items() if number or name == "done")
            get_run_logger().info("%s: %s", event.stage, shown)
        case Note():
            level = logging.WARNING if event.warns else logging.INFO
            get_run_logger().log(level, "%s: %s", event.stage, plain_lines(event.text))


def _polite_wait(interval_s: float) -> Callable[[], None]:
    limit = cache(create_limit)

    def wait() -> None:
        if interval_s > 0:
            limit(interval_s)
            rate_limit(ARXIV_LIMIT, strict=True)

    return wait
