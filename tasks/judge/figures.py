"""Figures in prose: how much, of what, and whether two of them say the same."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, replace
from functools import lru_cache

_ONES = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
         "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"]  # fmt: skip
_TENS = {"twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90}
_SPELLED = {**{word: value for value, word in enumerate(_ONES)}, **_TENS, "dozen": 12}
_MAGNITUDES = {
    "hundred": 1e2,
    "thousand": 1e3,
    "million": 1e6,
    "millions": 1e6,
    "billion": 1e9,
    "billions": 1e9,
    "trillion": 1e12,
    "trillions": 1e12,
    "bn": 1e9,
    "mn": 1e6,
}
_SUFFIXES = {"k": 1e3, "K": 1e3, "M": 1e6, "B": 1e9, "T": 1e12}
_PARTS = {
    "half": 2,
    "halves": 2,
    "third": 3,
    "thirds": 3,
    "quarter": 4,
    "quarters": 4,
    "fourths": 4,
    "fifths": 5,
    "fifth": 5,
    "tenth": 10,
    "tenths": 10,
}

# Unit -> (what it measures, how many of the base unit): 90 minutes are 1.5 hours.
_UNITS: dict[str, tuple[str, float]] = {
    unit: (kind, factor)
    for kind, table in {
        "time": {
            "ns": 1e-9,
            "µs": 1e-6,
            "us": 1e-6,
            "ms": 1e-3,
            "millisecond": 1e-3,
            "s": 1,
            "sec": 1,
            "second": 1,
            "min": 60,
            "minute": 60,
            "h": 3600,
            "hour": 3600,
            "day": 86400,
            "week": 604800,
            "month": 2629746,
            "year": 31556952,
            "decade": 315569520,
            "century": 3155695200,
        },
        "length": {
            "nm": 1e-9,
            "µm": 1e-6,
            "mm": 1e-3,
            "cm": 1e-2,
            "m": 1,
            "metre": 1,
            "meter": 1,
            "km": 1e3,
            "kilometre": 1e3,
            "kilometer": 1e3,
            "mile": 1609.344,
        },
        "mass": {"mg": 1e-6, "g": 1e-3, "kg": 1, "kilogram": 1, "tonne": 1e3, "ton": 1e3},
        "size": {"KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12, "PB": 1e15, "KiB": 1024, "MiB": 1024**2, "GiB": 1024**3},
        "frequency": {"Hz": 1, "kHz": 1e3, "MHz": 1e6, "GHz": 1e9},
        "power": {"W": 1, "kW": 1e3, "MW": 1e6, "GW": 1e9},
        "energy": {"J": 1, "kJ": 1e3, "Wh": 3600, "kWh": 3.6e6, "MWh": 3.6e9},
    }.items()
    for unit, factor in table.items()
}

_NUMBER = re.compile(
    r"(?P<sign>(?<![\w.)\]])[-−–+±])?(?P<currency>[$€£¥])?\s?"
    r"(?P<digits>\d{1,3}(?:[,   ]\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|(?<![\d.])\.\d+)"
    r"(?P<ordinal>(?:st|nd|rd|th|s)\b)?(?:(?<=10)\^\{?(?P<exponent>[-−]?\d+)\}?)?(?:\s?[x×*]\s?10\^?\(?(?P<power>[-−]?\d+)\)?)?"
    r"(?P<percent>\s?%|[\s-]?(?:per\s?cent|percent)\b)?(?P<points>[\s-]?(?:percentage\s)?points?\b)?"
    r"(?P<tail>[\s-]?[A-Za-zµ]+)?"
)
_SPELLED_NUMBER = re.compile(
    rf"\b(?P<tens>{'|'.join(_TENS)})[\s-](?P<ones>{'|'.join(_ONES[1:10])})\b|\b(?P<word>{'|'.join(_SPELLED)})\b",
    re.IGNORECASE,
)
_ROUGHLY = re.compile(
    r"\b(?:about|around|approximately|approx\.?|roughly|nearly|almost|some|circa|ca\.)\s*$|[~≈]\s*$", re.IGNORECASE
)
_MORE = re.compile(r"\b(?:over|more than|at least|above|exceed\w*)\s*$|[>≥]\s*$", re.IGNORECASE)
_LESS = re.compile(r"\b(?:under|less than|fewer than|below)\s*$|[<≤]\s*$", re.IGNORECASE)
_BETWEEN = re.compile(r"\s?(?:to|and|or|-|–|—|plus or minus|\+/-|±|out of)\s?[-−]?\s?|\s?\^?\s?")
_SAME = 0.005  # relative: 28.4 and 28.40 are the same, 28.4 and 28.7 are not
_ROUND = 0.05  # relative, after "about"
_WIDE = 1.25  # "over 300" is said of 308, not of 3,000
_FEW = 3
_YEARS = range(1000, 2200)


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure; a value with a unit that is known is in the base unit of what it measures."""

    value: float
    kind: str  # "year", "percent", "count", or what its unit measures
    loose: str  # "about", "more", "less", or "" for an exact figure
    text: str  # as it stands
    start: int
    end: int
    scale: float = 1.0  # the value as it stands times this is `value`
    vague: bool = False  # "two", "three" in words: said of things that a source may well list without counting

    def agrees(self, other: Figure) -> bool:
        """Whether a source with the other figure bears this one out."""
        mine, theirs = self.value, other.value
        if self.kind != other.kind:
            if "count" not in (self.kind, other.kind):
                return False
            mine, theirs = mine / self.scale, theirs / other.scale  # one of them names no unit
            return abs(mine - theirs) <= _SAME * abs(mine) * ("year" not in (self.kind, other.kind))
        most = max(abs(mine), abs(theirs))
        if abs(mine - theirs) <= _SAME * most * (self.kind != "year"):
            return True
        if self.loose == "more":
            return mine < theirs <= _WIDE * mine
        if self.loose == "less":
            return mine / _WIDE <= theirs < mine
        return self.loose == "about" and abs(mine - theirs) <= _ROUND * most


@lru_cache(maxsize=4096)
def figures(text: str) -> tuple[Figure, ...]:
    """The figures of a text in their order; digits that are part of a name (GPT-3, GW170817) are none.

    >>> [(figure.value, figure.kind) for figure in figures("Trained for 3.5 days on 2.5 million images in 2014, -7 %")]
    [(302400.0, 'time'), (2500000.0, 'count'), (2014.0, 'year'), (-7.0, 'percent')]
    """
    plain = unicodedata.normalize("NFKC", text)
    found = [figure for match in _NUMBER.finditer(plain) if (figure := _of_digits(match, plain))]
    found += [figure for match in _SPELLED_NUMBER.finditer(plain) if (figure := _of_words(match, plain))]
    return _with_shared_units(sorted(found, key=lambda figure: figure.start), plain)


def _with_shared_units(found: list[Figure], text: str) -> tuple[Figure, ...]:
    """In "3 to 10 days" the 3 are days as well."""
    for place in range(len(found) - 2, -1, -1):
        one, following = found[place], found[place + 1]
        bare = one.kind == "count" and following.kind not in ("count", "year")
        if bare and _BETWEEN.fullmatch(text[one.end : following.start]):
            value = one.value * following.scale
            found[place] = replace(one, value=value, kind=following.kind, scale=following.scale)
    return tuple(found)


def _of_digits(match: re.Match[str], text: str) -> Figure | None:
    start = match.start("digits")
    if start and (
        _is_letter(text[start - 1]) or (text[start - 1] in "-‐‑_/." and _is_letter(text[start - 2 : start - 1]))
    ):
        return None  # part of a name
    if re.match(r"[A-Za-z]*[-_]?\d", match["tail"] or "") or re.match(r"[\w.]*@|://", text[match.end() :]):
        return None
    digits = match["digits"]
    value = float(re.sub(r"[,   ]", "", digits)) * 10 ** float((match["power"] or "0").replace("−", "-"))
    if match["exponent"]:
        value = 10 ** float(match["exponent"].replace("−", "-"))
    if match["ordinal"] and match["ordinal"] != "s":
        return None  # the 21st century
    signed = -value if match["sign"] in ("-", "−", "–") and not _is_range(text, match.start("sign")) else value
    tail = (match["tail"] or "").strip(" -\n\t")
    loose, shown = _looseness(text[: match.start()]), text[match.start() : match.end("digits")].strip()
    if match["percent"]:
        return Figure(signed, "percent", loose, shown + "%", start, match.end("percent"))
    whole_year = digits.isdigit() and len(digits) == 4 and int(digits) in _YEARS
    if whole_year and not match["currency"] and match["power"] is None and _unit(tail) is None:
        return Figure(value, "year", loose, shown, start, match.end("digits"))
    return _measured(signed, tail, text[match.end() :], Figure(0, "count", loose, shown, start, match.end("digits")))


def _of_words(match: re.Match[str], text: str) -> Figure | None:
    if match["tens"]:
        value = float(_TENS[match["tens"].casefold()] + _ONES.index(match["ones"].casefold()))
    else:
        value = float(_SPELLED[match["word"].casefold()])
    after = re.match(r"[\s-]+([A-Za-z]+)(.*)", text[match.end() :], re.DOTALL)
    tail, rest = (after[1], after[2]) if after else ("", "")
    loose = _looseness(text[: match.start()])
    if tail.casefold() in _PARTS and value < _PARTS[tail.casefold()]:
        share = 100 * value / _PARTS[tail.casefold()]
        return Figure(share, "percent", loose, f"{match[0]}-{tail}", match.start(), match.end() + len(tail) + 1)
    if re.match(r"per\s?cent|percent", tail + rest[:5], re.IGNORECASE):
        return Figure(value, "percent", loose, match[0], match.start(), match.end())
    if value <= 1 and tail.casefold() not in _MAGNITUDES:
        return None  # "one" is a pronoun more often than a figure
    bare = Figure(0, "count", loose, match[0], match.start(), match.end(), vague=value <= _FEW)
    return _measured(value, tail, rest, bare)


def _measured(value: float, tail: str, rest: str, bare: Figure) -> Figure:
    """The figure with its magnitude and unit, which are the next one or two words."""
    shown = bare.text
    if tail.casefold() in _MAGNITUDES or (tail in _SUFFIXES and not _unit(tail)):
        value *= _MAGNITUDES.get(tail.casefold()) or _SUFFIXES[tail]
        shown, following = f"{shown} {tail}", re.match(r"[\s-]*([A-Za-zµ]+)", rest)
        tail = following[1] if following else ""
        bare = replace(bare, end=bare.end + 1 + len(tail))
    unit = _unit(tail)
    if unit is None:
        return replace(bare, value=value, text=shown)
    return replace(bare, value=value * unit[1], kind=unit[0], text=f"{shown} {tail}", scale=unit[1], vague=False)


def _unit(word: str) -> tuple[str, float] | None:
    if word in _UNITS:
        return _UNITS[word]
    singular = word.casefold().removesuffix("s") if len(word) > 3 else word
    return _UNITS.get({"centurie": "century"}.get(singular, singular))


def _looseness(before: str) -> str:
    for word, pattern in (("about", _ROUGHLY), ("more", _MORE), ("less", _LESS)):
        if pattern.search(before[-24:]):
            return word
    return ""


def _is_range(text: str, sign: int) -> bool:
    return bool(re.search(r"[\d%]\s?$", text[:sign]))


def _is_letter(character: str) -> bool:
    """Whether it is one of a script with spaces between words: in Chinese a figure stands right behind a verb."""
    return character.isalpha() and character < "\u2e80"
