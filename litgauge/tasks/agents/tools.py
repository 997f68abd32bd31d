"""The two tools: their declarations for a model, and their results."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from litgauge.tasks.agents.page_reader import ReadPage
from litgauge.tasks.agents.search.engine import SearchHit
from litgauge.tasks.agents.session import Session
from litgauge.tasks.llm.turns import ToolCall
from litgauge.tasks.records.trajectories import READ_PAGE, SEARCH

LONGEST_QUERY = 400
"""Characters; engines cut or refuse longer queries."""

_LONGEST_SNIPPET = 600
_NUMBER = re.compile(r"\d{1,9}", re.ASCII)
_ADDRESS = re.compile(r"https?://[^\s/]\S*\Z", re.IGNORECASE)


def declared_tools(*, search: bool) -> tuple[Mapping[str, Any], ...]:
    """Return the tools as Chat Completions declares functions; without a search, only reading of pages."""
    url = {"type": "string", "description": "The full address, such as https://arxiv.org/abs/1706.03762"}
    start = {"type": "integer", "description": "Where to read on in a long page: what the last part of it said"}
    reader = _function(
        READ_PAGE, "Read a page or a paper on the web, as Markdown with its links.", {"url": url, "start": start}, "url"
    )
    query = {"type": "string", "description": "A few words, as typed into a search engine"}
    finder = _function(SEARCH, "Search the web for sources.", {"query": query}, "query")
    return (finder, reader) if search else (reader,)


def problem_of(call: ToolCall, *, search: bool) -> str:
    """Return why a call cannot be made, in words for the model; "" if it can."""
    tool_names = [SEARCH, READ_PAGE] if search else [READ_PAGE]
    if call.name not in tool_names:
        return f"there is no tool of this name; there is {' and '.join(tool_names)}"
    parameter = "query" if call.name == SEARCH else "url"
    arguments = call.parsed
    if arguments is None:
        return f'the arguments are no JSON object; write {{"{parameter}": "…"}}'
    if not isinstance(arguments.get(parameter), str) or not arguments[parameter].strip():
        return f'the arguments hold no text under "{parameter}"; write {{"{parameter}": "…"}}'
    if call.name == READ_PAGE and not _ADDRESS.match(arguments[parameter].strip()):
        return 'this is no address of a page; write {"url": "https://…"}'
    if call.name == READ_PAGE and _start_of(arguments) is None:
        return '"start" is no number of a character; leave it out, or write what the last part of the page said'
    return ""


def _start_of(arguments: Mapping[str, Any]) -> int | None:
    """Return the offset from which a page is read; None if it is no valid number."""
    start = arguments.get("start") or 0
    if isinstance(start, str) and _NUMBER.fullmatch(start.strip()):
        start = int(start)
    return start if isinstance(start, int) and start >= 0 else None


async def call_tool(call: ToolCall, session: Session, page_characters: int) -> str:
    """Return the tool's result as text for the model; the call's arguments must be valid.

    Raises as `Session.search` and `Session.read_page` do.
    """
    arguments = call.parsed or {}
    if call.name == SEARCH:
        return shown_hits(await session.search(" ".join(arguments["query"].split())[:LONGEST_QUERY]))
    start = _start_of(arguments) or 0
    return shown_page(await session.read_page(arguments["url"].strip(), start), page_characters, start)


def _function(name: str, does: str, properties: Mapping[str, Any], parameter: str) -> Mapping[str, Any]:
    parameters = {"type": "object", "properties": properties, "required": [parameter], "additionalProperties": False}
    return {"type": "function", "function": {"name": name, "description": does, "parameters": parameters}}


def shown_hits(hits: Sequence[SearchHit]) -> str:
    """Return the results of a search as text for the model."""
    if not hits:
        return "Nothing was found."
    return "\n\n".join(
        "\n   ".join(filter(None, (f"{number}. {hit.title}", hit.url, hit.date, hit.snippet[:_LONGEST_SNIPPET])))
        for number, hit in enumerate(hits, start=1)
    )


def shown_page(page: ReadPage, most: int, start: int = 0) -> str:
    """Return a page as text for the model, at most `most` characters of its text from `start` on."""
    head = "\n".join(filter(None, (page.title, page.url, page.date)))
    text = page.markdown or page.text
    end = min(start + most, len(text))
    if start >= len(text) > 0:
        return f"{head}\n\n[the page has no more than {len(text):,} characters]"
    whole = start == 0 and end == len(text)
    on = f"; read on with start: {end}" if end < len(text) else ", its end"
    return f"{head}\n\n{text[start:end]}" + (
        "" if whole else f"\n\n[characters {start + 1:,} to {end:,} of {len(text):,}{on}]"
    )
