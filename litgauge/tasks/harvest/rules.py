"""Rules of selection, each in one place, in their fixed order.

    deleted                  arXiv has not deleted the record
    unreadable               of a refresh: every field that a rule looks at can be read (readable.py)
    missing-date, too-old    the first version is later than a day
    title                    a survey or review, by a word in the title
    withdrawn                comments, title or abstract say so, or the last version has no source
    publication-evidence     peer reviewed and published, by comments or journal reference
    licence                  one that allows us to publish its metadata
    category                 one of the config's categories
    duplicate                the same id again, or the same title by the same first author (duplicates.py)

The first rule that a row fails is the one it falls out by; what comes after is not looked at. A rule that the config
turns off drops nothing. The title rule takes words as a person reads them: "survey", "surveys", and "Surveying" where
it opens the title or what follows a colon, dash or question mark; "the surveying instruments", "reviewer" and "preview"
are other words. Reviews as the topic of a paper ("peer review", "code review", "product reviews") do pass: telling them
from the genre is the question to the model (survey_question.py).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from litgauge.tasks.harvest.publication import PublicationEvidence
from litgauge.tasks.harvest.readable import unreadable_dates, unreadable_title, unreadable_words
from litgauge.tasks.harvest.rows import ArxivRow, RowHead, parse_day
from litgauge.tasks.harvest.settings import SelectionSettings
from litgauge.tasks.text import clean_title

RULES = (
    "deleted",
    "unreadable",
    "missing-date",
    "too-old",
    "title",
    "withdrawn",
    "publication-evidence",
    "licence",
    "category",
    "duplicate",
)
UNREADABLE = "unreadable"
EXAMPLE_LENGTH = 120

# What LaTeX, a line break or a soft hyphen may put between two letters of a word.
_JUNK = r"[\s\\{}$~\u00ad\u200b\u2060\ufeff-]*"
_LATEX = "\\{}$~"
_WITHDRAWN = re.compile(
    r"\bwithdrawn\b(?!\s+from)|\b(?:is|was|been|being)\s+retracted\b|\b(?:retract|withdraw)\s+(?:this|the|our)\b",
    re.IGNORECASE,
)
_WITHDRAWN_TITLE = re.compile(r"\W*(?:withdrawn|retracted)\b", re.IGNORECASE)
_WITHDRAWN_ABSTRACT = re.compile(
    r"\s*(?:this|the)\s+(?:\w+\s+){0,2}?(?:paper|article|manuscript|submission|work|preprint|report)\s+"
    r"(?:has been|was|is)\s+(?:\w+\s+)?(?:withdrawn|retracted)\b",
    re.IGNORECASE,
)
_LICENSES = {
    "arxiv.org/licenses/nonexclusive-distrib/1.0": "arXiv-nonexclusive-1.0",
    "creativecommons.org/licenses/by/4.0": "CC-BY-4.0",
    "creativecommons.org/licenses/by-sa/4.0": "CC-BY-SA-4.0",
    "creativecommons.org/publicdomain/zero/1.0": "CC0-1.0",
    "creativecommons.org/licenses/by-nc-sa/4.0": "CC-BY-NC-SA-4.0",
    "creativecommons.org/licenses/by-nc-nd/4.0": "CC-BY-NC-ND-4.0",
    "creativecommons.org/licenses/by/3.0": "CC-BY-3.0",
    "creativecommons.org/licenses/by-nc-sa/3.0": "CC-BY-NC-SA-3.0",
    "creativecommons.org/licenses/publicdomain": "public-domain",
}


class Fall(NamedTuple):
    """Rule that a row fell out by, and what the rule saw (at most 120 characters)."""

    rule: str
    example: str


class Rules:
    """Config's rules, ready to be applied to rows.

    Of a refresh (`refreshed`) a row that cannot be read is `unreadable`, and changes nothing that is known of its
    paper.
    """

    def __init__(self, settings: SelectionSettings, *, refreshed: bool = False) -> None:
        self._settings = settings
        self._refreshed = refreshed
        self._after = settings.submitted_after
        self._evidence = PublicationEvidence(settings)
        self._title = _title_pattern(settings.title_words)
        self._may_match = _title_hint(settings.title_words)
        self._checks: tuple[tuple[str, Callable[[ArxivRow], str | None]], ...] = (
            ("withdrawn", self._withdrawn),
            ("publication-evidence", self._published),
            ("licence", self._license),
            ("category", self._category),
        )

    def first_failing(self, row: ArxivRow, before: str = "duplicate") -> Fall | None:
        """Return the first rule that the row fails, None if it passes all that come before the one named.

        `before` is a rule that comes after the title's.
        """
        if rule := self.first_failing_of_head(row):
            return Fall(rule, seen_in_head(rule, row))
        if self._refreshed and (words := unreadable_words(row) or self._unknown_license(row)):
            return Fall(UNREADABLE, words[:EXAMPLE_LENGTH])
        for rule, check in self._checks:
            if rule == before:
                return None
            if (evidence := check(row)) is not None:
                return Fall(rule, evidence[:EXAMPLE_LENGTH])
        return None

    def first_failing_of_head(self, head: RowHead) -> str | None:
        """Return the first of the rules up to the title's that the row fails; what it saw is `seen_in_head`."""
        if head.deleted:
            return "deleted"
        if self._refreshed and (unreadable := self._unreadable_head(head)):
            return unreadable
        if (after := self._after) is not None:
            if (submitted := parse_day(head.created or "")) is None:
                return "missing-date"
            if submitted <= after:
                return "too-old"
        return None if self._title is None or self._has_title_word(head.title or "") else "title"

    def _unreadable_head(self, head: RowHead) -> str | None:
        if unreadable_title(head):
            return UNREADABLE
        if self._title is not None and not self._has_title_word(head.title or ""):
            return "title"  # most papers are no surveys: nobody needs to know which of them cannot be read
        return UNREADABLE if unreadable_dates(head) else None

    def _unknown_license(self, row: ArxivRow) -> str | None:
        """Return an address that is no licence we know, where that decides whether the paper may be published."""
        if self._license(row) is None or license_name(row.license) is not None:
            return None
        return f"license: {row.license!r}" if self._published(row) is None and self._withdrawn(row) is None else None

    def _has_title_word(self, title: str) -> bool:
        assert self._title is not None
        return self._may_match(title) and self._title.search(clean_title(title)) is not None

    # Each of these returns what it saw where the row fails, and None where it passes.

    def _published(self, row: ArxivRow) -> str | None:
        if not self._settings.evidence_required or self._evidence.of(row):
            return None
        return " ".join((row.comments or row.journal_ref or "").split())

    def _license(self, row: ArxivRow) -> str | None:
        if not self._settings.licenses or (row.license is None and self._settings.allow_no_license):
            return None
        return None if license_name(row.license) in self._settings.licenses else row.license or ""

    def _category(self, row: ArxivRow) -> str | None:
        named = (row.categories or "").split()
        categories = tuple(category.rstrip(".") for category in self._settings.categories)
        if not categories or any(name == want or name.startswith(f"{want}.") for name in named for want in categories):
            return None
        return " ".join(named)

    def _withdrawn(self, row: ArxivRow) -> str | None:
        if not self._settings.withdrawn_out:
            return None
        for pattern, text in (
            (_WITHDRAWN, row.comments),
            (_WITHDRAWN_TITLE, row.title),
            (_WITHDRAWN_ABSTRACT, row.abstract),
        ):
            searches = pattern.search if pattern is _WITHDRAWN else pattern.match
            if text and searches(" ".join(text.split())):
                return " ".join(text.split())
        return "the last version has no source" if row.removed else None


def license_name(url: str | None) -> str | None:
    """Return the short name of a licence's address, None if there is none or we do not know it."""
    if not url:
        return None
    return _LICENSES.get(re.sub(r"^https?://(?:www\.)?", "", url.strip().lower()).rstrip("/"))


def seen_in_head(rule: str, head: RowHead) -> str:
    """Return what one of the rules up to the title's saw in a row that fails it, at most 120 characters."""
    if rule == "deleted":
        return f"arXiv deleted the record on {head.update_date}"
    if rule == UNREADABLE:
        return (unreadable_title(head) or unreadable_dates(head) or "")[:EXAMPLE_LENGTH]
    value = head.title if rule == "title" else head.created
    return re.sub(r"(?<!\s)\s*\n\s*", " ", value or "")[:EXAMPLE_LENGTH]


def _title_hint(words: tuple[str, ...]) -> Callable[[str], bool]:
    """A quick look at a raw title: False only where its clean form surely holds none of the words."""
    letters = ["".join(character for character in word if character.isalnum()).lower() for word in words]
    if not all(word and word.isascii() for word in letters):
        return lambda _: True
    hidden = re.compile("|".join(_JUNK.join(word) for word in letters), re.IGNORECASE)
    single = letters == [word.lower() for word in words]

    def may_match(title: str) -> bool:
        if single and title.isascii() and not any([sign in title for sign in _LATEX]):  # noqa: C419 - for speed
            lower = title.lower()  # a clean title has nothing taken out from between the letters of such a one
            return any([word in lower for word in letters])  # noqa: C419
        return hidden.search(title) is not None

    return may_match


def _title_pattern(words: tuple[str, ...]) -> re.Pattern[str] | None:
    if not words:
        return None
    word = "|".join(re.escape(clean_title(word)) for word in words)
    return re.compile(
        rf"(?<![^\W_])(?:{word})s?(?![^\W_])|(?:^|[:?!.–—]\s+|\s-+\s+)(?:{word})ing(?![^\W_])", re.IGNORECASE
    )
