"""A judge, opened: its model and its voters, ready to be asked."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from litgauge.tasks.judge.model_search import ModelSearch
from litgauge.tasks.judge.search import Searcher
from litgauge.tasks.judge.search_endpoint import HttpSearch
from litgauge.tasks.judge.settings import JudgeSettings, VoterSettings
from litgauge.tasks.judge.voters import Voter
from litgauge.tasks.llm.budget import Budget
from litgauge.tasks.llm.door import Door, ScoringDoor, open_door
from litgauge.tasks.llm.keys import SecretResolver
from litgauge.tasks.llm.prices import PriceList
from litgauge.tasks.llm.replies import Replies
from litgauge.tasks.llm.settings import ModelSettings, WebSearchSettings
from litgauge.tasks.records import Spending


class Spender(Protocol):
    """A door, or a search."""

    @property
    def spent(self) -> Spending:
        """Return what it has used so far."""
        ...


@dataclass(frozen=True, slots=True)
class Panel:
    """Judges of one score run. May be used from several threads."""

    settings: JudgeSettings
    door: Door  # to the models that find passages, give verdicts and pick facts
    voters: tuple[Voter, ...]
    voter_doors: tuple[Door, ...]  # in the order of the voters
    search_door: Door | None  # to the model that searches once for all votes
    budget: Budget
    spenders: tuple[Spender, ...]  # all doors and searches

    @property
    def is_by_rules(self) -> bool:
        """Return whether rules answer all questions and no voter searches the web, so that nothing is paid."""
        settings = self.settings
        models = (settings.model, *settings.models.values(), *(voter.model for voter in settings.voters))
        searching = any(voter.web != "none" for voter in settings.voters)
        return not searching and all(model.provider == "offline" for model in models)


def open_panel(
    settings: JudgeSettings,
    *,
    replies: Replies,
    budget: Budget | None = None,
    secrets: SecretResolver | None = None,
    prices: PriceList | None = None,
    at_hand: Searcher | None = None,
    ask_again: bool = False,
) -> Panel:
    """Return the judge of the settings; nothing is called yet.

    One budget holds for all: `budget`, else the settings' own. `at_hand` finds pages for voters without a web of
    their own. With `ask_again` what is stored as invalid, unsound or refused is asked anew. Raises ConfigError if
    there is a limit and one of the models has no price.
    """
    budget = budget or Budget(settings.budget_usd)
    opening = _Opening(settings, replies, budget, secrets, prices, at_hand, ask_again)
    door = opening.door(settings.model, models={str(name): model for name, model in settings.models.items()})
    shared = opening.shared_searcher()
    voters: list[Voter] = []
    doors: list[Door] = []
    samples: Counter[str] = Counter()
    for voter in settings.voters:
        looks_up = voter.web != "none"
        searcher = shared if shared and looks_up else opening.searcher(voter)
        by_itself = voter.web == "responses" and shared is None
        own = opening.door(voter.model, web=voter.web_search if by_itself else None)
        voter_key = f"{voter.model.endpoint_name}/{own.model}/{voter.web}"
        voters.append(
            Voter(
                asker=ScoringDoor(own),
                model=own.model,
                votes=voter.votes,
                first_sample=samples[voter_key],
                searcher=searcher,
                sources_needed=looks_up and not by_itself,
                findings_characters=settings.facts.findings_characters,
                attempts=settings.facts.attempts,
            )
        )
        samples[voter_key] += voter.votes
        doors.append(own)
    return Panel(settings, door, tuple(voters), tuple(doors), opening.search_door, budget, tuple(opening.spenders))


class _Opening:
    """State shared by the doors and searches of a panel."""

    def __init__(
        self,
        settings: JudgeSettings,
        replies: Replies,
        budget: Budget,
        secrets: SecretResolver | None,
        prices: PriceList | None,
        at_hand: Searcher | None,
        ask_again: bool,
    ) -> None:
        self._settings, self._at_hand, self._ask_again = settings, at_hand, ask_again
        self._replies, self._budget, self._secrets, self._prices = replies, budget, secrets, prices
        self._searches: dict[str, HttpSearch] = {}
        self.spenders: list[Spender] = []
        self.search_door: Door | None = None

    def door(
        self,
        model: ModelSettings,
        *,
        web: WebSearchSettings | None = None,
        models: Mapping[str, ModelSettings] | None = None,
    ) -> Door:
        door = open_door(
            model,
            replies=self._replies,
            budget=self._budget,
            secrets=self._secrets,
            prices=self._prices,
            web=web,
            models=models,
            ask_again=self._ask_again,
        )
        self.spenders.append(door)
        return door

    def searcher(self, voter: VoterSettings) -> Searcher | None:
        """Return what a voter looks things up with, beside the model's own web."""
        if voter.web == "search" and voter.search is not None:
            key = voter.search.model_dump_json()
            if key not in self._searches:  # one for all voters: the same search at once is paid for once
                search = HttpSearch(voter.search, replies=self._replies, budget=self._budget, secrets=self._secrets)
                self._searches[key] = search
                self.spenders.append(search)
            return self._searches[key]
        return self._at_hand if voter.web == "none" else None

    def shared_searcher(self) -> Searcher | None:
        """With `shared_search` what the first voter that looks things up does so with, for all of them."""
        first = next((voter for voter in self._settings.voters if voter.web != "none"), None)
        if first is None or not self._settings.facts.shared_search:
            return None
        if first.web == "search":
            return self.searcher(first)
        self.search_door = self.door(first.model, web=first.web_search)
        return ModelSearch(self.search_door)
