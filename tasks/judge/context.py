"""What stands around a statement."""

from __future__ import annotations

from collections.abc import Sequence

from tasks.records import Statement

CONTEXT_STATEMENTS = 2


def before(statements: Sequence[Statement], statement: Statement) -> str:
    """The sentences before a statement, which tell what "it" is."""
    first = max(0, statement.number - CONTEXT_STATEMENTS)
    return " ".join(one.text for one in statements[first : statement.number])
