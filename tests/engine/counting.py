"""A stage for tests: it counts the letters of a word, and knows how to refuse and to fail."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel

from litgauge.tasks.base.errors import ConfigError, Failed, Rejected, StorageError
from litgauge.tasks.engine import Context, ItemInput, Stage, each, plan_items
from litgauge.tasks.engine.memory import Outcome, StageMemory, StageOutput
from litgauge.tasks.engine.run import Run, StageRun
from litgauge.tasks.engine.storage import Storage


@dataclass(frozen=True, slots=True)
class Word:
    """What the stage reads."""

    text: str


@dataclass(frozen=True, slots=True)
class Length:
    """What the stage writes."""

    text: str
    letters: int


class Counting(BaseModel):
    """The settings of the stage."""

    journal: str  # a file that gets a line per item computed
    broken: tuple[str, ...] = ()
    faults: int = 0  # so often storage is out of reach at first; if negative, a setting is wrong


def count_letters(item: ItemInput, context: Context) -> dict[str, list[Length]]:
    word = item.only_row(Word).text
    with Path(context.settings.journal).open("a", encoding="utf-8") as journal:
        journal.write(f"{word} {os.getpid()}\n")
    lines = Path(context.settings.journal).read_text(encoding="utf-8").count("\n")
    if lines <= abs(context.settings.faults):
        raise StorageError("the disk is away") if context.settings.faults > 0 else ConfigError("a wrong setting")
    if word == "bug":
        return {"lengths": [Length(word, len(word) // 0)]}
    if word in context.settings.broken:
        raise Failed("broken", "no luck today")
    if not word.isalpha():
        raise Rejected("not-a-word", f"{word!r} has more than letters")
    return {"lengths": [Length(word, len(word))]}


COUNT = Stage(
    "count",
    reads={"words": Word},
    writes={"lengths": Length},
    compute=each(count_letters),
    batch=3,
)


@dataclass(frozen=True, slots=True)
class Copy:
    """A word that lies in a blob."""

    text: str
    blob: str


def copy_word(item: ItemInput, context: Context) -> dict[str, list[Copy]]:
    word = item.only_row(Word).text
    return {"copies": [Copy(word, context.storage.keep_blob(word.encode()))]}


COPY = Stage("copy", reads={"words": Word}, writes={"copies": Copy}, compute=each(copy_word), batch=2)


def stage_run(
    stage: Stage, storage: Storage, source: StageOutput, settings: BaseModel | None = None, *, share: float = 1.0,
    lineage: str = "",
) -> StageRun:  # fmt: skip
    """A run of a stage over all items of an output; another `lineage` remembers apart."""
    deciding = (settings.model_dump() if settings else {}) | {"lineage": lineage}
    items = tuple(plan_items(storage, [[source]], stage.reads))
    return StageRun(stage, Run(storage, max_failed_share=share), settings, deciding, items, (source,))


def finish(call: StageRun) -> StageOutput:
    """Do what is to do, without Prefect."""
    pending = call.pending()
    computed = [state for batch in call.batches(pending) for state in call.compute(batch)]
    return call.close(computed, len(call.items) - len(pending))


def words(storage: Storage, texts: Sequence[str]) -> StageOutput:
    """An output that holds these words, one item each."""
    memory = StageMemory(storage, "words", "code", "{}", {"words": Word})
    known = memory.states()
    new = [Outcome(text, f"key-{text}", {"words": [Word(text)]}) for text in texts if f"key-{text}" not in known]
    memory.remember(new)
    return memory.close([known[f"key-{text}"] for text in texts], [])
