"""Splits printed references into people, title and the rest.

Styles print the same parts in many ways. Every boundary of a reference may begin its title and every later one may end
it; the best pair by learnt weights wins (`printed_features`), and no title may win too, because some styles print none.
The references of one list are read together: where most titles begin after a colon, an odd one probably does so too.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from litgauge.tasks.citations.printed.abridging import Abridged, abridged
from litgauge.tasks.citations.printed.features import Observations
from litgauge.tasks.citations.printed.markup import EM, EM_END, GROUP, GROUP_END, MARKS, in_latin, legible, plain
from litgauge.tasks.citations.printed.name_kinds import has_initials, is_body
from litgauge.tasks.citations.printed.pieces import Pieces, cut
from litgauge.tasks.citations.printed.sights import Sight, features

_BEAM, _HOPELESS = 4, 4.0
"""So many starts are tried with every end, if they are no more than this worse than the best."""
_START_PRIOR, _END_PRIOR = 1.0, 0.3
_FEWEST = 5
"""Below so many references a list has no habits."""
_LETTERS = re.compile(r"[^\W\d_].*[^\W\d_]")
_GROUP = re.compile(f"{GROUP}([^{GROUP}{GROUP_END}]*){GROUP_END}")
_LIST = re.compile(r" and |[;&]|,.*,|, (?:[A-Z]\.|.* [A-Z]\.)")
"""Signs that a group is more than one name."""
_NAME_END = re.compile(rf"\.?{GROUP_END}*")
_ADDRESS = re.compile(r"\s*\(?https?://\S+")
_PUBLISHER = re.compile(
    r"(?<=[.?!])\s(?:[^\W\d_a-z][\w-]*\.?(?:\s(?:(?:am|an|der|de|upon|on|of)\s)?[^\W\d_a-z][\w-]*\.?){0,2}):\s"
    r"[^\W\d_a-z][\w&'’-]*(?:\s(?:[^\W\d_a-z]|&|and\b|und\b|of\b)[\w'’-]*){0,3}$"
)
"""Place and publisher that nothing sets apart from a title before them: "Soziale Systeme. Frankfurt: Suhrkamp"."""
_NO_VENUE = re.compile(r"in:?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Printed:
    """Parts of a printed reference that could be told apart; `authors` keeps braces around names."""

    authors: str
    title: str | None
    rest: str
    is_cut: bool = False  # whether it was too long, and names or its end were left out

    @property
    def venue(self) -> str | None:
        """Return the first emphasised words after the title."""
        match = re.search(f"{EM}([^{EM}{EM_END}]{{3,200}}){EM_END}", self.rest)
        words = plain(match.group(1)) if match else ""
        return words if re.search(r"[^\W\d]{2}", words) and not _NO_VENUE.fullmatch(words) else None


@dataclass(frozen=True, slots=True)
class _Reading:
    """One way to read a reference; no title where `start` is `end`."""

    start: int
    end: int
    score: float
    habits: tuple[str, str]


def read_printed_list(bodies: Sequence[str], *, titles: bool = True) -> list[Printed]:
    """Return the parts of the references of one list, in its order.

    Only the people, where the style is known to print no titles.
    """
    shortened = [abridged(body) for body in bodies]
    texts = [legible(body.text) for body in shortened]
    observations = [Observations(cut(in_latin(text))) for text in texts]
    readings = [_readings(item, titles=titles) for item in observations]
    return [
        _whole(_parts(item, reading, text) if reading else Printed("", None, ""), body)
        for item, reading, text, body in zip(observations, _choose(readings), texts, shortened, strict=True)
    ]


def _whole(printed: Printed, body: Abridged) -> Printed:
    """Return the parts with the names put back that were taken out of a long list."""
    if not body.names:
        return replace(printed, is_cut=body.is_cut) if body.is_cut else printed
    head, names = plain(legible(body.head)), plain(legible(body.names))
    behind = printed.authors.removeprefix(head)
    if len(behind) == len(printed.authors):
        return replace(printed, is_cut=True)
    separator = "; " if body.head.rstrip().endswith(";") else ", "
    return replace(printed, authors=f"{head}{separator}{names}{separator}{behind.lstrip(' ,;')}", is_cut=body.is_cut)


def weights_digest() -> str:
    """Return the SHA-256 of the weights; readings made with other weights are out of date."""
    return hashlib.sha256(_weights_file()).hexdigest()


def _weights_file() -> bytes:
    return (files("litgauge.tasks.citations.printed") / "printed_weights.json").read_bytes()


@cache
def _weights() -> Mapping[str, float]:
    return {feature: float(weight) for feature, weight in json.loads(_weights_file()).items()}


_scores: dict[Sight, float] = {}
_MOST_SCORES = 100_000


def _score(sight: Sight) -> float:
    """Return the sum of the weights of a feature; cached, as the references of a list share most features."""
    score = _scores.get(sight)
    if score is None:
        if len(_scores) >= _MOST_SCORES:
            _scores.clear()
        weights = _weights()
        score = _scores[sight] = sum(weights.get(name, 0.0) for name in features(sight))
    return score


def _readings(observations: Observations, *, titles: bool) -> list[_Reading]:
    """Return the ways to read a reference that are worth weighing."""
    starts = sorted(
        ((sum(map(_score, observations.at_start(start))), start) for start in observations.starts), reverse=True
    )
    ends: dict[int, float] = {}
    readings = []
    for score, start in starts[:_BEAM]:
        if score < starts[0][0] - _HOPELESS:
            break
        for end, sights in observations.of_titles(start) if titles else [(start, observations.of_nothing(start))]:
            total = score + sum(map(_score, sights))
            if end > start:
                if end not in ends:
                    ends[end] = _score(observations.at_end(end))
                total += ends[end]
            readings.append(_Reading(start, end, total, observations.habits(start, end)))
    return readings


def _choose(readings: Sequence[Sequence[_Reading]]) -> list[_Reading | None]:
    """Return the best reading of each reference, given how the others of the list are read."""
    first = [max(ways, key=lambda way: way.score) if ways else None for ways in readings]
    chosen = [way for way in first if way]
    if len(chosen) < _FEWEST:
        return first
    starts = Counter(way.habits[0] for way in chosen)
    ends = Counter(way.habits[1] for way in chosen)
    at_start, at_end = (
        {habit: math.log((count + 0.5) / len(chosen)) for habit, count in counts.items()} for counts in (starts, ends)
    )
    never = math.log(0.5 / len(chosen))

    def weighed(way: _Reading) -> float:
        start, end = at_start.get(way.habits[0], never), at_end.get(way.habits[1], never)
        return way.score + _START_PRIOR * start + _END_PRIOR * end

    return [max(ways, key=weighed) if ways else None for ways in readings]


def _parts(observations: Observations, reading: _Reading, text: str) -> Printed:
    pieces, start, end = replace(observations.pieces, text=text), reading.start, reading.end
    if start == end:
        names = "" if observations.look(0) == "url" else _who(pieces, 0, observations.people(start))
        return Printed(names, None, _rest(pieces, start))
    names = _who(pieces, 0, observations.people(start)) if start else _who(pieces, *_names_after(observations, end))
    return Printed(names, _title(pieces, start, end), pieces.text[pieces.ends[end - 1] :])


def _who(pieces: Pieces, first: int, last: int) -> str:
    """Return the names, with the source's groups in braces."""
    if first >= last:
        return ""
    start, end = pieces.starts[first], pieces.ends[last - 1]
    while pieces.text[start - 1 : start] == GROUP:
        start -= 1
    if closing := _NAME_END.match(pieces.text, end):
        end = closing.end()
    if pieces.text.count("[", start, end) > pieces.text.count("]", start, end) and pieces.text[end : end + 1] == "]":
        end += 1
    names = _ADDRESS.sub("", pieces.text[start:end]).removeprefix("by ")
    return plain(_GROUP.sub(lambda match: f"{{{match[1]}}}" if _is_one(match[1]) else match[1], names))


def _is_one(group: str) -> bool:
    """Return whether braces hold one name, of a person or a body, rather than a list of names."""
    return _LIST.search(group) is None or (is_body(group) and not has_initials(group))


def _names_after(observations: Observations, end: int) -> tuple[int, int]:
    """Return the start and end of the names after a title that comes first; an empty span if none follow."""
    last = end
    while last < observations.run[end] and not (last > end and {"e", "N"} & set(observations.marks[last])):
        last += 1
    if last > end and _are_people(observations, end, last):
        return end, last
    first = max(
        (number for number in range(end, observations.count) if "(" in observations.marks[number]),
        default=observations.count,
    )
    last = observations.run[first]  # or in brackets at the very end
    at_end = all(kind == "Y" for kind in observations.kinds[last:])
    return (first, last) if at_end and _are_people(observations, first, last) else (end, end)


def _are_people(observations: Observations, first: int, last: int) -> bool:
    """Return whether possible names are people, not a place or publisher: by initials, "and", or separators."""
    kinds = observations.kinds[first:last]
    if any(kind[0] in "NI" or kind == "n&" for kind in kinds):
        return True
    return kinds[:1] == ["n"] and bool(set("QELN(:/—") & set(observations.marks[first]))


def _title(pieces: Pieces, start: int, end: int) -> str | None:
    title, after = pieces.span(start, end), pieces.text[pieces.ends[end - 1] :][:4]
    if match := re.match(r"[?!]+", MARKS.sub("", after)):
        title += match.group()
    before = MARKS.sub("", pieces.text[: pieces.starts[start]][-8:]).rstrip()
    for opened, closed in ("()", "[]", "“”"):
        if title.count(opened) > title.count(closed) and after.lstrip().startswith(closed):
            title += closed
        elif title.count(opened) < title.count(closed) and before.endswith(opened):
            title = opened + title
    words = plain(title).strip(' ,.;:"“”')
    if ": " in words and (printed_by := _PUBLISHER.search(words)):
        words = words[: printed_by.start()].rstrip(" .,;:")
    return words if _LETTERS.search(words) and "http" not in words else None


def _rest(pieces: Pieces, start: int) -> str:
    return pieces.text[pieces.starts[start] :] if start < len(pieces) else ""
