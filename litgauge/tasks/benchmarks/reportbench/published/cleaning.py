"""Cleaning of a published benchmark: non-references and duplicate rows are removed, mangled strings repaired.

Every removed row and every changed field becomes a `Correction`. Nothing is removed that could be another work: rows
are one work only with the same title, first author and year (one year apart at most: a preprint and its publication),
or the same DOI.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from litgauge.tasks.benchmarks.reportbench.rows import Correction
from litgauge.tasks.records import PersonName, PublishedSurvey, Reference
from litgauge.tasks.text import compact_title
from litgauge.tasks.text.repairs import Repaired, repair_text

_PLACEHOLDER_AUTHOR = re.compile(
    r"(?:ar|inproc|book|first|second|third|last|some|other)?-?author[0-9a-c]?", re.IGNORECASE
)
_PLACEHOLDER_TITLES = (
    "anarticleonsomethinginteresting",
    "abookonsomethinginteresting",
    "titleofthearticle",
    "titleofthepaper",
    "loremipsum",
)


@dataclass
class _List:
    """One survey's list while it is being cleaned."""

    references: list[Reference] = field(default_factory=list)
    corrections: list[Correction] = field(default_factory=list)


def clean_references(
    references: Iterable[Reference], authors: Mapping[str, tuple[tuple[PersonName, ...], bool]]
) -> tuple[list[Reference], list[Correction]]:
    """Return the remaining references, repaired, in order, and the corrections.

    `authors` maps the place of a row to its names when read correctly.
    """
    result: list[Reference] = []
    corrections: list[Correction] = []
    for rows in _by_survey(references).values():
        cleaned = _clean_list(rows, authors)
        result += cleaned.references
        corrections += cleaned.corrections
    return result, corrections


def clean_surveys(surveys: Iterable[PublishedSurvey]) -> tuple[list[PublishedSurvey], list[Correction]]:
    """Return the surveys with title and abstract repaired, and the corrections."""
    result, corrections = [], []
    for survey in surveys:
        mended: dict[str, Any] = {}
        for name in ("title", "abstract"):
            raw = getattr(survey, name)
            repaired = repair_text(raw, title=name == "title") if raw else Repaired("", ())
            if repaired.rules:
                corrections.append(_repair(survey.survey_id, "", "", name, repaired.rules, raw, repaired.text))
                mended[name] = repaired.text
        result.append(dataclasses.replace(survey, **mended))
    return result, corrections


def place_of(reference: Reference) -> str:
    """Return file and line of an imported reference."""
    return next((entry.place for entry in reference.provenance if entry.field == "row"), "")


def _clean_list(rows: Sequence[Reference], authors: Mapping[str, tuple[tuple[PersonName, ...], bool]]) -> _List:
    result = _List()
    works = _Works()
    half = _doubling(rows)
    for position, raw in enumerate(rows):
        reference, mended = _mend(raw, authors)
        if half and position >= half:
            first_half = place_of(rows[position - half])
            _remove(result, raw, "list-doubled", f"the whole list is repeated; see {first_half}")
        elif _is_template(reference):
            _remove(result, raw, "template-entry", "an example that came with a LaTeX template, no work")
        elif (first := works.find(reference, result.references)) is not None:
            _merge(result, raw, first)
        else:
            reference, renamed = _own_key(reference, result.references)
            works.add(reference, len(result.references))
            result.references.append(reference)
            result.corrections += mended + renamed
    return result


class _Works:
    """Row of each work in the list, by its identifying fields."""

    def __init__(self) -> None:
        self._rows: dict[str, list[int]] = {}

    def add(self, reference: Reference, row: int) -> None:
        for name in _work_names(reference):
            self._rows.setdefault(name, []).append(row)

    def find(self, reference: Reference, references: Sequence[Reference]) -> int | None:
        for name in _work_names(reference):
            for row in self._rows.get(name, ()):
                if _same_work(references[row], reference):
                    return row
        return None


def _work_names(reference: Reference) -> Iterator[str]:
    yield f"key:{reference.key}"
    if reference.title and (title := compact_title(reference.title)):
        yield f"title:{title}"
    if reference.doi:
        yield f"doi:{reference.doi}"


def _same_work(first: Reference, second: Reference) -> bool:
    titles = [compact_title(row.title or "") for row in (first, second)]
    if titles[0] != titles[1] or not titles[0]:
        return False
    if first.key == second.key or (first.doi is not None and first.doi == second.doi):
        return True
    years = first.year, second.year
    if years[0] is None or years[1] is None or abs(years[0] - years[1]) > 1:
        return False
    return bool(first.authors and second.authors) and not _surnames(first).isdisjoint(_surnames(second))


def _surnames(reference: Reference) -> set[str]:
    """Return the first author's surname; both names if the list may have them in the other order."""
    person = reference.authors[0]
    return {compact_title(name) for name in (person.family.split()[-1:] or [person.family])}


def _doubling(rows: Sequence[Reference]) -> int:
    """Return where the second half begins if it repeats the first, row by row; 0 if it does not."""
    half, odd = divmod(len(rows), 2)
    is_doubled = not odd and all(_content(a) == _content(b) for a, b in zip(rows[:half], rows[half:], strict=True))
    return half if is_doubled else 0


def _content(reference: Reference) -> Reference:
    return dataclasses.replace(reference, provenance=())


def _is_template(reference: Reference) -> bool:
    title = compact_title(reference.title or "")
    people = [person for person in reference.authors if _PLACEHOLDER_AUTHOR.fullmatch(person.family)]
    return bool(people) and (title.startswith(_PLACEHOLDER_TITLES) or 1 < len(people) == len(reference.authors))


def _remove(result: _List, raw: Reference, rule: str, detail: str) -> None:
    result.corrections.append(Correction(raw.survey_id, raw.key, place_of(raw), "", rule, raw.title or "", "", detail))


def _merge(result: _List, raw: Reference, row: int) -> None:
    first = result.references[row]
    if first.key == raw.key or raw.key in first.aliases:
        _remove(result, raw, "same-key", f"the same work under the same key; see {place_of(first)}")
        return
    _remove(result, raw, "same-work", f"the same work under the key {first.key}; see {place_of(first)}")
    aliases = (*first.aliases, raw.key)
    result.references[row] = dataclasses.replace(first, aliases=aliases)
    result.corrections.append(
        Correction(
            first.survey_id,
            first.key,
            place_of(first),
            "aliases",
            "same-work",
            "; ".join(first.aliases),
            "; ".join(aliases),
            f"{raw.key} is the same work",
        )
    )


def _own_key(reference: Reference, references: Sequence[Reference]) -> tuple[Reference, list[Correction]]:
    """Return the reference with a new key if another work has its key."""
    keys = {row.key for row in references}
    if reference.key not in keys:
        return reference, []
    number = next(n for n in range(2, len(references) + 3) if f"{reference.key}#{n}" not in keys)
    key = f"{reference.key}#{number}"
    return dataclasses.replace(reference, key=key), [
        Correction(
            reference.survey_id,
            key,
            place_of(reference),
            "key",
            "key-of-two-works",
            reference.key,
            key,
            "two works have this key",
        )
    ]


def _mend(
    raw: Reference, authors: Mapping[str, tuple[tuple[PersonName, ...], bool]]
) -> tuple[Reference, list[Correction]]:
    place = place_of(raw)
    corrections: list[Correction] = []
    mended: dict[str, Any] = {}
    for name in ("title", "venue"):
        value = getattr(raw, name)
        repaired = repair_text(value, title=name == "title") if value else Repaired("", ())
        if repaired.rules:
            mended[name] = repaired.text
            corrections.append(_repair(raw.survey_id, raw.key, place, name, repaired.rules, value, repaired.text))
    people, et_al = authors.get(place, (raw.authors, raw.et_al))
    if people != raw.authors:
        mended["authors"] = people
        before, after = ("; ".join(_name(person) for person in names) for names in (raw.authors, people))
        corrections.append(_repair(raw.survey_id, raw.key, place, "authors", ("names",), before, after))
    if et_al != raw.et_al:
        mended["et_al"] = et_al
        corrections.append(_repair(raw.survey_id, raw.key, place, "et_al", ("names",), str(raw.et_al), str(et_al)))
    return dataclasses.replace(raw, **mended), corrections


_RULES = {
    "line-break": "line breaks and double spaces are one space",
    "broken-decoding": "what a broken LaTeX decoder left was put right",
    "latex": "LaTeX and mojibake became Unicode",
    "stray-ending": "a stray full stop, comma, colon or semicolon at the end went",
    "names": "the author list was read again, LaTeX decoded",
}


def _repair(
    survey_id: str, key: str, place: str, name: str, rules: Sequence[str], before: str, after: str
) -> Correction:
    detail = "; ".join(_RULES[rule] for rule in rules)
    return Correction(survey_id, key, place, name, "+".join(rules), before, after, detail)


def _name(person: PersonName) -> str:
    return f"{person.family}, {person.given}" if person.given else person.family


def _by_survey(references: Iterable[Reference]) -> dict[str, list[Reference]]:
    lists: dict[str, list[Reference]] = {}
    for reference in references:
        lists.setdefault(reference.survey_id, []).append(reference)
    return lists
