"""What a door has used so far."""

from __future__ import annotations

import threading
from dataclasses import dataclass, replace

from tasks.llm.replies import StoredReply


@dataclass(frozen=True, slots=True)
class Spent:
    """Counted since the door was opened, over all threads."""

    calls: int = 0  # replies that were paid for
    cached: int = 0  # replies that were found, or shared with an equal question under way
    offline: int = 0  # answers by rule
    faults: int = 0  # calls that brought no reply
    prompt_tokens: int = 0  # of the paid calls
    completion_tokens: int = 0
    usd: float = 0.0

    @property
    def tokens(self) -> int:
        """Prompt and completion tokens of the paid calls."""
        return self.prompt_tokens + self.completion_tokens


class Meter:
    """Counts, from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._spent = Spent()

    @property
    def reading(self) -> Spent:
        """The counts at this moment."""
        return self._spent

    def paid(self, reply: StoredReply) -> None:
        """A call brought a reply."""
        with self._lock:
            now = self._spent
            self._spent = replace(
                now,
                calls=now.calls + 1,
                usd=now.usd + reply.cost_usd,
                prompt_tokens=now.prompt_tokens + reply.usage.prompt_tokens,
                completion_tokens=now.completion_tokens + reply.usage.completion_tokens,
            )

    def found(self) -> None:
        """A reply was there already."""
        with self._lock:
            self._spent = replace(self._spent, cached=self._spent.cached + 1)

    def ruled(self) -> None:
        """A rule answered."""
        with self._lock:
            self._spent = replace(self._spent, offline=self._spent.offline + 1)

    def failed(self) -> None:
        """A call brought no reply."""
        with self._lock:
            self._spent = replace(self._spent, faults=self._spent.faults + 1)
