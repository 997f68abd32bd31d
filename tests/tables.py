"""Tests over the rows of a table: one test for all of them, which names every row that failed.

For rows that take less time than the 5 ms of pytest for a test of its own. `pytest.mark.parametrize` is for those that
need fixtures or marks of their own.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

LONGEST = 300
"""Characters of a cell that a failure shows."""

Test = Callable[..., Any]


def each_row(names: str, table: Iterable[Any]) -> Callable[[Test], Test]:
    """Run the test with each row of a table, as `pytest.mark.parametrize` does, in one test.

    All rows are run. Those that failed are raised together as an `ExceptionGroup`; each has its row as a note. A test
    that takes `tmp_path` is given an empty folder of its own for each row. Decorators can be stacked: the rows are then
    the product of the tables.
    """
    keys = [name.strip() for name in names.split(",")]
    rows = [dict(zip(keys, row if len(keys) > 1 else (row,), strict=True)) for row in table]
    if not rows:
        raise ValueError(f"{names}: a table without rows tests nothing")

    def over_all(test: Test) -> Test:
        def calls(fixtures: dict[str, Any], failures: list[Exception]) -> Iterator[tuple[dict[str, Any], Any]]:
            for number, row in enumerate(rows):
                arguments = {**fixtures, **row}
                if "tmp_path" in fixtures:
                    arguments["tmp_path"] = fixtures["tmp_path"] / f"row-{number}"
                    arguments["tmp_path"].mkdir()
                yield arguments, _kept(row, failures)
            if failures:
                raise ExceptionGroup(f"{len(failures)} of {len(rows)} rows", failures)

        @functools.wraps(test)
        def run(**fixtures: Any) -> None:
            for arguments, failures_kept in calls(fixtures, []):
                with failures_kept:
                    test(**arguments)

        @functools.wraps(test)
        async def run_async(**fixtures: Any) -> None:
            for arguments, failures_kept in calls(fixtures, []):
                with failures_kept:
                    await test(**arguments)

        signature = inspect.signature(test)
        left = [parameter for name, parameter in signature.parameters.items() if name not in keys]
        runner: Test = run_async if inspect.iscoroutinefunction(test) else run
        runner.__dict__["__signature__"] = signature.replace(parameters=left)
        return runner

    return over_all


@contextmanager
def _kept(row: dict[str, Any], failures: list[Exception]) -> Iterator[None]:
    try:
        yield
    except Exception as error:  # noqa: BLE001
        failures.append(error)
    except pytest.fail.Exception as error:  # not an `Exception`
        failures.append(AssertionError(str(error)).with_traceback(error.__traceback__))
    else:
        return
    failures[-1].add_note(", ".join(f"{name}={repr(value)[:LONGEST]}" for name, value in row.items()))
