"""Pure numbers out of verdicts, and their statistics."""

from tasks.records import Unscored
from tasks.statistics.agreement import JudgedItem, KindAgreement, TwoRaters, Voting, agreements, vote_agreements
from tasks.statistics.coefficients import cohen_kappa
from tasks.statistics.comparison import Comparison, compare, comparisons
from tasks.statistics.means import Summary, cluster_values, grouped, summaries, summarise
from tasks.statistics.metric import Metric, metrics_in, score_tasks
from tasks.statistics.preferences import (
    Preference,
    Preferences,
    RankAgreement,
    Ranking,
    competition,
    kendall_tau,
    preferences,
    rank_agreements,
)
from tasks.statistics.resampling import Interval, mean_interval, ratio_interval, sign_flip_p
from tasks.statistics.values import Found, Group, Inapplicable, NotAsked, NotGiven, Ratio, State, TaskResult, TaskScore
from tasks.statistics.weighted_kappa import GradeAgreement, Kappa, weighted_kappa

__all__ = [
    "Comparison",
    "Found",
    "GradeAgreement",
    "Group",
    "Inapplicable",
    "Interval",
    "JudgedItem",
    "Kappa",
    "KindAgreement",
    "Metric",
    "NotAsked",
    "NotGiven",
    "Preference",
    "Preferences",
    "RankAgreement",
    "Ranking",
    "Ratio",
    "State",
    "Summary",
    "TaskResult",
    "TaskScore",
    "TwoRaters",
    "Unscored",
    "Voting",
    "agreements",
    "cluster_values",
    "cohen_kappa",
    "compare",
    "comparisons",
    "competition",
    "grouped",
    "kendall_tau",
    "mean_interval",
    "metrics_in",
    "preferences",
    "rank_agreements",
    "ratio_interval",
    "score_tasks",
    "sign_flip_p",
    "summaries",
    "summarise",
    "vote_agreements",
    "weighted_kappa",
]
