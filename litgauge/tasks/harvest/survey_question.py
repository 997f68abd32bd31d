"""Question that words in a title cannot answer: is this paper a survey of literature?

ReportBench asks it of a model with title and abstract, because "survey" in astronomy is an observation and "review" is
often the topic.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from litgauge.tasks.llm.question import Question
from litgauge.tasks.offline.survey import is_survey
from litgauge.tasks.text import clean_text


class SurveyJudgment(BaseModel):
    """Is the paper a survey of literature, and what decided it."""

    model_config = ConfigDict(extra="forbid")

    reason: str = Field(min_length=1, description="One sentence that names the words that decided it.")
    is_survey: bool = Field(description="True if the paper surveys literature.")


def judge_offline(inputs: Mapping[str, Any]) -> SurveyJudgment:
    """Return the rule's judgment of `title` and `abstract` ("" if there is none)."""
    survey, reason = is_survey(clean_text(str(inputs["title"])), clean_text(str(inputs.get("abstract") or "")))
    return SurveyJudgment(reason=reason, is_survey=survey)


IS_LITERATURE_SURVEY = Question(
    name="is_literature_survey", version=1, answer=SurveyJudgment, offline=judge_offline, parameters={"temperature": 0}
)
