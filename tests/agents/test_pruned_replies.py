"""What a run's replay needs stays when replies are pruned: the answers that were put right, and those before them."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from litgauge.tasks.agents.recorded_calls import RecordedCalls
from litgauge.tasks.agents.session import Means, Session
from litgauge.tasks.benchmark import GivenTask
from litgauge.tasks.engine.memory import parquet_bytes
from litgauge.tasks.engine.prune import plan_prune, prune
from litgauge.tasks.engine.reachable import roots_in
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.llm import Replies, open_door
from litgauge.tasks.records.rows import to_table
from litgauge.tasks.records.trajectories import AgentCall
from tests.agents.test_external_command import ANSWERS
from tests.llm.openai_server import KEY, Asked, OpenAIServer
from tests.llm.questions import IS_REVIEW, KEY_ENV, papers, settings_for, verdict

TASK = GivenTask("1", "?")


def session(storage: Storage, server: OpenAIServer, *, replay: bool = False) -> Session:
    replies = Replies(storage)
    door = open_door(settings_for(server), replies=replies)
    return Session(TASK, Means(ANSWERS, RecordedCalls(replies, "d", only=replay), door=door))


@pytest.mark.slow
async def test_a_repaired_answer_is_replayed_after_a_prune(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(KEY_ENV, KEY)
    said = iter([{"review": "perhaps"}, {"review": 1.5}])

    def answers(asked: Asked) -> dict[str, object]:
        return next(said, None) or verdict(asked)

    storage = Storage(str(tmp_path))
    with OpenAIServer({"is_review": answers}) as server:
        ran = session(storage, server)
        first = await ran.ask(IS_REVIEW, papers(1)[0])
        await session(storage, server).ask(IS_REVIEW, papers(2)[1])  # of no run
        assert server.log.replies == 4
        storage.create("ledger/agent_runs/1/calls.parquet", parquet_bytes(to_table(AgentCall, ran.trajectory.calls)))
        kept = roots_in(storage, ["ledger"])
        gone = prune(storage, plan_prune(storage, kept, timedelta(seconds=-1), replies=True))
        assert gone.counts["replies"] == 1
        again = await session(storage, server, replay=True).ask(IS_REVIEW, papers(1)[0])
        assert server.log.replies == 4
    assert (again.answer, again.key, again.earlier) == (first.answer, first.key, first.earlier)
    assert len(first.earlier) == 2
