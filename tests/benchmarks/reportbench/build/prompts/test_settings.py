"""Settings refuse what cannot be meant."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from litgauge.tasks.benchmarks.reportbench.build.prompts import PromptSettings
from tests.tables import each_row


def test_the_defaults_are_the_papers_three_levels() -> None:
    assert PromptSettings().levels == ("sentence", "paragraph", "detail")


@each_row(
    "values",
    [
        {"levels": []},
        {"levels": ["sentence", "sentence"]},
        {"levels": ["page"]},
        {"max_attempts": 0},
        {"sentence_min_words": 50, "sentence_max_words": 10},
        {"language": "de"},
    ],
)
def test_impossible_values_are_refused(values: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        PromptSettings.model_validate(values)


def test_every_setting_explains_itself_in_the_form() -> None:
    for field in PromptSettings.model_json_schema()["properties"].values():
        assert field["title"]
        assert field["description"]
        assert "default" in field
