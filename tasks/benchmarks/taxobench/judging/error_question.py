"""The question which types of errors a tree shows: any number of 23, in four dimensions (Table 6)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, field_validator

from tasks.benchmarks.taxobench.judging.error_types import (
    ERROR_TYPES,
    CoverageType,
    LogicType,
    OrganisationType,
    TopologyType,
)
from tasks.benchmarks.taxobench.judging.question import listed_topics
from tasks.llm.question import Question
from tasks.offline.taxonomy_errors import taxonomy_errors

_NO_LETTERS = re.compile(r"[^a-z]+")


class _Error(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    evidence: str = Field(description="Topics of either taxonomy, by their names, that show the error.")

    @field_validator("type", mode="before", check_fields=False)
    @classmethod
    def _plain(cls, value: Any) -> Any:
        """The types as models write them: "MECE Violation" is mece_violation."""
        return _NO_LETTERS.sub("_", value.strip().lower()) if isinstance(value, str) else value


class CoverageError(_Error):
    """What is missing, or has no place there."""

    type: CoverageType


class OrganisationError(_Error):
    """What is wrong among topics under the same parent."""

    type: OrganisationType


class LogicError(_Error):
    """What is wrong between a topic and the one above it."""

    type: LogicType


class TopologyError(_Error):
    """What is wrong with the shape."""

    type: TopologyType


class TreeErrors(BaseModel):
    """The errors of each dimension, none for an empty list; a reply that skips a dimension is none."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    coverage: list[CoverageError]
    organisation: list[OrganisationError]
    logic: list[LogicError]
    topology: list[TopologyError]


def _offline(inputs: Mapping[str, Any]) -> TreeErrors:
    expert, tree = listed_topics(str(inputs["expert"])), listed_topics(str(inputs["tree"]))
    found = taxonomy_errors(expert, tree)
    return TreeErrors.model_validate(
        {
            dimension: [{"type": name, "evidence": found[name]} for name in names if name in found]
            for dimension, names in ERROR_TYPES.items()
        }
    )


TAXONOMY_ERRORS: Question[TreeErrors] = Question(
    name="taxonomy_errors",
    version=1,
    answer=TreeErrors,
    offline=_offline,
    parameters={"temperature": 0},
    expected_tokens=600,
)
