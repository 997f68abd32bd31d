"""What a judge is asked: how novel or disruptive a work is, how sensible a path, how a citation speaks."""

from tasks.benchmarks.scinetbench.judging.questions import (
    CITATION_SENTIMENT,
    PATH_RATIONALITY,
    WORK_DISRUPTION,
    WORK_NOVELTY,
)

__all__ = ["CITATION_SENTIMENT", "PATH_RATIONALITY", "WORK_DISRUPTION", "WORK_NOVELTY"]
