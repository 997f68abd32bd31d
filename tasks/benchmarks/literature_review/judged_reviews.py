"""Which reviews a judge is shown, and in which orders it ranks those on a topic."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Sequence
from typing import TypeVar

from tasks.benchmarks.literature_review.judging import GradedReview, RankedReviews
from tasks.benchmarks.literature_review.release_rows import StudyRows
from tasks.benchmarks.literature_review.tables import WrittenReview

Shown = TypeVar("Shown")


def graded_reviews(reviews: Sequence[WrittenReview], study: StudyRows) -> dict[str, GradedReview]:
    """What is to be graded, by task; a review that was not written is not shown."""
    return {
        review.task_id: GradedReview(review.task_id, _asked(review, study), review.text)
        for review in _written(reviews, study)
    }


def ranked_reviews(
    reviews: Sequence[WrittenReview], study: StudyRows, *, rounds: int, seed: int
) -> dict[str, RankedReviews]:
    """The reviews on each topic that has two or more, in so many orders, by topic and round."""
    by_topic: dict[str, list[WrittenReview]] = defaultdict(list)
    for review in _written(reviews, study):
        by_topic[study.task[review.task_id].topic].append(review)
    return {
        f"{topic} {number}": RankedReviews(
            topic,
            number,
            _asked(order[0], study),
            tuple(review.task_id for review in order),
            tuple(review.text for review in order),
        )
        for topic, of in by_topic.items()
        if len(of) > 1
        for number, order in enumerate(shown_orders(of, topic, rounds, seed))
    }


def _written(reviews: Sequence[WrittenReview], study: StudyRows) -> list[WrittenReview]:
    return [review for review in reviews if review.text.strip() and review.task_id in study.task]


def _asked(review: WrittenReview, study: StudyRows) -> str:
    return study.topics[study.task[review.task_id].topic].asked


def shown_orders(items: Sequence[Shown], topic: str, rounds: int, seed: int) -> list[list[Shown]]:
    """The items in as many orders as there are rounds.

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
