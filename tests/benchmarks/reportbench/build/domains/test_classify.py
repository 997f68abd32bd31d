"""The domain of a survey, with and without a model."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from litgauge.tasks.base.errors import Failed, Rejected
from litgauge.tasks.benchmarks.reportbench.build.domains import (
    DOMAIN_NAMES,
    DOMAIN_QUESTION,
    ApplicationDomain,
    DomainSettings,
    classify,
)
from litgauge.tasks.benchmarks.reportbench.build.domains.classify import inputs_of
from litgauge.tasks.llm.reply import Unscored
from litgauge.tasks.llm.template import compose
from tests.benchmarks.reportbench.build.domains.examples import FixedAsker, survey
from tests.tables import each_row


@each_row(
    "title, abstract, categories, domain",
    [
        (
            "Dark Matter Halos: A Review",
            "We review galaxies and cosmology.",
            ("astro-ph.CO",),
            "Basic Research and Scientific Exploration",
        ),
        ("A Survey of Wireless Routing Protocols", "", ("cs.NI",), "Information and Communications Technology"),
        (
            "Continual Learning: A Survey",
            "Neural networks forget.",
            ("cs.LG",),
            "Artificial Intelligence and Data Intelligence",
        ),
        (
            "Deep Learning for Cancer Diagnosis",
            "Patients and clinical images.",
            ("cs.CV",),
            "Healthcare and Biomedicine",
        ),
        ("Predictive Maintenance in Factories", "", ("cs.LG",), "Manufacturing and Smart Manufacturing"),
        ("Pedestrian Behaviour in Traffic", "", ("cs.CV",), "Transportation and Smart Mobility"),
        ("Hate Speech and Elections on Social Media", "", ("cs.CL",), "Public Safety and Social Governance"),
        ("Stock Trading with Machine Learning", "", ("cs.LG",), "Finance and Business Services"),
        ("Crop Monitoring from Satellite Images", "", ("cs.CV",), "Energy and Environmental Sustainability"),
        ("Generating Music and Poetry", "", ("cs.CL",), "Culture, Media, and Digital Content"),
        ("On Things", "They are as they are.", (), "Unknown"),
    ],
)
async def test_the_offline_rule_reads_titles_as_people_do(
    title: str, abstract: str, categories: tuple[str, ...], domain: str
) -> None:
    found = await classify(survey(title, abstract, categories), FixedAsker(), DomainSettings())
    assert found.domain == domain
    assert found.model == "offline"
    assert found.question == DOMAIN_QUESTION.label


async def test_a_models_answer_becomes_the_label() -> None:
    answer = ApplicationDomain(reason="It is about banks.", domain="Finance and Business Services")
    found = await classify(survey("A Survey"), FixedAsker(answer), DomainSettings())
    assert (found.domain, found.reason, found.model) == (answer.domain, answer.reason, "judge-1")


async def test_no_answer_fails_for_now() -> None:
    with pytest.raises(Failed) as caught:
        await classify(survey("A Survey"), FixedAsker(Unscored("server-error", "502")), DomainSettings())
    assert caught.value.rule == "domain-server-error"


async def test_nothing_to_judge_by_is_a_result() -> None:
    with pytest.raises(Rejected) as caught:
        await classify(survey(" "), FixedAsker(), DomainSettings())
    assert caught.value.rule == "domain-material"


async def test_a_missing_abstract_is_said_to_be_missing_and_a_long_one_cut() -> None:
    asker = FixedAsker()
    await classify(survey("Wireless Routing"), asker, DomainSettings())
    assert asker.given["abstract"] == asker.given["categories"] == "none"
    await classify(survey("Wireless Routing", "x" * 999), asker, DomainSettings(abstract_characters=200))
    assert len(asker.given["abstract"]) == 200


def test_the_answer_admits_no_other_domain() -> None:
    with pytest.raises(ValidationError):
        ApplicationDomain(reason="", domain="Cooking")  # type: ignore[arg-type]


def test_the_template_shows_every_domain() -> None:
    system, user = compose(DOMAIN_QUESTION, inputs_of(survey("Wireless Routing"), DomainSettings()))
    assert all(name in system["content"] for name in DOMAIN_NAMES)
    assert "Wireless Routing" in user["content"]
