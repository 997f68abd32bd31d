"""Surveys that fell out on the way to a release, each with its reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tasks.records.table import Table


@dataclass(frozen=True, slots=True)
class Quarantined:
    """A survey that a stage rejected (a result) or failed on (tried again by the next run)."""

    survey_id: str
    stage: str
    status: Literal["rejected", "failed"]
    rule: str
    detail: str


QUARANTINE = Table(
    "quarantine",
    Quarantined,
    "surveys that fell out on the way, each with its rule",
    {
        "survey_id": "the survey",
        "stage": "stage that it fell out of",
        "status": "rejected for good, or failed for now",
        "rule": "rule by which it fell out",
        "detail": "the reason in words",
    },
    key=("survey_id",),
    bookkeeping=("detail",),
)
