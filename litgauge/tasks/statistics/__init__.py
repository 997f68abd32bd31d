"""Pure numbers out of verdicts, and their statistics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgauge.tasks.base.late_names import late_names
from litgauge.tasks.records import Unscored
from litgauge.tasks.records.unscored import NO_JUDGE

if TYPE_CHECKING:
    from litgauge.tasks.statistics.agreement import (
        JudgedItem,
        KindAgreement,
        TwoRaters,
        Voting,
        agreements,
        vote_agreements,
    )
    from litgauge.tasks.statistics.coefficients import cohen_kappa
    from litgauge.tasks.statistics.comparison import FEWEST, Comparison, compare, comparisons
    from litgauge.tasks.statistics.corrected import CorrectedMean, Correction, corrected_mean, correction
    from litgauge.tasks.statistics.interval import Interval
    from litgauge.tasks.statistics.kappas import GradeAgreement, Kappa, weighted_kappa
    from litgauge.tasks.statistics.means import Summary, cluster_values, grouped, summaries, summarise
    from litgauge.tasks.statistics.rankings import (
        Preference,
        Preferences,
        RankAgreement,
        Ranking,
        competition,
        kendall_tau,
        preferences,
        rank_agreements,
    )
    from litgauge.tasks.statistics.resampling import mean_interval, ratio_interval, sign_flip_p
    from litgauge.tasks.statistics.systems import Share, SystemAgreement, mean_scores, pairwise_among, system_agreement
    from litgauge.tasks.statistics.values import (
        OTHER_TASK,
        Found,
        Group,
        Inapplicable,
        NotAsked,
        NotGiven,
        Ratio,
        State,
        TaskResult,
        TaskScore,
        Undefined,
    )

__all__ = [
    "FEWEST",
    "NO_JUDGE",
    "OTHER_TASK",
    "Comparison",
    "CorrectedMean",
    "Correction",
    "Found",
    "GradeAgreement",
    "Group",
    "Inapplicable",
    "Interval",
    "JudgedItem",
    "Kappa",
    "KindAgreement",
    "NotAsked",
    "NotGiven",
    "Preference",
    "Preferences",
    "RankAgreement",
    "Ranking",
    "Ratio",
    "Share",
    "State",
    "Summary",
    "SystemAgreement",
    "TaskResult",
    "TaskScore",
    "TwoRaters",
    "Undefined",
    "Unscored",
    "Voting",
    "agreements",
    "cluster_values",
    "cohen_kappa",
    "compare",
    "comparisons",
    "competition",
    "corrected_mean",
    "correction",
    "grouped",
    "kendall_tau",
    "mean_interval",
    "mean_scores",
    "pairwise_among",
    "preferences",
    "rank_agreements",
    "ratio_interval",
    "sign_flip_p",
    "summaries",
    "summarise",
    "system_agreement",
    "vote_agreements",
    "weighted_kappa",
]

__getattr__ = late_names(
    __name__,
    {
        "agreement": "JudgedItem KindAgreement TwoRaters Voting agreements vote_agreements",
        "coefficients": "cohen_kappa",
        "comparison": "FEWEST Comparison compare comparisons",
        "corrected": "CorrectedMean Correction corrected_mean correction",
        "means": "Summary cluster_values grouped summaries summarise",
        "rankings": """
        Preference Preferences RankAgreement Ranking competition kendall_tau preferences rank_agreements
        """,
        "interval": "Interval",
        "resampling": "mean_interval ratio_interval sign_flip_p",
        "systems": "Share SystemAgreement mean_scores pairwise_among system_agreement",
        "values": """
        OTHER_TASK Found Group Inapplicable NotAsked NotGiven Ratio State TaskResult TaskScore Undefined
        """,
        "kappas": "GradeAgreement Kappa weighted_kappa",
    },
)
