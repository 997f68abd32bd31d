"""Search engines behind one interface."""

from tasks.agents.search.engine import Search, SearchHit

__all__ = ["Search", "SearchHit"]
