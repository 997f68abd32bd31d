"""Matching of cited works and references."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgauge.tasks.base.late_names import late_names

if TYPE_CHECKING:
    from litgauge.tasks.identity.describing import described_work
    from litgauge.tasks.identity.matching import REPEATED, Match, Matching, Mode, match_rows, match_works
    from litgauge.tasks.identity.rules import Likeness, likeness
    from litgauge.tasks.identity.traits import DescribedWork, traits_of
    from litgauge.tasks.identity.violations import LateWork, appeared, late_works, the_survey_itself

__all__ = [
    "REPEATED",
    "DescribedWork",
    "LateWork",
    "Likeness",
    "Match",
    "Matching",
    "Mode",
    "appeared",
    "described_work",
    "late_works",
    "likeness",
    "match_rows",
    "match_works",
    "the_survey_itself",
    "traits_of",
]

__getattr__ = late_names(
    __name__,
    {
        "describing": "described_work",
        "matching": "REPEATED Match Matching Mode match_rows match_works",
        "rules": "Likeness likeness",
        "traits": "DescribedWork traits_of",
        "violations": "LateWork appeared late_works the_survey_itself",
    },
)
