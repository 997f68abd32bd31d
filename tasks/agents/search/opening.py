"""The search that a config names, opened."""

from __future__ import annotations

from dataclasses import dataclass

from tasks.agents.search.at_hand import AtHand
from tasks.agents.search.engine import Search
from tasks.agents.search.local import LocalSearch
from tasks.agents.search.settings import SearchSettings
from tasks.agents.search.web import WebSearch
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
    release: StoredRelease  # the one that the agent answers: the local index is over its references and pages
    pages: str | None = None  # the folder of stored pages that the agent reads instead of the web


def open_search(settings: SearchSettings, place: SearchPlace) -> Search | None:
    """The search, or None where the agent is to have none. Nothing is asked yet. Raises ConfigError."""
    if settings.provider == "none":
        return None
    if settings.provider == "local":
        at_hand = AtHand(place.storage, place.release, place.pages)
        return LocalSearch(at_hand.answering, at_hand.documents)
    return WebSearch(settings, replies=place.replies, budget=place.budget, secrets=place.secrets)
