"""When an endpoint is not worth asking any more."""

from __future__ import annotations

import threading

from tasks.errors import EndpointRefused
from tasks.llm.faults import Fault
from tasks.llm.settings import ModelSettings

_PATIENCE = 8  # questions given up in a row, none answered between them


class Health:
    """What all calls of a door know of their endpoint; of any thread."""

    def __init__(self, settings: ModelSettings) -> None:
        self._settings = settings
        self._lock = threading.Lock()
        self._answered = False
        self._in_a_row = 0
        self._refusal: tuple[str, str] | None = None
        self.schemaless: set[str] = set()  # questions whose schema the endpoint does not take

    def check(self) -> None:
        """Raises EndpointRefused if the endpoint has refused before: nobody asks a second time."""
        if self._refusal is not None:
            raise self._refused(*self._refusal)

    def answered(self) -> None:
        """A completion came."""
        with self._lock:
            self._answered, self._in_a_row = True, 0

    def is_hiccup(self, fault: Fault) -> bool:
        """Whether a fault that would be final is passing: a page between proper replies is some gateway's."""
        return self._answered and fault.reason == "not-the-protocol"

    def gave_up(self, fault: Fault) -> None:
        """A question was given up for this. Raises EndpointRefused where the next would fare no better."""
        with self._lock:
            final = fault.remedy == "stop"
            if fault.remedy == "retry" or fault.reason == "bad-request":
                self._in_a_row += 1
                never_reached = fault.reason == "unreachable" and not self._answered
                final = never_reached or self._in_a_row >= _PATIENCE
            if final and self._refusal is None:
                self._refusal = self._words(fault)
        self.check()

    def _words(self, fault: Fault) -> tuple[str, str]:
        what, advice = fault.detail, fault.next_step
        match fault.reason:
            case "key-refused":
                what = f"the endpoint refuses the key ({fault.detail})"
                name = self._settings.api_key_env
                advice = (
                    f"Put a valid key for this endpoint into {name}"
                    if name
                    else "Name the variable that holds the key in api_key_env"
                )
            case "unreachable":
                what = f"the endpoint cannot be reached ({fault.detail})"
            case "no-credit":
                what = f"the account has no credit left ({fault.detail})"
            case "not-found":
                what = f"the endpoint does not serve the model {self._settings.model!r} there ({fault.detail})"
            case _ if fault.remedy != "stop":
                what = f"{self._in_a_row} questions in a row failed, the last with {fault.reason} ({fault.detail})"
                advice = advice or "Wait until the endpoint is well again"
        return what, advice

    def _refused(self, what: str, advice: str) -> EndpointRefused:
        return EndpointRefused(
            what,
            where=f"{self._settings.base_url}, model {self._settings.model}",
            data="Replies so far are stored and will not be paid for again",
            next_step=f"{advice}; then run again" if advice else "Run again",
        )
