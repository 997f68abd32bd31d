"""Drafts for experts to review, what they say of them, and the wording of each task that is released (section 3.2)."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from litgauge.tasks import sheets
from litgauge.tasks.benchmarks.tvir.build.checks import faults
from litgauge.tasks.benchmarks.tvir.build.topics import Topic
from litgauge.tasks.benchmarks.tvir.rows import Draft, ReviewVote
from litgauge.tasks.benchmarks.tvir.settings import ASPECTS
from litgauge.tasks.sheets import (
    REMARK,
    Entry,
    Sheet,
    Standing,
    Text,
    YesNo,
    check_once,
    filled,
    read_shared,
    sheets_in,
    shown,
)
from litgauge.tasks.sheets.declaration import RATER

EXPERTS = 3
DRAFT = shown("draft_id", "names the draft; do not change it", required=True)
VOTES = {
    aspect: filled(aspect, f"yes or no: {meaning.rstrip('.').lower()}", YesNo()) for aspect, meaning in ASPECTS.items()
}
REASON = filled("reason", "why, wherever you say no", Text())
REVISED = filled("revised", "the wording to use instead, where you would change it; it is reviewed in turn", Text())
SHEET = Sheet(
    "the review sheet",
    (
        DRAFT,
        shown(RATER, "whose votes these are"),
        shown("topic", "the topic"),
        shown("domain", "the domain"),
        shown("level", "the level of complexity"),
        shown("task", "the task: may it stay?"),
        shown("functions", "what its sub-questions are for"),
        shown("faults", "what the mechanical checks find"),
        *VOTES.values(),
        REASON,
        REVISED,
        REMARK,
    ),
    "Nothing was built",
    byte_order_mark=True,
)


@dataclass(frozen=True)
class Review:
    """Experts' reviews: their votes, and the wordings that they would have instead."""

    votes: tuple[ReviewVote, ...] = ()
    revisions: tuple[Draft, ...] = ()


def review_rows(drafts: Iterable[Draft], topics: Mapping[str, Topic], expert: str) -> Iterator[Mapping[str, str]]:
    """Yield the rows of an expert's sheet."""
    for draft in drafts:
        topic = topics[draft.topic_id]
        yield {
            DRAFT.name: draft.draft_id,
            RATER: expert,
            "topic": topic.topic,
            "domain": topic.domain,
            "level": f"{topic.level} ({topic.language})",
            "task": draft.prompt,
            "functions": ", ".join(draft.functions),
            "faults": "\n".join(draft.faults),
        }


def read_review(folder: Path, drafts: Iterable[Draft], topics: Mapping[str, Topic]) -> Review:
    """Return what experts filled in: the sheets of a folder and of folders in it.

    A row may be about a draft, or about a revision that another row makes. Where an expert votes again in another file,
    the vote in the later file, by their names, counts. Raises UnusableInput where there is no sheet, and, with file and
    line, for a row about neither, what is neither yes nor no, and two votes of one expert in one file.
    """
    paths = sheets_in(folder, SHEET, "Name a folder that `litgauge tvir review` wrote")
    entries = read_shared(SHEET, paths)
    for path in paths:
        check_once([entry for entry in entries if entry.file == str(path)], _draft_id)
    drafts_by_id = {draft.draft_id: draft for draft in drafts}
    revisions: dict[str, Draft] = {}
    pending = [entry for entry in entries if entry[REVISED]]
    while ready := [entry for entry in pending if _draft_id(entry) in drafts_by_id]:
        pending = [entry for entry in pending if entry not in ready]
        for entry in ready:
            draft = _revision(entry, drafts_by_id[_draft_id(entry)], topics)
            if draft.prompt != drafts_by_id[_draft_id(entry)].prompt:
                revisions.setdefault(draft.draft_id, draft)
        drafts_by_id |= revisions
    for entry in entries:
        if _draft_id(entry) not in drafts_by_id:
            raise entry.refusal(
                f"there is no draft {_draft_id(entry)!r}",
                DRAFT.name,
                "Name sheets of this build's drafts: another model or topic makes others",
            )
    votes = {
        (_draft_id(entry), entry.rater, aspect): (accepted, entry[REASON] or "")
        for entry in entries
        for aspect, column in VOTES.items()
        if (accepted := entry[column]) is not None
    }
    return Review(tuple(ReviewVote(*of, *vote) for of, vote in votes.items()), tuple(revisions.values()))


def standing(draft: Draft, votes: Iterable[ReviewVote], experts: int) -> Standing:
    """Return how a draft stands: in each aspect most of the experts decide."""
    cast: dict[str, list[bool]] = {aspect: [] for aspect in ASPECTS}
    for vote in votes:
        if vote.draft_id == draft.draft_id:
            cast[vote.aspect].append(vote.accepted)
    return sheets.standing(cast, experts)


def chosen_drafts(
    drafts: Sequence[Draft], votes: Sequence[ReviewVote], experts: int, *, unreviewed: bool
) -> tuple[dict[str, Draft], dict[str, str]]:
    """Return the wording of each topic that is released, and why the other topics have none, by topic.

    The last accepted wording is taken. With `unreviewed`, a topic without one has its last open wording in which the
    mechanical checks find no fault.
    """
    chosen: dict[str, Draft] = {}
    reasons: dict[str, str] = {}
    for draft in drafts:  # a revision stands behind what it revises
        status = standing(draft, votes, experts)
        before = chosen.get(draft.topic_id)
        accepted_before = before is not None and standing(before, votes, experts) == "accepted"
        if status == "accepted" or (status == "open" and unreviewed and not draft.faults and not accepted_before):
            chosen[draft.topic_id] = draft
        elif before is None:
            why = "refused by most experts" if status == "refused" else "waits for its review"
            reasons[draft.topic_id] = f"faults: {'; '.join(draft.faults)}" if unreviewed and draft.faults else why
    return chosen, {topic: reason for topic, reason in reasons.items() if topic not in chosen}


def _draft_id(entry: Entry) -> str:
    return entry.text(DRAFT.name).strip()


def _revision(entry: Entry, parent: Draft, topics: Mapping[str, Topic]) -> Draft:
    """The wording of a row; its id is made of its words, so that it stays the same whoever hands in another sheet."""
    prompt = (entry[REVISED] or "").strip()
    topic = topics[parent.topic_id]
    return replace(
        parent,
        draft_id=f"{parent.draft_id}-{hashlib.sha256(prompt.encode()).hexdigest()[:8]}",
        parent=parent.draft_id,
        prompt=prompt,
        faults=tuple(faults(prompt, topic.language, topic.level, topic.date)),
        model=entry.rater,
        question="",
        reply="",
    )
