"""The search that a config names, opened."""

from __future__ import annotations

from dataclasses import dataclass

from tasks.agents.search.engine import Search
from tasks.agents.search.settings import SearchSettings
from tasks.engine.storage import Storage
from tasks.llm import Budget, Replies, SecretResolver
from tasks.releases.release import StoredRelease


@dataclass(frozen=True)
class SearchPlace:
    """What a search may need of the run that it serves."""

    storage: Storage
    replies: Replies  # where what engines answered is stored
    budget: Budget  # of the whole run
    secrets: SecretResolver | None
    release: StoredRelease  # the one that the agent answers: a local index may be over its pages and references


def open_search(settings: SearchSettings, place: SearchPlace) -> Search | None:
    """The search, or None where the agent is to have none. Nothing is asked yet. Raises ConfigError."""
    del settings, place
    return None
