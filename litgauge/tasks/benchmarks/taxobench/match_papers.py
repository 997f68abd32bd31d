"""One-to-one matches between the papers of an agent's tree and the experts'."""

from __future__ import annotations

import functools
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from rapidfuzz.distance import OSA

from litgauge.tasks.benchmarks.taxobench.title_stems import title_stems
from litgauge.tasks.citations.printed_work import PrintedWork
from litgauge.tasks.citations.resolving import SHORTEST, KnownWork, Resolver
from litgauge.tasks.citations.works import LONGEST_ENTRY, read_printed
from litgauge.tasks.identity.spelling import differ_by_spelling, signs_of
from litgauge.tasks.text import compact_title

Mode = Literal["ours", "released"]
_RELEASED_RATIO = 0.92
_NUMBER = re.compile(r"(?:paper|ref\w*|p)?\s*(?:#\s*)?\[?(?P<number>\d{1,4})\]?", re.IGNORECASE)
_NUMBERED = re.compile(rf"{_NUMBER.pattern}\s*[:.(–—-]\s*(?P<words>\S.*)", re.IGNORECASE)
"""A number and what the title begins with."""
_LEAD = re.compile(
    r"(?:(?:paper|ref\w*)\s*\[?\d+\]?|\[?[pr]?\d+\](?!\()|[pr]\d+(?=[:.)])|#\d+|\(?\d{1,4}[.):]|\d{1,4}(?=\s[-–—|])|[-*•])\s*[:.–—-]?\s*",
    re.IGNORECASE,
)
"""A number or bullet before a title."""
_CREDIT = re.compile(r"[^\W\d_][^:]{0,200}?\(?\b(?:19|20)\d\d[a-z]?\)?\s*[:.,–—-]\s+")
"""Authors and year before a title."""
BRACKETED_TAIL = re.compile(r"(?<=\S)\s*(?:（[^（）]{1,80}）|\([^()]{1,80}\)|\[[^\[\]]{1,80}\]|【[^【】]{1,80}】)\W*$")
_TOLD_IN_ANOTHER_SCRIPT = re.compile(
    r"(?<=[A-Za-z?!.）)])\s*(?:[：:，,]|[-–—]{1,2})\s*(?=[A-Za-z0-9]{0,12}[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af])"
)
"""Before what is said of an English title in Chinese, Japanese or Korean."""
_REMARK = re.compile(r"(?<=\S)\s+[\u2600-\u27bf\U0001f000-\U0001faff]\ufe0f?(?:\s.*)?$")
"""A picture behind a title, and what is said there."""
_ARTICLE = re.compile(r"^the\s+(?=[A-Z0-9])", re.IGNORECASE)
_KIND_OF_WORK = re.compile(r"\s+(?:paper|article|preprint|work|论文|论⽂)$", re.IGNORECASE)
_ACRONYM = re.compile(r"\b[A-Z]{2,6}s?\b")
_FEWEST_BESIDE, _MOST_BESIDE = 3, 60  # words of a title with initials for some of its words
_INITIALS = re.compile(r"(?=(?:.*[A-Z]){2})[A-Za-z](?:-?[A-Za-z]){2,5}")
_FILE = re.compile(r"\.(?:txt|pdf|md|tex|html?)$", re.IGNORECASE)
_PRINTED = re.compile(r"\d{4}|\bet al\b|[“«„「『《\"【\ue200@\[*]|https?:|\bcite\W?turn\d|[.,]\s\S{1,60}[.,]| by ")
"""What only printed references, citation marks and Markdown have."""
_LONGEST_TITLE = 400  # characters
_LONG_WORD = 7  # letters of a stem that one letter does not make another
_FEWEST_AROUND_SLIP = 4  # words of a title with such a letter
_TOKEN = re.compile(r"[^\W_]+")
_NOT_WORD = re.compile(r"[^\w\s]")


@dataclass(frozen=True, slots=True)
class Aligned:
    """A paper of the tree and the expected one that it is, by their positions."""

    expected: int
    found: int
    rule: str  # of `litgauge.tasks.citations.resolving`, "initials", "nearest", "number" or "released"


@dataclass(frozen=True, slots=True)
class Alignment:
    """Matches between the papers of a tree and the expected ones, and the papers without a match."""

    pairs: tuple[Aligned, ...]  # in the order of the expected papers
    missing: tuple[int, ...]  # positions of expected papers that the tree does not hold
    doubled: tuple[int, ...]  # positions in the tree of papers that it holds already
    invented: tuple[int, ...]  # positions in the tree of papers that nobody expected

    @property
    def partner(self) -> dict[int, int]:
        """Position in the tree by expected position."""
        return {pair.expected: pair.found for pair in self.pairs}


def align_papers(
    expected: Sequence[str], predicted: Sequence[str], mode: Mode = "ours", *, numbers: bool = True
) -> Alignment:
    """Return the one-to-one alignment of the titles of a tree with those expected, independent of the order of either.

    "ours": the paper that `litgauge.tasks.citations.resolving` says, else, with `numbers`, its number among those
    expected; never because one title is part of the other: "BERT" is not RoBERTa.
    "released": the published scorer, first come first served, where containment counts as equality.
    """
    works = _works(expected, predicted, numbers)
    pairs = _released(expected, predicted) if mode == "released" else _ours(expected, predicted, works)
    aligned, paired = {pair.expected for pair in pairs}, {pair.found for pair in pairs}
    doubled: list[int] = []
    invented: list[int] = []
    earlier_titles: set[str] = set()
    for position, title in enumerate(predicted):
        if position not in paired:
            compact = compact_title(title)
            (doubled if position in works or (compact and compact in earlier_titles) else invented).append(position)
            earlier_titles.add(compact)
    return Alignment(
        tuple(sorted(pairs, key=lambda pair: pair.expected)),
        tuple(position for position in range(len(expected)) if position not in aligned),
        tuple(doubled),
        tuple(invented),
    )


def titles_meant(expected: Sequence[str], predicted: Sequence[str]) -> dict[int, str]:
    """Return the expected paper, by its compact title, that each title means, by position; several may mean one.

    >>> titles_meant(["Silent Owls: A Study", "Gulls"], ["Silent Owls", "Terns"])
    {0: 'silentowlsastudy'}
    """
    return {position: work.title for position, work in _works(expected, predicted, numbers=False).items()}


@dataclass(frozen=True, slots=True, order=True)
class _Work:
    """Expected paper that a paper of the tree is."""

    form: int  # how much was taken off the title to tell: the less the surer
    rule: str
    title: str  # of the expected paper, compact: papers of one title are told apart by nothing


def _ours(expected: Sequence[str], predicted: Sequence[str], works: Mapping[int, _Work]) -> list[Aligned]:
    """Pair the papers of each title: sorted by content, so that the order of the lists decides nothing."""
    left, right = defaultdict(list), defaultdict(list)
    for position, title in enumerate(expected):
        left[_compact(title)].append(position)
    for position in sorted(works, key=lambda position: (works[position], predicted[position], position)):
        right[works[position].title].append(position)
    return [
        Aligned(first, second, works[second].rule)
        for title, positions in right.items()
        for first, second in zip(left[title], positions, strict=False)
    ]


def _works(expected: Sequence[str], predicted: Sequence[str], numbers: bool) -> dict[int, _Work]:
    """Return the expected paper that each paper of the tree is, by position; others are left out."""
    titles = tuple(sorted({_compact(title): title for title in sorted(expected)}.values()))
    works: dict[int, _Work] = {}
    order = sorted(range(len(predicted)), key=lambda position: (predicted[position], position))
    for form, (read, expected_form) in enumerate(_FORMS):
        rest = {at: read(predicted[at]) for at in order if at not in works}
        if form and expected_form is _as_written:
            rest = {at: work for at, work in rest.items() if work != _as_written(predicted[at])}
        if rest and titles:
            for at, work in zip(rest, _resolver(titles, expected_form).resolve(list(rest.values())), strict=True):
                if work.key is not None:
                    works[at] = _Work(form, work.rule, _compact(titles[work.key]))
    for position in order:
        if position in works:
            continue
        if (
            titled := _by_initials(predicted[position], titles) or _spelled_out(predicted[position], titles)
        ) is not None:
            works[position] = _Work(len(_FORMS), "initials", _compact(titled))
    nearest = _nearest(titles)
    for position in order:
        if position not in works and (titled := nearest.of(predicted[position])) is not None:
            works[position] = _Work(len(_FORMS), "nearest", _compact(titled))
    for position in order if numbers else ():
        if position not in works and (titled := numbered_title(predicted[position], expected)) is not None:
            works[position] = _Work(len(_FORMS), "number", _compact(titled))
    return works


def _by_initials(text: str, titles: Sequence[str]) -> str | None:
    """Return the only title that begins with the words of which a name is the initials: ToT, Tree of Thoughts."""
    name = BRACKETED_TAIL.sub("", text.strip())
    if not _INITIALS.fullmatch(name):
        return None
    letters = name.replace("-", "").lower()
    candidates = []
    for title in titles:
        words = re.findall(r"\w+", title.partition(":")[0])
        if len(words) >= len(letters) and all(
            word[0].lower() == letter for word, letter in zip(words, letters, strict=False)
        ):
            candidates.append(title)
    return candidates[0] if len(candidates) == 1 else None


def _spelled_out(text: str, titles: Sequence[str]) -> str | None:
    """Return the only title that says in words what a text says in initials, and the rest alike: "Owls by CNNs"."""
    words = re.findall(r"\w+", text)
    if not _FEWEST_BESIDE <= len(words) <= _MOST_BESIDE or not _ACRONYM.search(text):
        return None
    found = []
    for title in titles:
        spelled = re.findall(r"\w+", title)
        length = len(spelled) - len(words) + 1  # of what the initials stand for
        for at, word in enumerate(words):
            letters = word.removesuffix("s").lower()
            if (
                length == len(letters)
                and _ACRONYM.fullmatch(word)
                and letters == "".join(one[0].lower() for one in spelled[at : at + length])
            ):
                whole = [*words[:at], *spelled[at : at + length], *words[at + 1 :]]
                found += [title] if _compact(" ".join(whole)) == _compact(" ".join(spelled)) else []
    return found[0] if len(found) == 1 else None


class _Nearest:
    """Titles by the stems of their words, for those that are written with slips."""

    def __init__(self, titles: Sequence[str]) -> None:
        self._stems = {title: title_stems(title) for title in titles}
        self._heads = Counter(title_stems(title.partition(":")[0]) for title in titles)
        self._holding: dict[str, list[str]] = defaultdict(list)
        for title, stems in self._stems.items():
            for stem in dict.fromkeys(stems):
                self._holding[stem].append(title)

    def of(self, text: str) -> str | None:
        """Return the one title whose words, but for slips and endings, are those of a text, or whose name before the
        colon and most of the other words are; None for none, and for several.
        """
        lead = _LEAD.match(text)
        bare = text[lead.end() if lead else 0 :][:_LONGEST_TITLE]
        stems = title_stems(bare)
        if sum(map(len, stems)) < SHORTEST:
            return None
        shared = Counter(title for stem in dict.fromkeys(stems) for title in self._holding.get(stem, ()))
        close = [title for title, times in shared.items() if 2 * times >= len(stems)]
        return next(iter(near)) if len(near := {one for one in close if self._is_near(bare, stems, one)}) == 1 else None

    def _is_near(self, text: str, stems: tuple[str, ...], title: str) -> bool:
        if signs_of(text) != signs_of(title):
            return False
        if differ_by_spelling(stems, self._stems[title]) or _is_slip(stems, self._stems[title]):
            return True
        head, own = title_stems(text.partition(":")[0]), title_stems(title.partition(":")[0])
        if not (":" in text and ":" in title and self._heads[own] == 1 and differ_by_spelling(head, own)):
            return False
        rest, others = stems[len(head) :], self._stems[title][len(own) :]
        return 2 * sum((Counter(rest) & Counter(others)).values()) >= max(len(rest), len(others), 2)


def _is_slip(left: tuple[str, ...], right: tuple[str, ...]) -> bool:
    """Return whether one long word of a title has another letter, which its first letter is not: "simulacre"."""
    pairs = [(one, other) for one, other in zip(left, right, strict=False) if one != other]
    if len(left) != len(right) or len(left) < _FEWEST_AROUND_SLIP or len(pairs) != 1:
        return False
    ((one, other),) = pairs
    return min(len(one), len(other)) >= _LONG_WORD and one[0] == other[0] and OSA.distance(one, other) == 1


@functools.lru_cache(maxsize=32)
def _nearest(titles: tuple[str, ...]) -> _Nearest:
    return _Nearest(titles)


def numbered_title(text: str, titles: Sequence[str]) -> str | None:
    """Return the title that a text names by its number in the list, from 1; None where it is no such number.

    Words behind the number must be the beginning of that title.

    >>> numbered_title("paper [2]", ["Owls", "Gulls"]), numbered_title("2 Owls", ["Owls", "Gulls"])
    ('Gulls', None)
    >>> numbered_title("Paper 1 (Silent Wings)", ["Silent Wings of Owls"])
    'Silent Wings of Owls'
    """
    number = _NUMBER.fullmatch(text.strip()) or _NUMBERED.fullmatch(text.strip())
    if number is None or not 1 <= int(number["number"]) <= len(titles):
        return None
    if not text.isdecimal() and any(text.strip() in _TOKEN.findall(title) for title in titles):
        return None  # a work's name: P5
    title = titles[int(number["number"]) - 1]
    words = compact_title(number["words"]) if number.re is _NUMBERED else ""
    return title if compact_title(title).startswith(words) else None


@functools.lru_cache(maxsize=32)
def _resolver(titles: tuple[str, ...], read: Callable[[str], PrintedWork]) -> Resolver:
    works = [read(title) for title in titles]
    known_works = [KnownWork(key, work.title, doi=work.doi, arxiv_id=work.arxiv_id) for key, work in enumerate(works)]
    return Resolver(known_works, closed=True)


def _compact(title: str) -> str:
    return compact_title(title) or title


def _as_written(text: str) -> PrintedWork:
    return PrintedWork(text[:LONGEST_ENTRY].replace("×", "x"))


@functools.lru_cache(maxsize=20_000)
def _as_printed(text: str) -> PrintedWork:
    return read_printed(text) if _PRINTED.search(text) else _as_written(text)


def _without_lead(text: str) -> PrintedWork:
    """Return the work of a title without its number, authors and year, or of the name of a file."""
    bare = _FILE.sub("", text.strip())
    bare = bare.replace("_", " ") if " " not in bare else bare
    for lead in (_LEAD, _CREDIT):
        if (match := lead.match(bare)) and match.end() < len(bare):
            bare = bare[match.end() :]
    return _as_written(bare)


def _without_tail(text: str) -> PrintedWork:
    """Return the work of a title, or of its name, without what is said of it: The MemGPT paper, Owls（猫头鹰）."""
    bare = text.strip().rstrip("¹²³⁰⁴⁵⁶⁷⁸⁹†‡*")
    if tail := _TOLD_IN_ANOTHER_SCRIPT.search(bare):
        bare = bare[: tail.start()]
    bare = _REMARK.sub("", bare).split(" | ")[0]
    for _ in range(2):
        bare = BRACKETED_TAIL.sub("", bare)
    return _as_written(_KIND_OF_WORK.sub("", _ARTICLE.sub("", bare)) or text)


_FORMS: tuple[tuple[Callable[[str], PrintedWork], Callable[[str], PrintedWork]], ...] = (
    (_as_written, _as_written),
    (_as_printed, _as_written),
    (_without_lead, _as_written),
    (_as_printed, _as_printed),
    (_without_tail, _as_written),
)
"""How a title of the tree, and those expected, are read: the surest first."""


def _released(expected: Sequence[str], predicted: Sequence[str]) -> list[Aligned]:
    """Return the published scorer's greedy alignment.

    In the order of the experts, the best of what is left, from .92.
    """
    ours, theirs = [_released_title(title) for title in expected], [_released_title(title) for title in predicted]
    used: set[int] = set()
    pairs = []
    for first, title in enumerate(ours):
        best, best_ratio = -1, 0.0
        for second, other in enumerate(theirs):
            if second in used or not title or not other:
                continue
            ratio = 1.0 if title in other or other in title else SequenceMatcher(None, title, other).ratio()
            if ratio > best_ratio:
                best, best_ratio = second, ratio
        if best_ratio >= _RELEASED_RATIO:
            used.add(best)
            pairs.append(Aligned(first, best, "released"))
    return pairs


def _released_title(title: str) -> str:
    return " ".join(_NOT_WORD.sub(" ", title.lower()).split())
