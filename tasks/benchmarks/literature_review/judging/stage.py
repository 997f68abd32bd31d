"""The judging stages: five grades of every review, and rankings of those on one topic."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tasks.benchmarks.literature_review.judging.orders import shown_orders
from tasks.benchmarks.literature_review.judging.questions import (
    DIMENSIONS,
    LETTERS,
    MOST_SHOWN,
    REVIEW_QUALITY,
    REVIEW_RANKING,
    Ranking,
    quality_inputs,
    ranking_inputs,
)
from tasks.benchmarks.literature_review.release_rows import StudyRows
from tasks.benchmarks.literature_review.tables import JudgedRank, ReviewGrade, WrittenReview
from tasks.engine import AFTER_FAULTS, Asked, Context, ItemInput, Stage, Unsettled, each_async
from tasks.engine.definition import Rows
from tasks.engine.kept_rows import keep_rows
from tasks.engine.run import Run
from tasks.judge.asking import ask_until_sound, why
from tasks.judge.calls import JudgingCall, judging_call
from tasks.judge.questions import NOTHING
from tasks.llm.affordable import Affordable
from tasks.llm.door import asker
from tasks.llm.reply import Reply, Unscored

_ATTEMPTS = 2  # answers for a ranking that names every letter once


@dataclass(frozen=True, slots=True)
class GradedReview:
    """All that the grades of a review rest on: its setting is not among it."""

    task_id: str
    asked: str
    review: str


@dataclass(frozen=True, slots=True)
class RankedReviews:
    """The reviews on a topic, in the order in which they are shown."""

    topic: str
    round: int
    asked: str
    tasks: tuple[str, ...]
    reviews: tuple[str, ...]


def review_calls(
    run: Run, reviews: Sequence[WrittenReview], study: StudyRows, *, rounds: int, seed: int
) -> list[JudgingCall]:
    """The grades of these reviews, and the rankings of those on one topic, in so many orders of each.

    A review that was not written is not shown. There are no rankings where no topic has two reviews, or none is wanted.
    """
    written = [one for one in reviews if one.text.strip() and one.task_id in study.task]
    graded = {one.task_id: GradedReview(one.task_id, _asked(one, study), one.text) for one in written}
    kept = keep_rows(run.storage, "graded-reviews", "reviews", GradedReview, graded)
    calls = [judging_call(GRADE, run, kept, _question, [REVIEW_QUALITY])]
    if ranked := _ranked(written, study, rounds, seed):
        kept = keep_rows(run.storage, "ranked-reviews", "sets", RankedReviews, ranked)
        calls.append(judging_call(RANK, run, kept, _question, [REVIEW_RANKING]))
    return calls


def _asked(review: WrittenReview, study: StudyRows) -> str:
    return study.topics[study.task[review.task_id].topic].asked


def _ranked(written: Sequence[WrittenReview], study: StudyRows, rounds: int, seed: int) -> dict[str, RankedReviews]:
    by_topic: dict[str, list[WrittenReview]] = defaultdict(list)
    for one in written:
        by_topic[study.task[one.task_id].topic].append(one)
    return {
        f"{topic} {number}": RankedReviews(
            topic,
            number,
            _asked(order[0], study),
            tuple(one.task_id for one in order),
            tuple(one.text for one in order),
        )
        for topic, of in by_topic.items()
        if len(of) > 1
        for number, order in enumerate(shown_orders(of, topic, rounds, seed))
    }


def _question(item: ItemInput) -> Asked:
    for review in item.all(GradedReview):
        return REVIEW_QUALITY, quality_inputs(review.asked, review.review)
    ranked = item.one(RankedReviews)
    return REVIEW_RANKING, {**ranking_inputs(ranked.asked, ranked.reviews), "fault": NOTHING}


async def _grade(item: ItemInput, context: Context) -> Rows | Unsettled:
    review = item.one(GradedReview)
    reply = await Affordable(asker(context)).ask(REVIEW_QUALITY, quality_inputs(review.asked, review.review))
    shown = min(len(review.review), MOST_SHOWN)
    told = (shown, *_told(reply))
    answer = reply.answer
    if isinstance(answer, Unscored):
        rows = [ReviewGrade(review.task_id, name, None, why(answer), *told) for name in DIMENSIONS]
        return Unsettled({"grades": rows})
    grades = {name: getattr(answer, name) for name in DIMENSIONS}
    return {"grades": [ReviewGrade(review.task_id, name, one.score, one.reason, *told) for name, one in grades.items()]}


async def _rank(item: ItemInput, context: Context) -> Rows | Unsettled:
    ranked = item.one(RankedReviews)
    letters = LETTERS[: len(ranked.tasks)]
    found, reply = await ask_until_sound(
        Affordable(asker(context)),
        REVIEW_RANKING,
        ranking_inputs(ranked.asked, ranked.reviews),
        lambda answer: sound_ranks(answer, letters),
        range(_ATTEMPTS),
    )
    failed = isinstance(found, Unscored)
    reason = why(found) if isinstance(found, Unscored) else reply.answer.reason
    rows = [
        JudgedRank(
            ranked.topic,
            ranked.round,
            place,
            task,
            None if isinstance(found, Unscored) else found[letter],
            reason,
            *_told(reply),
        )
        for place, (letter, task) in enumerate(zip(letters, ranked.tasks, strict=True), 1)
    ]
    return Unsettled({"judged_ranks": rows}) if failed else {"judged_ranks": rows}


def sound_ranks(answer: Ranking, letters: str) -> dict[str, int] | Unscored:
    """The rank of every letter, gaps closed as in a competition (1, 2, 2, 4); Unscored, saying what is wrong.

    >>> from tasks.benchmarks.literature_review.judging.questions import Placed
    >>> placed = [Placed(letter="A", rank=2), Placed(letter="B", rank=5), Placed(letter="C", rank=2)]
    >>> sound_ranks(Ranking(reason="depth", ranks=placed), "ABC")
    {'A': 1, 'B': 3, 'C': 1}
    """
    given = [one.letter for one in answer.ranks]
    if sorted(given) != sorted(letters):
        return Unscored(
            "invalid-answer",
            f"it ranks {', '.join(given) or 'nothing'}, but each of {', '.join(letters)} once is asked",
        )
    ranks = {one.letter: one.rank for one in answer.ranks}
    return {letter: 1 + sum(other < ranks[letter] for other in ranks.values()) for letter in letters}


def _told(reply: Reply[Any]) -> tuple[str, str, str]:
    return reply.question, reply.model, reply.key


GRADE = Stage(
    "review-grades",
    reads={"reviews": GradedReview},
    writes={"grades": ReviewGrade},
    compute=each_async(_grade),
    batch=20,
    asks=lambda _item, _context: [],  # forecast as a whole: `foresee_calls`
    retries=AFTER_FAULTS,
)
RANK = Stage(
    "review-rankings",
    reads={"sets": RankedReviews},
    writes={"judged_ranks": JudgedRank},
    compute=each_async(_rank),
    batch=20,
    asks=lambda _item, _context: [],
    retries=AFTER_FAULTS,
)
