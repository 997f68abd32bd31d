"""The search providers by name: one line each, those of pages and those of images."""

from __future__ import annotations

from collections.abc import Mapping

from litgauge.tasks.agents.search.arxiv import ARXIV
from litgauge.tasks.agents.search.brave import BRAVE, BRAVE_IMAGES
from litgauge.tasks.agents.search.engine import ImageHit, SearchHit
from litgauge.tasks.agents.search.google import GOOGLE_IMAGES
from litgauge.tasks.agents.search.openalex import OPENALEX
from litgauge.tasks.agents.search.provider import Provider
from litgauge.tasks.agents.search.searxng import SEARXNG, SEARXNG_IMAGES
from litgauge.tasks.agents.search.semantic_scholar import SEMANTIC_SCHOLAR
from litgauge.tasks.agents.search.serpapi import SERPAPI, SERPAPI_IMAGES
from litgauge.tasks.agents.search.serper import SERPER, SERPER_IMAGES
from litgauge.tasks.agents.search.tavily import TAVILY

PROVIDERS: Mapping[str, Provider[SearchHit]] = {
    provider.name: provider for provider in (ARXIV, BRAVE, OPENALEX, SEARXNG, SEMANTIC_SCHOLAR, SERPAPI, SERPER, TAVILY)
}
IMAGE_PROVIDERS: Mapping[str, Provider[ImageHit]] = {
    provider.name: provider for provider in (BRAVE_IMAGES, GOOGLE_IMAGES, SEARXNG_IMAGES, SERPAPI_IMAGES, SERPER_IMAGES)
}
