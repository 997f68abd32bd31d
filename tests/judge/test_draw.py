"""The facts that are voted on: drawn so that anybody draws the same, and no fact is likelier than another."""

from __future__ import annotations

import random
from collections import Counter
from statistics import mean, pvariance

from litgauge.tasks.judge import FactSettings
from litgauge.tasks.judge.facts import draw_facts
from tests.judge.world import statement

FACTS = [statement(f"Fact {number} holds.", number, cited=False) for number in range(45)]


def test_the_draw_depends_on_the_seed_and_the_facts_alone() -> None:
    chosen, left = draw_facts(FACTS, FactSettings())
    shuffled, _ = draw_facts(random.Random(1).sample(FACTS, 45), FactSettings())

    assert (len(chosen), len(left)) == (20, 25)
    assert sorted([*chosen, *left], key=lambda one: one.number) == FACTS
    assert {one.number for one in shuffled} == {one.number for one in chosen}
    assert draw_facts(FACTS, FactSettings(seed=1))[0] != chosen
    assert set(chosen) < set(draw_facts(FACTS, FactSettings(sample=30))[0])  # what was paid for stays useful


def test_all_of_them_and_fewer_than_the_sample() -> None:
    assert draw_facts(FACTS, FactSettings(sample="all")) == (FACTS, [])
    assert draw_facts(FACTS[:7], FactSettings()) == (FACTS[:7], [])


def test_shares_of_the_drawn_are_unbiased_and_as_wide_as_they_must_be() -> None:
    """Over many seeds the share of true facts has the mean and the variance of a draw without replacement."""
    true = {fact.number for fact in FACTS[:30]}  # two thirds, all at the beginning of the report
    shares = []
    counts: Counter[int] = Counter()
    for seed in range(2000):
        chosen, _ = draw_facts(FACTS, FactSettings(seed=seed))
        counts.update(one.number for one in chosen)
        shares.append(sum(one.number in true for one in chosen) / len(chosen))

    assert abs(mean(shares) - 30 / 45) < 0.006  # four standard errors
    expected = (2 / 3) * (1 / 3) / 20 * (45 - 20) / (45 - 1)
    assert 0.85 < pvariance(shares) / expected < 1.15
    assert min(counts.values()) > 2000 * 20 / 45 * 0.88
