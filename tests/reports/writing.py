"""Reports for the tests, and a short way to say what was read."""

from __future__ import annotations

import hashlib

from litgauge.tasks.records import AgentReport, GivenReference
from litgauge.tasks.reports import ReadReport, read_report

LIST = (
    "\n\n## References\n\n[1] Smith, A. (2020). Title One Of It. https://one.example/a\n"
    "[2] https://two.example/b\n[3] Title Three Of It\n"
)


def report(text: str, given: tuple[GivenReference, ...] = ()) -> AgentReport:
    """A report with this text."""
    digest = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
    return AgentReport("agent/report", "agent", None, None, "report.md", "markdown", text, digest, given)


def read(text: str, given: tuple[GivenReference, ...] = ()) -> ReadReport:
    """What is read in this text."""
    return read_report(report(text, given))


def statements(text: str) -> list[str]:
    """The statements' texts."""
    return [statement.text for statement in read(text).statements]


def cited(text: str, given: tuple[GivenReference, ...] = ()) -> list[tuple[str, str, str | None]]:
    """(statement, kind of mark, address) for each citation."""
    found = read(text, given)
    return [(found.statements[link.statement].text, link.marker, link.url) for link in found.links]
