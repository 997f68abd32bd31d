"""Pure numbers out of verdicts, and their statistics."""

from tasks.records import Unscored
from tasks.statistics.agreement import JudgedItem, KindAgreement, TwoRaters, Voting, agreements, vote_agreements
from tasks.statistics.audit import AuditAgreement, AuditItem, audit_csv, draw_audit, read_audit, read_labels
from tasks.statistics.coefficients import cohen_kappa
from tasks.statistics.comparison import Comparison, compare, comparisons
from tasks.statistics.grade_reading import PersonGrade, ReadSheet, read_sheets
from tasks.statistics.grade_sheet import GradedItem, GradeScale, draw_items, sheet_csv, sheet_jsonl
from tasks.statistics.means import Summary, cluster_values, grouped, summaries, summarise
from tasks.statistics.people import DimensionAgreement, RaterAgreement, agree_with_people
from tasks.statistics.preferences import (
    Preference,
    Preferences,
    RankAgreement,
    Ranking,
    kendall_tau,
    preferences,
    rank_agreements,
)
from tasks.statistics.rank_reading import PersonRanking, ReadRanks, competition, read_rankings
from tasks.statistics.rank_sheet import RankedItem, draw_subjects, file_of, rank_sheet_csv
from tasks.statistics.resampling import Interval, mean_interval, ratio_interval, sign_flip_p
from tasks.statistics.values import (
    NO_JUDGE,
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
from tasks.statistics.weighted_kappa import GradeAgreement, Kappa, weighted_kappa

__all__ = [
    "NO_JUDGE",
    "AuditAgreement",
    "AuditItem",
    "Comparison",
    "DimensionAgreement",
    "Found",
    "GradeAgreement",
    "GradeScale",
    "GradedItem",
    "Group",
    "Inapplicable",
    "Interval",
    "JudgedItem",
    "Kappa",
    "KindAgreement",
    "NotAsked",
    "NotGiven",
    "PersonGrade",
    "PersonRanking",
    "Preference",
    "Preferences",
    "RankAgreement",
    "RankedItem",
    "Ranking",
    "RaterAgreement",
    "Ratio",
    "ReadRanks",
    "ReadSheet",
    "State",
    "Summary",
    "TaskResult",
    "TaskScore",
    "TwoRaters",
    "Undefined",
    "Unscored",
    "Voting",
    "agree_with_people",
    "agreements",
    "audit_csv",
    "cluster_values",
    "cohen_kappa",
    "compare",
    "comparisons",
    "competition",
    "draw_audit",
    "draw_items",
    "draw_subjects",
    "file_of",
    "grouped",
    "kendall_tau",
    "mean_interval",
    "preferences",
    "rank_agreements",
    "rank_sheet_csv",
    "ratio_interval",
    "read_audit",
    "read_labels",
    "read_rankings",
    "read_sheets",
    "sheet_csv",
    "sheet_jsonl",
    "sign_flip_p",
    "summaries",
    "summarise",
    "vote_agreements",
    "weighted_kappa",
]
