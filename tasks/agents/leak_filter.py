"""Search hits and pages that are withheld from an agent, so that it cannot look the answer to its task up.

Withheld is what appeared after the task's cut-off, and every work that would answer the task, such as the survey
itself, in any version and at any address. What has no known date is shown, and counted (`is_undated`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from urllib.parse import unquote

from tasks.agents.page_reader import ReadPage
from tasks.agents.search.engine import SearchHit
from tasks.benchmark import GivenTask
from tasks.identity import DescribedWork, appeared
from tasks.identity.page_titles import titles_of_page
from tasks.identity.rules import likeness
from tasks.identity.traits import Traits, traits_of
from tasks.records import WorkIdentity
from tasks.text import compact_title
from tasks.text.work_addresses import work_at

SPARE = 3
"""Results that are requested for each that is shown, so that enough are left after withholding."""

_IDS = ("doi", "arxiv_id", "openreview_id", "acl_id", "pubmed_id", "semantic_scholar_id")
_LONG_ENOUGH = 25  # letters of a title by which a cut one, or one without any identifier, names one work
_CUT_SHARE = 0.6  # of a title's letters that a cut one must have
_CUT = re.compile(r"\s*(?:\.{3}|…)\s*(?:[-–—|·].*)?$")
_PARTS = re.compile(r"\s+[-–—|·•:»]+\s+|\s*[|»]\s*")
_TAIL = re.compile(
    r"\s*(?:[(\[][^()\[\]]{0,60}[)\]]|[.,;]?\s(?:\d{4}|v\d\d?|(?:arxiv|corr|preprint|pdf)\b[^.]{0,60}))[.,;]?\s*$",
    re.IGNORECASE,
)
_MOST_PARTS, _LONGEST_TITLE = 8, 1_000
_HEAD_CHARS, _HEAD_LINES, _TITLE_LINES = 3_000, 40, 4  # of a page's text, where the title of a work stands
_LONGEST_LINE = 400  # characters of a line that may be a title, or a part of one
_DAY_IN_PATH = re.compile(r"/((?:19|20)\d\d)[/-](0[1-9]|1[0-2])(?=[/-])")
_NUMBER_IN_ADDRESS = re.compile(  # of arXiv, as readers and proxies carry it
    r"(?:arxiv|/papers?|/abs)\S{0,60}?[/:=-]((?:0[7-9]|[1-9]\d)(?:0[1-9]|1[0-2]))[.-](\d{4,5})(?!\d)", re.IGNORECASE
)
_ACL_YEAR = re.compile(r"(?:[A-Z](\d\d)-\d{4}|((?:19|20)\d\d)\..+)")


def reason_withheld(task: GivenTask, source: SearchHit | ReadPage) -> str:
    """Return why a hit or page may not be shown to an agent that answers the task; "" if it may."""
    for work in task.withheld:
        if how := _is_it(source, work):
            return f"it is the survey itself ({how})"
    when = _appeared(source)
    if task.cutoff and when and when > task.cutoff[: len(when)]:
        return f"it appeared in {when}, after {task.cutoff}"
    return ""


def is_undated(task: GivenTask, source: SearchHit | ReadPage) -> bool:
    """Whether it is unknown if it appeared before the cut-off: it has no date, or the cut-off's year without a month.

    It is shown all the same: most pages of the web have no date, and old papers least of all.
    """
    when = _appeared(source)
    return bool(task.cutoff) and (not when or (len(when) < len(task.cutoff) and task.cutoff.startswith(when)))


def _appeared(source: SearchHit | ReadPage) -> str:
    """The month, or year, in which it first appeared, by its identifiers, its address and its own date; or ""."""
    dates = []
    for identity in _identity(source):
        dates.append(appeared(DescribedWork(arxiv_id=identity.arxiv_id)) or "")
        if acl := _ACL_YEAR.fullmatch(identity.acl_id or ""):
            dates.append(acl[2] or f"{'19' if acl[1] > '60' else '20'}{acl[1]}")
    address = unquote(source.url).partition("://")[2]
    if number := _NUMBER_IN_ADDRESS.search(address):
        dates.append(appeared(DescribedWork(arxiv_id=f"{number[1]}.{number[2]}")) or "")
    if path := _DAY_IN_PATH.search(address):
        dates.append(f"{path[1]}-{path[2]}")
    dates.append(source.date[:7])
    return min(filter(None, dates), key=lambda date: (date[:4], -len(date), date), default="")


def _identity(source: SearchHit | ReadPage) -> tuple[WorkIdentity, WorkIdentity]:
    """Its identity as the engine or page has it, and as its address has it."""
    return source.identity, work_at(source.url) or WorkIdentity()


def _is_it(source: SearchHit | ReadPage, work: WorkIdentity) -> str:
    """The evidence that it is this work; "" if it is another, or none."""
    return _by_identifier(source, work) or _by_address(source.url, work) or _by_title(source, work)


def _by_identifier(source: SearchHit | ReadPage, work: WorkIdentity) -> str:
    for name in _IDS:
        wanted = str(getattr(work, name) or "").casefold()
        if wanted and any(wanted == str(getattr(one, name) or "").casefold() for one in _identity(source)):
            return f"{name.removesuffix('_id').replace('_', ' ')} {wanted}"
    return ""


def _by_address(url: str, work: WorkIdentity) -> str:
    """An identifier anywhere in the address (archives, readers and proxies carry one), or the title as a part of it."""
    address = unquote(unquote(url)).casefold()
    number = re.escape((work.arxiv_id or "").casefold()).replace(r"\.", "[._-]")  # dblp has a hyphen
    if number and re.search(rf"(?<![\d.]){number}(?!\d)", address):
        return f"arxiv {work.arxiv_id} in its address"
    if work.doi and re.search(rf"{re.escape(work.doi.casefold())}(?=\.(?:pdf|html?)\b|[^\w.-]|[.-]?$)", address):
        return f"doi {work.doi} in its address"
    title = compact_title(work.title or "")
    if len(title) >= _LONG_ENOUGH:
        for part in re.split(r"[/?&=#]", address):
            bare = "".join(filter(str.isalnum, re.sub(r"\.(?:pdf|html?|php|aspx?)$", "", part)))
            if title in (bare, bare.strip("0123456789")):
                return "its title in the address"
    return ""


def _by_title(source: SearchHit | ReadPage, work: WorkIdentity) -> str:
    if not work.title:
        return ""
    itself = _traits(work)
    if any(_same(title, source, itself) for title in _titles(source)):
        return "same title"
    if isinstance(source, SearchHit) and _is_cut(_on_a_line(source.title), compact_title(work.title)):
        return "same title, cut"
    return ""


@lru_cache(maxsize=1024)
def _traits(work: WorkIdentity) -> Traits:
    # Years say nothing here: surveys are revised, and published, years after they first appeared.
    return traits_of(DescribedWork(work.title, doi=work.doi, arxiv_id=work.arxiv_id))


def _same(title: str, source: SearchHit | ReadPage, itself: Traits) -> bool:
    identity, there = _identity(source)
    described = DescribedWork(title, doi=identity.doi or there.doi, arxiv_id=identity.arxiv_id or there.arxiv_id)
    return likeness(_source_traits(described), itself) is not None


@lru_cache(maxsize=8192)
def _source_traits(described: DescribedWork) -> Traits:
    """Traits of a hit or page; kept, since many tasks meet the same."""
    return replace(traits_of(described), year=None)


def _titles(source: SearchHit | ReadPage) -> Iterator[str]:
    """All that may be the title of the work that stands there."""
    title = _on_a_line(source.title)
    if tail := _TAIL.search(title):
        yield title[: tail.start()]
    yield from titles_of_page(title, source.url)
    yield from _runs(_PARTS.split(title, maxsplit=_MOST_PARTS), " - ", _MOST_PARTS)
    if isinstance(source, ReadPage):
        lines = [line.strip(" #*_\t") for line in source.text[:_HEAD_CHARS].splitlines()]
        head = [line for line in lines if 0 < len(line) <= _LONGEST_LINE][:_HEAD_LINES]
        yield from (title for title in _runs(head, " ", _TITLE_LINES) if len(compact_title(title)) >= _LONG_ENOUGH)


def _on_a_line(title: str) -> str:
    return " ".join(title[: 2 * _LONGEST_TITLE].split())[:_LONGEST_TITLE]


def _runs(parts: list[str], joint: str, most: int) -> Iterator[str]:
    """Neighbouring parts, joined: a title may hold a dash, or go over several lines."""
    for start in range(len(parts)):
        for end in range(start + 1, min(start + most, len(parts)) + 1):
            yield joint.join(parts[start:end])


def _is_cut(title: str, whole: str) -> bool:
    """Return whether a title that ends in dots is the beginning of the whole one (letters and digits)."""
    if not (cut := _CUT.search(title)):
        return False
    start = compact_title(title[: cut.start()])
    return len(start) >= min(_LONG_ENOUGH, _CUT_SHARE * len(whole)) and whole.startswith(start)
