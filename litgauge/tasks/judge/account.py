"""Record of the judges of a score run and their cost, for the ledger."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from litgauge.tasks.judge.panel import Panel
from litgauge.tasks.judge.questions import (
    FACT_SOURCES,
    FACT_VOTE,
    JOINT_VERDICT,
    STATEMENT_VERDICT,
    SUPPORTING_PASSAGE,
    UNCITED_FACTS,
)
from litgauge.tasks.llm.budget import total
from litgauge.tasks.llm.door import Door
from litgauge.tasks.llm.question import Question
from litgauge.tasks.offline.verifier import NAME
from litgauge.tasks.records import AskedQuestion, Judge, Spending

Questions = Sequence[Question[Any]]


def judges_of(panel: Panel, others: Mapping[str, Questions], *, facts: bool) -> tuple[Judge, ...]:
    """Every model that answered, by what for; `others` are the questions put to the panel's door beside its own.

    `facts`: whether statements without citation were judged.
    """
    own: dict[str, Questions] = {
        "passages": (SUPPORTING_PASSAGE,),
        "pairs": (STATEMENT_VERDICT,),
        "joint": (JOINT_VERDICT,),
        **({"facts": (UNCITED_FACTS,)} if facts else {}),
    }
    local = panel.settings.pairs.local_verifier
    judges = [Judge("pairs", "offline", NAME, json.dumps({"certainty": local}), ())] if local is not None else []
    judges += [
        judge_of(role, panel.door.of(question), (question,))
        for role, questions in {**others, **own}.items()
        for question in questions
    ]
    if not facts:
        return tuple(judges)
    judges += [judge_of("facts", door, (FACT_VOTE,)) for door in panel.voter_doors]
    if panel.search_door is not None:
        judges.append(judge_of("search", panel.search_door, (FACT_SOURCES,)))
    return tuple(judges)


def spending_of(panel: Panel) -> Spending:
    """Return what all models of the panel used together."""
    return total(spender.spent for spender in panel.spenders)


def judge_of(role: str, door: Door, questions: Questions) -> Judge:
    """One model that answered, what for, and how it was asked."""
    parameters = json.dumps(door.settings.parameters.model_dump(mode="json"), sort_keys=True)
    sent = tuple(AskedQuestion(question.label, question.fingerprint) for question in questions)
    return Judge(role, door.settings.provider, door.model, parameters, sent)
