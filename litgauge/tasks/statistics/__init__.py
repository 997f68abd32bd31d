"""Pure numbers out of verdicts, and their statistics."""

from litgauge.tasks.records import Unscored
from litgauge.tasks.records.unscored import NO_JUDGE
from litgauge.tasks.statistics.agreement import (
    JudgedItem,
    KindAgreement,
    TwoRaters,
    Voting,
    agreements,
    vote_agreements,
)
from litgauge.tasks.statistics.coefficients import cohen_kappa
from litgauge.tasks.statistics.comparison import Comparison, compare, comparisons
from litgauge.tasks.statistics.corrected import CorrectedMean, Correction, corrected_mean, correction
from litgauge.tasks.statistics.means import Summary, cluster_values, grouped, summaries, summarise
from litgauge.tasks.statistics.preferences import (
    Preference,
    Preferences,
    RankAgreement,
    Ranking,
    competition,
    kendall_tau,
    preferences,
    rank_agreements,
)
from litgauge.tasks.statistics.resampling import Interval, mean_interval, ratio_interval, sign_flip_p
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
from litgauge.tasks.statistics.weighted_kappa import GradeAgreement, Kappa, weighted_kappa

__all__ = [
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
