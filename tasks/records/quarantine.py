"""Surveys that fell out on the way to a release, each with its reason."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Quarantined:
    """A survey that a stage rejected (a result) or failed on (tried again by the next run)."""

    survey_id: str
    stage: str
    status: Literal["rejected", "failed"]
    rule: str
    detail: str
