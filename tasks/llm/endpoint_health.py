"""When an endpoint is not worth asking any more."""

from __future__ import annotations

import threading
from collections.abc import Callable

from tasks.base.errors import EndpointRefused
from tasks.llm.faults import Fault

Explain = Callable[[Fault], tuple[str, str]]
"""What a fault says about the endpoint, and what to do about it."""


class EndpointHealth:
    """What all calls know of their endpoint; of any thread.

    `patience` is how many questions may be given up in a row, none answered between them; None is any number, even
    where the endpoint was never reached.
    """

    def __init__(self, where: str, explain: Explain, *, patience: int | None = None) -> None:
        self.where = where
        self._explain, self._patience = explain, patience
        self._lock = threading.Lock()
        self._answered = False
        self._in_a_row = 0
        self._refusal: tuple[str, str] | None = None

    def check(self) -> None:
        """Raises EndpointRefused if the endpoint has refused before: nobody asks a second time."""
        if self._refusal is not None:
            what, advice = self._refusal
            raise EndpointRefused(
                what,
                where=self.where,
                data="Replies so far are stored and will not be paid for again",
                next_step=f"{advice}; then run again" if advice else "Run again",
            )

    def answered(self) -> None:
        """A reply came."""
        with self._lock:
            self._answered, self._in_a_row = True, 0

    def is_hiccup(self, fault: Fault) -> bool:
        """Return whether a fault that would be final is passing: a page between proper replies is some gateway's."""
        return self._answered and fault.reason == "not-the-protocol"

    def gave_up(self, fault: Fault) -> None:
        """A question was given up for this. Raises EndpointRefused where the next would fare no better."""
        with self._lock:
            refusal = self._explain(fault) if fault.remedy == "stop" else self._lost_patience(fault)
            self._refusal = self._refusal or refusal
        self.check()

    def _lost_patience(self, fault: Fault) -> tuple[str, str] | None:
        if self._patience is None or not (fault.remedy == "retry" or fault.reason == "bad-request"):
            return None
        self._in_a_row += 1
        unreached = fault.reason == "unreachable"
        if self._in_a_row < self._patience and not (unreached and not self._answered):
            return None
        if unreached:
            return self._explain(fault)
        return (
            f"{self._in_a_row} questions in a row failed, the last with {fault.reason} ({fault.detail})",
            fault.next_step or "Wait until the endpoint is well again",
        )
