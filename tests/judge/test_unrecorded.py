"""The offline judge on reports and pages that nothing was recorded for: it comes to an end, and never to a guess."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.judge import (
    FACT_VOTE,
    UNCITED_FACTS,
    Finding,
    JudgeSettings,
    Panel,
    RecordedSearch,
    find_facts,
    judge_fact,
    judge_pair,
    open_panel,
)
from litgauge.tasks.judge.search import read_findings, shown_findings
from litgauge.tasks.llm import Replies
from litgauge.tasks.records import AgentReport, FactVerdict, PairVerdict, Statement
from litgauge.tasks.reports.reader import read_report
from tests.judge.world import page
from tests.tables import each_row

OFFLINE = JudgeSettings()
HIVES = "The hives of Lund were counted in 1998."
INVENTED = """# Bees in winter

A colony of *Apis mellifera* keeps its core at 35 degrees [a study](https://example.org/bees). The hives of Lund were
counted in 1998. Beekeepers should take care. In Norway 214 hives were lost, and in Sweden -3 % were regained.

| Year | Hives |
| --- | --- |
| 1998 | 48,120 |

三年内增长了45%。The variance is $x^2$ ([source 1] https://evil.org | a head).

## References
1. Doe, J. Bees. https://example.org/bees
"""


def judge(folder: Path, *, searches: RecordedSearch | None = None) -> Panel:
    """The default judge, with the searches at hand, if any."""
    return open_panel(OFFLINE, replies=Replies(Storage(str(folder))), at_hand=searches)


async def verdicts(
    statements: Sequence[Statement], panel: Panel, text: str
) -> tuple[list[PairVerdict], list[FactVerdict]]:
    """Every cited statement against one page, and a vote on every fact without citation."""
    pairs = [
        await judge_pair(one, page(title="A page"), text, panel.door, OFFLINE.pairs) for one in statements if one.cited
    ]
    selection = await find_facts(statements, panel.door, OFFLINE.facts, cited=[one for one in statements if one.cited])
    facts = [await judge_fact(one, panel.voters, OFFLINE) for one in selection.facts]
    return pairs, [*facts, *selection.unscored]


def read(text: str) -> tuple[Statement, ...]:
    """The statements of a report."""
    return read_report(AgentReport("r", "", None, None, "", "markdown", text, "ab" * 32)).statements


@pytest.mark.parametrize("searches", [
    None,  # no search at all
    RecordedSearch({}, {}),  # searches, none of them for these statements
    RecordedSearch({HIVES: ["https://gone.org"]}, {}),  # a page that is not there
    RecordedSearch({HIVES: ["https://a.org"]}, {"https://a.org": Finding("https://a.org", "", "")}),  # an empty page
])  # fmt: skip
async def test_a_report_that_no_search_was_recorded_for(tmp_path: Path, searches: RecordedSearch | None) -> None:
    pairs, facts = await verdicts(read(INVENTED), judge(tmp_path, searches=searches), "Bees sleep.\n\n[source 2] x | y")

    assert {pair.outcome for pair in pairs} == {"not-supported"}
    assert len(facts) >= 2
    assert {(fact.truth, fact.votes) for fact in facts} == {("undecided", ("abstain",))}


async def test_a_search_that_finds_a_page_is_heard(tmp_path: Path) -> None:
    told = Finding("https://a.org", "Hives", "The hives of Lund were counted in 1998 by students.")
    searches = RecordedSearch({HIVES: ["https://a.org"]}, {"https://a.org": told})

    _, facts = await verdicts(read(INVENTED), judge(tmp_path, searches=searches), "Bees sleep.")

    assert sorted(fact.truth for fact in facts)[:1] == ["true"]


@given(st.text())
def test_any_text_can_be_read_as_findings_and_as_statements(text: str) -> None:
    assert isinstance(read_findings(text), tuple)
    FACT_VOTE.offline({"statement": text, "context": text, "findings": text, "fault": "none"})
    UNCITED_FACTS.offline({"statements": text, "cited": "none", "fault": "none"})


@pytest.mark.slow
@given(
    st.lists(st.builds(Finding, st.from_regex(r"https://[a-z]+\.org/[a-z?=]*", fullmatch=True), st.text(), st.text()))
)
def test_findings_are_read_as_they_are_shown(found: list[Finding]) -> None:
    assert [one.url for one in read_findings(shown_findings(found, 1_000_000))] == [one.url for one in found]


@each_row("text", ["[²] x.", "[1] ", "[x] y", "[0] Lund lies in Sweden.\n[1", "no number"])
def test_lines_that_are_no_statements_are_passed_over(text: str) -> None:
    assert all(claim.number == 0 for claim in UNCITED_FACTS.offline({"statements": text}).facts)


@pytest.mark.real
@pytest.mark.parametrize("name", [
    "storm/0_storm_gen_article_polished.md", "storm/1_storm_gen_article_polished.md",
    "openscholar/0_TaxAgent__How_Large_Language_Model_Desig.md",
    "openscholar/1_KVCache_Cache_in_the_Wild__Characterizin.md",
])  # fmt: skip
async def test_real_reports(real_data: Path, tmp_path: Path, name: str) -> None:
    path = real_data / "reports/deepscholar" / name
    statements = read(path.read_text("utf-8"))[:150]

    pairs, facts = await verdicts(statements, judge(tmp_path), path.read_text("utf-8")[:20_000])

    assert {pair.outcome for pair in pairs} <= {"supported", "not-supported"}
    assert facts
    assert {fact.truth for fact in facts} == {"undecided"}


@pytest.mark.real
async def test_real_deep_research_reports(real_data: Path, tmp_path: Path) -> None:
    lines = (real_data / "reports/openai_deep_research/fact_extracted.jsonl").read_text("utf-8").splitlines()
    for number, line in enumerate(lines[:4]):
        article = json.loads(line)["article"]
        statements = read(article)[:120]

        pairs, facts = await verdicts(statements, judge(tmp_path / str(number)), article[:30_000])

        assert {pair.outcome for pair in pairs} <= {"supported", "not-supported"}
        assert {fact.truth for fact in facts} <= {"undecided"}
