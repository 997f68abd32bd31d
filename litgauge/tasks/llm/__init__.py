"""The one door to any model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from litgauge.tasks.base.late_names import late_names

if TYPE_CHECKING:
    from litgauge.tasks.llm.budget import Budget as Budget
    from litgauge.tasks.llm.door import Door as Door
    from litgauge.tasks.llm.door import open_door as open_door
    from litgauge.tasks.llm.forecast import Forecast as Forecast
    from litgauge.tasks.llm.keys import SecretResolver as SecretResolver
    from litgauge.tasks.llm.question import Question as Question
    from litgauge.tasks.llm.replies import Replies as Replies
    from litgauge.tasks.llm.reply import Asker as Asker
    from litgauge.tasks.llm.reply import Reply as Reply
    from litgauge.tasks.llm.reply import Unscored as Unscored
    from litgauge.tasks.llm.settings import ModelSettings as ModelSettings
    from litgauge.tasks.llm.settings import Parameters as Parameters
    from litgauge.tasks.llm.settings import WebSearchSettings as WebSearchSettings

__getattr__ = late_names(__name__, __file__)
