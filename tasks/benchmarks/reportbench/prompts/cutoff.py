"""The cut-off of a survey's prompts: the month of its last version, and how a text names one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Literal

from tasks.errors import Rejected
from tasks.records import FullText, Reference, Survey

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


@dataclass(frozen=True, slots=True)
class DateMention:
    """A date in a prompt, and whether the prompt sets it as a bound of what may be cited."""

    cutoff: str  # "YYYY-MM", or "YYYY" where the text names no month
    bound: Bound
    words: str  # as it stands in the text, with the words that make it a bound


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
    """The survey with a date for its prompts where row and source name none, as `PromptSettings.undated` has it."""
    if survey.updated or survey.submitted or text.written or undated == "reject":
        return survey
    if undated == "references":
        years = Counter(reference.year for reference in references if reference.year)
        newest = max((year for year, count in years.items() if count > 1), default=None)  # one may be a slip
        return replace(survey, updated=date(newest, 12, 31)) if newest else survey
    year, month = undated.split("-")
    return replace(survey, updated=date(int(year), int(month), 1))


def in_english(cutoff: str) -> str:
    """The cut-off as prompts name it.

    >>> in_english("2025-04")
    'April 2025'
    """
    year, month = cutoff.split("-")
    return f"{MONTHS[int(month) - 1]} {int(year)}"


def date_mentions(text: str) -> tuple[DateMention, ...]:
    """Every month of a year in the text, and every bare year that bounds what may be cited, in order.

    A date is an upper bound after words such as "before", "prior to", "no later than", "on or before" or
    "cut-off date:", a lower bound after "since", "after" or "no earlier than", else no bound. A bare year is
    reported only as an upper bound on publications ("published before 2020"), so that "models since 2019"
    and "systems before 2012" stay ordinary words.

    >>> [(m.cutoff, m.bound) for m in date_mentions("papers published **before April 2025**, not May 2019")]
    [('2025-04', 'upper'), ('2019-05', 'none')]
    """
    plain = re.sub(r"[*_\[\]`]", "", text)
    plain = re.sub(r"\s+", " ", plain)
    found = [(match.start(), _mention(plain, match)) for match in _MONTH_DATE.finditer(plain)]
    found += [
        (match.start("year"), DateMention(match["year"], "upper", match[0])) for match in _BARE_YEAR.finditer(plain)
    ]
    return tuple(mention for _, mention in sorted(found, key=lambda pair: pair[0]))


def _mention(text: str, match: re.Match[str]) -> DateMention:
    month = _month_number(match["name"]) if match["name"] else int(match["m1"] or match["m2"])
    year = match["year"] or match["y1"] or match["y2"]
    before = text[max(0, match.start() - 90) : match.start()]
    for bound, pattern in _CUES:
        cue = pattern.search(before)
        if cue:
            return DateMention(f"{int(year):04d}-{month:02d}", bound, (cue[0] + match[0]).strip())
    return DateMention(f"{int(year):04d}-{month:02d}", "none", match[0])


def _month_number(name: str) -> int:
    return [month[:3].lower() for month in MONTHS].index(name[:3].lower()) + 1


_NAMES = "|".join(f"{month[:3]}(?:{month[3:]})?" if len(month) > 3 else month for month in MONTHS) + "|Sept"
_YEAR = r"(?:19|20)\d\d"
_MONTH_DATE = re.compile(
    rf"\b(?P<name>{_NAMES})\b\.?,?\s+(?:\d{{1,2}}(?:st|nd|rd|th)?,?\s+)?(?:of\s+)?(?P<year>{_YEAR})\b"
    rf"|(?<![\d/-])(?P<y1>{_YEAR})[-/](?P<m1>0[1-9]|1[0-2])(?:[-/]\d\d)?(?![\d/-])"
    rf"|(?<![\d/-])(?P<m2>0?[1-9]|1[0-2])/(?P<y2>{_YEAR})(?![\d/-])",
    re.IGNORECASE,
)

# What may stand between the words of a bound and its date: "before (and including) the end of 30 April 2025".
_FILL = (
    r"[\s:,(]*(?:(?:and including|the|about|end of|start of|beginning of|month of|date of|is|was|be|than|"
    r"\d{1,2}(?:st|nd|rd|th)?(?: of)?)[\s:,]+)*$"
)
_NEGATED = r"\b(?:no|not|nothing|none|never|n't)(?:\s+[\w-]+){0,5}?\s+(?:later than|after|since)"
_LOWER = (
    r"\b(?:not|nothing|none)(?:\s+published)?\s+before|\b(?:no|not|nothing)\s+earlier than|\bon or after|\bafter|"
    r"\bsince|\bstarting"
)
_UPPER = (
    r"\bbefore|\bprior to|\bearlier than|\bpreceding|\buntil|\btill|\bup to|\bup until|\bthrough|\bas of|\bby|"
    r"\b(?:cut-?\s?off|deadline|time limit)(?: (?:date|month))?(?: of)?|"
    rf"\b(?:between|from)\s+(?:\w+\s+)?{_YEAR}\s+(?:and|to)"
)


def _cue(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{words})(?: in| from)?{_FILL}", re.IGNORECASE)


# The first that fits holds: "nothing after" is an upper bound, though "after" is a lower one.
_CUES: tuple[tuple[Bound, re.Pattern[str]], ...] = (
    ("upper", _cue(_NEGATED)),
    ("lower", _cue(_LOWER)),
    ("upper", _cue(_UPPER)),
)
_BARE_YEAR = re.compile(
    rf"\b(?:published|available|released|written|papers?|literature|works?|studies|research|references|articles|"
    rf"sources|publications)\s+(?:before|prior to|until|up to|no later than|on or before)(?:\s+the)?(?:\s+end of)?"
    rf"(?:\s+the)?(?:\s+year)?\s+(?P<year>{_YEAR})\b(?![-/]\d)",
    re.IGNORECASE,
)
