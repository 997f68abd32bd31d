"""The sample's two agents come out verdict by verdict, by the offline rules, over pages read as real ones are."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.judge import JudgeSettings, Panel, RecordedSearch, find_facts, judge_fact, judge_pair, open_panel
from litgauge.tasks.llm import Replies
from litgauge.tasks.records import PairVerdict
from litgauge.tasks.text.sentences import sentences
from tests.judge.world import (
    expected,
    expected_facts,
    expected_pairs,
    fetched,
    found_pages,
    link,
    report_text,
    statement,
)

OFFLINE = JudgeSettings()


def offline_panel(folder: Path) -> Panel:
    """The rules."""
    return open_panel(OFFLINE, replies=Replies(Storage(str(folder))))


async def verdicts(folder: Path) -> list[PairVerdict]:
    """One per expected pair, in their order."""
    panel = offline_panel(folder)
    pages = await fetched([pair.url for pair in expected_pairs()])
    return [
        await judge_pair(statement(pair.statement), *pages[pair.url], panel.door, OFFLINE.pairs, link=link(pair.url))
        for pair in expected_pairs()
    ]


@pytest.mark.slow
async def test_every_cited_statement_has_the_verdict_it_must_have(tmp_path: Path) -> None:
    got = await verdicts(tmp_path)

    wrong = [
        (pair.agent, pair.statement, pair.verdict, verdict.outcome, verdict.reason)
        for pair, verdict in zip(expected_pairs(), got, strict=True)
        if verdict.outcome != pair.verdict.replace(" ", "-")
    ]
    assert wrong == []
    assert Counter(verdict.outcome for verdict in got) == {"supported": 129, "not-supported": 52, "unreachable": 16}


@pytest.mark.slow
async def test_invented_works_and_invented_contents_are_told_apart(tmp_path: Path) -> None:
    told = {pair.url: verdict for pair, verdict in zip(expected_pairs(), await verdicts(tmp_path), strict=True)}

    assert told["https://doi.org/10.5555/litgauge.0101"].hallucination == "citation"  # HTTP 404
    assert told["http://127.0.0.1:8000/raw-data.html"].hallucination == "citation"  # nobody can open it
    assert told["https://slow.example.net/comparison"].hallucination == ""  # it may well be there
    assert told["https://blog.example.com/tulips.html"].hallucination == "statement"
    assert {verdict.hallucination for verdict in told.values() if verdict.outcome == "supported"} == {""}


@pytest.mark.slow
async def test_passages_stand_in_their_pages(tmp_path: Path) -> None:
    pages = await fetched([pair.url for pair in expected_pairs()])

    for verdict in await verdicts(tmp_path):
        for quote in filter(None, verdict.passage.split(" […] ")):
            assert quote in pages[verdict.page][1]


async def test_facts_without_citation_are_found_and_nothing_else(tmp_path: Path) -> None:
    panel = offline_panel(tmp_path)
    for agent, surveys in expected().items():
        for survey, report in surveys.items():
            plain = uncited_sentences(agent, survey)
            selection = await find_facts(
                [statement(text, number, cited=False) for number, text in enumerate(plain)], panel.door, OFFLINE.facts
            )

            assert sorted(one.text for one in selection.facts) == sorted(
                row["statement"] for row in report["uncited"]
            ), (agent, survey)
            assert len(selection.facts) + len(selection.others) == len(plain)
            assert selection.unscored == ()


async def test_facts_come_out_true_or_false(tmp_path: Path) -> None:
    index, pages = await found_pages()
    panel = open_panel(OFFLINE, replies=Replies(Storage(str(tmp_path))), at_hand=RecordedSearch(index, pages))

    got = [await judge_fact(statement(fact.statement, cited=False), panel.voters, OFFLINE) for fact in expected_facts()]

    wrong = [
        (fact.statement, fact.true, verdict.truth, verdict.reasons)
        for fact, verdict in zip(expected_facts(), got, strict=True)
        if verdict.truth != str(fact.true).lower()
    ]
    assert wrong == []
    assert {verdict.confidence for verdict in got} == {1.0}
    assert Counter(verdict.truth for verdict in got) == {"true": 20, "false": 16}


async def test_facts_that_no_page_speaks_of_are_undecided(tmp_path: Path) -> None:
    _, pages = await found_pages()
    panel = open_panel(
        OFFLINE,
        replies=Replies(Storage(str(tmp_path))),
        at_hand=RecordedSearch(
            {fact.statement: ["https://encyclopedia.example.org/weather"] for fact in expected_facts()}, pages
        ),
    )

    got = {
        fact.statement: (await judge_fact(statement(fact.statement), panel.voters, OFFLINE)).truth
        for fact in expected_facts()
    }

    assert {got[text] for text in got if "AlphaGo" in text or "Markowitz" in text} == {"undecided"}


def uncited_sentences(agent: str, survey: str) -> list[str]:
    """The sentences of a report that cite nothing: what is left when those that cite are cut out."""
    text = report_text(agent, survey).split("## References")[0]
    for row in expected()[agent][survey]["cited"]:
        start, end = row["at"]
        text = text[:start] + "\0" * (end - start) + text[end:]
    paragraphs = [line for line in text.replace("\0", "").split("\n") if line.strip() and not line.startswith("#")]
    return [line[start:end] for line in paragraphs for start, end in sentences(line)]
