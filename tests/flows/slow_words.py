"""A flow for tests of several machines: words are counted slowly, each with a line of who counts it when."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import Any

from prefect import flow
from prefect.task_runners import ThreadPoolTaskRunner
from pydantic import BaseModel

from litgauge.flows.pipeline.run import prepare, run_pipeline
from litgauge.flows.runtime.engine import EngineSettings
from litgauge.tasks.engine import Context, ItemInput, Stage, each
from litgauge.tasks.engine.run import Run
from litgauge.tasks.engine.stage import run_stage
from tests.engine.counting import Length, Word, words

BATCH = 3


class SlowSettings(BaseModel):
    """How slowly, and where it is written down."""

    journal: str
    seconds: float


def count_slowly(item: ItemInput, context: Context) -> dict[str, list[Length]]:
    word = item.only_row(Word).text
    with Path(context.settings.journal).open("a", encoding="utf-8") as journal:
        journal.write(f"{word} {os.getpid()} {context.cores}\n")
    time.sleep(context.settings.seconds)
    return {"lengths": [Length(word, len(word))]}


SLOW = Stage("slow", reads={"words": Word}, writes={"lengths": Length}, compute=each(count_slowly), batch=BATCH)


@flow(task_runner=ThreadPoolTaskRunner(max_workers=2))  # type: ignore[arg-type]
def count_words_slowly(
    storage: str, journal: str, engine: str, scheduler: str | None, number: int, seconds: float
) -> dict[str, Any]:
    config = EngineSettings.model_validate({"engine": engine, "scheduler": scheduler})

    def stages(run: Run) -> dict[str, Any]:
        source = words(run.storage, [f"word{'x' * count}" for count in range(number)])
        output = run_stage(SLOW, run, SlowSettings(journal=journal, seconds=seconds), [[source]], deciding={})
        return {"digest": output.digest, "done": output.done}

    return run_pipeline(stages, prepare(config, storage))
