"""Hits of searches, and the protocol of search engines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, Protocol, TypeVar

from litgauge.tasks.records import Spending, WorkIdentity
from litgauge.tasks.text.work_addresses import work_at


@dataclass(frozen=True, slots=True)
class SearchHit:
    """One result. Texts are as the engine gave them, without markup, on one line."""

    title: str
    url: str
    snippet: str
    date: str = ""  # ISO, as exact as the engine says it: "2024", "2024-05", "2024-05-17"; "" where it does not say
    identity: WorkIdentity = field(default_factory=WorkIdentity)  # what its address and the engine tell


@dataclass(frozen=True, slots=True)
class ImageHit:
    """One picture that a search found. Nothing is dropped by its name, size or format: that is for whoever looks."""

    title: str
    url: str  # of the picture, whole: a query may sign it
    page: str = ""  # address of the page that shows it; "" where the engine does not say
    width: int = 0  # pixels as the engine says; 0 where it does not
    height: int = 0
    source: str = ""  # name of the site
    thumbnail: str = ""  # address of a small one
    date: str = ""  # of the page, as in SearchHit
    caption: str = ""  # on the page, where the engine read it

    @property
    def as_pages(self) -> tuple[SearchHit, ...]:
        """Return the page that shows it and the picture's own address, as results that may have to be withheld."""
        addresses = dict.fromkeys(filter(None, (self.page, self.url)))
        return tuple(
            SearchHit(self.title, address, "", self.date, replace(work_at(address) or WorkIdentity(), title=self.title))
            for address in addresses
        )


Hit = TypeVar("Hit", covariant=True)


class Search(Protocol[Hit]):
    """A search engine, or an index of ours, for pages or for pictures.

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

    async def search(self, query: str, limit: int, until: date | None = None) -> tuple[Hit, ...]:
        """At most `limit` results, best first; () where nothing is found.

        `until` is the last day on which a result may have appeared, for engines that can look for that.

        Raises ToolError for a query that the engine refuses (that is told to the agent), Failed where the engine
        could not be had (that is our failure: the task is tried again), and EndpointRefused, BudgetExhausted,
        ConfigError and StorageError, which no other search would escape either.
        """
        ...
