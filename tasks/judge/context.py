"""What stands around a statement."""

from __future__ import annotations

from collections.abc import Sequence

from tasks.records import Statement

CONTEXT_STATEMENTS = 2


def before(statements: Sequence[Statement], statement: Statement) -> str:
    """What a list item or a table row stands under, and the sentences before a statement, which tell what "it" is."""
    first = max(0, statement.number - CONTEXT_STATEMENTS)
    sentences = " ".join(one.text for one in statements[first : statement.number])
    return " … ".join(part for part in (statement.context, sentences) if part)
