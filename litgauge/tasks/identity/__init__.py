"""Matching of cited works and references."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgauge.tasks.base.late_names import late_names

if TYPE_CHECKING:
    from litgauge.tasks.identity.describing import described_work as described_work
    from litgauge.tasks.identity.matching import REPEATED as REPEATED
    from litgauge.tasks.identity.matching import Match as Match
    from litgauge.tasks.identity.matching import Matching as Matching
    from litgauge.tasks.identity.matching import Mode as Mode
    from litgauge.tasks.identity.matching import match_rows as match_rows
    from litgauge.tasks.identity.matching import match_works as match_works
    from litgauge.tasks.identity.rules import Likeness as Likeness
    from litgauge.tasks.identity.rules import likeness as likeness
    from litgauge.tasks.identity.traits import DescribedWork as DescribedWork
    from litgauge.tasks.identity.traits import traits_of as traits_of
    from litgauge.tasks.identity.violations import LateWork as LateWork
    from litgauge.tasks.identity.violations import appeared as appeared
    from litgauge.tasks.identity.violations import late_works as late_works
    from litgauge.tasks.identity.violations import the_survey_itself as the_survey_itself

__getattr__ = late_names(__name__, __file__)
