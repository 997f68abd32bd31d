"""Application domain of a survey, by its title and abstract (ReportBench, 2.1.3)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from litgauge.tasks.base.errors import Failed, Rejected
from litgauge.tasks.benchmarks.reportbench.build.domains.catalog import UNKNOWN, DomainName, canonical, catalog
from litgauge.tasks.benchmarks.reportbench.build.domains.settings import DomainSettings
from litgauge.tasks.benchmarks.reportbench.rows import DomainLabel
from litgauge.tasks.llm.question import Question
from litgauge.tasks.llm.reply import Asker, Unscored
from litgauge.tasks.offline.domain import Clues, domain_of
from litgauge.tasks.records import Survey

NOTHING = "none"


class ApplicationDomain(BaseModel):
    """The domain that a survey belongs to, and why."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    reason: str = Field(description="One sentence: what in the title or abstract decides it.")
    domain: DomainName = Field(description="The domain; Unknown if none fits or too little is said.")


def _offline(inputs: Mapping[str, Any]) -> ApplicationDomain:
    categories = [word for word in str(inputs["categories"]).split() if word != NOTHING]
    abstract = "" if inputs["abstract"] == NOTHING else str(inputs["abstract"])
    entries = catalog()
    domain, reason = domain_of(
        str(inputs["title"]), abstract, categories, _clues(), entries.figurative, entries.ambiguous
    )
    return ApplicationDomain(reason=reason, domain=canonical(domain) or UNKNOWN)


@cache
def _clues() -> tuple[Clues, ...]:
    domains = (domain for domain in catalog().domains if domain.name != UNKNOWN)
    return tuple(Clues(domain.name, domain.categories, domain.keywords, domain.methods) for domain in domains)


DOMAIN_QUESTION: Question[ApplicationDomain] = Question(
    name="application_domain", version=1, answer=ApplicationDomain, offline=_offline, parameters={"temperature": 0}
)


async def classify(survey: Survey, asker: Asker, settings: DomainSettings) -> DomainLabel:
    """Return the survey's domain with the reason for it; Unknown where too little is said.

    Raises Rejected("domain-material") for a survey without title and abstract, Failed("domain-<reason>") when the
    question went unanswered.
    """
    if not survey.title.strip() and not (survey.abstract or "").strip():
        raise Rejected("domain-material", "neither title nor abstract to judge by", where=survey.survey_id)
    reply = await asker.ask(DOMAIN_QUESTION, inputs_of(survey, settings))
    if isinstance(reply.answer, Unscored):
        raise Failed(f"domain-{reply.answer.reason}", reply.answer.detail, where=survey.survey_id)
    return DomainLabel(survey.survey_id, reply.answer.domain, reply.answer.reason, reply.model, reply.question)


def inputs_of(survey: Survey, settings: DomainSettings) -> dict[str, str]:
    """Return what the question is given; "none" stands for what there is not."""
    return {
        "domains": "\n".join(f"- {domain.name}: {domain.about}" for domain in catalog().domains),
        "title": survey.title or NOTHING,
        "abstract": (survey.abstract or NOTHING)[: settings.abstract_characters],
        "categories": " ".join(survey.categories) or NOTHING,
    }
