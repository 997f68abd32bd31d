"""Title of a work out of the title of its page: without the site's name, an archive's number, "(PDF)"."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

_BEFORE = re.compile(
    r"(?:[\[(]?\s*arxiv\s*:?\s*(?:\d{4}\.\d{4,5}|[a-z-]{2,12}/\d{7})(?:v\d+)?\s*[\])]?"
    r"|\[(?:\d{4}\.\d{4,5}(?:v\d+)?|[a-z-]{2,12}/\d{7})\]|[\[(]\s*(?:pdf|html|doi|abstract)\s*[\])]"
    r"|paper page\s[-–—]|(?:pdf|frontiers|arxiv|pubmed)\s*[|:])\s*",
    re.IGNORECASE,
)
_AFTER = re.compile(r"\s*[\[(]\s*(?:pdf|html|abstract|preprint|arxiv[^\[\]()]{0,30})\s*[\])]\s*$", re.IGNORECASE)
_BY_PEOPLE = re.compile(r"\sby\s(?:(?!\sby\s).){2,300}\s::\sSSRN\s*$")
_PARTED = re.compile(r"\s(?:\||·|•|::|»)\s")
_DASHED = re.compile(r"\s[-–—]\s")
_SITE_TITLES = re.compile(
    r"(?:the\s)?(?:arxiv|openreview|pubmed|pmc|sciencedirect|springer(?:link| nature link)?|nature|science(?: aaas)?"
    r"|frontiers(?: in .*)?|mdpi|wiley online library|oxford academic|ieee xplore|semantic scholar|acm digital library"
    r"|ieee .* (?:publication|magazine)s?|acl anthology|papers with code|researchgate|request pdf|pdf|plos(?: \w+)?"
    r"|pnas|jmlr|pmlr|neurips|dblp|hal|ssrn|jstor|scispace|hugging face|biorxiv|medrxiv|cvf open access"
    r"|taylor & francis online|sage journals|cambridge core|iopscience|europe pmc|cell press|connected papers|alphaxiv"
    r"|scirate|inspire(?: hep)?|nasa/?ads|academia\.edu|core reader|zenodo|bohrium)(?:\.org|\.com|\.net)?",
    re.IGNORECASE,
)
_NO_TITLE = re.compile(
    r"(?:microsoft (?:word|powerpoint)\b.*|untitled.*|\(?pdf\)?|arxiv(?:\.org)?|just a moment.*|access denied.*"
    r"|(?:error\s)?[45]\d\d(?:\s?[-:|–]?\s?(?:page )?(?:not found|forbidden|error|bad gateway|unavailable)\b.*)?"
    r"|attention required.*|page not found.*|not found|forbidden|home(?:page)?|abstract|redirecting.*|log ?in|sign in"
    r"|[\w.%+-]+\.(?:pdf|docx?|tex|dvi|ps|html?))",
    re.IGNORECASE,
)
_MOST_SEGMENTS = 4
_LONGEST = 600
_FEWEST_LETTERS = 4


def titles_of_page(title: str | None, url: str | None) -> tuple[str, ...]:
    """Return the titles that the work of a page may have by the title of the page, the likeliest first.

    () if it names none.

    What stands behind a bar is a site's or a journal's name; behind a dash only if it is known, or the host's: a
    subtitle may stand there, too.

    >>> titles_of_page("[1706.03762] Attention Is All You Need", "https://arxiv.org/abs/1706.03762")
    ('Attention Is All You Need', '[1706.03762] Attention Is All You Need')
    >>> titles_of_page("Deep learning - A review | Nature", None)
    ('Deep learning - A review', 'Deep learning - A review | Nature')
    """
    whole = " ".join((title or "")[:_LONGEST].split())
    if not whole or _NO_TITLE.fullmatch(whole):
        return ()
    host = _host(url)
    bare = _BY_PEOPLE.sub("", _AFTER.sub("", _BEFORE.sub("", whole, count=1)))
    titles = [_without_dashed_site(_first_segment(bare, host), host), bare, whole]
    return tuple(dict.fromkeys(name for title in titles if _is_telling(name := title.strip(" ,;:-–—"))))


def _first_segment(title: str, host: str) -> str:
    """Return what stands before the first bar, or behind a site's name that comes first."""
    segments = _PARTED.split(title, maxsplit=_MOST_SEGMENTS)
    if len(segments) > 1 and _is_site(segments[0], host):
        return segments[1]
    return segments[0]


def _without_dashed_site(title: str, host: str) -> str:
    for _ in range(2):  # "Title - PMC - NCBI"
        last = list(_DASHED.finditer(title))[-1:]
        if not last or not _is_site(title[last[0].end() :], host):
            break
        title = title[: last[0].start()]
    return title


def _is_site(words: str, host: str) -> bool:
    if _SITE_TITLES.fullmatch(words.strip()):
        return True
    compact = "".join(letter for letter in words.casefold() if letter.isalnum())
    return len(compact) >= _FEWEST_LETTERS and compact in host


def _is_telling(title: str) -> bool:
    return sum(letter.isalnum() for letter in title) >= _FEWEST_LETTERS and not _NO_TITLE.fullmatch(title)


def _host(url: str | None) -> str:
    try:
        host = urlsplit(url or "").hostname or ""
    except ValueError:
        return ""
    return "".join(letter for letter in host.casefold() if letter.isalnum())
