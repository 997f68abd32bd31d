"""A judge, opened: its model and its voters, ready to be asked."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from tasks.judge.search import Searcher
from tasks.judge.search_endpoint import HttpSearch
from tasks.judge.settings import JudgeSettings, VoterSettings
from tasks.judge.voters import Voter
from tasks.llm.budget import Budget
from tasks.llm.door import Door, open_door
from tasks.llm.keys import SecretResolver
from tasks.llm.prices import PriceList
from tasks.llm.replies import Replies


@dataclass(frozen=True, slots=True)
class Panel:
    """Who judges in one score run. May be used from several threads."""

    settings: JudgeSettings
    door: Door  # to the model that finds passages and gives verdicts
    voters: tuple[Voter, ...]
    doors: tuple[Door, ...]  # all of them, for what was spent


def open_panel(
    settings: JudgeSettings,
    *,
    replies: Replies,
    budget: Budget | None = None,
    secrets: SecretResolver | None = None,
    prices: PriceList | None = None,
    at_hand: Searcher | None = None,
) -> Panel:
    """The judge of the settings; nothing is called yet.

    One budget holds for all: `budget`, else the settings' own. `at_hand` finds pages for voters without a web of
    their own. Raises ConfigError if there is a limit and one of the models has no price.
    """
    budget = budget or Budget(settings.budget_usd)
    door = open_door(settings.model, replies=replies, budget=budget, secrets=secrets, prices=prices)
    voters: list[Voter] = []
    doors = [door]
    samples: Counter[str] = Counter()
    for voter in settings.voters:
        web = voter.web_search if voter.web == "responses" else None
        voters_door = open_door(voter.model, replies=replies, budget=budget, secrets=secrets, prices=prices, web=web)
        who = f"{voter.model.endpoint_name}/{voters_door.model}/{voter.web}"
        voters.append(
            Voter(
                asker=voters_door,
                model=voters_door.model,
                votes=voter.votes,
                first_sample=samples[who],
                searcher=_searcher(voter, replies, budget, secrets, at_hand),
                sources_needed=voter.web == "search",
                findings_characters=settings.facts.findings_characters,
                attempts=settings.facts.attempts,
            )
        )
        samples[who] += voter.votes
        doors.append(voters_door)
    return Panel(settings, door, tuple(voters), tuple(doors))


def _searcher(
    voter: VoterSettings, replies: Replies, budget: Budget, secrets: SecretResolver | None, at_hand: Searcher | None
) -> Searcher | None:
    if voter.web == "search" and voter.search is not None:
        return HttpSearch(voter.search, replies=replies, budget=budget, secrets=secrets)
    return at_hand if voter.web == "none" else None
