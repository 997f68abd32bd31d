"""Resolution of printed works to known ones, by identifiers, then by title."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from rapidfuzz import fuzz

from litgauge.tasks.citations.printed_work import PrintedWork
from litgauge.tasks.identity import DescribedWork, match_works
from litgauge.tasks.identity.spelling import differ_by_spelling, signs_of
from litgauge.tasks.records import PersonName, Reference
from litgauge.tasks.text import clean_text, compact_title, split_names
from litgauge.tasks.text.words import words

SHORTEST = 20
"""Letters of a title that one letter does not make another title."""
LONGER = 3
"""Letters by which a misspelled title may be longer or shorter."""
END = 8
"""Letters at the beginning, or at the end, that a misspelled title has right."""
_RATIO = 93.0
_ANOTHER = 60.0  # similarity of two titles below which a printed OpenAlex number is not trusted
_TELLING = 12  # letters that a part of a title needs to identify it
_FEWEST_WORDS = 3  # of a title without its subtitle that names a work by itself
_BEGINNING = 16  # letters that an open list needs of a title that was cut off
_CUT = re.compile(r"\s*(?:\.\.\.|…)\W*$")
_LONG_SUBTITLE = 5  # words
_MOST_PARTS = 40  # of a title
_ABOUT = re.compile(
    r"[.,;!?]\s|\s[-–—(“\"]"
    r"|\s(?:introduc|propos|present|show|describ|measur|analy[sz]|argu|demonstrat|is|was|which|that)(?:es|ed|s|d)?\s"
)
"""Signs behind which words about a work may begin, after its title."""
_SUBTITLE = re.compile(r":\s|\s[-–—]\s|\?\s")
_COINED = re.compile(r"(?=[^\s]*(?:\d|[^\W\d_][^\W\d_a-z]))[^\W_][\w-]*[^\W_]")
"""A name that somebody made up: "GloVe", "BERT", "word2vec"."""
_GENERIC = re.compile(
    r"\b(?:survey|review|overview|introduction|tutorial|primer|case study|perspective)\b", re.IGNORECASE
)
"""A title that says only so much of a work may be anybody's: "A survey of owls"."""


@dataclass(frozen=True, slots=True)
class KnownWork:
    """A work that may be meant."""

    key: int
    title: str
    author: str = ""  # the first one, or several as lists print them
    year: int | None = None
    doi: str | None = None
    arxiv_id: str | None = None
    openalex: int | None = None


@dataclass(frozen=True, slots=True)
class Resolution:
    """Known work that a printed one is, None if none; `rule` is "repeated" if an earlier printed work is the same."""

    key: int | None
    rule: str  # "openalex", a rule of `litgauge.tasks.identity`, "repeated" or ""
    evidence: str


_UNKNOWN = Resolution(None, "", "nothing known has its identifiers or its title")


def title_keys(title: str) -> list[str]:
    """Return the compact title, and those without subtitle, by which known works are looked up."""
    whole = clean_text(title)
    heads = (whole[: match.start()] for match in islice(_SUBTITLE.finditer(whole), _MOST_PARTS))
    return list(dict.fromkeys(key for form in (whole, *heads) if (key := compact_title(form))))


def may_be_cut(title: str) -> bool:
    """Return whether a title was cut off ("…") after enough letters to identify it."""
    match = _CUT.search(title)
    return match is not None and len(compact_title(title[: match.start()])) >= _BEGINNING


def subtitle_keys(title: str) -> list[str]:
    """Return compact long subtitles: "OPPU: Democratizing Large Language Models via …"."""
    _, colon, subtitle = clean_text(title).partition(": ")
    return [compact_title(subtitle)] if colon and len(subtitle.split()) >= _LONG_SUBTITLE else []


def explained_keys(title: str) -> list[str]:
    """Return compact titles that a printed title may begin with, before words about the work."""
    whole = clean_text(title)
    heads = (compact_title(whole[: match.start()]) for match in islice(_ABOUT.finditer(whole), _MOST_PARTS))
    return [key for key in heads if len(key) >= _TELLING]


@dataclass
class Resolver:
    """Resolves the printed works of one list after another to known ones.

    `closed`: nothing but the known works can be meant, so a short title without its subtitle, or a long subtitle alone,
    names the one work that has it.
    """

    works: Iterable[KnownWork]
    closed: bool = False
    _works: dict[int, KnownWork] = field(init=False)
    _by_number: dict[int, KnownWork] = field(init=False)
    _by_key: dict[str, list[KnownWork]] = field(init=False)
    _by_head: dict[str, list[KnownWork]] = field(init=False)
    _by_end: dict[tuple[str, int], list[KnownWork]] = field(init=False)

    def __post_init__(self) -> None:
        self._works = {work.key: work for work in self.works}
        self._by_number = {work.openalex: work for work in self._works.values() if work.openalex is not None}
        self._by_key, self._by_head, self._by_end = defaultdict(list), defaultdict(list), defaultdict(list)
        for work in self._works.values():
            whole, *heads = self._keys(work.title)
            for key in filter(None, (work.doi, work.arxiv_id, whole)):
                self._by_key[key].append(work)
            for key in heads:
                self._by_head[key].append(work)
            for end in {whole[:END], whole[-END:]}:
                self._by_end[end, len(whole)].append(work)

    def _keys(self, title: str) -> list[str]:
        """Return the compact title, then those of its parts that may stand for it."""
        whole, *parts = title_keys(title) or [""]
        return [whole, *dict.fromkeys((*parts, *subtitle_keys(title)) if self.closed else parts)]

    def resolve(self, printed: Sequence[PrintedWork]) -> list[Resolution]:
        """Return the known work of each work of a list.

        It is looked up by OpenAlex number, unless the title disagrees, else by the rules of `litgauge.tasks.identity`,
        else by the one known title that differs by subtitle or spelling.
        """
        resolutions = [_UNKNOWN] * len(printed)
        rest = []
        printed = [self._without_wrong_identifier(work) for work in printed]
        for place, work in enumerate(printed):
            own = self._by_number.get(work.openalex) if work.openalex is not None else None
            if own is not None and _agrees(work.title, own.title):
                resolutions[place] = Resolution(own.key, "openalex", f"OpenAlex number W{own.openalex}")
            else:
                rest.append(place)
        nearby = self._near([printed[place] for place in rest])
        matching = match_works([_described(printed[place]) for place in rest], [_reference(work) for work in nearby])
        for pair in matching.pairs:
            resolutions[rest[pair.cited]] = Resolution(nearby[pair.reference].key, pair.rule, pair.evidence)
        for again in matching.repeated_cited:
            first = resolutions[rest[again.first]]
            rule = first.rule if first.key is not None else "repeated"
            resolutions[rest[again.position]] = Resolution(first.key, rule, again.evidence)
        named = {resolution.key for resolution in resolutions}
        for place, work in enumerate(printed):
            if resolutions[place] is _UNKNOWN:
                identical = self._same(work)
                if identical is not None and identical.key in named:
                    evidence = f"the identifier or title of {identical.title!r}, which is listed already"
                    resolutions[place] = Resolution(identical.key, "repeated", evidence)
                else:
                    resolutions[place] = (
                        self._shortened(work)
                        or self._explained(work)
                        or self._cut(work)
                        or self._misspelled(work)
                        or _UNKNOWN
                    )
        return resolutions

    def _near(self, printed: Iterable[PrintedWork]) -> list[KnownWork]:
        """Return the known works that share an identifier or a title, with or without subtitle, with one of
        these, by key.
        """
        near = {
            work.key: work
            for entry in printed
            for key in (entry.doi, entry.arxiv_id, *title_keys(entry.title))
            if key
            for work in (*self._by_key.get(key, ()), *self._by_head.get(key, ()))
        }
        return [near[key] for key in sorted(near)]

    def _same(self, work: PrintedWork) -> KnownWork | None:
        """Return the work with the DOI, arXiv id or whole title; None where there is none, or several."""
        for key in (work.doi, work.arxiv_id, compact_title(clean_text(work.title))):
            if key and (works := self._by_key.get(key, ())):
                return works[0] if len(works) == 1 else None
        return None

    def _shortened(self, work: PrintedWork) -> Resolution | None:
        """Return the one known work whose title, without its subtitle, is this one, or the other way round."""
        whole, *heads = self._keys(work.title)
        candidates = {match.key: match for match in self._by_head.get(whole, ())}
        for head in heads:
            candidates |= {match.key: match for match in self._by_key.get(head, ())}
        close = [candidate for candidate in candidates.values() if _may_be(work, candidate, by_year=True)]
        if len(close) != 1:
            return None
        short = min(work.title, close[0].title, key=len)
        if not (self.closed or _names_alone(short) or (work.authors and work.year is not None)):
            return None
        return Resolution(close[0].key, "subtitle", "same title without its subtitle, and of no other work")

    def _without_wrong_identifier(self, work: PrintedWork) -> PrintedWork:
        """Return the work without a DOI or arXiv id of another work, where its title is a known one's."""
        named = self._by_key.get(compact_title(clean_text(work.title)), ()) if work.title else ()
        if len(named) != 1:
            return work
        others = [candidate for key in (work.doi, work.arxiv_id) if key for candidate in self._by_key.get(key, ())]
        wrong = any(other.key != named[0].key and not _agrees(work.title, other.title) for other in others)
        return replace(work, doi=None, arxiv_id=None) if wrong else work

    def _explained(self, work: PrintedWork) -> Resolution | None:
        """Return the one known work whose full title begins the printed one."""
        keys = {
            candidate.key
            for key in explained_keys(work.title)
            for candidate in self._by_key.get(key, ())
            if _may_be(work, candidate)
        }
        return Resolution(keys.pop(), "title", "a title with words about it behind") if len(keys) == 1 else None

    def _cut(self, work: PrintedWork) -> Resolution | None:
        """Return the one known work whose title begins like one that was cut off ("…"), or like one with author and
        year.
        """
        match = _CUT.search(work.title)
        key = compact_title(clean_text(work.title[: match.start()] if match else work.title))
        credited = bool(work.authors and work.year is not None)
        fewest = _BEGINNING if match and not (self.closed or credited) else _TELLING
        if len(key) < fewest or not (match or credited):
            return None
        near = [work for (end, _), works in self._by_end.items() if end == key[:END] for work in works]
        near = [
            near_work
            for near_work in near
            if compact_title(near_work.title).startswith(key) and (match or near_work.author)
        ]
        keys = {near_work.key for near_work in near if _may_be(work, near_work, by_year=True)}
        return Resolution(keys.pop(), "subtitle", "a title that begins so, and no other") if len(keys) == 1 else None

    def _misspelled(self, work: PrintedWork) -> Resolution | None:
        """Return the one known work with this title in another spelling."""
        key = compact_title(clean_text(work.title))
        if len(key) < SHORTEST:
            return None
        ratios: dict[int, float] = {}
        for length in range(len(key) - LONGER, len(key) + LONGER + 1):
            for end in {key[:END], key[-END:]}:
                for candidate in self._by_end.get((end, length), ()):
                    ratio = fuzz.ratio(key, compact_title(candidate.title), score_cutoff=_RATIO)
                    if ratio and _may_be(work, candidate) and _misspells(work.title, candidate.title):
                        ratios[candidate.key] = ratio
        if len(ratios) != 1:
            return None
        ((only, ratio),) = ratios.items()
        return Resolution(only, "fuzzy", f"title ratio {ratio:.1f}, and nothing else known has one like it")


def _misspells(title: str, other: str) -> bool:
    if signs_of(title) != signs_of(other):
        return False
    for apart in ("-", " "):  # "large-scale", "large scale"
        first, second = ([word.text for word in words(text.casefold().replace("-", apart))] for text in (title, other))
        if differ_by_spelling(first, second):
            return True
    return _stems(title) == _stems(other)


def _stems(title: str) -> str:
    """Return the words of a title without endings and breaks: "TextRank", "Text Ranks"."""
    return "".join(word.stem or word.text for word in words(title.casefold().replace("-", " ")))


def _may_be(work: PrintedWork, candidate: KnownWork, *, by_year: bool = False) -> bool:
    """Return whether author and year of the printed work do not contradict a known work."""
    if work.year is not None and candidate.year is not None and abs(work.year - candidate.year) > 1:
        return False
    if by_year and work.authors and candidate.author:
        people = compact_title(candidate.author)
        if not any((family := compact_title(name)) and family in people for name in work.authors):
            return False
    return work.doi is None or candidate.doi is None or work.doi == candidate.doi


def _names_alone(title: str) -> bool:
    """Return whether a title without its subtitle names a work by itself: several words, or a coined name."""
    bare = title.strip()
    head = _SUBTITLE.split(bare)[0]
    specific = len(head.split()) >= _FEWEST_WORDS and not _GENERIC.search(head)
    return specific or _COINED.fullmatch(head) is not None


def _agrees(title: str, known_title: str) -> bool:
    shorter, longer = sorted((compact_title(title), compact_title(known_title)), key=len)
    within = len(shorter) >= _TELLING and shorter in longer
    return not shorter or within or fuzz.ratio(shorter, longer) >= _ANOTHER


def _described(work: PrintedWork) -> DescribedWork:
    return DescribedWork(
        work.title or None,
        tuple(person for name in work.authors for person in _people(name)),
        work.year,
        work.doi,
        work.arxiv_id,
    )


def _people(names: str) -> Iterator[PersonName]:
    if names:
        yield from split_names(names)[0] if " " in names else (PersonName(names, ""),)


def _reference(work: KnownWork) -> Reference:
    return Reference(
        survey_id="",
        key=str(work.key),
        type="misc",
        title=work.title or None,
        authors=tuple(_people(work.author)),
        et_al=False,
        year=work.year,
        venue=None,
        doi=work.doi,
        arxiv_id=work.arxiv_id,
        url=None,
        origin="bib",
        in_main_text=True,
        aliases=(),
        provenance=(),
    )
