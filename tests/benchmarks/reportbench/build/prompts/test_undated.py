"""Surveys whose date nobody names: what their prompts are cut off by."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from litgauge.tasks.base.errors import Rejected
from litgauge.tasks.benchmarks.reportbench.build.prompts.cutoff import cutoff_of, dated
from litgauge.tasks.records import Reference
from tests.benchmarks.reportbench.build.prompts.examples import BEES, BEES_TEXT

UNDATED = replace(BEES, submitted=None, updated=None)
YEARS = (2019, 2021, 2021, 2091, None)  # one of them a slip
REFERENCES = [
    Reference("x", str(place), "misc", "t", (), False, year, None, None, None, None, "bib", True, (), ())
    for place, year in enumerate(YEARS)
]


@pytest.mark.parametrize(("undated", "cutoff"), [("references", "2021-12"), ("2026-11", "2026-11")])
def test_the_setting_says_what_holds(undated: str, cutoff: str) -> None:
    assert cutoff_of(dated(UNDATED, BEES_TEXT, REFERENCES, undated)) == cutoff


def test_a_date_that_is_known_goes_first() -> None:
    assert dated(BEES, BEES_TEXT, REFERENCES, "2026-11") == BEES
    written = replace(BEES_TEXT, written=date(2020, 5, 1))
    completed = dated(UNDATED, written, REFERENCES, "2026-11").completed(None, None, (), written.written)
    assert cutoff_of(completed) == "2020-05"


@pytest.mark.parametrize(("undated", "references"), [("reject", REFERENCES), ("references", REFERENCES[:2])])
def test_without_any_it_falls_out_and_says_what_to_do(undated: str, references: list[Reference]) -> None:
    with pytest.raises(Rejected, match="--undated"):
        cutoff_of(dated(UNDATED, BEES_TEXT, references, undated))
