"""A judge's five grades of each review (figure 5), and its rankings of the reviews on one topic (Table 4)."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, field_validator

from litgauge.tasks.benchmarks.literature_review.release_rows import StudyRows
from litgauge.tasks.benchmarks.literature_review.rows import JudgedRank, ReviewGrade, WrittenReview
from litgauge.tasks.judge.grades import out_of
from litgauge.tasks.judge.grading import Grading, Judgement
from litgauge.tasks.llm.question import Question
from litgauge.tasks.offline.reviews import review_grades, review_ranks
from litgauge.tasks.records.grouping import rows_by

T = TypeVar("T")

DIMENSIONS = ("relevance", "completeness", "depth", "consistency", "usefulness")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_MOST_SHOWN = 60_000  # characters of a review that a judge is shown
_UNDER = re.compile(r"(?m)^=== ([A-Z]) ===$\n?")


class Graded(BaseModel):
    """One grade."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    reason: str = Field(min_length=1, description="One or two sentences: what the grade rests on.")
    score: Annotated[int, out_of(10)] = Field(ge=1, le=10, description="The grade, a whole number from 1 to 10.")


class ReviewGrades(BaseModel):
    """All five grades; a reply that skips one is invalid."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    relevance: Graded
    completeness: Graded
    depth: Graded
    consistency: Graded
    usefulness: Graded


class Placed(BaseModel):
    """The rank of one review."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    letter: str = Field(min_length=1, max_length=20, description="The letter under which the review stands.")
    rank: int = Field(ge=1, description="1 is the most useful; equal ones have the same.")

    @field_validator("letter", mode="before")
    @classmethod
    def _bare(cls, value: Any) -> Any:
        """Models write "Review A" for A."""
        return value.strip().split()[-1].strip(".:()[]*").upper() if isinstance(value, str) and value.strip() else value


class Ranking(BaseModel):
    """The ranks of all reviews of a topic."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    reason: str = Field(min_length=1, description="Two or three sentences: what decided.")
    ranks: list[Placed] = Field(description="Every letter once.")


def quality_inputs(question: str, review: str) -> dict[str, str]:
    """Return the judge's input for one review: the task as in every setting, and the beginning of the review."""
    return {"asked": question, "review": review[:_MOST_SHOWN]}


def ranking_inputs(question: str, reviews: Sequence[str]) -> dict[str, str]:
    """Return the reviews in the order in which they are shown, each under a letter."""
    share = _MOST_SHOWN // max(1, len(reviews))
    parts = [
        f"=== {letter} ===\n{_UNDER.sub('', text[:share]).strip()}"
        for letter, text in zip(LETTERS, reviews, strict=False)
    ]
    return {"asked": question, "letters": ", ".join(LETTERS[: len(parts)]), "reviews": "\n\n".join(parts)}


def _grades(inputs: Mapping[str, Any]) -> ReviewGrades:
    grades = review_grades(str(inputs["asked"]), str(inputs["review"]))
    return ReviewGrades(**{name: Graded(reason=grade.reason, score=grade.score) for name, grade in grades.items()})


def _ranking(inputs: Mapping[str, Any]) -> Ranking:
    _, *parts = _UNDER.split(str(inputs["reviews"]))
    ranks = review_ranks(str(inputs["asked"]), dict(zip(parts[::2], parts[1::2], strict=True)))
    placed = [Placed(letter=letter, rank=rank) for letter, rank in ranks.items()]
    return Ranking(reason="the sums of the grades that words and counts give", ranks=placed)


REVIEW_QUALITY: Question[ReviewGrades] = Question(
    "review_quality", 1, ReviewGrades, _grades, parameters={"temperature": 0}, expected_tokens=500
)
REVIEW_RANKING: Question[Ranking] = Question(
    "review_ranking", 1, Ranking, _ranking, parameters={"temperature": 0}, expected_tokens=250
)


@dataclass(frozen=True, slots=True)
class GradedReview:
    """All that the grades of a review rest on: its setting is not among it."""

    task_id: str
    asked: str
    review: str


@dataclass(frozen=True, slots=True)
class RankedReviews:
    """Reviews on a topic, in the order in which they are shown."""

    topic: str
    round: int
    asked: str
    tasks: tuple[str, ...]
    reviews: tuple[str, ...]


def _grade_rows(review: GradedReview, judgement: Judgement[ReviewGrades]) -> list[ReviewGrade]:
    source = (min(len(review.review), _MOST_SHOWN), *judgement.source)
    if judgement.answer is None:
        return [ReviewGrade(review.task_id, name, None, judgement.failure, *source) for name in DIMENSIONS]
    grades = {name: getattr(judgement.answer, name) for name in DIMENSIONS}
    return [ReviewGrade(review.task_id, name, grade.score, grade.reason, *source) for name, grade in grades.items()]


def _rank_rows(shown: RankedReviews, judgement: Judgement[Ranking]) -> list[JudgedRank]:
    ranks = competition_ranks(judgement.answer) if judgement.answer else {}
    reason = judgement.answer.reason if judgement.answer else judgement.failure
    return [
        JudgedRank(shown.topic, shown.round, place, task, ranks.get(letter), reason, *judgement.source)
        for place, (letter, task) in enumerate(zip(LETTERS[: len(shown.tasks)], shown.tasks, strict=True), 1)
    ]


def ranking_fault(answer: Ranking, letters: str) -> str:
    """Return the fault of a ranking that does not name each of these letters once; "" if there is none."""
    named = [placed.letter for placed in answer.ranks]
    if sorted(named) == sorted(letters):
        return ""
    return f"it ranks {', '.join(named) or 'nothing'}, but each of {', '.join(letters)} once is asked"


def competition_ranks(answer: Ranking) -> dict[str, int]:
    """Return the rank of every letter, gaps closed as in a competition (1, 2, 2, 4).

    >>> placed = [Placed(letter="A", rank=2), Placed(letter="B", rank=5), Placed(letter="C", rank=2)]
    >>> competition_ranks(Ranking(reason="depth", ranks=placed))
    {'A': 1, 'B': 3, 'C': 1}
    """
    ranks = {placed.letter: placed.rank for placed in answer.ranks}
    return {letter: 1 + sum(other < rank for other in ranks.values()) for letter, rank in ranks.items()}


REVIEW_GRADES = Grading(
    name="review-grades",
    role="reviews",
    things="graded-reviews",
    thing=GradedReview,
    table="grades",
    row=ReviewGrade,
    questions=(REVIEW_QUALITY,),
    ask=lambda review: (REVIEW_QUALITY, quality_inputs(review.asked, review.review)),
    rows=_grade_rows,
)
REVIEW_RANKS = Grading(
    name="review-rankings",
    role="reviews",
    things="ranked-reviews",
    thing=RankedReviews,
    table="judged_ranks",
    row=JudgedRank,
    questions=(REVIEW_RANKING,),
    ask=lambda shown: (REVIEW_RANKING, ranking_inputs(shown.asked, shown.reviews)),
    rows=_rank_rows,
    fault=lambda shown, answer: ranking_fault(answer, LETTERS[: len(shown.tasks)]),
    failed=lambda row: row.rank is None,
    subject=lambda row: (row.topic, row.round),
)


def graded_reviews(reviews: Sequence[WrittenReview], study: StudyRows) -> dict[str, GradedReview]:
    """Return the reviews to grade, by task; missing reviews are left out."""
    return {
        review.task_id: GradedReview(review.task_id, _question(review, study), review.text)
        for review in _written_reviews(reviews, study)
    }


def ranked_reviews(
    reviews: Sequence[WrittenReview], study: StudyRows, *, rounds: int, seed: int
) -> dict[str, RankedReviews]:
    """Return the reviews on each topic with two or more, in `rounds` orders, by topic and round."""
    by_topic = rows_by(_written_reviews(reviews, study), lambda review: study.task[review.task_id].topic)
    return {
        f"{topic} {number}": RankedReviews(
            topic,
            number,
            _question(order[0], study),
            tuple(review.task_id for review in order),
            tuple(review.text for review in order),
        )
        for topic, of in by_topic.items()
        if len(of) > 1
        for number, order in enumerate(shown_orders(of, topic, rounds, seed))
    }


def _written_reviews(reviews: Sequence[WrittenReview], study: StudyRows) -> list[WrittenReview]:
    return [review for review in reviews if review.text.strip() and review.task_id in study.task]


def _question(review: WrittenReview, study: StudyRows) -> str:
    return study.topics[study.task[review.task_id].topic].asked


def shown_orders(items: Sequence[T], topic: str, rounds: int, seed: int) -> list[list[T]]:
    """Return the items in as many orders as there are rounds.

    The first one is drawn by seed and topic, the second is the first one backwards, so that over both each item has
    stood as far in front as behind; further pairs begin with another item.

    >>> first, second = shown_orders(["none", "ego", "path"], "owls", 2, 0)
    >>> first == second[::-1], sorted(first)
    (True, ['ego', 'none', 'path'])
    """
    drawn = list(items)
    random.Random(f"{seed} {topic}").shuffle(drawn)
    orders = []
    for number in range(rounds):
        turn = (number // 2) % max(1, len(drawn))
        order = drawn[turn:] + drawn[:turn]
        orders.append(order[::-1] if number % 2 else order)
    return orders
