"""Pure numbers out of verdicts, and their statistics."""

from tasks.metrics.audit import AuditAgreement, AuditItem, audit_csv, draw_audit, read_audit
from tasks.metrics.coefficients import (
    Agreement,
    agreement,
    cohen_kappa,
    fleiss_kappa,
    krippendorff_alpha,
    raw_agreement,
)
from tasks.metrics.comparison import Comparison, compare, comparisons
from tasks.metrics.means import Summary, cluster_values, grouped, summaries, summarise
from tasks.metrics.metric import Metric, metrics_in, score_tasks
from tasks.metrics.resampling import Interval, mean_interval, ratio_interval, sign_flip_p
from tasks.metrics.values import Found, Group, Inapplicable, NotGiven, Ratio, State, TaskResult, TaskScore
from tasks.records import Unscored

__all__ = [
    "Agreement",
    "AuditAgreement",
    "AuditItem",
    "Comparison",
    "Found",
    "Group",
    "Inapplicable",
    "Interval",
    "Metric",
    "NotGiven",
    "Ratio",
    "State",
    "Summary",
    "TaskResult",
    "TaskScore",
    "Unscored",
    "agreement",
    "audit_csv",
    "cluster_values",
    "cohen_kappa",
    "compare",
    "comparisons",
    "draw_audit",
    "fleiss_kappa",
    "grouped",
    "krippendorff_alpha",
    "mean_interval",
    "metrics_in",
    "ratio_interval",
    "raw_agreement",
    "read_audit",
    "score_tasks",
    "sign_flip_p",
    "summaries",
    "summarise",
]
