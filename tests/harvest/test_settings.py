"""Configs that are wrong are refused at the key that is wrong."""

from __future__ import annotations

from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from litgauge.tasks.harvest.settings import HarvestSettings, SelectionSettings, SourceSettings
from tests.tables import each_row

MODELS = (SelectionSettings, HarvestSettings, SourceSettings)


@pytest.mark.parametrize("model", MODELS)
def test_every_setting_has_a_title_a_description_and_a_literal_default(model: type[BaseModel]) -> None:
    for name, setting in model.model_fields.items():
        assert setting.title, name
        assert setting.description, name
        assert setting.default_factory is None, name
        assert not setting.is_required(), name


@each_row(
    "model, values",
    [
        (SelectionSettings, {"title_word": ["survey"]}),
        (SelectionSettings, {"title_words": [""]}),
        (SelectionSettings, {"evidence_patterns": ["("]}),
        (SelectionSettings, {"licenses": ["GPL"]}),
        (SelectionSettings, {"submitted_after": "yesterday"}),
        (HarvestSettings, {"source": "web"}),
        (HarvestSettings, {"oai_url": "ftp://example.org"}),
        (HarvestSettings, {"request_interval_s": -1}),
        (SourceSettings, {"download_url": "https://example.org/e-print"}),
        (SourceSettings, {"attempts": 0}),
    ],
)
def test_a_wrong_value_is_refused_at_its_key(model: type[BaseModel], values: dict[str, Any]) -> None:
    with pytest.raises(ValidationError) as refused:
        model.model_validate(values)
    assert refused.value.errors()[0]["loc"][0] == next(iter(values))


def test_settings_are_frozen() -> None:
    with pytest.raises(ValidationError):
        SelectionSettings().ask_model = False  # type: ignore[misc]
