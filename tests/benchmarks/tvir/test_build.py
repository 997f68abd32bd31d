"""From topics to checklists: files of topics, mechanical checks, experts' sheets, and items that rest on the task."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.benchmarks.tvir.build.checks import faults, is_in, numbered_points, required_figures
from litgauge.tasks.benchmarks.tvir.build.questions import (
    TASK_CHECKLIST,
    TASK_DRAFT,
    DraftedChecklist,
    DraftedItem,
    draft_faults,
    draft_inputs,
    sound_checklist,
)
from litgauge.tasks.benchmarks.tvir.build.review import SHEET, chosen_drafts, read_review, review_rows, standing
from litgauge.tasks.benchmarks.tvir.build.topics import QUOTA, Topic, read_topics, shortfalls
from litgauge.tasks.benchmarks.tvir.rows import Draft, ReviewVote
from litgauge.tasks.benchmarks.tvir.settings import ASPECTS, LANGUAGES, LEVELS, Language, Level
from litgauge.tasks.llm.reply import Unscored
from litgauge.tasks.sheets import sheet_bytes
from tests.tables import each_row

OWLS = Topic("owls", "owl boxes", "Environment & Energy", "en", "low", "2026-01-15")
TOPICS = {"owls": OWLS}
DRAFT = Draft("owls-1", "owls", "", "As a keeper, plot a chart of owls in 2025.", ("status",), (), "m", "q@1", "")
HEAD = "id,topic,domain,language,level,date\n"


@each_row("level", LEVELS)
@each_row("language, topic", [("en", "owl boxes in {barns}"), ("zh", "猫头鹰巢箱")])
def test_a_draft_by_rule_passes_all_checks_and_every_item_rests_on_it(
    language: Language, topic: str, level: Level
) -> None:
    wanted = replace(OWLS, topic=topic, language=language, level=level)
    draft = TASK_DRAFT.offline(draft_inputs(wanted))
    assert draft_faults(wanted, draft) == ()
    assert is_in(draft.task, language)
    checklist = TASK_CHECKLIST.offline({"task": draft.task})
    assert sound_checklist(draft.task, checklist) is checklist
    assert 4 <= len(checklist.items) <= 20
    assert any(item.visual for item in checklist.items)


def test_what_is_wrong_with_a_task_is_told() -> None:
    found = list(faults("Plot owls.", "en", "high", "2026-01-15"))
    assert [fault.partition(":")[0] for fault in found] == ["length", "points", "figures", "role", "years"]
    assert "language" in next(faults("猫头鹰", "en", "low"))
    assert any(fault == "years: the latest is 2019" for fault in faults("As a judge: 2019.", "en", "low", "2026-01-15"))


def test_points_are_numbers_that_go_up_by_one() -> None:
    assert len(numbered_points("See (1) owls; (2) gulls (12 of them); (3) terns.")) == 3
    assert len(numbered_points("1. Owls\n2. Gulls\n")) == 2
    assert numbered_points("in (2) cases, (1) owl") == ()
    assert len(numbered_points("（1）现状；（2）机制")) == 2


def test_figures_are_counted_as_they_are_asked_for() -> None:
    assert required_figures("Draw a timeline of three eras and a radar chart. Show two maps.") == 4
    assert required_figures("Explain the chart.") == 0


@given(st.text(max_size=300))
def test_any_text_can_be_checked_and_made_a_checklist(text: str) -> None:
    list(faults(text, "en", "low", "2026-01-15"))
    if text.strip():
        for item in TASK_CHECKLIST.offline({"task": text}).items:
            assert item.question


def test_topics_are_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "topics.csv"
    file.write_text(HEAD + "a,owls,law & policy,English,High,2026-01-15\n,gulls,Literature & Art,zh,low,2026-02-01\n")
    topics = read_topics(file)
    assert [(one.topic_id, one.domain, one.language, one.level) for one in topics] == [
        ("a", "Law & Policy", "en", "high"),
        ("topic-2", "Literature & Art", "zh", "low"),
    ]


@each_row(
    "line, why",
    [
        ("a,owls,Birds,en,low,2026-01-15", r"topics\.csv:2, domain: \"Birds\" is not allowed"),
        ("a,owls,Law & Policy,fr,low,2026-01-15", r"topics\.csv:2, language: \"fr\" is not allowed"),
        ("a,owls,Law & Policy,en,low,15.1.2026", r"topics\.csv:2: .*Dates are written"),
        ("a,,Law & Policy,en,low,2026-01-15", r"topics\.csv:2, topic: the cell is empty"),
        ("a/b,owls,Law & Policy,en,low,2026-01-15", "holds no slashes"),
        ("a,o,Law & Policy,en,low,2026-01-15\na,g,Law & Policy,en,low,2026-01-15", r"topics\.csv:3, id: .*repeated"),
        ("", "no topic in it"),
    ],
)
def test_a_topic_that_cannot_be_used_is_refused_with_its_line(line: str, why: str, tmp_path: Path) -> None:
    file = tmp_path / "topics.csv"
    file.write_text(f"{HEAD}{line}\n")
    with pytest.raises(UnusableInput, match=why):
        read_topics(file)


def test_the_quota_is_the_papers_120_tasks() -> None:
    topics = [
        replace(OWLS, language=language, level=level, domain=domain)
        for language in LANGUAGES
        for level in LEVELS
        for domain, count in QUOTA.items()
        for _ in range(count)
    ]
    assert len(topics) == 120
    assert list(shortfalls(topics)) == []
    assert list(shortfalls(topics[1:])) == ["Technology & Intelligence, zh, low: 3 of 4"]


@pytest.mark.parametrize(
    ("question", "quote", "why"),
    [
        ("Is there a chart?", "draw twelve charts", 'does not have the words "draw twelve charts"'),
        ("There is a chart.", "plot a chart of owls", "is no question"),
        ("Is there  a chart?", "plot a chart of owls", "twice"),
    ],
)
def test_a_checklist_that_goes_beyond_its_task_is_refused(question: str, quote: str, why: str) -> None:
    def item(question: str, quote: str) -> DraftedItem:
        return DraftedItem(section="Owls", question=question, quote=quote, visual=True)

    first = item("Is there a chart?", "plot a chart of owls")
    assert isinstance(sound_checklist(DRAFT.prompt, DraftedChecklist(items=[first])), DraftedChecklist)
    found = sound_checklist(DRAFT.prompt, DraftedChecklist(items=[first, item(question, quote)]))
    assert isinstance(found, Unscored)
    assert why in found.detail


def votes(draft: str, *said: str) -> list[ReviewVote]:
    """Votes of experts, each with a sign an aspect: yes, no or left open."""
    return [
        ReviewVote(draft, str(expert), aspect, sign == "y", "")
        for expert, signs in enumerate(said)
        for aspect, sign in zip(ASPECTS, signs, strict=True)
        if sign in "yn"
    ]


@each_row(
    "said, stands",
    [
        (("yyyy", "yyyy", "nnnn"), "accepted"),
        (("yyyy", "yyyn", "yyny"), "accepted"),
        (("yyyn", "yyyn", "yyyy"), "refused"),
        (("yyyy", "yyy."), "open"),
        ((), "open"),
    ],
)
def test_most_experts_decide_in_every_aspect(said: Sequence[str], stands: str) -> None:
    assert standing(DRAFT, votes("owls-1", *said), 3) == stands


def test_a_revision_replaces_its_parent_once_it_is_accepted() -> None:
    revised = replace(DRAFT, draft_id="owls-1-a", parent="owls-1")
    both = [DRAFT, revised]
    refused = votes("owls-1", "ynyy", "ynyy", "yyyy")
    assert chosen_drafts(both, refused, 3, unreviewed=False) == ({}, {"owls": "waits for its review"})
    assert chosen_drafts([DRAFT], refused, 3, unreviewed=True)[1] == {"owls": "refused by most experts"}
    assert chosen_drafts(both, refused, 3, unreviewed=True)[0] == {"owls": revised}
    accepted = [*refused, *votes("owls-1-a", "yyyy", "yyyy")]
    assert chosen_drafts(both, accepted, 3, unreviewed=False) == ({"owls": revised}, {})
    kept = votes("owls-1", "yyyy", "yyyy")
    assert chosen_drafts(both, kept, 3, unreviewed=True)[0] == {"owls": DRAFT}
    faulty = replace(DRAFT, faults=("role: none",))
    assert chosen_drafts([faulty], (), 3, unreviewed=True) == ({}, {"owls": "faults: role: none"})


def sheet(folder: Path, name: str, drafts: Sequence[Draft], **cells: str) -> None:
    rows = [dict(row) | cells for row in review_rows(drafts, TOPICS, name)]
    folder.mkdir(exist_ok=True)
    (folder / f"{name}.csv").write_bytes(sheet_bytes(SHEET, rows, ".csv"))


YES = dict.fromkeys(ASPECTS, "yes")


def test_sheets_come_back_as_votes_and_revisions(tmp_path: Path) -> None:
    sheet(
        tmp_path, "ann", [DRAFT], **YES | {"facts": "no", "reason": "No.", "revised": "As a judge, plot owls in 2025."}
    )
    sheet(tmp_path, "bob", [DRAFT], **YES)
    review = read_review(tmp_path, [DRAFT], TOPICS)
    assert {(vote.reviewer, vote.aspect, vote.reason) for vote in review.votes if not vote.accepted} == {
        ("ann", "facts", "No.")
    }
    (revision,) = review.revisions
    assert (revision.parent, revision.model, revision.question) == ("owls-1", "ann", "")
    assert revision.faults[0].startswith("length")

    sheet(tmp_path / "second", "ann", [revision], **YES)
    again = read_review(tmp_path, [DRAFT], TOPICS)
    assert again.revisions == review.revisions
    assert {vote.draft_id for vote in again.votes} == {"owls-1", revision.draft_id}


def test_a_later_file_of_an_expert_counts(tmp_path: Path) -> None:
    sheet(tmp_path, "ann", [DRAFT], **YES | {"logic": "no"})
    sheet(tmp_path / "second", "ann", [DRAFT], logic="yes")
    assert all(vote.accepted for vote in read_review(tmp_path, [DRAFT], TOPICS).votes)


def test_a_sheet_of_another_build_is_refused(tmp_path: Path) -> None:
    sheet(tmp_path, "ann", [replace(DRAFT, draft_id="gulls-1")], **YES)
    with pytest.raises(UnusableInput, match=r"ann\.csv:2, draft_id: there is no draft 'gulls-1'"):
        read_review(tmp_path, [DRAFT], TOPICS)
    with pytest.raises(UnusableInput, match="no review sheet"):
        read_review(tmp_path / "none", [DRAFT], TOPICS)


def test_a_vote_that_is_neither_is_refused_with_its_place(tmp_path: Path) -> None:
    sheet(tmp_path, "ann", [DRAFT], **YES | {"logic": "maybe"})
    with pytest.raises(UnusableInput, match=r"ann\.csv:2, logic: \"maybe\" is neither yes nor no"):
        read_review(tmp_path, [DRAFT], TOPICS)
