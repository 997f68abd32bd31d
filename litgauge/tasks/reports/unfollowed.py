"""Cited statements without an address: their marks have no entry, or an entry without an address."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from litgauge.tasks.records import Statement, StatementLink


def unfollowed(statements: Iterable[Statement], links: Iterable[StatementLink]) -> frozenset[int]:
    """Return the numbers of the cited statements of one report whose citations have no address.

    The other cited statements are paired with the pages that they cite; so each cited statement is either among
    the pairs or here. These statements can only be checked by their words, and are judged as uncited (ReportBench,
    A.2.2 asks for what is not among the pairs of statement and address).
    """
    followed = {link.statement for link in links if link.page is not None}
    return frozenset(
        statement.number for statement in statements if statement.cited and statement.number not in followed
    )


def as_judged(statements: Sequence[Statement], links: Iterable[StatementLink]) -> list[Statement]:
    """Return the statements of one report, with those whose citations have no address as uncited."""
    numbers = unfollowed(statements, links)
    return [replace(statement, cited=False) if statement.number in numbers else statement for statement in statements]


def unfollowed_by_report(statements: Iterable[Statement], links: Iterable[StatementLink]) -> dict[str, frozenset[int]]:
    """Return `unfollowed` of many reports; empty for a report in which all citations have addresses."""
    stated: dict[str, list[Statement]] = defaultdict(list)
    leading: dict[str, list[StatementLink]] = defaultdict(list)
    for statement in statements:
        stated[statement.report_id].append(statement)
    for link in links:
        leading[link.report_id].append(link)
    return {report_id: unfollowed(of, leading[report_id]) for report_id, of in stated.items()}
