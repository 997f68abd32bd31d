"""Balanced sample: as even over domains as the supply allows, and nearly so over levels (ReportBench, 2.1.3).

Who is drawn is decided by a number that a survey has from the seed and its own id, so the order of the input makes no
difference; so is the level of its prompt, so a survey that comes or goes seldom moves another one.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from litgauge.tasks.benchmarks.reportbench.build.domains.catalog import UNKNOWN
from litgauge.tasks.benchmarks.reportbench.rows import DomainLabel, Prompt, PromptLevel, ReleaseTask

LEVELS: tuple[PromptLevel, ...] = ("sentence", "paragraph", "detail")
_SPARE_SEATS = 0.1  # of a level, over an equal share of the sample


@dataclass(frozen=True, slots=True)
class Draw:
    """Decision about one survey, with its reason."""

    survey_id: str
    domain: str  # "" where it has none
    task: ReleaseTask | None  # None: not chosen
    reason: str


def downsample(
    labels: Iterable[DomainLabel], prompts: Iterable[Prompt], n: int, seed: int, *, unknown: bool = False
) -> tuple[Draw, ...]:
    """One choice for each survey that has a label or a prompt, by survey id; min(n, supply) of them hold a task.

    The supply are the surveys with a domain and at least one prompt; Unknown is no domain unless `unknown` is on,
    because a sample cannot be even over what nobody could tell. Domains get equal quotas, a small domain all it has;
    seats that do not divide go to the domains that the seed names first. Within a domain the surveys with the
    lowest numbers win. Where every survey has every level, none of these has more than a tenth over an equal share of
    the sample, nor more than one over an equal share of a domain. Raises ValueError for two labels of one survey, or
    two prompts of one survey and level.
    """
    by_survey, domain_of = _indexed(labels, prompts)
    kept_out = {
        survey_id: reason
        for survey_id in sorted({*by_survey, *domain_of})
        if (reason := _kept_out(survey_id, by_survey, domain_of, unknown))
    }
    supply: dict[str, list[str]] = {}
    for survey_id in sorted({*by_survey, *domain_of} - set(kept_out), key=lambda name: _number(seed, name)):
        supply.setdefault(domain_of[survey_id], []).append(survey_id)
    quota = quotas({domain: len(surveys) for domain, surveys in supply.items()}, n, seed)
    drawn = {domain: surveys[: quota[domain]] for domain, surveys in supply.items()}
    levels = _levels(drawn, by_survey, seed)
    choices = [Draw(survey_id, domain_of.get(survey_id, ""), None, reason) for survey_id, reason in kept_out.items()]
    for domain, surveys in supply.items():
        rule = _rule(domain, quota[domain], len(surveys))
        for survey_id in surveys:
            number = f"its number {_number(seed, survey_id):.6f} (seed {seed})"
            if survey_id in levels:
                reason = f"{rule.format(number=number)}; {levels[survey_id][1]}"
                prompt = by_survey[survey_id][levels[survey_id][0]]
                choices.append(Draw(survey_id, domain, _task(prompt, domain, reason), reason))
            else:
                reason = f"{domain}: {number} is not among the {quota[domain]} lowest"
                choices.append(Draw(survey_id, domain, None, reason))
    return tuple(sorted(choices, key=lambda choice: choice.survey_id))


def quotas(supply: Mapping[str, int], n: int, seed: int) -> dict[str, int]:
    """Return how many of `n` seats each domain gets: equal, but never more than it has; the sum is min(n, supply).

    >>> quotas({"energy": 2, "health": 40, "finance": 40}, 11, seed=0) in (
    ...     {"energy": 2, "health": 5, "finance": 4}, {"energy": 2, "health": 4, "finance": 5})
    True
    """
    level = max(
        (
            depth
            for depth in range(max(supply.values(), default=0) + 1)
            if sum(min(surveys, depth) for surveys in supply.values()) <= n
        ),
        default=0,
    )
    shares = {domain: min(surveys, level) for domain, surveys in supply.items()}
    thirsty = sorted(
        (domain for domain, surveys in supply.items() if surveys > level), key=lambda domain: _number(seed, domain)
    )
    for domain in thirsty[: n - sum(shares.values())]:
        shares[domain] += 1
    return shares


def _indexed(
    labels: Iterable[DomainLabel],
    prompts: Iterable[Prompt],
) -> tuple[dict[str, dict[PromptLevel, Prompt]], dict[str, str]]:
    domain_of: dict[str, str] = {}
    for label in labels:
        if label.survey_id in domain_of:
            raise ValueError(f"{label.survey_id} has two domain labels")
        domain_of[label.survey_id] = label.domain
    by_survey: dict[str, dict[PromptLevel, Prompt]] = {}
    for prompt in prompts:
        if prompt.level in by_survey.setdefault(prompt.survey_id, {}):
            raise ValueError(f"{prompt.survey_id} has two {prompt.level} prompts")
        by_survey[prompt.survey_id][prompt.level] = prompt
    return by_survey, domain_of


def _kept_out(
    survey_id: str, by_survey: Mapping[str, object], domain_of: Mapping[str, str], unknown: bool
) -> str | None:
    if survey_id not in domain_of:
        return "no domain label"
    if survey_id not in by_survey:
        return "no prompt"
    if domain_of[survey_id] == UNKNOWN and not unknown:
        return "its domain is unknown, and Unknown takes no part in the balance"
    return None


def _rule(domain: str, seats: int, supply: int) -> str:
    if seats == supply:
        return f"{domain}: every survey is taken, for there are no more than its share"
    return f"{domain}: {{number}} is among the {seats} lowest"


def _levels(
    drawn: Mapping[str, Sequence[str]], by_survey: Mapping[str, Mapping[PromptLevel, Prompt]], seed: int
) -> dict[str, tuple[PromptLevel, str]]:
    """Return the level of each drawn survey, and why.

    Its own favourite by the seed, unless the seats of that level are taken. There are more seats than surveys: were
    levels exactly even, each survey that comes or goes would move others through all levels and domains.
    """
    levels = [level for level in LEVELS if any(level in prompts for prompts in by_survey.values())]
    share = sum(map(len, drawn.values())) / max(len(levels), 1)
    seats = dict.fromkeys(levels, math.ceil(share * (1 + _SPARE_SEATS)))
    domain_of = {survey_id: domain for domain, surveys in drawn.items() for survey_id in surveys}
    seats_of = {
        (domain, level): math.ceil(len(surveys) / len(levels)) + 1
        for domain, surveys in drawn.items()
        for level in levels
    }
    chosen: dict[str, PromptLevel] = {}
    wishes = {name: sorted(by_survey[name], key=lambda level: _wish(seed, name, level)) for name in domain_of}
    pairs = [(name, level) for name, levels_of in wishes.items() for level in levels_of]
    for name, level in sorted(pairs, key=lambda pair: (len(wishes[pair[0]]), _wish(seed, *pair))):
        if name not in chosen and seats[level] > 0 and seats_of[domain_of[name], level] > 0:
            chosen[name] = level
            seats[level] -= 1
            seats_of[domain_of[name], level] -= 1
    return {name: _level_and_reason(chosen.get(name), wishes[name]) for name in domain_of}


def _level_and_reason(level: PromptLevel | None, wishes: Sequence[PromptLevel]) -> tuple[PromptLevel, str]:
    if len(wishes) == 1:
        return wishes[0], f"{wishes[0]} level, the only one it has"
    if level is None:
        return wishes[0], f"{wishes[0]} level, though its seats were taken, for it has no other with a seat"
    if level == wishes[0]:
        return level, f"{level} level, the first that the seed names for it"
    return level, f"{level} level, for the seats of {' and '.join(wishes[: wishes.index(level)])} were taken"


def _task(prompt: Prompt, domain: str, reason: str) -> ReleaseTask:
    return ReleaseTask(
        f"{prompt.survey_id}:{prompt.level}", prompt.survey_id, prompt.level, prompt.text, prompt.cutoff, domain, reason
    )


def _number(seed: int, name: str) -> float:
    """A number in [0, 1) that seed and name decide, as good as random."""
    digest = hashlib.sha256(f"{seed}\0{name}".encode()).digest()
    return int.from_bytes(digest[:8], "big") / 2**64


def _wish(seed: int, survey_id: str, level: PromptLevel) -> float:
    return _number(seed, f"{survey_id}\0{level}")
