"""What a search finds, and what every search engine can do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from tasks.records import Spending, WorkIdentity


@dataclass(frozen=True, slots=True)
class SearchHit:
    """One result. Texts are as the engine gave them, without markup, on one line."""

    title: str
    url: str
    snippet: str
    date: str = ""  # ISO, as exact as the engine says it: "2024", "2024-05", "2024-05-17"; "" where it does not say
    identity: WorkIdentity = field(default_factory=WorkIdentity)  # what its address and the engine tell


class Search(Protocol):
    """A search engine, or an index of ours.

    What it answers is stored like a model's reply: an equal query is paid for once. Closed with the event loop that
    it was used in; of any thread.
    """

    @property
    def answering(self) -> Mapping[str, Any]:
        """Return what decides its results, as plain JSON: engine, index. Neither keys, prices, limits nor time-outs."""
        ...

    @property
    def usd_per_search(self) -> float:
        """The most that one search costs, for forecasts."""
        ...

    @property
    def spent(self) -> Spending:
        """Return what has been used through it so far."""
        ...

    async def search(self, query: str, limit: int) -> tuple[SearchHit, ...]:
        """At most `limit` results, best first; () where nothing is found.

        Raises ToolError for a query that the engine refuses (that is told to the agent), Failed where the engine
        could not be had (that is our failure: the task is tried again), and EndpointRefused, BudgetExhausted,
        ConfigError and StorageError, which no other search would escape either.
        """
        ...
