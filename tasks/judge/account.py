"""Who judged a score run and what it took, as the ledger keeps it."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from tasks.judge.panel import Panel
from tasks.judge.questions import FACT_VOTE, STATEMENT_VERDICT, SUPPORTING_PASSAGE, UNCITED_FACTS
from tasks.llm.budget import total
from tasks.llm.question import Question
from tasks.llm.settings import ModelSettings
from tasks.records import AskedQuestion, Judge, Spending

Questions = Sequence[Question[Any]]


def judges_of(panel: Panel, others: Mapping[str, Questions]) -> tuple[Judge, ...]:
    """Every model that answered, by what for; `others` are the questions put to the panel's model beside its own."""
    model, name = panel.door.settings, panel.door.model
    own: dict[str, Questions] = {"passages": (SUPPORTING_PASSAGE,), "pairs": (STATEMENT_VERDICT,)}
    judges = [_judge(role, model, name, asked) for role, asked in {**others, **own, "facts": (UNCITED_FACTS,)}.items()]
    for voter in panel.settings.voters:
        judges.append(_judge("facts", voter.model, voter.model.model or "offline", (FACT_VOTE,)))
    return tuple(judges)


def spending_of(panel: Panel) -> Spending:
    """What all models of the panel used together."""
    return total(door.spent for door in panel.doors)


def _judge(role: str, model: ModelSettings, name: str, questions: Questions) -> Judge:
    parameters = json.dumps(model.parameters.model_dump(mode="json"), sort_keys=True)
    asked = tuple(AskedQuestion(question.label, question.fingerprint) for question in questions)
    return Judge(role, model.provider, name, parameters, asked)
