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
from tasks.metrics.means import Summary, grouped, summaries, summarise, survey_values
from tasks.metrics.resampling import Interval, mean_interval, ratio_interval, sign_flip_p
from tasks.metrics.values import Inapplicable, JudgedTask, NotGiven, Ratio, ReportScore, Unscored

__all__ = [
    "Agreement",
    "AuditAgreement",
    "AuditItem",
    "Comparison",
    "Inapplicable",
    "Interval",
    "JudgedTask",
    "NotGiven",
    "Ratio",
    "ReportScore",
    "Summary",
    "Unscored",
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
    "ratio_interval",
    "raw_agreement",
    "read_audit",
    "sign_flip_p",
    "summaries",
    "summarise",
    "survey_values",
]
