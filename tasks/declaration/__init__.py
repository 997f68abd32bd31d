"""What a benchmark declares about itself, and where benchmarks are found."""

from tasks.declaration.answers import AnswerFolder, Answers, GivenPaper, GivenTask, ReadAnswers, Told
from tasks.declaration.benchmark import About, Benchmark, Flows, Release, summed
from tasks.declaration.changes import Compared, Reason, Reasons
from tasks.declaration.page import (
    AnswerMark,
    AnswerPart,
    ChartLine,
    Page,
    PagePart,
    Picture,
    ShownAgent,
    ShownAnswer,
    ShownPage,
    Words,
)
from tasks.declaration.registry import benchmark_named, known_benchmarks
from tasks.declaration.scoring import EXCUSED, ExcusedTask, Grading, Rows, Scoring, score_rows

__all__ = [
    "EXCUSED",
    "About",
    "AnswerFolder",
    "AnswerMark",
    "AnswerPart",
    "Answers",
    "Benchmark",
    "ChartLine",
    "Compared",
    "ExcusedTask",
    "Flows",
    "GivenPaper",
    "GivenTask",
    "Grading",
    "Page",
    "PagePart",
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
    "Told",
    "Words",
    "benchmark_named",
    "known_benchmarks",
    "score_rows",
    "summed",
]
