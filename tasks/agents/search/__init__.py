"""Search engines behind one interface."""

from tasks.agents.search.engine import ImageHit, Search, SearchHit

__all__ = ["ImageHit", "Search", "SearchHit"]
