"""Figures in prose: how much, of what, and whether two of them say the same.

Values with units, percentages, years, magnitudes, shares ("two thirds") and number words from four on are read; powers
of ten, dates within a year and numbers in names (GPT-3) are not.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

from litgauge.tasks.text.words import SPELLED

_MAGNITUDES = {"hundred": 1e2, "thousand": 1e3, "k": 1e3, "million": 1e6, "mn": 1e6, "m": 1e6, "billion": 1e9,
               "bn": 1e9, "b": 1e9, "trillion": 1e12, "t": 1e12}  # fmt: skip
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
_PARTS = {"half": 2, "halves": 2, "third": 3, "quarter": 4, "fourth": 4, "fifth": 5, "tenth": 10}
_UNITS = {  # unit -> what it measures, and how many of the base unit it is: 90 minutes are 1.5 hours
    unit: (kind, float(size))
    for kind, listed in {
        "time": "ms .001 second 1 sec 1 minute 60 hour 3600 day 86400 week 604800 month 2629746 year 31556952 "
        "decade 315569520",
        "length": "nm 1e-9 µm 1e-6 mm 1e-3 cm 1e-2 metre 1 meter 1 km 1e3 kilometre 1e3 kilometer 1e3 mile 1609.344",
        "mass": "mg 1e-6 g 1e-3 kg 1 kilogram 1 tonne 1e3 ton 1e3",
        "size": "KB 1e3 MB 1e6 GB 1e9 TB 1e12",
        "frequency": "Hz 1 kHz 1e3 MHz 1e6 GHz 1e9",
        "power": "W 1 kW 1e3 MW 1e6 GW 1e9",
        "energy": "J 1 kJ 1e3 Wh 3600 kWh 3.6e6 MWh 3.6e9",
    }.items()
    for unit, size in zip(listed.split()[::2], listed.split()[1::2], strict=True)
}
_NUMBERS = {"one": 1, **SPELLED, **_TENS, "dozen": 12}
_FIGURE = re.compile(
    r"(?<![A-Za-z0-9_.])(?<![A-Za-z][-‐‑/])(?P<sign>(?<![\d%)\]\w])[-−](?=[\d.]))?"
    r"(?P<digits>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)(?!\.?\d|[A-Za-z_]+\d)(?!st\b|nd\b|rd\b|th\b)"
    rf"|\b(?P<tens>{'|'.join(_TENS)})[\s-](?P<ones>one|{'|'.join(list(SPELLED)[:8])})\b|\b(?P<word>{'|'.join(_NUMBERS)})\b",
    re.IGNORECASE,
)
_AFTER = re.compile(r"(?P<percent>\s?%|[\s-]?per\s?cent\b)|[\s-]?(?P<unit>[A-Za-zµ]+)(?:[\s-](?P<next>[A-Za-zµ]+))?")
_LOOSE = re.compile(
    r"(?:(?P<about>\b(?:about|around|approximately|roughly|nearly|almost|some|circa)|[~≈])"
    r"|(?P<more>\b(?:over|more than|at least|above)|[>≥])|(?P<less>\b(?:under|less than|fewer than|below)|[<≤]))\s*$",
    re.IGNORECASE,
)
_SAME, _ROUND, _WIDE = 0.005, 0.05, 1.25  # relative: as good as equal; after "about"; "over 300" is said of 308
_FEWEST_SPELLED = 4  # "two", "three" are said of things that a source lists without counting
_YEARS = range(1000, 2200)


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure."""

    value: float  # as it stands, times its magnitude
    kind: str  # "year", "percent", "count", or what its unit measures
    base: float  # the value in the base unit of its kind
    loose: str  # "about", "more", "less", or "" for an exact figure
    text: str
    start: int
    end: int

    def agrees(self, other: Figure) -> bool:
        """True if a source with the other figure bears this one out; one without a unit is taken as it stands."""
        kinds = {self.kind, other.kind}
        if len(kinds) > 1 and ("count" not in kinds or "year" in kinds):
            return False
        own, others = (self.value, other.value) if len(kinds) > 1 else (self.base, other.base)
        apart, most = abs(own - others), max(abs(own), abs(others))
        if apart <= _SAME * most * (self.kind != "year"):
            return True
        if self.loose == "more":
            return own < others <= _WIDE * own
        if self.loose == "less":
            return own / _WIDE <= others < own
        return self.loose == "about" and apart <= _ROUND * most


@lru_cache(maxsize=2048)
def figures(text: str) -> tuple[Figure, ...]:
    """The figures of a text in their order.

    >>> [(figure.base, figure.kind) for figure in figures("Trained for 3.5 days on 2.5 million images in 2014, -7 %")]
    [(302400.0, 'time'), (2500000.0, 'count'), (2014.0, 'year'), (-7.0, 'percent')]
    """
    plain = unicodedata.normalize("NFKC", text)
    return tuple(figure for match in _FIGURE.finditer(plain) if (figure := _figure(match, plain)))


def _figure(match: re.Match[str], text: str) -> Figure | None:
    value = _value(match) * (-1 if match["sign"] else 1)
    before = _LOOSE.search(text[max(0, match.start() - 24) : match.start()])
    loose = (before.lastgroup or "") if before else ""
    after = _AFTER.match(text, match.end())
    percent, unit, following = (after["percent"], after["unit"] or "", after["next"] or "") if after else ("", "", "")
    low = unit.casefold().removesuffix("s")
    if percent:
        return Figure(value, "percent", value, loose, f"{match[0]}%", match.start(), match.end())
    if match["word"] and low in _PARTS and value < _PARTS[low]:
        share = 100 * value / _PARTS[low]
        return Figure(share, "percent", share, loose, f"{match[0]} {unit}", match.start(), match.end() + 1 + len(unit))
    if len(match[0]) == 4 and match[0].isdigit() and value in _YEARS and not _measure(unit):
        return Figure(value, "year", value, loose, match[0], match.start(), match.end())
    shown, end = match[0], match.end()
    if low in _MAGNITUDES and (len(unit) > 2 or unit in ("k", "K", "M", "B", "T", "bn", "mn")):
        value, shown, end, unit = value * _MAGNITUDES[low], f"{shown} {unit}", end + 1 + len(unit), following
    elif match["word"] and value < _FEWEST_SPELLED and not _measure(unit):
        return None
    kind, size = _measure(unit) or ("count", 1.0)
    return Figure(value, kind, value * size, loose, f"{shown} {unit}" if size != 1.0 else shown, match.start(), end)


def _value(match: re.Match[str]) -> float:
    if match["digits"]:
        return float(match["digits"].replace(",", ""))
    if match["tens"]:
        return float(_NUMBERS[match["tens"].casefold()] + _NUMBERS[match["ones"].casefold()])
    return float(_NUMBERS[match["word"].casefold()])


def _measure(unit: str) -> tuple[str, float] | None:
    return _UNITS.get(unit) or (_UNITS.get(unit.casefold().removesuffix("s")) if len(unit) > 2 else None)
