"""A judge's four grades of a tree (section 3.2, appendix G)."""

from tasks.benchmarks.taxobench.judging.question import DIMENSIONS, TAXONOMY_QUALITY, quality_inputs

__all__ = ["DIMENSIONS", "TAXONOMY_QUALITY", "quality_inputs"]
