"""Each paper once: of one id the latest version, of one title and first author the paper updated last.

Twice, for two reasons: within one input as it is read (`Survivors`), and over the inputs of a run (`merge`).
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType

from litgauge.tasks.records import Dropped, Survey
from litgauge.tasks.text import compact_title


class Survivors:
    """Rows that passed the rules, held until the whole input is read and duplicates are known.

    Of rows with one id the later version wins, the later row if both are one version; if the later version fell out by
    a rule after the title's, the id falls out. Rows that the date or the title dropped are not compared: there are
    millions of them.
    """

    def __init__(self, duplicates_out: bool = True) -> None:
        self._duplicates_out = duplicates_out
        self._survivors: list[Survey | None] = []  # in the input's order; None where a later row has taken its place
        self._places: dict[str, int] = {}  # id -> its place among the kept
        self._fallen: dict[str, int] = {}  # id -> its latest version that fell out

    def add(self, survey: Survey) -> Dropped | None:
        """Keep the survey; what is dropped for it is an earlier version, or itself when a later one is known."""
        key, version = survey.survey_id, survey.version
        dropped = None
        if self._duplicates_out:
            if (later := self._fallen.get(key)) is not None and later > version:
                return Dropped(key, "duplicate", f"v{version}: v{later} of the same id fell out")
            if earlier := self._latest(key):
                if earlier.version > version:
                    return Dropped(key, "duplicate", f"v{version}: v{earlier.version} of the same id is kept")
                self._survivors[self._places[key]] = None
                dropped = Dropped(key, "duplicate", f"v{earlier.version}: v{version} of the same id is kept")
        self._places[key] = len(self._survivors)
        self._survivors.append(survey)
        return dropped

    def fell_out(self, survey_id: str, version: int) -> Dropped | None:
        """Note that a row fell out by a rule after the title's; what is dropped for it is an earlier version."""
        if not self._duplicates_out:
            return None
        self._fallen[survey_id] = max(version, self._fallen.get(survey_id, 0))
        earlier = self._latest(survey_id)
        if earlier is None or earlier.version > version:
            return None
        self._survivors[self._places.pop(survey_id)] = None
        return Dropped(survey_id, "duplicate", f"v{earlier.version}: v{version} of the same id fell out")

    def settle(self) -> Iterator[Survey | Dropped]:
        """Yield the surveys in the input's order, and the ones dropped because another has their title and first
        author.
        """
        surveys = [survey for survey in self._survivors if survey is not None]
        doubles = _doubles(surveys) if self._duplicates_out else {}
        for survey in surveys:
            name = survey.survey_id
            yield survey if name not in doubles else Dropped(name, "duplicate", same_paper(doubles[name]))

    def _latest(self, survey_id: str) -> Survey | None:
        place = self._places.get(survey_id)
        return None if place is None else self._survivors[place]


@dataclass(frozen=True)
class Merged:
    """Harvested row that represents each survey."""

    newest: dict[str, int]  # survey id -> number of its newest row, in the order of the first harvest that had it
    doubles: dict[str, str]  # id of a paper that is there twice -> the id that is kept for it


def merge(
    rows: Iterable[Survey],
    *,
    duplicates_out: bool,
    left_out: Collection[str] = (),
    passed_over: Mapping[str, int] = MappingProxyType({}),
) -> Merged:
    """Of rows with one id the newest version, then the later row; of one title and first author the last updated.

    No paper is left out for one of `left_out`. `passed_over` is how many of the newest rows of a survey do not count.
    """
    newest: dict[str, tuple[tuple[int, date, int], Survey]] = {}
    waiting: dict[str, list[tuple[tuple[int, date, int], Survey]]] = {}
    for number, survey in enumerate(rows):
        rank = (survey.version, survey.updated or date.min, number)
        if survey.survey_id in passed_over:
            waiting.setdefault(survey.survey_id, []).append((rank, survey))
        if survey.survey_id not in newest or rank > newest[survey.survey_id][0]:
            newest[survey.survey_id] = (rank, survey)
    for name, ranked in waiting.items():
        ranked.sort(key=lambda entry: entry[0], reverse=True)
        newest[name] = ranked[min(passed_over[name], len(ranked) - 1)]
    surveys = [survey for name, (_, survey) in newest.items() if name not in left_out]
    return Merged({name: rank[2] for name, (rank, _) in newest.items()}, _doubles(surveys) if duplicates_out else {})


def same_paper(survivor: str) -> str:
    """Return why a paper is left out for the one that is kept."""
    return f"{survivor} has the same title and first author"


def _doubles(surveys: Iterable[Survey]) -> dict[str, str]:
    """Return the id of each double, with the id that is kept for it: the one updated last."""
    groups: dict[tuple[str, str], list[tuple[date, str]]] = defaultdict(list)
    for survey in surveys:
        if survey.authors and (title := compact_title(survey.title)):
            author = compact_title(survey.authors[0].family)
            groups[title, author].append((survey.updated or date.min, survey.survey_id))
    doubles = {}
    for group in groups.values():
        last = max(group)[1]
        doubles.update({other: last for _, other in group if other != last})
    return doubles
