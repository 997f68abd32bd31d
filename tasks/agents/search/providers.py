"""The search providers by name: one line each, those of pages and those of images."""

from __future__ import annotations

from collections.abc import Mapping

from tasks.agents.search.arxiv import ARXIV
from tasks.agents.search.brave import BRAVE, BRAVE_IMAGES
from tasks.agents.search.engine import ImageHit, SearchHit
from tasks.agents.search.google import GOOGLE_IMAGES
from tasks.agents.search.openalex import OPENALEX
from tasks.agents.search.provider import Provider
from tasks.agents.search.searxng import SEARXNG, SEARXNG_IMAGES
from tasks.agents.search.semantic_scholar import SEMANTIC_SCHOLAR
from tasks.agents.search.serpapi import SERPAPI, SERPAPI_IMAGES
from tasks.agents.search.serper import SERPER, SERPER_IMAGES
from tasks.agents.search.tavily import TAVILY

PROVIDERS: Mapping[str, Provider[SearchHit]] = {
    provider.name: provider for provider in (ARXIV, BRAVE, OPENALEX, SEARXNG, SEMANTIC_SCHOLAR, SERPAPI, SERPER, TAVILY)
}
IMAGE_PROVIDERS: Mapping[str, Provider[ImageHit]] = {
    provider.name: provider for provider in (BRAVE_IMAGES, GOOGLE_IMAGES, SEARXNG_IMAGES, SERPAPI_IMAGES, SERPER_IMAGES)
}
