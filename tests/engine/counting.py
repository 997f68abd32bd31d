"""A stage for tests: it counts the letters of a word, and knows how to refuse and to fail."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import BaseModel

from tasks.engine import Context, ItemInput, Stage, each
from tasks.engine.memory import Outcome, StageMemory, StageOutput
from tasks.engine.storage import Storage
from tasks.errors import ConfigError, Failed, Rejected, StorageError


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
    word = item.one(Word).text
    with Path(context.settings.journal).open("a", encoding="utf-8") as journal:
        journal.write(f"{word} {os.getpid()}\n")
    lines = Path(context.settings.journal).read_text(encoding="utf-8").count("\n")
    if lines <= abs(context.settings.faults):
        raise StorageError("the disk is away") if context.settings.faults > 0 else ConfigError("a wrong setting")
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


def words(storage: Storage, texts: Sequence[str]) -> StageOutput:
    """An output that holds these words, one item each."""
    memory = StageMemory(storage, "words", "code", "{}", {"words": Word})
    known = memory.known()
    new = [Outcome(text, f"key-{text}", {"words": [Word(text)]}) for text in texts if f"key-{text}" not in known]
    memory.remember(new)
    known = memory.known()
    return memory.close([known[f"key-{text}"] for text in texts], [])
