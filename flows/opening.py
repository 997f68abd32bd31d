"""What a run needs before its first stage: storage, the door to the model, polite limits."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

from prefect.blocks.system import Secret
from prefect.client.orchestration import get_client
from prefect.concurrency.sync import rate_limit
from prefect.logging import get_run_logger

from flows.reportbench.config import BuildConfig
from tasks.engine.memory import StageOutput
from tasks.engine.outputs import read_rows
from tasks.engine.progress import Event, Note, StageEnded, listening
from tasks.engine.run import Run
from tasks.engine.storage import Storage
from tasks.harvest.optout import opted_out, read_opt_outs
from tasks.llm.door import open_door
from tasks.llm.reply_files import StorageReplies
from tasks.records import Survey

ARXIV_LIMIT = "arxiv"  # one limit for everything that asks arXiv, in all processes of a server


@contextlib.contextmanager
def open_run(config: BuildConfig, storage_url: str) -> Iterator[Run]:
    """The run's shared things; its log goes to Prefect's while the block runs."""
    storage = Storage(storage_url)
    storage.sweep()
    door = open_door(config.model, replies=StorageReplies(storage), secrets=prefect_secret)
    waits = {
        "harvest": _polite_wait(config.harvest.request_interval_s),
        "sources": _polite_wait(config.sources.request_interval_s),
    }
    model = config.model.model_dump(mode="json", include={"provider", "model", "parameters", "omit", "extra_body"})
    run = Run(
        storage,
        door,
        max_failed_share=config.max_failed_share,
        waits=waits,
        answering=model | {"endpoint": config.model.endpoint_name},
    )
    with listening(log_event):
        yield run


def opt_outs(run: Run, harvested: StageOutput, path: str | None) -> dict[str, str]:
    """The harvested surveys whose authors asked to be left out, each with its reason."""
    if path is None:
        return {}
    return opted_out(read_opt_outs(Path(path)), read_rows(run.storage, harvested, "surveys", Survey))


def create_limit(interval_s: float) -> None:
    """Create the global rate limit, without which Prefect would not limit at all."""
    with get_client(sync_client=True) as client:
        client.upsert_global_concurrency_limit_by_name(ARXIV_LIMIT, limit=1, slot_decay_per_second=1 / interval_s)


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
            get_run_logger().info("%s: %s", event.stage, event.text)
