"""Cut-off of a survey's prompts: the month of its last version, and how a text names one."""

from __future__ import annotations

import re
from calendar import monthrange
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from litgauge.tasks.base.errors import Rejected
from litgauge.tasks.records import FullText, Reference, Survey

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)

Bound = Literal["upper", "lower", "none"]
Reading = Literal["included", "before", "strictly", "excluded"]


@dataclass(frozen=True, slots=True)
class DateMention:
    """A date in a prompt, and whether the prompt sets it as a bound of what may be cited."""

    cutoff: (
        str  # "YYYY-MM"; "YYYY" without a month, "YYYY-MM-DD" inside one, as it stands where it can be read in two ways
    )
    bound: Bound
    words: str  # as it stands in the text, with the words that make it a bound
    also: str | None = None  # "YYYY-MM": the last month that an upper bound lets in, where its words allow that reading


def cutoff_of(survey: Survey) -> str:
    """`YYYY-MM`: the month of the survey's last version (its first one where the last is not known).

    Raises Rejected("prompt-cutoff") for a survey without any date.
    """
    day = survey.updated or survey.submitted
    if day is None:
        raise Rejected(
            "prompt-cutoff",
            "neither its metadata nor its source name a date, so its prompts can have no cut-off; give `date` in its "
            "row, or say under prompts.undated (`build --undated`) what holds for such papers",
            where=survey.survey_id,
        )
    return f"{day.year:04d}-{day.month:02d}"


def dated(survey: Survey, text: FullText, references: Sequence[Reference], undated: str) -> Survey:
    """Return the survey with a date for its prompts where row and source name none, as `PromptSettings.undated`
    has it.
    """
    if survey.updated or survey.submitted or text.written or undated == "reject":
        return survey
    if undated == "references":
        years = Counter(reference.year for reference in references if reference.year)
        newest = max((year for year, count in years.items() if count > 1), default=None)  # one may be a slip
        return replace(survey, updated=date(newest, 12, 31)) if newest else survey
    year, month = undated.split("-")
    return replace(survey, updated=date(int(year), int(month), 1))


def in_english(cutoff: str) -> str:
    """Return the cut-off as prompts name it.

    >>> in_english("2025-04")
    'April 2025'
    """
    year, month = cutoff.split("-")
    return f"{MONTHS[int(month) - 1]} {int(year)}"


def date_mentions(text: str) -> tuple[DateMention, ...]:
    """Every month of a year in the text, and every bare year that bounds what may be cited, in order.

    A date is an upper bound after words such as "before", "prior to", "no later than", "on or before" or
    "cut-off date:", or before "or earlier"; a lower bound after "since", "after" or "no earlier than"; else no bound.
    "Before June" is how the benchmark words the cut-off June, which June itself still keeps; "prior to July" and
    "before 1 July" are also read as what they say, `also` June. A bare year is reported only as an upper bound on
    publications ("published before 2020"), so that "models since 2019" and "systems before 2012" stay ordinary words.

    >>> [(m.cutoff, m.bound) for m in date_mentions("papers published **before April 2025**, not May 2019")]
    [('2025-04', 'upper'), ('2019-05', 'none')]
    >>> [(m.cutoff, m.also) for m in date_mentions("prior to July 2021, no later than 15 June 2021")]
    [('2021-07', '2021-06'), ('2021-06-15', None)]
    """
    plain = re.sub(r"[*_\[\]`]", "", text)
    plain = re.sub(r"\s+", " ", plain)
    mentions = [(match.start(), _mention(plain, match)) for match in _MONTH_DATE.finditer(plain)]
    mentions += [(match.start("year"), _year_mention(match)) for match in _BARE_YEAR.finditer(plain)]
    return tuple(mention for _, mention in sorted(mentions, key=lambda pair: pair[0]))


def _mention(text: str, match: re.Match[str]) -> DateMention:
    before, after = text[max(0, match.start() - 90) : match.start()], text[match.end() : match.end() + 20]
    bound, reading, words = _bound(before, after)
    words = (words + match[0]).strip()
    day = _day(match)
    if day is None:
        return DateMention(match[0], bound, words)
    year, month, number = day
    this, last = f"{year:04d}-{month:02d}", monthrange(year, month)[1]
    if bound != "upper":
        return DateMention(this, bound, words)
    if _PART_OF_MONTH.search(before) or number not in (None, 1, last):
        return DateMention(f"{this}-{number or 15:02d}", bound, words)
    earlier = f"{year - (month == 1):04d}-{(month - 2) % 12 + 1:02d}"
    if reading == "excluded":
        return DateMention(earlier, bound, words)
    strict = number == 1 or (reading == "strictly" and number is None and not _END.search(before))
    return DateMention(this, bound, words, earlier if strict else None)


def _day(match: re.Match[str]) -> tuple[int, int, int | None] | None:
    """Year, month and day; None for a day that no calendar has, or that may be two ("06/07/2021")."""
    if match["name"]:
        month = [name[:3].lower() for name in MONTHS].index(match["name"][:3].lower()) + 1
        year, day = int(match["year"]), match["d1"] or match["d2"]
    elif match["y1"]:
        year, month, day = int(match["y1"]), int(match["m1"]), match["d3"]
    elif match["y2"]:
        year, month, day = int(match["y2"]), int(match["m2"]), None
    else:
        year, first, second = int(match["y3"]), int(match["a"]), int(match["b"])
        month_first = second > 12 and match["sep"] != "."
        if not (month_first or first > 12 or first == second or match["sep"] == "."):
            return None
        month, day = (first, str(second)) if month_first else (second, str(first))
    known = 1 <= month <= 12 and (day is None or 1 <= int(day) <= monthrange(year, month)[1])
    return (year, month, int(day) if day else None) if known else None


def _bound(before: str, after: str) -> tuple[Bound, Reading, str]:
    """Return what the words around a date make of it, how they are to be read, and those before it that say so."""
    if _OR_LATER.match(after):
        denied = _DENIED.search(before)
        return ("upper", "excluded", denied[0]) if denied else ("lower", "included", "")
    for bound, reading, pattern in _CUES:
        if cue := pattern.search(before):
            return bound, reading, cue[0]
    return ("upper" if _OR_EARLIER.match(after) else "none"), "included", ""


def _year_mention(match: re.Match[str]) -> DateMention:
    """A year ends with its December, or with the December before where it is not let in itself."""
    strict = match["strict"] is not None
    return DateMention(match["year"], "upper", match[0], f"{int(match['year']) - strict:04d}-12")


_NAMES = "|".join(f"{month[:3]}(?:{month[3:]})?" if len(month) > 3 else month for month in MONTHS) + "|Sept"
_YEAR = r"(?:19|20)\d\d"
_MONTH_DATE = re.compile(
    rf"\b(?:(?P<d1>\d{{1,2}})(?:st|nd|rd|th)?[ -](?:of )?)?(?P<name>{_NAMES})\b\.?,?\s+"
    rf"(?:(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?,?\s+)?(?:of\s+)?(?P<year>{_YEAR})\b"
    rf"|(?<![\d/-])(?P<y1>{_YEAR})[-/](?P<m1>0[1-9]|1[0-2])(?:[-/](?P<d3>\d\d))?(?![\d/-])"
    rf"|(?<![\d/-])(?P<m2>0?[1-9]|1[0-2])/(?P<y2>{_YEAR})(?![\d/-])"
    rf"|(?<![\d./-])(?P<a>\d\d?)(?P<sep>[./-])(?P<b>\d\d?)(?P=sep)(?P<y3>{_YEAR})(?![\d/-])",
    re.IGNORECASE,
)

# What may stand between the words of a bound and its date: "before (and including) the end of April 2025".
_FILL = (
    r"[\s:,(]*(?:(?:and including|the|about|end(?: of)?|start of|beginning of|month of|date of|mid|middle of|early|"
    r"late|is|was|be|than)[\s:,-]+)*$"
)
_PART_OF_MONTH = re.compile(r"\b(?:mid|middle of|early|late)[\s-]*$", re.IGNORECASE)
_END = re.compile(r"\bend(?: of)?[\s-]*(?:the )?$", re.IGNORECASE)
_OR_EARLIER = re.compile(r"[\s,)]*(?:(?:or|and) (?:earlier|before)|at the latest)\b", re.IGNORECASE)
_OR_LATER = re.compile(r"[\s,)]*(?:or|and) (?:later|after|newer|onwards?)\b", re.IGNORECASE)

# "Do not use papers published before": six words between, none that ends what is denied.
_DENIAL = (
    r"(?:\b(?:no|not|nothing|none|never|cannot|exclud\w+|ignor\w+|omit\w*|avoid\w*|disregard\w*|discard\w*"
    r"|skip|leave out)|n['\u2019]t)(?:\s+(?!(?:only|but|and|other|except|unless|than)\b)[\w'\u2019-]+){0,6}?\s+"
)
_DENIED = re.compile(rf"{_DENIAL}(?:in|from|dated)\s+$", re.IGNORECASE)
_LOWER = r"\b(?:on|in) or after|\bafter|\bsince|\bstarting"
_STRICTLY = r"\bprior to|\bearlier than|\bpreceding|\bahead of"
_UNTIL = (
    r"\b(?:on|in) or (?:before|prior to)|\buntil|\btill|\bup to|\bup until|\bthrough|\bas of|\bby|\bat the latest|"
    r"\b(?:cut-?\s?off|deadline|time limit)(?: (?:date|month|point))?(?: (?:of|for(?: [a-z]+){1,3}?))?|"
    rf"\b(?:between|from)\s+(?:\w+\s+)?{_YEAR}\s+(?:and|to)"
)


def _cue(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{words})(?: in| from)?{_FILL}", re.IGNORECASE)


# The first that fits holds: "nothing after" is an upper bound, though "after" is a lower one.
_CUES: tuple[tuple[Bound, Reading, re.Pattern[str]], ...] = (
    ("upper", "excluded", _cue(rf"{_DENIAL}(?:(?:on|in) or after)")),
    ("upper", "included", _cue(rf"{_DENIAL}(?:later than|after|since)")),
    ("lower", "included", _cue(rf"{_DENIAL}(?:before|prior to|earlier than)")),
    ("lower", "included", _cue(_LOWER)),
    ("upper", "included", _cue(_UNTIL)),
    ("upper", "strictly", _cue(_STRICTLY)),
    ("upper", "before", _cue(r"\bbefore")),
)
_BARE_YEAR = re.compile(
    rf"\b(?:published|available|released|written|papers?|literature|works?|studies|research|references|articles|"
    rf"sources|publications)\s+(?:(?P<strict>before|prior to)(?! the end)|until|up to(?: and including)?|by|through"
    rf"|no later than|(?:on|in) or before|before(?= the end))(?:\s+the)?(?:\s+end of)?(?:\s+the)?(?:\s+year)?\s+"
    rf"(?P<year>{_YEAR})\b(?![-/]\d)",
    re.IGNORECASE,
)
