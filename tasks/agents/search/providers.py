"""The search providers by name: one line each."""

from __future__ import annotations

from collections.abc import Mapping

from tasks.agents.search.arxiv import ARXIV
from tasks.agents.search.brave import BRAVE
from tasks.agents.search.provider import Provider
from tasks.agents.search.searxng import SEARXNG
from tasks.agents.search.semantic_scholar import SEMANTIC_SCHOLAR
from tasks.agents.search.serpapi import SERPAPI
from tasks.agents.search.serper import SERPER
from tasks.agents.search.tavily import TAVILY

PROVIDERS: Mapping[str, Provider] = {
    provider.name: provider for provider in (ARXIV, BRAVE, SEARXNG, SEMANTIC_SCHOLAR, SERPAPI, SERPER, TAVILY)
}
