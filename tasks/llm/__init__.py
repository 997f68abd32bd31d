"""The one door to any model."""

from tasks.llm.budget import Budget
from tasks.llm.door import Door, open_door
from tasks.llm.forecast import Forecast
from tasks.llm.keys import SecretResolver
from tasks.llm.question import Question
from tasks.llm.replies import Replies
from tasks.llm.reply import Asker, Reply, Unscored
from tasks.llm.settings import ModelSettings, Parameters, WebSearchSettings

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
