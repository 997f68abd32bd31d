"""Statements with a citation that nobody can follow: its marks lead to no list, or to an entry without an address."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace

from litgauge.tasks.records import Statement, StatementLink


def unfollowed(statements: Iterable[Statement], links: Iterable[StatementLink]) -> frozenset[int]:
    """Numbers of the cited statements of one report none of whose citations leads to an address.

    The other cited statements make pairs with the pages that they lead to; so each cited statement is either among
    the pairs or here. Whoever wants to check one of these has only its words: it is judged as uncited (ReportBench,
    A.2.2 asks for what is not among the pairs of statement and address).
    """
    followed = {link.statement for link in links if link.page is not None}
    return frozenset(one.number for one in statements if one.cited and one.number not in followed)


def as_judged(statements: Sequence[Statement], links: Iterable[StatementLink]) -> list[Statement]:
    """The statements of one report, those whose citations nobody can follow as statements without citation."""
    numbers = unfollowed(statements, links)
    return [replace(one, cited=False) if one.number in numbers else one for one in statements]


def unfollowed_by_report(statements: Iterable[Statement], links: Iterable[StatementLink]) -> dict[str, frozenset[int]]:
    """The same for many reports; one in which all citations can be followed has an empty set."""
    stated: dict[str, list[Statement]] = defaultdict(list)
    leading: dict[str, list[StatementLink]] = defaultdict(list)
    for statement in statements:
        stated[statement.report_id].append(statement)
    for link in links:
        leading[link.report_id].append(link)
    return {report_id: unfollowed(of, leading[report_id]) for report_id, of in stated.items()}
