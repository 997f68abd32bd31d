"""A sheet on which people rank answers to the same thing, side by side, without seeing whose they are.

A line names an answer by a digest of what is shown, so the same sheet holds for every judge of the same answers, and
tells nobody who wrote it or with what. The answers themselves are files beside the sheet: too long for a cell.
"""

from __future__ import annotations

import csv
import hashlib
import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO

from tasks.statistics.spreadsheets import shielded

ITEM, SUBJECT, SHOWN, FILE, RANK, RATER, COMMENT = "item", "topic", "shown", "file", "rank", "rater", "comment"
COLUMNS = (ITEM, SUBJECT, SHOWN, FILE, RANK, COMMENT)
_ITEM_LENGTH = 12


@dataclass(frozen=True, slots=True)
class RankedItem:
    """One answer that is ranked among those to the same thing."""

    subject: str  # what they all are about, and what intervals draw anew
    told: str  # the subject as people are told
    system: str  # what is compared: a setting, an agent
    task_id: str
    text: str
    agent: str = ""

    @property
    def item(self) -> str:
        """By what a line of the sheet names it: a digest of what is shown, and a letter in front.

        Without that a spreadsheet takes one in a hundred for a number ("123456789e12").
        """
        return "r" + hashlib.sha256(f"{self.subject}\0{self.text}".encode()).hexdigest()[:_ITEM_LENGTH]


Sheet = Mapping[str, Sequence[RankedItem]]
"""The items of each subject, in the order in which they are shown; what is the same to the letter stands there once."""


def draw_subjects(items: Iterable[RankedItem], size: int, *, seed: int) -> Sheet:
    """Whole subjects with two answers or more, drawn until `size` answers are reached, at least one subject.

    Subjects and the answers to each come in an order that tells nothing; it depends on the seed and the items alone.
    """
    by_subject: dict[str, dict[str, RankedItem]] = defaultdict(dict)
    for one in sorted(items, key=lambda one: (one.subject, one.agent, one.system)):
        by_subject[one.subject].setdefault(one.item, one)
    subjects = sorted(subject for subject, of in by_subject.items() if len(of) > 1)
    generator = random.Random(seed)
    generator.shuffle(subjects)
    drawn: dict[str, Sequence[RankedItem]] = {}
    for subject in subjects:
        if drawn and sum(map(len, drawn.values())) + len(by_subject[subject]) > size:
            break
        shown = [by_subject[subject][item] for item in sorted(by_subject[subject])]
        generator.shuffle(shown)
        drawn[subject] = shown
    return drawn


def rank_sheet_csv(sheet: Sheet, folder: str) -> str:
    """The sheet as CSV that spreadsheets open without taking a cell for a formula; `folder` is where the files lie."""
    stream = StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(COLUMNS)
    for of in sheet.values():
        for place, one in enumerate(of, 1):
            writer.writerow(map(shielded, (one.item, one.told, str(place), f"{folder}/{file_of(one)}", "", "")))
    return stream.getvalue()


def file_of(item: RankedItem) -> str:
    """The name of the file with an answer, beside the sheet."""
    return f"{item.item}.md"
