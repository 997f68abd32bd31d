"""When an endpoint is not worth asking any more."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable

from litgauge.tasks.base.errors import EndpointRefused
from litgauge.tasks.llm.faults import Fault

Explain = Callable[[Fault], tuple[str, str]]
"""A fault of the endpoint, with its next step."""

_RECENT = 32  # questions that say how an endpoint is
_SHARE = 0.5  # of them that may not be given up


class EndpointHealth:
    """State of an endpoint that all calls share, from any thread.

    An endpoint is ill when at least half of the last 32 questions, and at least `patience` of them, were given up. So
    questions that fail whatever one does stop nobody, also when they are the last to end, having been retried. None
    is any number, even where the endpoint was never reached.
    """

    def __init__(self, where: str, explain: Explain, *, patience: int | None = None) -> None:
        self.where = where
        self._explain, self._patience = explain, patience
        self._lock = threading.Lock()
        self._answered = False
        self._recent: deque[bool] = deque(maxlen=_RECENT)  # whether a question was given up
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
            self._answered = True
            self._recent.append(False)

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
        self._recent.append(True)
        given_up = sum(self._recent)
        unreached = fault.reason == "unreachable"
        ill = given_up >= max(self._patience, _SHARE * len(self._recent))
        if not ill and not (unreached and not self._answered):
            return None
        if unreached:
            return self._explain(fault)
        return (
            f"{given_up} of the last {len(self._recent)} questions failed, the last with {fault.reason} "
            f"({fault.detail})",
            fault.next_step or "Wait until the endpoint is well again",
        )
