"""The cut-off: the month of the last version, in all the words that prompts use for it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litgauge.tasks.base.errors import Rejected
from litgauge.tasks.benchmarks.reportbench.build.prompts.cutoff import MONTHS, cutoff_of, date_mentions, in_english
from tests.benchmarks.reportbench.build.prompts.examples import BEES
from tests.tables import each_row


def test_it_is_the_month_of_the_last_version() -> None:
    assert cutoff_of(BEES) == "2023-05"
    assert in_english(cutoff_of(BEES)) == "May 2023"


def test_without_a_last_version_the_first_one_counts() -> None:
    assert cutoff_of(replace(BEES, updated=None)) == "2022-03"


def test_a_survey_without_any_date_is_rejected() -> None:
    with pytest.raises(Rejected) as caught:
        cutoff_of(replace(BEES, updated=None, submitted=None))
    assert caught.value.rule == "prompt-cutoff"


@each_row(
    "words",
    [
        "papers published before April 2025",
        "studies prior to April 2025",
        "made public on or before April 2025",
        "published no later than April 2025",
        "written before [April 2025]",
        "published **before April 2025**",
        "**Cut-off date**: April 2025",
        "Deadline: April 2025",
        "nothing after April 2025",
        "up to April 2025",
        "until the end of April 2025",
        "by 30 April 2025",
        "before April 30, 2025",
        "before Apr. 2025",
        "before 2025-04",
        "before 04/2025",
        "published between 2015 and April 2025",
        "before\nApril 2025",
        "no later than the month of April 2025",
    ],
)
def test_an_upper_bound_has_many_wordings(words: str) -> None:
    assert [(mention.cutoff, mention.bound) for mention in date_mentions(words)] == [("2025-04", "upper")]


@each_row(
    "words",
    [
        "papers since April 2025",
        "published after April 2025",
        "no earlier than April 2025",
        "not before April 2025",
        "on or after April 2025",
    ],
)
def test_a_lower_bound_is_no_cut_off(words: str) -> None:
    assert [mention.bound for mention in date_mentions(words)] == ["lower"]


@each_row(
    "words",
    [
        "models since 2019",
        "the workshop held in May 2019",
        "systems before 2012 used rules",
        "Industry 4.0 and COVID-19",
        "the May 2020 release",
        "between 2010 and 2020",
        "in 2010-2020",
    ],
)
def test_ordinary_dates_are_no_bound(words: str) -> None:
    assert all(mention.bound == "none" for mention in date_mentions(words))


def test_a_bare_year_bounds_publications_only() -> None:
    assert [(m.cutoff, m.bound) for m in date_mentions("papers published before 2020")] == [("2020", "upper")]


@settings(deadline=None)
@given(st.dates(date(1990, 1, 1), date(2099, 12, 31)))
def test_what_is_written_in_english_is_read_back(day: date) -> None:
    cutoff = f"{day:%Y-%m}"
    assert in_english(cutoff).split()[0] in MONTHS
    mentions = date_mentions(f"Only papers published before {in_english(cutoff)} count.")
    assert [(mention.cutoff, mention.bound) for mention in mentions] == [(cutoff, "upper")]


@settings(deadline=None)
@given(st.text(max_size=200))
def test_any_text_can_be_read(text: str) -> None:
    assert all(mention.bound in ("upper", "lower", "none") for mention in date_mentions(text))
