"""A test over the rows of a table runs all of them and names those that failed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tables import each_row


def test_every_row_that_failed_is_named() -> None:
    @each_row("left, right", [(1, 2), (3, 3), (4, 5)])
    def equal(left: int, right: int) -> None:
        assert left == right

    with pytest.raises(ExceptionGroup, match="2 of 3 rows") as caught:
        equal()
    assert [error.__notes__ for error in caught.value.exceptions] == [["left=1, right=2"], ["left=4, right=5"]]


async def test_a_missing_error_fails_the_row() -> None:
    @each_row("text", ["one", "1"])
    async def is_no_number(text: str) -> None:
        with pytest.raises(ValueError, match=text):
            int(text)

    with pytest.raises(ExceptionGroup, match="1 of 2 rows") as caught:
        await is_no_number()
    assert "DID NOT RAISE" in str(caught.value.exceptions[0])


@each_row("name", ["a", "b"])
@each_row("content", ["x", "y"])
def test_each_row_has_an_empty_folder(name: str, content: str, tmp_path: Path) -> None:
    assert not list(tmp_path.iterdir())
    (tmp_path / name).write_text(content, encoding="utf-8")


def test_a_table_without_rows_is_refused() -> None:
    with pytest.raises(ValueError, match="text"):
        each_row("text", [])
