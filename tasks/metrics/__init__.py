"""Pure numbers out of verdicts, and their statistics."""

from tasks.metrics.agreement import JudgedItem, KindAgreement, TwoRaters, Voting, agreements, vote_agreements
from tasks.metrics.audit import AuditAgreement, AuditItem, audit_csv, draw_audit, read_audit, read_labels
from tasks.metrics.coefficients import cohen_kappa
from tasks.metrics.comparison import Comparison, compare, comparisons
from tasks.metrics.means import Summary, cluster_values, grouped, summaries, summarise
from tasks.metrics.metric import Metric, metrics_in, score_tasks
from tasks.metrics.resampling import Interval, mean_interval, ratio_interval, sign_flip_p
from tasks.metrics.values import Found, Group, Inapplicable, NotGiven, Ratio, State, TaskResult, TaskScore
from tasks.records import Unscored

__all__ = [
    "AuditAgreement",
    "AuditItem",
    "Comparison",
    "Found",
    "Group",
    "Inapplicable",
    "Interval",
    "JudgedItem",
    "KindAgreement",
    "Metric",
    "NotGiven",
    "Ratio",
    "State",
    "Summary",
    "TaskResult",
    "TaskScore",
    "TwoRaters",
    "Unscored",
    "Voting",
    "agreements",
    "audit_csv",
    "cluster_values",
    "cohen_kappa",
    "compare",
    "comparisons",
    "draw_audit",
    "grouped",
    "mean_interval",
    "metrics_in",
    "ratio_interval",
    "read_audit",
    "read_labels",
    "score_tasks",
    "sign_flip_p",
    "summaries",
    "summarise",
    "vote_agreements",
]
