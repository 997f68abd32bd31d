"""Entries in forms that only agents write: an emphasised title, or authors and year in running words."""

from __future__ import annotations

import re

from litgauge.tasks.citations.entry_words import YEAR
from litgauge.tasks.citations.marks.author_year_marks import label_key
from litgauge.tasks.citations.printed_entries import credit, families_of, without_credit
from litgauge.tasks.citations.printed_work import PrintedWork
from litgauge.tasks.text import clean_title
from litgauge.tasks.text.inline_markup import without_markup

ADDRESS = re.compile(r"<?https?://[^\s()<>]+>?")
YEARS = re.compile(rf"(?<![\d-])({YEAR})(?!\d)")
_LEAD = re.compile(
    r"\s?(?:(?P<bold>\*\*\*|\*\*|__)(?=\S)(?P<b>[^*\n]{2,400}?)(?<=\S)(?P=bold)"
    r"|(?P<italic>\*|_)(?=[^\s*_])(?P<i>[^*\n]{2,400}?)(?<=\S)(?P=italic)(?![\w*])"
    r"|<(?P<tag>i|em|cite|b|strong)>(?P<t>[^<>\n]{2,400})</(?P=tag)>"
    r"|[“\"«「《](?P<q>[^“”\"«»「」《》\n]{2,400})[”\"»」》]"
    r"|[‘'](?=\w)(?P<s>[^‘\n]{8,400}?)(?<=[\w.,!?])['’](?!\w))",
    re.IGNORECASE,
)
_INNER_QUOTES = re.compile(r"[“\"«「《]([^“”\"«»「」《》]{2,400})[”\"»」》][.,]?")
_TITLE = r"(?P<title>.{2,300}?)"
_DATE = rf"(?P<year>{YEAR})[a-z]?"
CREDITED = re.compile(
    rf"{_TITLE},? ?[(（](?P<names>[^()（）]{{0,200}}?)[,，、]? ?(?<!\d){_DATE}年?(?:[,;]\s[^()（）]{{0,80}})?[)）]"
    r"(?P<rest>.*)$"
)
_QUOTED_BEHIND = re.compile(r"\w\.,? [“\"][^“”\"]{8,300}[.,?!][”\"] ")
_NARRATED = re.compile(rf"{_TITLE}: (?P<names>[^\W\d_a-z][^():]{{2,80}}?) [(（]{_DATE}[)）] [a-z]")
"""A title, and a sentence about what its authors do in it."""
_PLACED = re.compile(
    rf"(?P<title>(?=[^,]*\s[a-z])[^“”\"()]{{12,300}}), (?P<venue>[A-Z][^,.()“”\"–—]{{1,80}}), {_DATE}\.?"
)
"""A title with its venue and year behind commas."""
_EXPLAINED = re.compile(r"\s*(?:[:;.,]\s|[–—-]\s|$)")
_DASHED = re.compile(rf"{_TITLE} [–—-]{{1,2}} (?P<names>[^–—:()]{{2,200}}?)[, ]{{1,2}}[(（]?{_DATE}[)）]?(?P<rest>.*)$")
_BY = re.compile(rf"{_TITLE},? by (?P<names>[^–—:()]{{2,200}}?)(?:[, ]{{0,2}}[(（]?{_DATE}[)）]?)?(?P<rest>)\.?$")
_NO_BRACKETS = re.compile(r"[()]|[\s:.,–—-]+$")
INITIAL = re.compile(r"(?<![^\W\d_])[^\W\d_a-z]\.(?:\s|,|$)|\bet\.? al\b")


def work_of_agent(text: str) -> PrintedWork | None:
    """Return the work of an entry in a form that bibliographies do not have.

    Its title is emphasised or quoted, or authors and year follow it in brackets.
    """
    lead = _LEAD.match(text)
    if lead:
        title = next(filter(None, lead.group("b", "i", "t", "q", "s")))
        if inner := _INNER_QUOTES.fullmatch(title.strip()):
            title = inner[1]
        rest = text[lead.end() :]
        if is_credit(title):
            following = _set_off(rest)
            return _credited(f"{following} ({_NO_BRACKETS.sub('', without_markup(title))})") if following else None
        if lead["b"] and _is_label(title, rest):
            return work_of_agent(rest.lstrip(" :.,–—-"))
        work = None if lead["q"] else _credited(without_markup(title))
        return work_before(work.title, rest, work) if work else work_before(title, rest)
    return _credited(without_markup(text))


def _set_off(rest: str) -> str:
    """Return the title that follows its authors, quoted or in italics; "" where none does."""
    match = _LEAD.match(rest.lstrip(" :.,–—-"))
    return (
        clean_title(without_markup(next(filter(None, (match["b"], match["i"], match["t"], match["q"])), "")))
        if match
        else ""
    )


def _is_label(lead: str, rest: str) -> bool:
    """Return whether words in bold are a label or a topic, and the title stands quoted or in italics behind them."""
    match = _LEAD.match(rest.lstrip(" :.,–—-"))
    return (lead.rstrip().endswith(":") or rest.lstrip().startswith(":")) and bool(match and (match["q"] or match["i"]))


def is_credit(words: str) -> bool:
    """Return whether words are people and a year, not a title."""
    plain = without_markup(words).strip(" :.,–—-")
    return label_key(plain) is not None or bool(YEARS.search(plain) and INITIAL.search(re.split(r"[(（]", plain)[0]))


def work_before(title: str, rest: str, printed: PrintedWork | None = None) -> PrintedWork:
    """Return the work of a known title, with the people and the year printed after it, unless they are known too."""
    families, year = credit(without_markup(ADDRESS.sub(" ", rest))[:300])
    if printed:
        families, year = printed.authors or families, printed.year or year
    return PrintedWork(clean_title(without_markup(title).strip('“”"«»')), families, year)


def _credited(text: str) -> PrintedWork | None:
    """Return the work of "Title (Authors, Year): why", "Title – Authors, Year" or "Title by Authors", else None."""
    if _QUOTED_BEHIND.search(text):
        return None  # people, a title in quotes, and where it appeared
    if (parts := _NARRATED.match(text)) and label_key(f"{parts['names']}, {parts['year']}"):
        return PrintedWork(
            clean_title(parts["title"]), families_of(parts["names"], int(parts["year"])), int(parts["year"])
        )
    if (placed := _PLACED.fullmatch(text)) and not (INITIAL.search(placed["title"]) or ". " in placed["title"]):
        return PrintedWork(clean_title(placed["title"]), (), int(placed["year"]))
    for shape in (CREDITED, _DASHED, _BY):
        match = shape.fullmatch(text)
        if not match or not _EXPLAINED.match(match["rest"]):
            continue
        names, year = match["names"].strip(" ,"), int(match["year"]) if match["year"] else None
        families = families_of(names, year)
        title = clean_title(match["title"]).strip('“”"‘’*_')
        if not names and not _is_head(title):
            return PrintedWork(*_without_people(title), year)
        people = shape is CREDITED or _are_people(names, year, alone=shape is _DASHED)
        if families and people and not INITIAL.search(title):
            return PrintedWork(title, families, year)
    return None


def _without_people(title: str) -> tuple[str, tuple[str, ...]]:
    """Return a title and the people after it, if they are certain to be people: "Kites by Ada Ames and Bea Boyle"."""
    bare, families = without_credit(title)
    behind = title[len(bare) :]
    people = families and _are_people(behind, None, alone=behind.strip()[:1] in "-–—")
    return (bare, families) if people else (title, ())


def _are_people(names: str, year: int | None, *, alone: bool) -> bool:
    """Return whether words that look like names are certain to be names.

    These are several full names, names with initials or "et al.", or a label.

    "Classification by Neural Networks" has no such names. With `alone`, a single full name counts too.
    """
    words = re.sub(r"^[\s,–—-]*(?:by )?", "", names)
    several = [part for part in re.split(r", (?:and |& )?| and | & ", words) if part]
    full = len(several) > (0 if alone else 1) and all(len(part.split()) in (2, 3) for part in several)
    labelled = year is not None and label_key(f"{words}, {year}") is not None
    return full or labelled or INITIAL.search(words) is not None


def _is_head(words: str) -> bool:
    """Return whether words before a year in brackets are names, as in APA's "Ames, A., & Boyle, B. (2019). Kites"."""
    return INITIAL.search(words) is not None or label_key(f"{words}, 2000") is not None
