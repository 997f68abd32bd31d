"""Application domains, their review by experts, and the balanced sample."""

from litgauge.tasks.benchmarks.reportbench.build.domains.catalog import DOMAIN_NAMES, UNKNOWN, DomainName, canonical
from litgauge.tasks.benchmarks.reportbench.build.domains.classify import DOMAIN_QUESTION, ApplicationDomain, classify
from litgauge.tasks.benchmarks.reportbench.build.domains.distribution import DomainCount, distribution
from litgauge.tasks.benchmarks.reportbench.build.domains.review import (
    DOMAIN_REVIEW,
    read_review,
    review_files,
    review_rows,
    with_experts,
)
from litgauge.tasks.benchmarks.reportbench.build.domains.sample import Draw, downsample, quotas
from litgauge.tasks.benchmarks.reportbench.build.domains.settings import DomainSettings, SampleSettings

__all__ = [
    "DOMAIN_NAMES",
    "DOMAIN_QUESTION",
    "DOMAIN_REVIEW",
    "UNKNOWN",
    "ApplicationDomain",
    "DomainCount",
    "DomainName",
    "DomainSettings",
    "Draw",
    "SampleSettings",
    "canonical",
    "classify",
    "distribution",
    "downsample",
    "quotas",
    "read_review",
    "review_files",
    "review_rows",
    "with_experts",
]
