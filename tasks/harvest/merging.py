"""Surveys of several harvests as one list: the newest version of each, and each paper once."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from tasks.records import Survey
from tasks.text import compact_title


@dataclass(frozen=True)
class Merged:
    """Which harvested row stands for each survey."""

    kept: dict[str, int]  # survey id -> number of its row, in the order of the first harvest that had it
    doubles: dict[str, str]  # id of a paper that is there twice -> the id that is kept for it


def merge(rows: Iterable[Survey], *, duplicates_out: bool) -> Merged:
    """Of rows with one id the newest version, then the later row; of one title and first author the last updated."""
    newest: dict[str, tuple[tuple[int, date, int], Survey]] = {}
    for number, survey in enumerate(rows):
        rank = (survey.version, survey.updated or date.min, number)
        if survey.survey_id not in newest or rank > newest[survey.survey_id][0]:
            newest[survey.survey_id] = (rank, survey)
    doubles = _doubles([survey for _, survey in newest.values()]) if duplicates_out else {}
    kept = {name: rank[2] for name, (rank, _) in newest.items() if name not in doubles}
    return Merged(kept, doubles)


def _doubles(surveys: list[Survey]) -> dict[str, str]:
    groups: dict[tuple[str, str], list[Survey]] = {}
    for survey in surveys:
        if survey.title and survey.authors:
            groups.setdefault((compact_title(survey.title), compact_title(survey.authors[0].family)), []).append(survey)
    found = {}
    for group in groups.values():
        last = max(group, key=lambda survey: (survey.updated or date.min, survey.survey_id))
        found.update({survey.survey_id: last.survey_id for survey in group if survey is not last})
    return found
