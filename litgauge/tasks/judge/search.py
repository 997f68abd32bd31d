"""Pages about a statement: who finds them, and how a judge is shown them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

from litgauge.tasks.llm.forecast import Forecast
from litgauge.tasks.llm.reply import Unscored
from litgauge.tasks.web.passages import best_passages

NO_FINDINGS = "none"
_HEAD = re.compile(r"^(?=\[source \d+\] )", re.MULTILINE)
_HEAD_LINE = re.compile(r"\[source \d+\] (\S*) \| ?(.*)")
_PASSAGES, _PASSAGE_CHARACTERS = 3, 2_000  # of each


@dataclass(frozen=True, slots=True)
class Finding:
    """One page that a search found."""

    url: str
    title: str
    text: str  # of the page, or the part that the search shows of it


def shown_findings(findings: Sequence[Finding], characters: int) -> str:
    """Return the findings as text, their texts cut to the same length so that all of them fit; "none" without any.

    A line of a text that looks like the head of another source is indented, so that no page can pass a part of
    itself off as a second one.
    """
    if not findings:
        return NO_FINDINGS
    share = max(200, characters // len(findings))
    return "\n\n".join(
        f"[source {number}] {''.join(finding.url.split())} | {' '.join(finding.title.split())}\n"
        f"{_HEAD.sub(' ', finding.text.strip()[:share])}"
        for number, finding in enumerate(findings, start=1)
    )


def read_findings(shown: str) -> tuple[Finding, ...]:
    """Return the findings that `shown_findings` wrote; () for any text without a source in it, "none" included."""
    findings: list[Finding] = []
    for part in _HEAD.split(shown):
        head, _, text = part.partition("\n")
        line = _HEAD_LINE.fullmatch(head)
        if line:
            findings.append(Finding(line[1], line[2], text.strip()))
    return tuple(findings)


class Searcher(Protocol):
    """Whoever finds pages about a statement."""

    async def search(self, statement: str, context: str = "") -> tuple[Finding, ...] | Unscored:
        """Return what was found, best first; () if there is nothing, Unscored where the search failed.

        `context` are the sentences before the statement, for searchers that understand them.
        """
        ...

    async def known(self, statement: str, context: str = "") -> tuple[Finding, ...] | Unscored | Forecast:
        """Return what `search` would give without being paid for, else what it would cost."""
        ...


class RecordedSearch:
    """Answers by a list of statements and the addresses of the pages that a search for each found."""

    def __init__(self, searches: Mapping[str, Sequence[str]], pages: Mapping[str, Finding]) -> None:
        self._searches, self._pages = searches, pages

    async def search(self, statement: str, context: str = "") -> tuple[Finding, ...]:  # noqa: ARG002
        """Return the pages that the list names, with the parts that matter.

        () for a statement that it does not have.
        """
        return tuple(
            _relevant(statement, self._pages[url]) for url in self._searches.get(statement, ()) if url in self._pages
        )

    async def known(self, statement: str, context: str = "") -> tuple[Finding, ...]:
        """Return the same: nothing is paid for."""
        return await self.search(statement, context)


def _relevant(statement: str, page: Finding) -> Finding:
    """Return the page with its best passages alone: of a long page a judge sees only so much."""
    best = best_passages(statement, page.text, _PASSAGES, _PASSAGE_CHARACTERS)
    return replace(page, text="\n\n".join(passage.text for passage in sorted(best, key=lambda passage: passage.start)))
