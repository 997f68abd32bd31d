"""Declarations of benchmarks, and their registry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgauge.tasks.base.late_names import late_names
from litgauge.tasks.benchmark.metric import Metric, metric, metrics_in, score_tasks

if TYPE_CHECKING:
    from litgauge.tasks.answers.attached import AttachedFile, NoFile
    from litgauge.tasks.answers.door import Answer, Notation, resolve
    from litgauge.tasks.benchmark.about import About
    from litgauge.tasks.benchmark.analysis import Grid
    from litgauge.tasks.benchmark.answers import (
        NO_KEY,
        AnswerKey,
        AnswerRows,
        Answers,
        GivenPaper,
        GivenTask,
        NoAnswer,
        PaperNote,
        ReadAnswers,
        read_answers,
    )
    from litgauge.tasks.benchmark.benchmark import Benchmark, Counted, Example, Flows, Release, summed
    from litgauge.tasks.benchmark.changes import Compared, Reason, Reasons
    from litgauge.tasks.benchmark.grades import grade_value, mean_grade
    from litgauge.tasks.benchmark.page import AnswerPart, Page, PagePart, Words
    from litgauge.tasks.benchmark.pictures import Axis, ChartLine, Landmark, Picture, Square
    from litgauge.tasks.benchmark.registry import benchmark_named, known_benchmarks
    from litgauge.tasks.benchmark.scoring import (
        EXCUSED,
        ExcusedTask,
        PeopleGrading,
        PeopleRanking,
        Rows,
        Scoring,
        grade_labels,
        score_rows,
    )
    from litgauge.tasks.benchmark.shown import (
        AnswerMark,
        AnswerState,
        FrozenPage,
        ShownAgent,
        ShownAnswer,
        ShownPage,
        Stretch,
        WrittenAnswer,
    )

__all__ = [
    "EXCUSED",
    "NO_KEY",
    "About",
    "Answer",
    "AnswerKey",
    "AnswerMark",
    "AnswerPart",
    "AnswerRows",
    "AnswerState",
    "Answers",
    "AttachedFile",
    "Axis",
    "Benchmark",
    "ChartLine",
    "Compared",
    "Counted",
    "Example",
    "ExcusedTask",
    "Flows",
    "FrozenPage",
    "GivenPaper",
    "GivenTask",
    "Grid",
    "Landmark",
    "Metric",
    "NoAnswer",
    "NoFile",
    "Notation",
    "Page",
    "PagePart",
    "PaperNote",
    "PeopleGrading",
    "PeopleRanking",
    "Picture",
    "ReadAnswers",
    "Reason",
    "Reasons",
    "Release",
    "Rows",
    "Scoring",
    "ShownAgent",
    "ShownAnswer",
    "ShownPage",
    "Square",
    "Stretch",
    "Words",
    "WrittenAnswer",
    "benchmark_named",
    "grade_labels",
    "grade_value",
    "known_benchmarks",
    "mean_grade",
    "metric",
    "metrics_in",
    "read_answers",
    "resolve",
    "score_rows",
    "score_tasks",
    "summed",
]

__getattr__ = late_names(
    __name__,
    {
        "litgauge.tasks.answers.attached": "AttachedFile NoFile",
        "litgauge.tasks.answers.door": "Answer Notation resolve",
        "analysis": "Grid",
        "answers": """
        NO_KEY AnswerKey AnswerRows Answers GivenPaper GivenTask NoAnswer PaperNote ReadAnswers read_answers
        """,
        "about": "About",
        "benchmark": "Benchmark Counted Example Flows Release summed",
        "changes": "Compared Reason Reasons",
        "grades": "grade_value mean_grade",
        "page": "AnswerPart Page PagePart Words",
        "pictures": "Axis ChartLine Landmark Picture Square",
        "registry": "benchmark_named known_benchmarks",
        "scoring": "EXCUSED ExcusedTask PeopleGrading PeopleRanking Rows Scoring grade_labels score_rows",
        "shown": "AnswerMark AnswerState FrozenPage ShownAgent ShownAnswer ShownPage Stretch WrittenAnswer",
    },
)
