"""What a benchmark declares about itself, and where benchmarks are found."""

from tasks.declaration.answers import AnswerFolder, Answers, GivenTask, ReadAnswers
from tasks.declaration.benchmark import About, Benchmark, Flows, Release, summed
from tasks.declaration.changes import Compared, Reason, Reasons
from tasks.declaration.page import AnswerPart, Page, PagePart
from tasks.declaration.registry import benchmark_named, known_benchmarks
from tasks.declaration.scoring import Rows, Scoring, score_rows

__all__ = [
    "About",
    "AnswerFolder",
    "AnswerPart",
    "Answers",
    "Benchmark",
    "Compared",
    "Flows",
    "GivenTask",
    "Page",
    "PagePart",
    "ReadAnswers",
    "Reason",
    "Reasons",
    "Release",
    "Rows",
    "Scoring",
    "benchmark_named",
    "known_benchmarks",
    "score_rows",
    "summed",
]
