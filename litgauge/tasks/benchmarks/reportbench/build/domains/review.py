"""Sheet on which experts give domains, and their labels put before the model's."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from litgauge.tasks.benchmarks.reportbench.build.domains.catalog import DOMAIN_NAMES, canonical
from litgauge.tasks.benchmarks.reportbench.rows import DomainLabel
from litgauge.tasks.records.grouping import rows_by
from litgauge.tasks.sheets import (
    REMARK,
    Choice,
    Entry,
    Sheet,
    check_once,
    filled,
    most_say,
    read_entries,
    read_shared,
    restored,
    sheets_in,
    shown,
)

EXPERT = "expert"
REVIEW = "review"
"""Stand-in for the question in an expert's label."""

EXPERT_DOMAIN = filled(
    "expert_domain",
    "the right domain; empty: no opinion",
    Choice(DOMAIN_NAMES, spelling=canonical),
    required=True,
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


def review_rows(
    labels: Iterable[DomainLabel], titles: Mapping[str, str], *, filled_in: bool = True
) -> list[Mapping[str, str]]:
    """Return the rows of the sheet, by survey id; with `filled_in` earlier experts' labels stand in it."""
    return [
        {"survey_id": label.survey_id, "title": titles.get(label.survey_id, ""), "domain": label.domain}
        | {"reason": label.reason}
        | ({EXPERT_DOMAIN.name: label.domain, REMARK.name: label.reason} if filled_in and label.model == EXPERT else {})
        for label in sorted(labels, key=lambda label: label.survey_id)
    ]


def review_files(path: Path) -> list[Path]:
    """Return the sheets of a review: one file, or all in a folder. Raises UnusableInput for a folder without any."""
    next_step = "Name a sheet, or the folder of sheets that `litgauge reportbench review` wrote"
    return sheets_in(path, DOMAIN_REVIEW, next_step) if path.is_dir() else [path]


def read_experts(path: Path) -> tuple[Entry, ...]:
    """Return the rows with a domain, of a sheet or of all sheets in a folder.

    Names, aliases and letters of domains are understood. Raises UnusableInput with file and line for a domain that does
    not exist, a survey on two rows of one expert, a missing column or a file that cannot be read.
    """
    files = review_files(path)
    rows = read_shared(DOMAIN_REVIEW, files) if path.is_dir() else read_entries(DOMAIN_REVIEW, path)
    entries = tuple(entry for entry in rows if entry[EXPERT_DOMAIN])
    check_once(entries, _survey)
    for entry in entries:
        if not _survey(entry):
            raise entry.refusal("a domain without a survey_id", "survey_id")
    return entries


def read_review(path: Path) -> tuple[DomainLabel, ...]:
    """Return the experts' labels, one for each row with a domain. Raises as `read_experts`."""
    return tuple(
        DomainLabel(
            _survey(entry), entry[EXPERT_DOMAIN] or "", entry[REMARK] or "reviewed by an expert", EXPERT, REVIEW
        )
        for entry in read_experts(path)
    )


def with_experts(labels: Iterable[DomainLabel], experts: Iterable[DomainLabel]) -> tuple[DomainLabel, ...]:
    """Return the labels in their order, each replaced by what most of the experts say where they say one thing.

    An id that a spreadsheet program took for a number (2301.0001 for 2301.00010) is the survey's that it means.
    """
    labels = tuple(labels)
    surveys = {label.survey_id for label in labels}
    reviewed = rows_by(experts, lambda expert: restored(expert.survey_id, surveys) or expert.survey_id)
    return tuple(_decided(label, reviewed.get(label.survey_id, ())) for label in labels)


def _decided(label: DomainLabel, experts: Sequence[DomainLabel]) -> DomainLabel:
    domain = most_say([expert.domain for expert in experts])
    if domain is None:
        return label
    alike = [expert for expert in experts if expert.domain == domain]
    reason = alike[0].reason if len(experts) == 1 else f"{len(alike)} of {len(experts)} experts"
    return DomainLabel(label.survey_id, domain, reason, EXPERT, REVIEW)


def _survey(entry: Entry) -> str:
    return entry.text("survey_id").strip()
