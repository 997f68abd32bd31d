"""Search hits and pages that are withheld from an agent, so that it cannot look the answer to its task up.

Withheld are works that appeared after the task's cut-off, and pages that show the survey behind the task: the
survey itself, and every page that names it, lists its references, or quotes its abstract (`survey_traces`). Sources
without a known date are shown, and counted (`is_undated`).
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from functools import lru_cache
from urllib.parse import unquote

from litgauge.tasks.agents.page_reader import ReadPage
from litgauge.tasks.agents.references_shown import ReferencesShown
from litgauge.tasks.agents.search.engine import SearchHit
from litgauge.tasks.agents.survey_traces import Finding, SurveyTraces, readable, readable_address
from litgauge.tasks.benchmark import NO_KEY, AnswerKey, GivenTask
from litgauge.tasks.identity import DescribedWork, appeared
from litgauge.tasks.identity.page_titles import titles_of_page
from litgauge.tasks.identity.rules import likeness
from litgauge.tasks.identity.traits import Traits, traits_of
from litgauge.tasks.records import WorkIdentity
from litgauge.tasks.text import compact_title
from litgauge.tasks.text.work_addresses import work_at

SPARE = 3
"""Results that are requested for each that is shown, so that enough are left after withholding."""

_IDS = ("doi", "arxiv_id", "openreview_id", "acl_id", "pubmed_id", "semantic_scholar_id")
_LONG_ENOUGH = 25  # letters of a title by which a cut one, or one without any identifier, names one work
_CUT_SHARE = 0.6  # of a title's letters that a cut one must have
_LONG_ENOUGH_IN_A_WORD = 20  # letters of a title that ends where no title ends
_SHORTEST_WORD = 3  # letters
_ENDINGS = frozenset("s es d ed r er rs ers al ing ly ic ics y ity ization ative".split())  # noqa: SIM905
_ENDS_BEFORE = re.compile(  # a word before which another work's whole title may well end
    r"\W|(?:a|an|and|as|at|based|by|for|from|in|on|of|that|the|through|to|towards?|under|using|via|with|within"
    r"|algorithms?|approach(?:es)?|frameworks?|methods?|models?|problems?|systems?|techniques?|theory)\b",
    re.IGNORECASE,
)
_DANGLING = re.compile(r"(?:\s(?:a|an|and|at|by|for|from|in|of|on|or|the|to|via|with)|[:,&—–-])\s*$", re.IGNORECASE)
_CUT = re.compile(r"\s*(?:\.{3}|…)\s*(?:[-–—|·].*)?$")
_PARTS = re.compile(r"\s+[-–—|·•:»]+\s+|\s*[|»]\s*")
_TAIL = re.compile(
    r"\s*(?:[(\[][^()\[\]]{0,60}[)\]]|[.,;]?\s(?:\d{4}|v\d\d?|(?:arxiv|corr|preprint|pdf)\b[^.]{0,60}))[.,;]?\s*$",
    re.IGNORECASE,
)
_MOST_PARTS, _LONGEST_TITLE = 8, 1_000
_HEAD_CHARS, _HEAD_LINES, _TITLE_LINES = 3_000, 40, 4  # of a page's text, where the title of a work stands
_LONGEST_LINE = 400  # characters of a line that may be a title, or a part of one
_YEAR = r"((?:19|20)\d\d)"
_DATED_PLACES = tuple(  # venues' addresses that say a year, and DOIs that do
    map(
        re.compile,
        (
            rf"openaccess\.thecvf\.com/content(?:/|_)\w{{2,12}}?_?{_YEAR}(?!\d)",
            r"(proceedings\.mlr\.press|jmlr\.org/proceedings/papers)/v\d+/[a-z'-]{2,40}(\d\d)[a-z]?(?![a-z\d])",
            r"(10\.(?:1038|1007|1186))/s\d{4,5}-0(\d\d)-\d",
            rf"/10\.\d{{4,9}}/[a-z0-9_-]{{1,40}}\.(?:[a-z0-9_-]{{1,40}}\.)?{_YEAR}[./]",
            rf"/10\.1101/{_YEAR}\.\d\d\.\d\d\.",
            rf"/{_YEAR}/(?!(?:0[1-9]|1[0-2])/)",
        ),
    )
)
_DAY_IN_PATH = re.compile(r"/((?:19|20)\d\d)[/-](0[1-9]|1[0-2])(?=[/-])")
_NUMBER_IN_ADDRESS = re.compile(  # of arXiv, as readers and proxies carry it
    r"(?:arxiv|/papers?|/abs)\S{0,60}?[/:=-]((?:0[7-9]|[1-9]\d)(?:0[1-9]|1[0-2]))[.-](\d{4,5})(?!\d)", re.IGNORECASE
)
_LONGEST_PLACE = 1_000
_MONTH = re.compile(r"(\d{4})-(0[1-9]|1[0-2])")
_ACL_YEAR = re.compile(r"(?:[A-Z](\d\d)-\d{4}|((?:19|20)\d\d)\..+)")


@dataclass(frozen=True)
class Verdict:
    """Decision on a hit or a page: `withheld` says why it is withheld, `doubt` what could not be decided."""

    withheld: str = ""
    doubt: str = ""


class LeakFilter:
    """Filter of everything that an agent sees for one task. Made once per task; its methods do no I/O."""

    def __init__(self, task: GivenTask, key: AnswerKey = NO_KEY) -> None:
        self._task = task
        self._traces = SurveyTraces(task.withheld, key.references, key.abstract)
        self._shown = ReferencesShown(self._traces)

    def admit(self, source: SearchHit | ReadPage) -> Verdict:
        """Return the verdict on the next hit or page of the task, given the pages shown before."""
        verdict = self.verdict(source)
        if verdict.withheld or isinstance(source, SearchHit) or not source.text:
            return verdict
        finding = self._shown.judge(source.text, source.final_url or source.url)
        return _of_the_survey(finding) if finding.evidence else verdict

    def verdict(self, source: SearchHit | ReadPage) -> Verdict:
        """Return whether a hit or page may be shown to an agent that answers the task."""
        finding = self._of_survey(source)
        if finding.evidence:
            return _of_the_survey(finding)
        when = _appeared(source)
        if self._task.cutoff and when and when > self._task.cutoff[: len(when)]:
            return Verdict(f"it appeared in {when}, after {self._task.cutoff}")
        return Verdict(doubt=finding.doubt)

    def _of_survey(self, source: SearchHit | ReadPage) -> Finding:
        for work in self._task.withheld:
            if how := _by_identifier(source, work) or _by_title(source, work):
                return Finding(how)
        findings = self._findings(source)
        doubts = []
        for finding in findings:
            if finding.evidence:
                return finding
            doubts.append(finding.doubt)
        return Finding(doubt=next(filter(None, doubts), ""))

    def _findings(self, source: SearchHit | ReadPage) -> Iterator[Finding]:
        """Yield the traces of the survey in each part of a hit or page, the cheapest first."""
        namesake = any(_is_namesake(source, work) for work in self._task.withheld)
        for url in dict.fromkeys(filter(None, (source.url, source.final_url if isinstance(source, ReadPage) else ""))):
            yield self._traces.in_text(readable_address(url))
        yield self._traces.in_text(readable(source.title), with_title=not namesake)
        if isinstance(source, SearchHit):
            yield self._traces.in_text(readable(source.snippet))
            return
        for text in filter(None, (source.text, source.markup)):
            yield self._traces.in_text(readable(text), with_title=not namesake)
        if source.text:
            yield self._traces.in_page(source.text, source.final_url or source.url)


def _of_the_survey(finding: Finding) -> Verdict:
    return Verdict(f"it is the survey itself, or leads to it ({finding.evidence})")


def _is_namesake(source: SearchHit | ReadPage, work: WorkIdentity) -> bool:
    """Return whether a source is another work with the same title: it has a different arXiv number."""
    return _has_another_number(source, work) and any(
        compact_title(title) == compact_title(work.title or "") for title in titles_of_page(source.title, source.url)
    )


def _has_another_number(source: SearchHit | ReadPage, work: WorkIdentity) -> bool:
    numbers = {identity.arxiv_id for identity in _identity(source) if identity.arxiv_id}
    return bool(work.arxiv_id and numbers) and work.arxiv_id not in numbers


def is_undated(task: GivenTask, source: SearchHit | ReadPage) -> bool:
    """Return whether a source has no date, or only the cut-off's year, so that it is unknown whether it is older.

    It is shown nevertheless: most web pages have no date, least of all old papers.
    """
    when = _appeared(source)
    return bool(task.cutoff) and (not when or (len(when) < len(task.cutoff) and task.cutoff.startswith(when)))


def _appeared(source: SearchHit | ReadPage) -> str:
    """Return the month, or year, of first appearance, by identifiers, address and the source's own date; or ""."""
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
    dates += _venue_years(address, source)
    dates.append(source.date[:7])
    return min(filter(None, dates), key=lambda date: (date[:4], -len(date), date), default="")


def last_day(cutoff: str) -> date | None:
    """Return the last day of a task's last month; None without one."""
    if not (match := _MONTH.fullmatch(cutoff)):
        return None
    year, month = int(match[1]), int(match[2])
    return date(year, month, monthrange(year, month)[1])


def _venue_years(address: str, source: SearchHit | ReadPage) -> Iterator[str]:
    """Yield years in the address of a venue, or in a DOI: no later than the work's publication there."""
    dois = (f"/{identity.doi}" for identity in _identity(source) if identity.doi)
    for place in (f"{address.casefold()[:_LONGEST_PLACE]}/", *dois):
        for pattern in _DATED_PLACES:
            if match := pattern.search(place):
                year = match[match.lastindex or 0]
                yield year if len(year) == 4 else f"{'19' if year > '60' else '20'}{year}"


def _identity(source: SearchHit | ReadPage) -> tuple[WorkIdentity, WorkIdentity]:
    """Return the identity of a source by the engine or page, and by its address."""
    return source.identity, work_at(source.url) or WorkIdentity()


def _by_identifier(source: SearchHit | ReadPage, work: WorkIdentity) -> str:
    for name in _IDS:
        identifier = str(getattr(work, name) or "").casefold()
        if identifier and any(
            identifier == str(getattr(identity, name) or "").casefold() for identity in _identity(source)
        ):
            return f"{name.removesuffix('_id').replace('_', ' ')} {identifier}"
    return ""


def _by_title(source: SearchHit | ReadPage, work: WorkIdentity) -> str:
    if not work.title:
        return ""
    itself = _traits(work)
    if any(_same(title, source, itself) for title in _titles(source)):
        return "same title"
    if isinstance(source, SearchHit) and not _has_another_number(source, work):
        title = _on_a_line(source.title)
        if any(_is_cut(shown, work.title) for shown in (title, *titles_of_page(title, source.url))):
            return "same title, cut"
    return ""


@lru_cache(maxsize=1024)
def _traits(work: WorkIdentity) -> Traits:
    # Years are no evidence here: surveys are revised, and published, years after they first appeared.
    return traits_of(DescribedWork(work.title, doi=work.doi, arxiv_id=work.arxiv_id))


def _same(title: str, source: SearchHit | ReadPage, itself: Traits) -> bool:
    identity, there = _identity(source)
    described = DescribedWork(title, doi=identity.doi or there.doi, arxiv_id=identity.arxiv_id or there.arxiv_id)
    return likeness(_source_traits(described), itself) is not None


@lru_cache(maxsize=8192)
def _source_traits(described: DescribedWork) -> Traits:
    """Return traits of a hit or page; cached, since many tasks meet the same ones."""
    return replace(traits_of(described), year=None)


def _titles(source: SearchHit | ReadPage) -> Iterator[str]:
    """Yield possible titles of the work of a hit or page."""
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
    """Yield neighbouring parts, joined: a title may contain a dash, or span several lines."""
    for start in range(len(parts)):
        for end in range(start + 1, min(start + most, len(parts)) + 1):
            yield joint.join(parts[start:end])


def _is_cut(title: str, whole: str) -> bool:
    """Return whether a title is the beginning of the whole one, cut at dots or evidently at its end."""
    cut = _CUT.search(title)
    start, letters = compact_title(title[: cut.start()] if cut else title), compact_title(whole)
    if not letters.startswith(start) or start == letters:
        return False
    if cut and len(start) >= min(_LONG_ENOUGH, _CUT_SHARE * len(letters)):
        return True
    if len(start) < _LONG_ENOUGH_IN_A_WORD:
        return False
    if _DANGLING.search(title) or _ends_within_a_word(start, whole):
        return True
    words, behind = title.split(), whole.split()[len(title.split()) :]
    if not behind or words != whole.split()[: len(words)]:
        return False
    return title[-1].isalpha() and not _ENDS_BEFORE.match(behind[0])


def _ends_within_a_word(start: str, whole: str) -> bool:
    """Return whether the beginning of a title ends within a word, and not with a word of its own."""
    behind = 0
    for word in map(compact_title, whole.split()):
        within = len(start) - behind
        if 0 < within < len(word):
            return within < _SHORTEST_WORD or word[within:] not in _ENDINGS
        behind += len(word)
    return False
