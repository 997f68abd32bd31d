"""One-to-one matches between the papers of an agent's tree and the experts'."""

from __future__ import annotations

import functools
import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import islice
from typing import Literal

from rapidfuzz import fuzz, process

from tasks.benchmarks.taxobench.trees.names import is_description
from tasks.citations.works import read_printed
from tasks.identity import DescribedWork, traits_of
from tasks.identity.assignment import assign
from tasks.identity.spelling import differ_by_spelling, folded_title
from tasks.identity.traits import Traits
from tasks.text import compact_title, normalise_arxiv_id, normalise_doi

Mode = Literal["ours", "released"]
Rule = Literal["identifier", "title", "number", "cut", "subtitle", "fuzzy", "released"]
_RULES: tuple[Rule, ...] = ("identifier", "title", "number", "cut", "subtitle", "fuzzy")  # from the surest
_RATIO = 90.0
_MARGIN = 3.0
"""Points by which the nearest title must be nearer than any other."""
_LONG_TAIL = 5
"""Words from which what stands behind a colon names one work: "OPPU: Democratizing Large Language Models via …"."""
_SHORTEST_CUT = 20  # characters of a title that was cut off
_RELEASED_RATIO = 0.92
_LINK = re.compile(r"\[(?P<text>[^\[\]]+)\]\((?P<address>[^()\s]+)\)")
_NUMBER = re.compile(r"(?:paper|ref\w*|p)?\s*#?\s*\[?(?P<number>\d{1,4})\]?", re.IGNORECASE)
_LEAD = re.compile(
    r"(?:(?:paper|ref\w*)\s*\[?\d+\]?|\[?[pr]?\d+\](?!\()|[pr]\d+(?=[:.)])|#\d+|\(?\d{1,4}[.):]|\d{1,4}(?=\s[-–—|])|[-*•])\s*[:.–—-]?\s*",
    re.IGNORECASE,
)
_CITED_LEAD = re.compile(r"[^\W\d_][^:]{0,200}?\(?\b(?:19|20)\d\d[a-z]?\)?\s*[:.,–—-]\s+")
_TAIL = re.compile(r"\s*(?:\([^()]*\)|\[[^\[\]]*\]|[,.]\s*(?:19|20)\d\d)\s*[.,;]?$")
_VENUE = (
    r"NeurIPS|NIPS|ICML|ICLR|ACL|EMNLP|NAACL(?:-HLT)?|EACL|AACL|COLING|TACL|AAAI|IJCAI|CVPR|ICCV|ECCV|KDD|SIGIR|CIKM|WSDM|WWW"
    r"|AISTATS|UAI|JMLR|TMLR|TPAMI|ICASSP|INTERSPEECH|CHI|ICRA|IROS|CoRL|Nature|Science|PNAS|arXiv|CoRR|preprint"
    r"|Proceedings|Proc\.|Transactions|Journal|Conference|Workshop|Advances in"
)
_ADDED = re.compile(
    r"(?:[,.;|]|\s[-–—])\s+(?="
    r"(?:[^\s,;|]{1,40}\s+){0,4}\(?(?:19|20)\d\d[a-z]?\)?[.,]?\s*$"
    r"|[^;|]{0,100}\bet al\b"
    rf"|(?:In:?\s+)?(?:[Tt]he\s+)?(?:{_VENUE})\b[^;|]{{0,150}}$)"
    r"|\s+by\s+(?=[^,.;|]{0,100}\bet al\b)"
)
"""Where behind a title its authors, year or venue begin: ", NeurIPS 2020", ". In NAACL", " by Devlin et al."."""
_MOST_ADDED = 4
_MOST_FORMS = 12  # of one title
_CREDIT = re.compile(
    r"\s*[(\[](?=[^()\[\]]{0,100}(?:\bet al\b|(?:19|20)\d\d))[^()\[\]]{1,160}[)\]]\s*(?:[:.,–—-]\s|[,:]?\s(?=[a-z]))"
)
"""Authors or year in brackets behind a title, with an explanation behind them."""
_PRINTED = re.compile(r"\d{4}|\bet al\b|[“\"【\ue200@]|https?:|\bcite\W?turn\d|[.,]\s\S{1,60}[.,]")
"""What only printed references, or citation marks, have."""
_DASH = re.compile(r"\s[–—]\s|\s-\s")
_ADDRESS = re.compile(r"\s*[<(\[]?https?://\S+$")
_FILE = re.compile(r"\.(?:txt|pdf|md|tex|html?)$", re.IGNORECASE)
_EXPLAINED = re.compile(r"[:.!?;]\s|\s[-–—|]\s")
_FEWEST_EXPLAINED = 3  # words of a title behind which an explanation may begin
_CUT = re.compile(r"\s*(?:\.\.\.|…)$")
_ARXIV = re.compile(r"arxiv[:\s./]*(?:abs/|pdf/)?(\d{4}\.\d{4,5})", re.IGNORECASE)
_NOT_WORD = re.compile(r"[^\w\s]")


@dataclass(frozen=True, slots=True)
class Aligned:
    """A paper of the tree and the expected one that it is, by their positions."""

    expected: int
    found: int
    rule: Rule


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


def align_papers(expected: Sequence[str], found: Sequence[str], mode: Mode = "ours") -> Alignment:
    """One-to-one alignment of the titles of a tree with those expected, independent of the order of either.

    "ours": identifiers, equal titles, numbers of the list given, titles cut off with an ellipsis, titles without their
    subtitle or what stands before it, titles that differ by spelling; the surest first, and never because the one title
    stands within the other: "BERT" is not RoBERTa. What models put around titles (numbers, links, years, authors) is
    taken off.
    "released": the published scorer, first come first served, where containment counts as equality.
    """
    pairs = _released(expected, found) if mode == "released" else _ours(expected, found)
    taken = {pair.found for pair in pairs}
    aligned = {pair.expected for pair in pairs}
    doubled: list[int] = []
    invented: list[int] = []
    for position, again in _leftovers(expected, found, taken):
        (doubled if again else invented).append(position)
    return Alignment(
        tuple(sorted(pairs, key=lambda pair: pair.expected)),
        tuple(position for position in range(len(expected)) if position not in aligned),
        tuple(doubled),
        tuple(invented),
    )


def _ours(expected: Sequence[str], found: Sequence[str]) -> list[Aligned]:
    # Numbered by content, so that the order of either list decides nothing.
    left = sorted(range(len(expected)), key=lambda position: (expected[position], position))
    right = sorted(range(len(found)), key=lambda position: (found[position], position))
    pairs = _pairs([expected[one] for one in left], [found[one] for one in right], left)
    rules = {(one, other): rule for rule, one, other in sorted(pairs, reverse=True)}
    chosen = assign((rule, one, other) for (one, other), rule in rules.items())
    return [Aligned(left[one], right[other], _RULES[rules[one, other]]) for one, other in chosen.items()]


def _leftovers(expected: Sequence[str], found: Sequence[str], taken: set[int]) -> Iterator[tuple[int, bool]]:
    """Papers of the tree without partner, and whether each is one that stands in the tree already."""
    rest = [position for position in range(len(found)) if position not in taken]
    if not rest:
        return
    known = {again for _, _, again in _pairs(expected, [found[position] for position in rest], range(len(expected)))}
    seen: set[str] = set()
    for number, position in enumerate(rest):
        compact = compact_title(found[position])
        yield position, number in known or (bool(compact) and compact in seen)
        seen.add(compact)


@dataclass(frozen=True, slots=True)
class _Form:
    """One way to read what stands for a paper."""

    owner: int
    title: str
    traits: Traits
    cut: bool


def _forms(owner: int, written: str) -> list[_Form]:
    """The title as it is written, and without what models put around titles."""
    return [_Form(owner, title, traits, cut) for title, traits, cut in _read_forms(written)]


@functools.lru_cache(maxsize=20_000)
def _read_forms(written: str) -> tuple[tuple[str, Traits, bool], ...]:
    """Title, traits and whether it is cut off of each way to read it; every agent writes the same titles."""
    found: list[tuple[str, Traits, bool]] = []
    address = None
    if link := _LINK.search(written):
        address, written = link["address"], (written[: link.start()] + link["text"] + written[link.end() :])
    text = written.strip().strip("*_\"'“”‘’`").strip()
    doi, arxiv_id = normalise_doi(address or text), normalise_arxiv_id(address or "") or _arxiv(text)
    if named := _FILE.search(text):
        text = text[: named.start()]
    if "_" in text and " " not in text:
        text = text.replace("_", " ")
    seen: set[str] = set()
    waiting = [text]
    while waiting and len(found) < _MOST_FORMS:
        form = waiting.pop(0).strip().strip('*_"“”`').strip()
        if not form or form in seen:
            continue
        seen.add(form)
        cut = _CUT.search(form)
        title = form[: cut.start()] if cut else form
        found.append((title, traits_of(DescribedWork(title=title, doi=doi, arxiv_id=arxiv_id)), cut is not None))
        for lead in (_LEAD, _CITED_LEAD):
            if (match := lead.match(form)) and match.end() < len(form):
                waiting.append(form[match.end() :])
        if tail := _TAIL.search(form):
            waiting.append(form[: tail.start()])
        if address_at := _ADDRESS.search(form):
            waiting.append(form[: address_at.start()].rstrip(" -–—:,;|"))
        if (credit := _CREDIT.search(form)) and credit.start():
            waiting.append(form[: credit.start()])
        if (dash := _DASH.search(form)) and is_description(form[dash.end() :]):
            waiting.append(form[: dash.start()])
        waiting += [form[: added.start()] for added in islice(_ADDED.finditer(form), _MOST_ADDED)]
    return tuple(found)


@functools.lru_cache(maxsize=20_000)
def _printed_forms(written: str) -> tuple[tuple[str, Traits, bool], ...]:
    """Return the same for the title that a reference in the style of a bibliography prints."""
    if not _PRINTED.search(written):
        return ()
    work = read_printed(written)
    if not work.title:
        return ()
    described = DescribedWork(title=work.title, doi=work.doi, arxiv_id=work.arxiv_id)
    return ((work.title, traits_of(described), False),)


def _arxiv(text: str) -> str | None:
    found = _ARXIV.search(text)
    return normalise_arxiv_id(found[1]) if found else None


def _pairs(expected: Sequence[str], found: Sequence[str], numbers: Sequence[int]) -> set[tuple[int, int, int]]:
    """(rule, expected, found) for all that may be one; `numbers` are the places in the list that was given."""
    ours = [form for position, title in enumerate(expected) for form in _forms(position, title)]
    theirs = [form for position, title in enumerate(found) for form in _forms(position, title)]
    pairs = _equal(ours, theirs)
    pairs.update(_by_number(found, numbers))
    known = {found_ for _, _, found_ in pairs}
    printed = [
        _Form(position, *form)
        for position, title in enumerate(found)
        if position not in known
        for form in _printed_forms(title)
    ]
    pairs |= _equal(ours, printed)
    theirs += printed
    settled = {found_ for rule, _, found_ in pairs if rule <= _RULES.index("title")}
    done = {one for rule, one, _ in pairs if rule <= _RULES.index("title")}
    open_ours = [form for form in ours if form.owner not in done and form.traits.compact]
    open_theirs = [form for form in theirs if form.owner not in settled and form.traits.compact]
    return pairs | _weaker(open_ours, open_theirs)


def _equal(ours: Sequence[_Form], theirs: Sequence[_Form]) -> set[tuple[int, int, int]]:
    """The pairs with the same identifier or title."""
    pairs: set[tuple[int, int, int]] = set()
    for rule, key in enumerate((_identifiers, _titles)):
        at = defaultdict(set)
        for form in ours:
            for value in key(form):
                at[value].add(form.owner)
        pairs.update((rule, one, form.owner) for form in theirs for value in key(form) for one in at.get(value, ()))
    return pairs


def _identifiers(form: _Form) -> Iterator[str]:
    yield from filter(None, (form.traits.doi, form.traits.arxiv_id))


def _titles(form: _Form) -> Iterator[tuple[str, tuple[str, ...]]]:
    if form.traits.compact and not form.cut:
        yield form.traits.compact, form.traits.signs
        yield form.traits.folded, form.traits.signs


def _by_number(found: Sequence[str], numbers: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """Papers that are given by their number in the list, from 1."""
    place = {number + 1: position for position, number in enumerate(numbers)}
    for position, title in enumerate(found):
        match = _NUMBER.fullmatch(title.strip())
        if match and int(match["number"]) in place:
            yield _RULES.index("number"), place[int(match["number"])], position


def _weaker(ours: Sequence[_Form], theirs: Sequence[_Form]) -> set[tuple[int, int, int]]:
    """Titles cut off, without subtitle, or spelled otherwise, where one and only one title comes into question."""
    pairs: set[tuple[int, int, int]] = set()
    for form in theirs:
        if form.cut and len(form.traits.compact) >= _SHORTEST_CUT:
            begun = {one.owner for one in ours if one.traits.compact.startswith(form.traits.compact)}
            pairs.update((_RULES.index("cut"), one, form.owner) for one in begun if len(begun) == 1)
    for half, whole in ((_halves, _wholes), (_wholes, _halves)):
        at = defaultdict(set)
        for form in ours:
            for value in half(form):
                at[value].add(form.owner)
        for form in theirs:
            for value in whole(form):
                if len(at.get(value, ())) == 1:
                    pairs.update((_RULES.index("subtitle"), one, form.owner) for one in at[value])
    return pairs | _alike(ours, theirs)


def _halves(form: _Form) -> Iterator[str]:
    """The title without its subtitle or what explains it, and the subtitle alone where it is long."""
    if form.traits.head:
        yield form.traits.head
    for mark in islice(_EXPLAINED.finditer(form.title), _MOST_ADDED):
        if len(form.title[: mark.start()].split()) >= _FEWEST_EXPLAINED:
            yield folded_title(form.title[: mark.start()])
    _, colon, tail = form.title.partition(": ")
    if colon and len(tail.split()) >= _LONG_TAIL:
        yield folded_title(tail)


def _wholes(form: _Form) -> Iterator[str]:
    yield form.traits.folded


def _alike(ours: Sequence[_Form], theirs: Sequence[_Form]) -> set[tuple[int, int, int]]:
    """Each title of the tree with the nearest expected one, if it is near, no other is, and only spelling differs."""
    pairs: set[tuple[int, int, int]] = set()
    titles = [form.traits.compact for form in ours]
    for form in theirs:
        near = process.extract(form.traits.compact, titles, scorer=fuzz.ratio, score_cutoff=_RATIO - _MARGIN, limit=8)
        owners = {ours[at].owner for _, ratio, at in near if ratio > near[0][1] - _MARGIN} if near else set()
        if len(owners) != 1 or near[0][1] < _RATIO:
            continue
        best = ours[near[0][2]]
        if best.traits.signs == form.traits.signs and differ_by_spelling(best.traits.words, form.traits.words):
            pairs.add((_RULES.index("fuzzy"), best.owner, form.owner))
    return pairs


def _released(expected: Sequence[str], found: Sequence[str]) -> list[Aligned]:
    """The published scorer's greedy alignment: in the order of the experts, the best of what is left, from .92."""
    ours, theirs = [_released_title(title) for title in expected], [_released_title(title) for title in found]
    used: set[int] = set()
    pairs = []
    for one, title in enumerate(ours):
        best, best_ratio = -1, 0.0
        for other, there in enumerate(theirs):
            if other in used or not title or not there:
                continue
            ratio = 1.0 if title in there or there in title else SequenceMatcher(None, title, there).ratio()
            if ratio > best_ratio:
                best, best_ratio = other, ratio
        if best_ratio >= _RELEASED_RATIO:
            used.add(best)
            pairs.append(Aligned(one, best, "released"))
    return pairs


def _released_title(title: str) -> str:
    return " ".join(_NOT_WORD.sub(" ", title.lower()).split())
