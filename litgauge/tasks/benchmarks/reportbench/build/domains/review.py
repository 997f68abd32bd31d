"""Sheet on which experts correct domains, and their labels put before the model's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from litgauge.tasks.benchmarks.reportbench.build.domains.catalog import DOMAIN_NAMES, canonical
from litgauge.tasks.benchmarks.reportbench.rows import DomainLabel
from litgauge.tasks.sheets import REMARK, Choice, Sheet, check_once, filled, read_entries, restored, shown

EXPERT = "expert"
REVIEW = "review"
"""Stand-in for the question in an expert's label."""

EXPERT_DOMAIN = filled(
    "expert_domain", "the right domain, where you disagree", Choice(DOMAIN_NAMES, spelling=canonical), required=True
)
DOMAIN_REVIEW = Sheet(
    "the review file",
    (
        shown("survey_id", "the survey", required=True),
        shown("title", "its title"),
        shown("domain", "the domain that it has now"),
        shown("reason", "why"),
        EXPERT_DOMAIN,
        REMARK,
    ),
    "No label of the file was used",
    byte_order_mark=True,
)


def review_rows(labels: Iterable[DomainLabel], titles: Mapping[str, str]) -> list[Mapping[str, str]]:
    """Return the rows of the sheet, by survey id; earlier experts' labels are filled in."""
    return [
        {"survey_id": label.survey_id, "title": titles.get(label.survey_id, ""), "domain": label.domain}
        | {"reason": label.reason}
        | ({EXPERT_DOMAIN.name: label.domain, REMARK.name: label.reason} if label.model == EXPERT else {})
        for label in sorted(labels, key=lambda label: label.survey_id)
    ]


def read_review(path: Path) -> tuple[DomainLabel, ...]:
    """Return the experts' labels in a review file, rows without an `expert_domain` left out.

    Names, aliases and letters of domains are understood. Raises UnusableInput with file and line for a domain that does
    not exist, a survey on two rows, a missing column or a file that cannot be read.
    """
    entries = [entry for entry in read_entries(DOMAIN_REVIEW, path) if entry[EXPERT_DOMAIN]]
    check_once(entries, lambda entry: entry.text("survey_id").strip())
    labels = []
    for entry in entries:
        if not (survey_id := entry.text("survey_id").strip()):
            raise entry.refusal("a domain without a survey_id", "survey_id")
        reason = entry[REMARK] or "reviewed by an expert"
        labels.append(DomainLabel(survey_id, entry[EXPERT_DOMAIN] or "", reason, EXPERT, REVIEW))
    return tuple(labels)


def with_experts(labels: Iterable[DomainLabel], experts: Iterable[DomainLabel]) -> tuple[DomainLabel, ...]:
    """Return the labels in their order, each replaced by the expert's where there is one.

    An id that a spreadsheet program took for a number (2301.0001 for 2301.00010) is the survey's that it means.
    """
    labels = tuple(labels)
    surveys = {label.survey_id for label in labels}
    reviewed = {restored(expert.survey_id, surveys): expert for expert in experts}
    return tuple(
        replace(reviewed[label.survey_id], survey_id=label.survey_id) if label.survey_id in reviewed else label
        for label in labels
    )
