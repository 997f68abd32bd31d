"""Application domains, their review by experts, and the balanced sample."""

from tasks.domains.agreement import Agreement, agreement
from tasks.domains.catalog import DOMAIN_NAMES, UNKNOWN, DomainName, canonical
from tasks.domains.classify import DOMAIN_QUESTION, ApplicationDomain, classify
from tasks.domains.distribution import DomainCount, distribution
from tasks.domains.review import read_review, with_experts, write_review
from tasks.domains.sample import Choice, downsample, quotas
from tasks.domains.settings import DomainSettings, SampleSettings

__all__ = [
    "DOMAIN_NAMES",
    "DOMAIN_QUESTION",
    "UNKNOWN",
    "Agreement",
    "ApplicationDomain",
    "Choice",
    "DomainCount",
    "DomainName",
    "DomainSettings",
    "SampleSettings",
    "agreement",
    "canonical",
    "classify",
    "distribution",
    "downsample",
    "quotas",
    "read_review",
    "with_experts",
    "write_review",
]
