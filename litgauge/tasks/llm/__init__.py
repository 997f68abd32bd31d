"""The one door to any model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgauge.tasks.base.late_names import late_names

if TYPE_CHECKING:
    from litgauge.tasks.llm.budget import Budget
    from litgauge.tasks.llm.door import Door, open_door
    from litgauge.tasks.llm.forecast import Forecast
    from litgauge.tasks.llm.keys import SecretResolver
    from litgauge.tasks.llm.question import Question
    from litgauge.tasks.llm.replies import Replies
    from litgauge.tasks.llm.reply import Asker, Reply, Unscored
    from litgauge.tasks.llm.settings import ModelSettings, Parameters, WebSearchSettings

__all__ = [
    "Asker",
    "Budget",
    "Door",
    "Forecast",
    "ModelSettings",
    "Parameters",
    "Question",
    "Replies",
    "Reply",
    "SecretResolver",
    "Unscored",
    "WebSearchSettings",
    "open_door",
]

__getattr__ = late_names(
    __name__,
    {
        "budget": "Budget",
        "door": "Door open_door",
        "forecast": "Forecast",
        "keys": "SecretResolver",
        "question": "Question",
        "replies": "Replies",
        "reply": "Asker Reply Unscored",
        "settings": "ModelSettings Parameters WebSearchSettings",
    },
)
