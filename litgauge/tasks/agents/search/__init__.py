"""Search engines behind one interface."""

from litgauge.tasks.agents.search.engine import ImageHit, Search, SearchHit

__all__ = ["ImageHit", "Search", "SearchHit"]
