"""Grades as models write them."""

from __future__ import annotations

import re
from typing import Any

from pydantic import BeforeValidator


def out_of(most: int) -> BeforeValidator:
    """For a field that is a whole number up to `most`: how models write one is read, what is none stays and is refused.

    >>> from typing import Annotated
    >>> from pydantic import TypeAdapter
    >>> grade = TypeAdapter(Annotated[int, out_of(10)])
    >>> [grade.validate_python(said) for said in (7, "7", "7/10", "7 out of 10", "7.0")]
    [7, 7, 7, 7, 7]

    "4/5" is of another scale, and `true` is no number.
    """
    written = re.compile(rf"(\d{{1,9}})(?:\.0+)?(?:\s*(?:/|out of|of)\s*{most}(?:\.0+)?)?")

    def read(value: Any) -> Any:
        if isinstance(value, bool):
            raise ValueError("it is a number")
        match = written.fullmatch(value.strip()) if isinstance(value, str) else None
        return int(match[1]) if match else value

    return BeforeValidator(read)
