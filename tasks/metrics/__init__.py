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
from tasks.metrics.columns import COLUMNS, TableOne, table_one
from tasks.metrics.comparison import Comparison, compare, comparisons
from tasks.metrics.means import Summary, grouped, summaries, summarise, survey_values
from tasks.metrics.references import ReferenceCounts, reference_counts
from tasks.metrics.registry import METRICS, Metric, score_tasks
from tasks.metrics.resampling import Interval, mean_interval, ratio_interval, sign_flip_p
from tasks.metrics.statements import OutcomeCounts, pair_counts, statement_counts
from tasks.metrics.values import Inapplicable, JudgedTask, NotGiven, Ratio, ReportScore, Unscored
from tasks.metrics.votes import VoteAgreement, vote_agreement

__all__ = [
    "COLUMNS",
    "METRICS",
    "Agreement",
    "AuditAgreement",
    "AuditItem",
    "Comparison",
    "Inapplicable",
    "Interval",
    "JudgedTask",
    "Metric",
    "NotGiven",
    "OutcomeCounts",
    "Ratio",
    "ReferenceCounts",
    "ReportScore",
    "Summary",
    "TableOne",
    "Unscored",
    "VoteAgreement",
    "agreement",
    "audit_csv",
    "cohen_kappa",
    "compare",
    "comparisons",
    "draw_audit",
    "fleiss_kappa",
    "grouped",
    "krippendorff_alpha",
    "mean_interval",
    "pair_counts",
    "ratio_interval",
    "raw_agreement",
    "read_audit",
    "reference_counts",
    "score_tasks",
    "sign_flip_p",
    "statement_counts",
    "summaries",
    "summarise",
    "survey_values",
    "table_one",
    "vote_agreement",
]
