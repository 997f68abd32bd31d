"""Works from after the cut-off, and the survey itself."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

from litgauge.tasks.identity import DescribedWork, appeared, late_works, the_survey_itself
from litgauge.tasks.records import PersonName, Survey, published_survey
from tests.identity.works import cited
from tests.tables import each_row

SURVEY = Survey(
    survey_id="9912.00003",
    title="Gravitational Waves and the Hubble Constant $H_0$: A Brief Review",
    abstract=None,
    authors=(PersonName("Quillfeather", "Ada"),),
    categories=("gr-qc",),
    license=None,
    comments=None,
    journal_ref=None,
    doi="10.9999/invented.3",
    submitted=date(2021, 1, 4),
    updated=date(2022, 9, 1),
    version=2,
    source=None,
    origin="local",
)


@each_row(
    "work, when",
    [
        (cited("Mamba", arxiv_id="2312.00752"), "2023-12"),
        (cited("Mamba", year=2024, arxiv_id="2312.00752"), "2023-12"),  # published later: it had appeared
        (cited("Mamba", year=2023, arxiv_id="2312.00752"), "2023-12"),
        (cited("Adam", year=2012, arxiv_id="1412.6980"), "2012"),  # put on arXiv later
        (cited("Evolution of binaries", arxiv_id="gr-qc/0507014"), "2005-07"),
        (cited("Old", arxiv_id="hep-th/9108001"), "1991-08"),
        (cited("FinGPT", url="https://doi.org/10.48550/arXiv.2306.06031"), "2023-06"),
        (cited("Deep learning", year=2016), "2016"),
        (cited("A sample's survey", arxiv_id="9912.00001"), None),
        (cited("Undated"), None),
    ],
)
def test_when_a_work_appeared(work: DescribedWork, when: str | None) -> None:
    assert appeared(work) == when


def test_only_what_is_certainly_late_is_late() -> None:
    works = [
        cited("of the month", arxiv_id="2306.00001"),
        cited("of the next month", arxiv_id="2307.00001"),
        cited("of the same year", year=2023),
        cited("of the next year", year=2024),
        cited("undated"),
        cited("the survey itself", year=2024),
    ]
    late = late_works(works, "2023-06", leave_out={5})
    assert [(work.cited, work.appeared) for work in late] == [(1, "2023-07"), (3, "2024")]
    assert late[0].evidence == "arXiv id 2307.00001"


@each_row(
    "work",
    [
        cited(arxiv_id="9912.00003v2"),
        cited(url="http://www.arxiv.org/abs/9912.00003"),
        cited(url="https://export.arxiv.org/pdf/9912.00003v1.pdf"),
        cited(url="https://arxiv.org/html/9912.00003v1#S2"),
        cited(doi="10.48550/arXiv.9912.00003"),
        cited(doi="10.9999/INVENTED.3"),
        cited("Gravitational waves and the Hubble constant H0 – a brief review"),
        cited("Gravitational Waves and the Hubble Constant $H_0$: A Brief Review", "A. Quillfeather", year=2025),
    ],
)
def test_the_survey_itself_by_any_address(work: DescribedWork) -> None:
    assert the_survey_itself([cited("Advanced LIGO"), work], SURVEY) == (1,)
    assert the_survey_itself([work], published_survey(SURVEY)) == (0,)


def test_a_survey_may_be_published_years_after_it_appeared() -> None:
    short = replace(SURVEY, title="Gravitational waves: a review", authors=())
    assert the_survey_itself([cited("Gravitational Waves: A Review", year=2025)], short) == (0,)


@pytest.mark.parametrize(
    "work",
    [
        cited("Gravitational Waves and the Hubble Constant"),
        cited("Gravitational Waves and the Hubble Constant $H_0$: A Brief Review", "Jane Roe"),
        cited(arxiv_id="9912.00004"),
        cited(),
    ],
)
def test_another_work_is_not_the_survey(work: DescribedWork) -> None:
    assert the_survey_itself([work], SURVEY) == ()
