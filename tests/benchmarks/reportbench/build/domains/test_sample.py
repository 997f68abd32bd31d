"""The balanced sample: even, deterministic, explained, and hardly moved by what comes and goes."""

from __future__ import annotations

import math
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from litgauge.tasks.benchmarks.reportbench.build.domains import (
    DOMAIN_NAMES,
    UNKNOWN,
    Draw,
    distribution,
    downsample,
    quotas,
)
from litgauge.tasks.benchmarks.reportbench.rows import DomainLabel, Prompt
from tests.benchmarks.reportbench.build.domains.examples import LEVELS, label, prompts
from tests.tables import each_row

SUPPLIES = st.dictionaries(st.sampled_from(DOMAIN_NAMES[:6]), st.integers(0, 12), max_size=6)
SEEDS = st.integers(0, 5)


def world(supply: dict[str, int]) -> tuple[list[DomainLabel], list[Prompt]]:
    """Surveys of each domain, with all their prompts."""
    labels = [label(f"{domain[:4]}-{number}", domain) for domain, count in supply.items() for number in range(count)]
    return labels, [prompt for one in labels for prompt in prompts(one.survey_id)]


def tasks_of(choices: tuple[Draw, ...]) -> dict[str, str]:
    """The chosen surveys and their levels."""
    return {choice.survey_id: str(choice.task.level) for choice in choices if choice.task}


@settings(deadline=None)
@given(SUPPLIES, st.integers(0, 80), SEEDS)
def test_quotas_are_as_even_as_the_supply_allows(supply: dict[str, int], n: int, seed: int) -> None:
    shares = quotas(supply, n, seed)
    assert sum(shares.values()) == min(n, sum(supply.values()))
    assert all(shares[domain] <= supply[domain] for domain in supply)
    unfilled = [shares[domain] for domain in supply if shares[domain] < supply[domain]]
    assert max(shares.values(), default=0) - min(unfilled, default=99) <= 1


@given(SUPPLIES, st.integers(1, 80), SEEDS, st.randoms(use_true_random=False))
@settings(deadline=None)
def test_the_order_of_the_input_makes_no_difference(
    supply: dict[str, int], n: int, seed: int, dice: random.Random
) -> None:
    labels, all_prompts = world(supply)
    straight = downsample(labels, all_prompts, n, seed)
    dice.shuffle(labels)
    dice.shuffle(all_prompts)
    assert downsample(labels, all_prompts, n, seed) == straight


@given(SUPPLIES, st.integers(1, 80), SEEDS)
@settings(deadline=None)
def test_levels_are_nearly_even_over_all_and_within_each_domain(supply: dict[str, int], n: int, seed: int) -> None:
    choices = downsample(*world(supply), n, seed)
    tasks = [choice.task for choice in choices if choice.task]
    assert len(tasks) == min(n, sum(supply.values()))
    counts = Counter(task.level for task in tasks)
    assert all(counts[level] <= math.ceil(1.1 * len(tasks) / 3) for level in LEVELS)
    for domain in supply:
        own = [task.level for task in tasks if task.domain == domain]
        assert all(own.count(level) <= math.ceil(len(own) / 3) + 1 for level in LEVELS)


PAPER = (54, 154, 212, 110, 37, 36, 32, 20, 15, 8)  # 678 surveys in ten domains
AUDITED = (15,) * 10  # a small supply, in which a new survey is often drawn


@pytest.mark.parametrize("sizes", [PAPER, AUDITED])
def test_three_new_surveys_move_under_one_in_100_of_the_others(sizes: tuple[int, ...]) -> None:
    """A task moves when its survey stays in the sample at another level."""
    labels, all_prompts = world(dict(zip(DOMAIN_NAMES[:10], sizes, strict=True)))
    moved = []
    for seed in range(40):
        before = tasks_of(downsample(labels, all_prompts, 100, seed))
        domains = random.Random(seed).choices(DOMAIN_NAMES[:10], sizes, k=3)
        more = [label(f"new-{number}", domain) for number, domain in enumerate(domains)]
        later = [*all_prompts, *(prompt for one in more for prompt in prompts(one.survey_id))]
        after = tasks_of(downsample([*labels, *more], later, 100, seed))
        moved.append(sum(before[one] != after[one] for one in before.keys() & after.keys()))
    assert sum(moved) / len(moved) < 1
    assert max(moved) <= 3


@settings(deadline=None)
@given(SUPPLIES, st.integers(1, 60), SEEDS)
def test_every_survey_is_accounted_for_in_words(supply: dict[str, int], n: int, seed: int) -> None:
    labels, all_prompts = world(supply)
    choices = downsample(labels, all_prompts, n, seed)
    assert [choice.survey_id for choice in choices] == sorted(one.survey_id for one in labels)
    assert all(choice.reason for choice in choices)
    for choice in choices:
        if choice.task:
            assert choice.task.chosen == choice.reason
            assert choice.task.task_id == f"{choice.survey_id}:{choice.task.level}"
            assert choice.task.prompt == f"{choice.task.level} of {choice.survey_id}\n\nrules"


def test_another_seed_draws_others() -> None:
    labels, all_prompts = world({DOMAIN_NAMES[0]: 40, DOMAIN_NAMES[1]: 40})
    assert tasks_of(downsample(labels, all_prompts, 20, 1)) != tasks_of(downsample(labels, all_prompts, 20, 2))


@each_row("seed", range(20))
def test_a_new_survey_replaces_one_at_most_where_there_are_plenty(seed: int) -> None:
    supply = dict.fromkeys(DOMAIN_NAMES[:10], 30)
    labels, all_prompts = world(supply)
    before = tasks_of(downsample(labels, all_prompts, 100, seed))
    after = tasks_of(downsample([*labels, label("new", DOMAIN_NAMES[3])], [*all_prompts, *prompts("new")], 100, seed))
    assert len(before.keys() - after.keys()) <= 1
    assert sum(before[one] != after[one] for one in before.keys() & after.keys()) <= len(LEVELS)


@each_row("seed", range(20))
def test_a_new_survey_in_a_small_domain_takes_one_seat_from_another(seed: int) -> None:
    supply = {DOMAIN_NAMES[0]: 4} | dict.fromkeys(DOMAIN_NAMES[1:10], 30)
    labels, all_prompts = world(supply)
    before = tasks_of(downsample(labels, all_prompts, 100, seed))
    after = tasks_of(downsample([*labels, label("new", DOMAIN_NAMES[0])], [*all_prompts, *prompts("new")], 100, seed))
    assert after.keys() - before.keys() == {"new"}
    assert len(before.keys() - after.keys()) == 1


def test_a_survey_that_nothing_happened_to_keeps_its_words() -> None:
    labels, all_prompts = world(dict.fromkeys(DOMAIN_NAMES[:10], 30))
    before = {c.survey_id: c for c in downsample(labels, all_prompts, 100, 0)}
    more = [label(f"late-{number}", DOMAIN_NAMES[2]) for number in range(5)]
    later = [*all_prompts, *(prompt for one in more for prompt in prompts(one.survey_id))]
    after = downsample([*labels, *more], later, 100, 0)
    assert all(before[c.survey_id] == c for c in after if c.domain != DOMAIN_NAMES[2])


def test_a_small_domain_gives_all_it_has() -> None:
    labels, all_prompts = world({DOMAIN_NAMES[0]: 2, DOMAIN_NAMES[1]: 30, DOMAIN_NAMES[2]: 30})
    choices = downsample(labels, all_prompts, 20, 0)
    assert [count.after for count in distribution(choices)][:3] == [2, 9, 9]
    reasons = [choice.reason for choice in choices if choice.domain == DOMAIN_NAMES[0]]
    assert all("every survey is taken" in reason for reason in reasons)
    left_out = [choice.reason for choice in choices if choice.task is None]
    assert len(left_out) == 42
    assert all("is not among the 9 lowest" in reason for reason in left_out)


def test_unknown_takes_part_only_on_request() -> None:
    labels, all_prompts = world({DOMAIN_NAMES[0]: 5, UNKNOWN: 5})
    assert {c.task.domain for c in downsample(labels, all_prompts, 10, 0) if c.task} == {DOMAIN_NAMES[0]}
    assert sum(c.task is not None for c in downsample(labels, all_prompts, 10, 0, unknown=True)) == 10
    assert "unknown" in next(c.reason for c in downsample(labels, all_prompts, 10, 0) if c.domain == UNKNOWN)


def test_without_label_or_prompt_a_survey_is_left_out_with_the_reason() -> None:
    choices = downsample([label("a", DOMAIN_NAMES[0])], prompts("b"), 10, 0)
    assert [(choice.survey_id, choice.task, choice.reason) for choice in choices] == [
        ("a", None, "no prompt"),
        ("b", None, "no domain label"),
    ]


def test_a_survey_with_one_level_gets_that_one() -> None:
    labels = [label(f"s{number}", DOMAIN_NAMES[0]) for number in range(6)]
    given_prompts = [*prompts("s0", ("detail",)), *(p for one in labels[1:] for p in prompts(one.survey_id))]
    choices = downsample(labels, given_prompts, 6, 0)
    assert tasks_of(choices)["s0"] == "detail"
    assert max(Counter(tasks_of(choices).values()).values()) <= 3


def test_two_labels_or_two_prompts_of_one_survey_are_a_mistake() -> None:
    with pytest.raises(ValueError, match="two domain labels"):
        downsample([label("a", DOMAIN_NAMES[0])] * 2, [], 1, 0)
    with pytest.raises(ValueError, match="two detail prompts"):
        downsample([], prompts("a", ("detail",)) * 2, 1, 0)


def test_nothing_gives_nothing() -> None:
    assert downsample([], [], 10, 0) == ()
    assert sum(count.before for count in distribution(())) == 0
