"""In which orders the reviews on a topic are shown: drawn by a seed, and balanced."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

Shown = TypeVar("Shown")


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
