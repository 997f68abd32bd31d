"""How models write grades, and what is none."""

from __future__ import annotations

from typing import Annotated, Any

import pytest
from pydantic import BaseModel, Field, ValidationError

from litgauge.tasks.judge.grades import out_of
from tests.tables import each_row


class OfFive(BaseModel):
    score: Annotated[int, out_of(5)] = Field(ge=1, le=5)


@each_row("said", [4, 4.0, "4", " 4 ", "4.0", "4/5", "4 / 5", "4 out of 5", "4.0/5.0", "4 of 5"])
def test_a_grade_however_it_is_written(said: Any) -> None:
    assert OfFive(score=said).score == 4


@each_row("said", [True, False, "4/10", "8/10", 4.5, "4.5", "40", 0, 6, "-4", "four", "", None, "4/5/5", "4 5"])
def test_what_is_no_grade_is_refused(said: Any) -> None:
    with pytest.raises(ValidationError):
        OfFive(score=said)
