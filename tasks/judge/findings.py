"""What a search brought: pages with their texts, as a judge is shown them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

_HEAD = re.compile(r"^\[source (\d+)\] (\S+)(?: \| (.*))?$", re.MULTILINE)
NO_FINDINGS = "none"


@dataclass(frozen=True, slots=True)
class Finding:
    """One page that a search found."""

    url: str
    title: str
    text: str  # of the page, or the part that the search shows of it


def shown_findings(findings: Sequence[Finding], characters: int) -> str:
    """The findings as text, their texts cut to the same length so that all of them fit; "none" without any.

    A line of a text that looks like the head of another source is indented, so that no page can pass a part of
    itself off as a second one.
    """
    if not findings:
        return NO_FINDINGS
    each = max(200, characters // len(findings))
    return "\n\n".join(
        f"[source {number}] {''.join(finding.url.split())} | {' '.join(finding.title.split())}\n"
        f"{_HEAD.sub(lambda head: ' ' + head[0], finding.text.strip()[:each])}"
        for number, finding in enumerate(findings, start=1)
    )


def read_findings(shown: str) -> tuple[Finding, ...]:
    """The findings that `shown_findings` wrote."""
    heads = list(_HEAD.finditer(shown))
    ends = [head.start() for head in heads[1:]] + [len(shown)]
    return tuple(
        Finding(head[2], head[3] or "", shown[head.end() : end].strip()) for head, end in zip(heads, ends, strict=True)
    )
