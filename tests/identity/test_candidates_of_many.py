"""Of very many works that are much alike, each is held to some, and twins find each other still."""

from __future__ import annotations

from litgauge.tasks.identity.candidates import MOST_SHARING, candidates
from litgauge.tasks.identity.traits import DescribedWork, traits_of


def test_of_many_works_of_one_title_each_is_held_to_those_beside_it() -> None:
    count = 5 * MOST_SHARING
    traits = [traits_of(DescribedWork("Kites over the sea", year=year)) for year in range(count)]
    pairs = set(candidates(traits, traits))
    assert len(pairs) <= count * MOST_SHARING
    assert all((number, number) in pairs for number in range(count))
    assert all(sum(one == number for one, _ in pairs) == MOST_SHARING for number in (0, count // 2, count - 1))


def test_few_works_of_one_title_are_all_held_to_each_other() -> None:
    traits = [traits_of(DescribedWork("Kites over the sea", year=year)) for year in range(20)]
    assert len(list(candidates(traits, traits))) == 400
