"""A judge that fails three times out of ten: what could be judged is judged as ever, the rest is unscored."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

import pytest

from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.judge import JudgeSettings, Panel, RecordedSearch, VoterSettings, judge_fact, judge_pair, open_panel
from litgauge.tasks.llm import Replies
from litgauge.tasks.records import FactVerdict, PairVerdict
from tests.judge.judges import model_of, ruling
from tests.judge.world import expected_facts, expected_pairs, fetched, found_pages, statement
from tests.llm.openai_server import ALL_FAULTS, FaultKind, Faults, OpenAIServer

pytestmark = pytest.mark.slow
ANSWERS = dict.fromkeys(("supporting_passage", "statement_verdict", "fact_vote"), ruling)


async def score(panel: Panel, settings: JudgeSettings) -> tuple[list[PairVerdict], list[FactVerdict]]:
    """Half of what the sample's careless agent cites, and all its facts."""
    pairs = [pair for pair in expected_pairs() if pair.agent == "careless"][::2]
    facts = [fact for fact in expected_facts() if fact.agent == "careless"]
    pages = await fetched([pair.url for pair in pairs])
    verdicts = await asyncio.gather(*(
        judge_pair(statement(pair.statement, number), *pages[pair.url], panel.door, settings.pairs)
        for number, pair in enumerate(pairs)))  # fmt: skip
    truths = await asyncio.gather(
        *(judge_fact(statement(fact.statement, number), panel.voters, settings) for number, fact in enumerate(facts))
    )
    return list(verdicts), list(truths)


async def judged(folder: Path, faults: Faults, *, patient: bool) -> tuple[
    list[PairVerdict], list[FactVerdict], OpenAIServer
]:  # fmt: skip
    """All verdicts by a model that answers as the rules do, when it answers."""
    index, pages = await found_pages()
    with OpenAIServer(ANSWERS, faults=faults) as server:
        model = model_of(
            server,
            timeout_s=0.6 if patient else 20,
            retries=10 if patient else 0,
            max_replies=8 if patient else 1,
            max_concurrency=32,
        )
        settings = JudgeSettings(model=model, voters=(VoterSettings(model=model, votes=3),))
        panel = open_panel(settings, replies=Replies(Storage(str(folder))), at_hand=RecordedSearch(index, pages))
        verdicts, truths = await score(panel, settings)
    return verdicts, truths, server


async def test_with_patience_nothing_is_lost(tmp_path: Path) -> None:
    clean = await judged(tmp_path / "clean", Faults(), patient=True)
    faulty = await judged(tmp_path / "faulty", Faults(rate=0.3, seed=4), patient=True)

    assert [one.outcome for one in faulty[0]] == [one.outcome for one in clean[0]]
    assert [one.passage for one in faulty[0]] == [one.passage for one in clean[0]]
    assert [one.votes for one in faulty[1]] == [one.votes for one in clean[1]]
    assert set(faulty[2].log.faults) == set(ALL_FAULTS)  # every kind did happen


async def test_without_patience_the_rest_is_unscored_with_reasons(tmp_path: Path) -> None:
    """No retry at all, so that nearly a third of the questions goes unanswered."""
    kinds: tuple[FaultKind, ...] = ("truncated", "wrong-types", "prose", "refusal")
    clean = await judged(tmp_path / "clean", Faults(), patient=True)
    faulty = await judged(tmp_path / "faulty", Faults(rate=0.3, seed=4, kinds=kinds), patient=False)

    failed = [one for one in faulty[0] if one.outcome == "judge-failed"]
    assert 5 < len(failed) < 30
    assert {one.reason.split(":")[0] for one in failed} == {"truncated", "invalid-answer", "refused"}
    assert {one.hallucination for one in failed} == {""}
    for got, right in zip(faulty[0], clean[0], strict=True):
        assert got.outcome in (right.outcome, "judge-failed")
    assert Counter(vote for one in faulty[1] for vote in one.votes)["failed"] > 5
    for got_fact, right_fact in zip(faulty[1], clean[1], strict=True):
        assert got_fact.truth in (right_fact.truth, "unscored")
        assert all(vote in (right_fact.votes[0], "failed") for vote in got_fact.votes)
        assert len(got_fact.votes) == len(got_fact.reasons) == len(got_fact.models) == len(got_fact.replies) == 3
