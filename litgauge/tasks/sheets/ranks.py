"""The sheet on which people rank answers to the same thing, side by side, without seeing whose they are.

A row names an answer by a digest of what is shown, so the same sheet holds for every judge of the same answers, and
hides who wrote it. The answers themselves are files beside the sheet: too long for a cell.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from litgauge.tasks.sheets.columns import Rank, expected_ranks, filled, shown
from litgauge.tasks.sheets.declaration import REMARK, Entry, Sheet
from litgauge.tasks.sheets.items import ITEM, KnownAnswers, digest, name_of
from litgauge.tasks.sheets.reading import check_once, read_shared

RANK = filled("rank", "1 for the best on each topic, the same for equal ones", Rank(), aliases=("ranking", "place"))


@dataclass(frozen=True, slots=True)
class RankedItem:
    """One answer that is ranked among those to the same thing."""

    subject: str  # what they all are about, and what intervals draw anew
    title: str  # of the subject, for people
    system: str  # what is compared: a setting, an agent
    task_id: str
    text: str
    agent: str = ""

    @property
    def item(self) -> str:
        """The name of the answer on the sheet: a digest of what is shown, after a letter that makes it no number."""
        return "r" + digest(self.subject, self.text)

    @property
    def file(self) -> str:
        """The name of the file with the answer, beside the sheet."""
        return f"{self.item}.md"


Drawn = Mapping[str, Sequence[RankedItem]]
"""The items of each subject, in the order in which they are shown; of identical answers one."""


@dataclass(frozen=True, slots=True)
class PersonRanking:
    """A person's ranking of the answers to one thing; 1 is the best, equal ones have the same rank."""

    rater: str
    subject: str
    ranks: Mapping[str, int]  # item -> rank as it was written, so with gaps where others stand on the sheet


@dataclass(frozen=True, slots=True)
class PeopleRankings:
    """The rankings of some files."""

    rankings: tuple[PersonRanking, ...]
    unlabelled: int  # rows without a rank
    unknown: tuple[str, ...]  # "file:line: item", where they may be passed over


def draw_subjects(items: Iterable[RankedItem], size: int, *, seed: int) -> Drawn:
    """Return whole subjects with two answers or more, drawn until `size` answers are reached, at least one subject.

    Subjects, and the answers to each, come in random order; it depends on the seed and the items alone.
    """
    by_subject: dict[str, dict[str, RankedItem]] = defaultdict(dict)
    for item in sorted(items, key=lambda item: (item.subject, item.agent, item.system)):
        by_subject[item.subject].setdefault(item.item, item)
    subjects = sorted(subject for subject, answers in by_subject.items() if len(answers) > 1)
    generator = random.Random(seed)
    generator.shuffle(subjects)
    sample: dict[str, Sequence[RankedItem]] = {}
    for subject in subjects:
        if sample and sum(map(len, sample.values())) + len(by_subject[subject]) > size:
            break
        answers = [by_subject[subject][name] for name in sorted(by_subject[subject])]
        generator.shuffle(answers)
        sample[subject] = answers
    return sample


def rank_sheet(sample: Drawn, folder: str) -> tuple[Sheet, list[Mapping[str, str]]]:
    """Return the sheet and its rows; `folder` is where the files with the answers lie."""
    places = {item.item: len(answers) for answers in sample.values() for item in answers}
    rows: list[Mapping[str, str]] = [
        {ITEM.name: item.item, "topic": item.title, "shown": str(place), "file": f"{folder}/{item.file}"}
        for answers in sample.values()
        for place, item in enumerate(answers, 1)
    ]
    return _sheet(places), rows


def read_rankings(paths: Sequence[Path], items: Sequence[RankedItem], *, strict: bool = True) -> PeopleRankings:
    """Return the ranks of all files; a rater has the name of their file, unless a column `rater` says who ranked.

    A rank is a whole number from 1 to as many as the file has answers to the subject. Raises UnusableInput, with file
    and line, for anything else, and where one person ranks an answer twice; for a row that names nothing of these only
    if `strict`: else the sheet may hold answers of other runs.
    """
    known_answers = KnownAnswers.of(items)
    subjects = {item.item: item.subject for item in items}
    items_of: dict[Entry, str] = {}
    unknown = []
    entries = read_shared(_sheet({}), paths)
    for entry in entries:
        item = known_answers.items_of(entry) if strict else known_answers.find(entry)
        if item is None:
            unknown.append(f"{entry.where}: {name_of(entry)}")
        else:
            items_of[entry] = item
    check_once(items_of, items_of.__getitem__)
    _check_places(items_of, subjects, Counter(entry.file for entry in entries), strict=strict)
    ranks: dict[tuple[str, str], dict[str, int]] = defaultdict(dict)
    for entry, item in items_of.items():
        if (rank := entry[RANK]) is not None:
            ranks[entry.rater, subjects[item]][item] = rank
    rankings = tuple(PersonRanking(*names, of_subject) for names, of_subject in ranks.items())
    return PeopleRankings(rankings, len(items_of) - sum(map(len, ranks.values())), tuple(unknown))


def _check_places(
    entries: Mapping[Entry, str], subjects: Mapping[str, str], rows: Mapping[str, int], *, strict: bool
) -> None:
    """Raise UnusableInput for a rank beyond the number of answers that a file has to the subject.

    Where some of its answers are not known, it may have as many as it has rows.
    """
    shown_with: dict[tuple[str, str], set[str]] = defaultdict(set)
    for entry, item in entries.items():
        shown_with[entry.file, subjects[item]].add(item)
    for entry, item in entries.items():
        last = len(shown_with[entry.file, subjects[item]]) if strict else rows[entry.file]
        rank = entry[RANK]
        if rank is not None and rank > last:
            raise entry.refusal(f'"{rank}" is no rank', RANK.name, expected_ranks(last))


def _sheet(places: Mapping[str, int]) -> Sheet:
    return Sheet(
        "the file of ranks",
        (
            ITEM,
            shown("topic", "what the answers are about"),
            shown("shown", "place of the answer on the sheet, without a meaning"),
            shown("file", "the answer, beside this sheet"),
            filled(RANK.name, RANK.meaning, Rank(places), required=True, aliases=RANK.aliases),
            REMARK,
        ),
        "No rank of the file was used",
        "Columns are item (or task_id, with agent where several wrote one) and rank; and rater where people share it",
    )
