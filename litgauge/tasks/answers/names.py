"""Names of tasks, however somebody or their file system spells them."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable

LONGEST_NAME = 300
"""Characters; what is longer is no name of a task."""

_SEPARATORS = re.compile(r"[\s_.:/\-‐-―]+")


def folded_name(name: str) -> str:
    """The name without what people spell differently: case, Unicode form, separators.

    >>> folded_name(" Mo\u0308wen_Novel "), folded_name("SURVEY 1.bottom-up")
    ('möwen-novel', 'survey-1-bottom-up')
    """
    plain = unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())
    return _SEPARATORS.sub("-", plain).strip("-")


def file_of(task_id: str, suffix: str) -> str:
    """Return a file name for a task that every file system takes, never hidden, and that `TaskNames` finds again.

    >>> file_of("cs/0112017:detail", ".md"), file_of("../x", ".json")
    ('cs_0112017_detail.md', '_._x.json')
    """
    name = re.sub(r"[^\w.@+-]", "_", task_id)
    return f"_{name[1:]}{suffix}" if name.startswith(".") else f"{name}{suffix}"


class TaskNames:
    """The tasks of a release by all spellings of their names."""

    def __init__(self, names: Iterable[str]) -> None:
        self._exact = frozenset(names)
        self._folded: dict[str, set[str]] = defaultdict(set)
        for name in self._exact:
            self._folded[folded_name(name)].add(name)

    def find(self, name: str) -> str | None:
        """The one task of this name; None if there is none, or several are spelled alike.

        What follows a full stop is dropped where only the rest is a name: "novel.answer" is "novel".
        """
        if name in self._exact:
            return name
        while 0 < len(name) <= LONGEST_NAME:
            matches = self._folded.get(folded_name(name), ())
            if len(matches) == 1:
                return next(iter(matches))
            name = name.rpartition(".")[0]
        return None
