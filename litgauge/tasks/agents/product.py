"""Research products: models that search the web themselves; a reply with its annotations is the answer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from litgauge.tasks.agents.conversation import Conversation
from litgauge.tasks.agents.kinds import AgentKind
from litgauge.tasks.agents.outcome import AgentAnswer, ending_of
from litgauge.tasks.agents.prompting import instructions
from litgauge.tasks.agents.session import Session
from litgauge.tasks.agents.settings import ProductSettings
from litgauge.tasks.benchmark import GivenTask
from litgauge.tasks.llm.replies import StoredReply
from litgauge.tasks.llm.turns import ModelTurn
from litgauge.tasks.records.trajectories import UNFILTERED
from litgauge.tasks.reports.ingest.formats.json_rows import json_report
from litgauge.tasks.reports.ingest.report_files import FoundReport

_REPLY = "reply.json"


class ResearchProduct:
    """See `Agent`."""

    def __init__(self, settings: ProductSettings) -> None:
        self._settings = settings

    async def answer(self, task: GivenTask, session: Session) -> AgentAnswer:
        """See `Agent.answer`."""
        system = instructions("research_product", task, session.means.answers)
        with session.acting_as(UNFILTERED):
            return await _OneRequest(self._settings, session, system, task.text).run()


class _OneRequest(Conversation):
    """A request and its reply; a refused or cut-off reply is asked again as in every conversation."""

    def __init__(self, settings: ProductSettings, session: Session, system: str, text: str) -> None:
        super().__init__(settings, session, system, text)
        self._body: Mapping[str, Any] = {}

    def _turn(self, reply: StoredReply) -> ModelTurn:
        self._body = reply.body.get("response") or reply.body
        return super()._turn(reply)

    async def on_text(self, turn: ModelTurn) -> AgentAnswer | None:
        """See `Conversation.on_text`."""
        answers = self.session.means.answers
        ending = ending_of(turn, answers)
        if not answers.cites or ending.outcome not in ("answered", "no-citations"):
            return ending
        read = json_report(self._body, _REPLY)
        if not isinstance(read, FoundReport) or read.text.strip() == "":
            return ending
        urls = [
            *(reference.url for reference in read.placed),
            *(reference.url for reference in read.given if reference.url),
        ]
        cited = "\n".join([read.text, *urls])
        answer = AgentAnswer(json.dumps(self._body, ensure_ascii=False), suffix=".json", shown=cited)
        return answer if read.placed or read.given else replace(answer, outcome=ending.outcome, detail=ending.detail)


PRODUCT = AgentKind(
    "a research product that searches by itself", ProductSettings, ResearchProduct, templates=("research_product",)
)
