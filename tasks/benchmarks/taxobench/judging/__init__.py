"""A judge's four grades of a tree (section 3.2, appendix G), and the types of errors that it finds (appendix E)."""

from tasks.benchmarks.taxobench.judging.error_question import TAXONOMY_ERRORS
from tasks.benchmarks.taxobench.judging.error_types import ERROR_TYPES, PUBLISHED, in_words
from tasks.benchmarks.taxobench.judging.question import DIMENSIONS, TAXONOMY_QUALITY, quality_inputs

__all__ = [
    "DIMENSIONS",
    "ERROR_TYPES",
    "PUBLISHED",
    "TAXONOMY_ERRORS",
    "TAXONOMY_QUALITY",
    "in_words",
    "quality_inputs",
]
