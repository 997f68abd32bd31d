"""A statement that cites several pages, judged against all of them together."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from litgauge.tasks.judge import PairSettings
from litgauge.tasks.judge.citing_report import CitingReport, judge_pairs
from litgauge.tasks.records import JointVerdict, PairVerdict
from tests.judge.judges import data_in, door_to
from tests.judge.world import link, page, statement
from tests.llm.openai_server import Asked, OpenAIServer
from tests.tables import each_row

STATEMENT = statement("Raft manages a replicated log and was published in 2014.")
LOG = "Raft is a consensus algorithm for managing a replicated log."
YEAR = "The paper on Raft was presented at a conference in 2014."
NOTHING = "Bread is baked from flour and from water every day."


def judged_by(*, alone: bool, together: bool) -> Mapping[str, Any]:
    """A judge that quotes the sentences on Raft, and rules as it is told."""

    def passage(asked: Asked) -> Mapping[str, Any]:
        return {"quotes": [line for line in data_in(asked.user)["document"].splitlines() if "Raft" in line]}

    def verdict(supported: bool) -> Any:
        return lambda _asked: {"reason": "So.", "supported": supported}

    return {
        "supporting_passage": passage, "statement_verdict": verdict(alone), "joint_verdict": verdict(together),
    }  # fmt: skip


async def judged(
    folder: Path, texts: Mapping[str, str], *, alone: bool = False, together: bool = True, **states: str
) -> tuple[list[PairVerdict], list[JointVerdict], OpenAIServer]:
    urls = {name: f"https://example.org/{name}" for name in texts}
    pages = {
        url: page(url, title=name.title(), **({"status": states[name], "reason": "http-404"} if name in states else {}))
        for name, url in urls.items()
    }
    links = [link(url) for url in urls.values()]
    report = CitingReport([STATEMENT], links, pages, {urls[name]: text for name, text in texts.items()})
    with OpenAIServer(judged_by(alone=alone, together=together)) as server:
        pairs, joint = await judge_pairs(report, door_to(server, folder), PairSettings())
    return pairs, joint, server


def asked_jointly(server: OpenAIServer) -> list[Mapping[str, Any]]:
    return [body for body in server.log.bodies if body["response_format"]["json_schema"]["name"] == "joint_verdict"]


@pytest.mark.slow
async def test_two_halves_are_supported_together_and_by_neither_page(tmp_path: Path) -> None:
    pairs, (joint,), server = await judged(tmp_path, {"log": LOG, "year": YEAR, "bread": NOTHING})

    assert [pair.outcome for pair in pairs] == ["not-supported"] * 3
    assert (joint.outcome, joint.question, joint.model) == ("supported", "joint_verdict@1", server.model)
    assert joint.pages == tuple(pair.page for pair in pairs)
    (asked,) = asked_jointly(server)
    shown = data_in(asked["messages"][1]["content"])["passages"]
    assert shown == f"[document 1] Log\n{LOG}\n\n[document 2] Year\n{YEAR}"  # the third says nothing of it
    assert joint.passage == shown


@each_row(
    "texts, alone, states, outcome",
    [
        ({"log": LOG}, False, {}, None),  # one page: its pair says it
        ({"log": LOG, "year": YEAR}, True, {}, "supported"),  # one page alone is enough
        ({"log": LOG, "bread": NOTHING}, False, {}, "not-supported"),  # only one page speaks of it
        ({"bread": NOTHING, "more": NOTHING}, False, {}, "not-supported"),
        ({"log": LOG, "year": YEAR}, False, {"log": "unreachable", "year": "unreachable"}, "unreachable"),
        ({"log": LOG, "year": YEAR}, False, {"year": "failed"}, "judge-failed"),  # that page might have
        ({"log": LOG, "year": YEAR}, False, {"year": "unreachable"}, "not-supported"),
    ],
)
async def test_nothing_is_asked_where_the_pairs_settle_it(
    tmp_path: Path, texts: dict[str, str], alone: bool, states: dict[str, str], outcome: str | None
) -> None:
    _, joint, server = await judged(tmp_path, texts, alone=alone, **states)

    assert [one.outcome for one in joint] == ([outcome] if outcome else [])
    assert asked_jointly(server) == []


@pytest.mark.slow
@pytest.mark.parametrize(("together", "outcome"), [(True, "supported"), (False, "judge-failed")])
async def test_a_page_that_we_failed_on_counts_only_where_the_others_are_not_enough(
    tmp_path: Path, together: bool, outcome: str
) -> None:
    texts = {"log": LOG, "year": YEAR, "gone": ""}
    _, (joint,), server = await judged(tmp_path, texts, together=together, gone="failed")

    assert joint.outcome == outcome
    assert len(asked_jointly(server)) == 1
    assert replace(joint, outcome="supported").pages[2].endswith("gone")
