"""Rows that were written before their type had all its columns."""

from __future__ import annotations

import pytest
from pyarrow.lib import ArrowInvalid

from litgauge.tasks.records import ReferenceMatch, from_table, to_table


def test_an_optional_column_may_be_absent_and_another_may_not() -> None:
    row = ReferenceMatch("a/1", 0, "key", "doi", "DOI 10.5555/x", "2019-03")
    table = to_table(ReferenceMatch, [row])
    assert list(from_table(ReferenceMatch, table)) == [row]
    (before,) = from_table(ReferenceMatch, table.drop_columns(["appeared"]))
    assert before == ReferenceMatch("a/1", 0, "key", "doi", "DOI 10.5555/x")
    with pytest.raises((KeyError, ArrowInvalid)):
        list(from_table(ReferenceMatch, table.drop_columns(["key"])))
