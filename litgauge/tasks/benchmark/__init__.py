"""Declarations of benchmarks, and their registry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgauge.tasks.base.late_names import late_names
from litgauge.tasks.benchmark.metric import Metric as Metric
from litgauge.tasks.benchmark.metric import metric as metric
from litgauge.tasks.benchmark.metric import metrics_in as metrics_in
from litgauge.tasks.benchmark.metric import score_tasks as score_tasks

if TYPE_CHECKING:
    from litgauge.tasks.answers.attached import AttachedFile as AttachedFile
    from litgauge.tasks.answers.attached import NoFile as NoFile
    from litgauge.tasks.answers.door import Answer as Answer
    from litgauge.tasks.answers.door import Notation as Notation
    from litgauge.tasks.answers.door import resolve as resolve
    from litgauge.tasks.benchmark.about import About as About
    from litgauge.tasks.benchmark.analysis import Grid as Grid
    from litgauge.tasks.benchmark.answers import NO_KEY as NO_KEY
    from litgauge.tasks.benchmark.answers import AnswerKey as AnswerKey
    from litgauge.tasks.benchmark.answers import AnswerRows as AnswerRows
    from litgauge.tasks.benchmark.answers import Answers as Answers
    from litgauge.tasks.benchmark.answers import GivenPaper as GivenPaper
    from litgauge.tasks.benchmark.answers import GivenTask as GivenTask
    from litgauge.tasks.benchmark.answers import NoAnswer as NoAnswer
    from litgauge.tasks.benchmark.answers import PaperNote as PaperNote
    from litgauge.tasks.benchmark.answers import ReadAnswers as ReadAnswers
    from litgauge.tasks.benchmark.answers import read_answers as read_answers
    from litgauge.tasks.benchmark.benchmark import Benchmark as Benchmark
    from litgauge.tasks.benchmark.benchmark import Counted as Counted
    from litgauge.tasks.benchmark.benchmark import Example as Example
    from litgauge.tasks.benchmark.benchmark import Flows as Flows
    from litgauge.tasks.benchmark.benchmark import Release as Release
    from litgauge.tasks.benchmark.benchmark import summed as summed
    from litgauge.tasks.benchmark.changes import Compared as Compared
    from litgauge.tasks.benchmark.changes import Reason as Reason
    from litgauge.tasks.benchmark.changes import Reasons as Reasons
    from litgauge.tasks.benchmark.grades import grade_value as grade_value
    from litgauge.tasks.benchmark.grades import mean_grade as mean_grade
    from litgauge.tasks.benchmark.page import AnswerPart as AnswerPart
    from litgauge.tasks.benchmark.page import Page as Page
    from litgauge.tasks.benchmark.page import PagePart as PagePart
    from litgauge.tasks.benchmark.page import Words as Words
    from litgauge.tasks.benchmark.pictures import Axis as Axis
    from litgauge.tasks.benchmark.pictures import Landmark as Landmark
    from litgauge.tasks.benchmark.pictures import Square as Square
    from litgauge.tasks.benchmark.registry import benchmark_named as benchmark_named
    from litgauge.tasks.benchmark.registry import known_benchmarks as known_benchmarks
    from litgauge.tasks.benchmark.scoring import EXCUSED as EXCUSED
    from litgauge.tasks.benchmark.scoring import ExcusedTask as ExcusedTask
    from litgauge.tasks.benchmark.scoring import PeopleGrading as PeopleGrading
    from litgauge.tasks.benchmark.scoring import PeopleRanking as PeopleRanking
    from litgauge.tasks.benchmark.scoring import Rows as Rows
    from litgauge.tasks.benchmark.scoring import Scoring as Scoring
    from litgauge.tasks.benchmark.scoring import grade_labels as grade_labels
    from litgauge.tasks.benchmark.scoring import score_rows as score_rows
    from litgauge.tasks.benchmark.shown import AnswerMark as AnswerMark
    from litgauge.tasks.benchmark.shown import AnswerState as AnswerState
    from litgauge.tasks.benchmark.shown import FrozenPage as FrozenPage
    from litgauge.tasks.benchmark.shown import ShownAgent as ShownAgent
    from litgauge.tasks.benchmark.shown import ShownAnswer as ShownAnswer
    from litgauge.tasks.benchmark.shown import ShownPage as ShownPage
    from litgauge.tasks.benchmark.shown import Stretch as Stretch
    from litgauge.tasks.benchmark.shown import WrittenAnswer as WrittenAnswer

__getattr__ = late_names(__name__, __file__)
