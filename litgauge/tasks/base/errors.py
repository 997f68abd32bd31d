"""Error tree.

LitgaugeError                exit 1   something failed; the message says what to do next
├── UnusableInput            exit 2   the user's input or config cannot be used
│   ├── ConfigError                   a key is unknown or its value impossible
│   └── EndpointRefused               the model endpoint refuses the key, the model or the protocol
├── StorageError             exit 1   storage is full, read-only or out of reach
├── WorkersError             exit 1   remote workers cannot be reached or cannot compute for the run
├── DamagedFile              exit 1   a stored file is missing or has changed since it was written
├── ReleaseError             exit 1   a release is incomplete or was changed
│   └── UnknownRelease       exit 2   no release has this name
├── BudgetExhausted          exit 1   the next call would exceed the run's budget
├── TooManyFailures          exit 3   the stage finished, but more items failed than allowed
├── ReleaseHeld              exit 3   a build or refresh breaks an expectation, so its release waits
├── Interrupted              exit 130 the user ended the run; finished work is kept
└── ItemError                         about one item (a survey, a report); never stops the others
    ├── Rejected                      the item breaks a rule: a result, remembered
    │   └── NotThere                  nothing is in the place that it names: a result, and looked for again
    └── Failed                        a failure of ours: not remembered, tried again by the next run
"""

from __future__ import annotations

from functools import partial
from typing import Any, ClassVar


class LitgaugeError(Exception):
    """An error for the user: what went wrong, where, what happens to the data, and what to do next."""

    exit_code: ClassVar[int] = 1

    def __init__(self, what: str, *, where: str = "", data: str = "", next_step: str = "") -> None:
        self.what, self.where, self.data, self.next_step = what, where, data, next_step
        super().__init__(what, where, data, next_step)

    def __str__(self) -> str:
        place = f"{self.where}: " if self.where else ""
        parts = [f"{place}{self.what}", self.data, self.next_step]
        return " ".join(part if part.endswith((".", "!", "?")) else part + "." for part in parts if part)


class UnusableInput(LitgaugeError):
    """The user's input or config cannot be used as it is."""

    exit_code = 2


class ConfigError(UnusableInput):
    """A config key is unknown, or its value is impossible; `where` is the path to the key."""


class EndpointRefused(UnusableInput):
    """The model endpoint refuses the key or the model, or does not speak the protocol."""


class StorageError(LitgaugeError):
    """Storage is full, read-only or out of reach."""


class WorkersError(LitgaugeError):
    """Remote workers cannot be reached, were lost, or cannot compute for the run."""


class DamagedFile(LitgaugeError):
    """A stored file is missing or has changed since it was written; `path` is relative to the storage root."""

    def __init__(self, path: str, what: str, *, where: str = "", data: str = "", next_step: str = "") -> None:
        self.path = path
        super().__init__(what, where=where or path, data=data or "Nothing was read from it", next_step=next_step)

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), where=self.where, data=self.data, next_step=self.next_step), (self.path, self.what)


class ReleaseError(LitgaugeError):
    """A release is missing, incomplete, or was changed."""


class UnknownRelease(ReleaseError):
    """No release has this name."""

    exit_code = 2


class BudgetExhausted(LitgaugeError):
    """The next call could exceed the budget of the run, so it was not made."""


class TooManyFailures(LitgaugeError):
    """A stage finished, but more of its items failed than the config allows."""

    exit_code = 3


class ReleaseHeld(LitgaugeError):
    """A build or refresh would change the data set more than is expected; `changes` says how, as Markdown."""

    exit_code = 3
    changes: str = ""


class Interrupted(LitgaugeError):
    """The user ended the run."""

    exit_code = 130


class ItemError(LitgaugeError):
    """An error about one item; the stage goes on with the others. `rule` is a short kebab-case name."""

    def __init__(self, rule: str, what: str, *, where: str = "") -> None:
        self.rule = rule
        super().__init__(what, where=where)

    def __reduce__(self) -> tuple[type[ItemError], tuple[str, str]]:
        return type(self), (self.rule, self.what)


class Rejected(ItemError):
    """The item breaks `rule`: a result, stored with its reason."""


class NotThere(Rejected):
    """Nothing is in the place that the item names; the next run looks again, for a place changes without the item."""


class Failed(ItemError):
    """The item could not be processed (network, judge, a bug): the next run tries it again."""
