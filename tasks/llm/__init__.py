"""The one door to any model."""

from tasks.llm.budget import Budget
from tasks.llm.door import Door, open_door
from tasks.llm.forecast import Forecast
from tasks.llm.keys import SecretResolver
from tasks.llm.question import Question
from tasks.llm.replies import FolderReplies, ReplyStore
from tasks.llm.reply import Reply, Unscored
from tasks.llm.settings import ModelSettings, Parameters, read_settings
from tasks.llm.spent import Spent

__all__ = [
    "Budget",
    "Door",
    "FolderReplies",
    "Forecast",
    "ModelSettings",
    "Parameters",
    "Question",
    "Reply",
    "ReplyStore",
    "SecretResolver",
    "Spent",
    "Unscored",
    "open_door",
    "read_settings",
]
