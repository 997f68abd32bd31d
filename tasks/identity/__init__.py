"""Matching of cited works and references."""

from tasks.identity.describing import described_work
from tasks.identity.matching import REPEATED, Match, Matching, Mode, match_rows, match_works
from tasks.identity.rules import Likeness, likeness
from tasks.identity.traits import DescribedWork, traits_of
from tasks.identity.violations import LateWork, appeared, late_works, the_survey_itself

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
