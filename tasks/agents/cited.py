"""Which of the pages that an answer cites its agent has read, found in a search, or never met at all."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from tasks.agents.session import MODEL, READ_PAGE, SEARCH
from tasks.citations.addresses import clean_url, page_of
from tasks.records.trajectories import AgentCall
from tasks.text.work_addresses import work_at

_ADDRESS = re.compile(r"https?://[^\s<>\"'`|\\^{}]{1,2000}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class CitedPages:
    """Of one answer, each page once; abstract, PDF and versions of one paper are one.

    Of a program of somebody else's nobody knows what it read: none counts as read, found or unmet.
    """

    cited: int
    read: int  # that were opened
    found: int  # that a search has shown, and that were never opened
    unmet: int  # that neither a search nor a page has shown: from memory, or made up


def cited_pages(text: str, calls: Iterable[AgentCall]) -> CitedPages:
    """How an answer's links stand to what its agent did.

    >>> cited_pages("See [a](https://arxiv.org/abs/1706.03762) and https://example.org/b.", [])
    CitedPages(cited=2, read=0, found=0, unmet=2)
    """
    done = [call for call in calls if call.status == "ok"]
    read = {_work(url) for call in done if call.tool == READ_PAGE for url in call.addresses}
    found = {_work(url) for call in done if call.tool == SEARCH for url in call.addresses}
    cited = {_work(url) for match in _ADDRESS.finditer(text) if (url := clean_url(_within(match[0])))}
    if any(call.tool not in (MODEL, READ_PAGE, SEARCH) for call in done):
        return CitedPages(len(cited), 0, 0, 0)
    return CitedPages(len(cited), len(cited & read), len((cited & found) - read), len(cited - found - read))


def _within(link: str) -> str:
    """A link of Markdown up to where it closes: "a)[b](https://c" are two."""
    return link.partition("](")[0]


def _work(url: str) -> str:
    work = work_at(url)
    return (work and (work.arxiv_id or work.doi or work.acl_id)) or page_of(url)
