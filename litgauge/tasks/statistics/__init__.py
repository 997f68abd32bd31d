"""Pure numbers out of verdicts, and their statistics."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgauge.tasks.base.late_names import late_names
from litgauge.tasks.records import Unscored as Unscored
from litgauge.tasks.records.unscored import NO_JUDGE as NO_JUDGE

if TYPE_CHECKING:
    from litgauge.tasks.statistics.agreement import JudgedItem as JudgedItem
    from litgauge.tasks.statistics.agreement import KindAgreement as KindAgreement
    from litgauge.tasks.statistics.agreement import TwoRaters as TwoRaters
    from litgauge.tasks.statistics.agreement import Voting as Voting
    from litgauge.tasks.statistics.agreement import agreements as agreements
    from litgauge.tasks.statistics.agreement import vote_agreements as vote_agreements
    from litgauge.tasks.statistics.coefficients import cohen_kappa as cohen_kappa
    from litgauge.tasks.statistics.comparison import FEWEST as FEWEST
    from litgauge.tasks.statistics.comparison import Comparison as Comparison
    from litgauge.tasks.statistics.comparison import compare as compare
    from litgauge.tasks.statistics.comparison import comparisons as comparisons
    from litgauge.tasks.statistics.corrected import CorrectedMean as CorrectedMean
    from litgauge.tasks.statistics.corrected import Correction as Correction
    from litgauge.tasks.statistics.corrected import corrected_mean as corrected_mean
    from litgauge.tasks.statistics.corrected import correction as correction
    from litgauge.tasks.statistics.interval import Interval as Interval
    from litgauge.tasks.statistics.kappas import GradeAgreement as GradeAgreement
    from litgauge.tasks.statistics.kappas import Kappa as Kappa
    from litgauge.tasks.statistics.kappas import weighted_kappa as weighted_kappa
    from litgauge.tasks.statistics.means import Summary as Summary
    from litgauge.tasks.statistics.means import cluster_values as cluster_values
    from litgauge.tasks.statistics.means import grouped as grouped
    from litgauge.tasks.statistics.means import summaries as summaries
    from litgauge.tasks.statistics.means import summarise as summarise
    from litgauge.tasks.statistics.rankings import Preference as Preference
    from litgauge.tasks.statistics.rankings import Preferences as Preferences
    from litgauge.tasks.statistics.rankings import RankAgreement as RankAgreement
    from litgauge.tasks.statistics.rankings import Ranking as Ranking
    from litgauge.tasks.statistics.rankings import competition as competition
    from litgauge.tasks.statistics.rankings import kendall_tau as kendall_tau
    from litgauge.tasks.statistics.rankings import preferences as preferences
    from litgauge.tasks.statistics.rankings import rank_agreements as rank_agreements
    from litgauge.tasks.statistics.resampling import mean_interval as mean_interval
    from litgauge.tasks.statistics.resampling import ratio_interval as ratio_interval
    from litgauge.tasks.statistics.resampling import sign_flip_p as sign_flip_p
    from litgauge.tasks.statistics.systems import Share as Share
    from litgauge.tasks.statistics.systems import SystemAgreement as SystemAgreement
    from litgauge.tasks.statistics.systems import mean_scores as mean_scores
    from litgauge.tasks.statistics.systems import pairwise_among as pairwise_among
    from litgauge.tasks.statistics.systems import system_agreement as system_agreement
    from litgauge.tasks.statistics.values import OTHER_TASK as OTHER_TASK
    from litgauge.tasks.statistics.values import Group as Group
    from litgauge.tasks.statistics.values import Inapplicable as Inapplicable
    from litgauge.tasks.statistics.values import MetricValue as MetricValue
    from litgauge.tasks.statistics.values import NotAsked as NotAsked
    from litgauge.tasks.statistics.values import NotGiven as NotGiven
    from litgauge.tasks.statistics.values import Ratio as Ratio
    from litgauge.tasks.statistics.values import State as State
    from litgauge.tasks.statistics.values import TaskResult as TaskResult
    from litgauge.tasks.statistics.values import TaskScore as TaskScore
    from litgauge.tasks.statistics.values import Undefined as Undefined

__getattr__ = late_names(__name__, __file__)
