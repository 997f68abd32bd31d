"""Which work of the network each listed work is: by its identifiers, then by its title."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc
from rapidfuzz import fuzz

from tasks.benchmarks.scinetbench.answers.misspelled import NearTitles
from tasks.benchmarks.scinetbench.release_rows import NetworkRows
from tasks.benchmarks.scinetbench.tables import AnsweredWork, FoundWork
from tasks.identity import DescribedWork, match_works
from tasks.records import PersonName, Reference
from tasks.text import clean_text, compact_title, split_names

_ANOTHER = 60.0  # ratio of two titles below which a number that was given is not believed
_TELLING = 12  # letters from which a part of a title is that title
_SUBTITLE = (": ", " - ", " – ", " — ")


class _Known(NamedTuple):
    """A work of the network that an answer may mean."""

    work: int
    title: str
    title_key: str
    author: str
    year: int
    doi: str | None
    arxiv_id: str | None


def find_works(listed: Sequence[AnsweredWork], release: NetworkRows) -> tuple[FoundWork, ...]:
    """A row for each work that answers to the release's tasks list, as `find_in` has it."""
    return find_in(listed, release.works, {task.task_id: task.wanted for task in release.tasks})


def find_in(listed: Sequence[AnsweredWork], works: pa.Table, wanted: Mapping[str, int]) -> tuple[FoundWork, ...]:
    """A row for each listed work, by the lists (`task_id`) that they stand in and in their order.

    The network is gone through once, whatever its size: those of its works that share an identifier or a title with a
    listed one are compared, each list's by themselves. A work that is listed again counts once; what is behind the
    length that is wanted of a list counts not at all; what is not in the network is called invented.
    """
    by_task: dict[str, list[AnsweredWork]] = defaultdict(list)
    for row in listed:
        by_task[row.task_id].append(row)
    known = _Candidates(_known_works(listed, works))
    known.nearly = NearTitles((row for row in listed if not known.has(row)), works)
    return tuple(
        found for task_id, rows in by_task.items() for found in _of_answer(rows, known, wanted.get(task_id, len(rows)))
    )


def _of_answer(rows: Sequence[AnsweredWork], known: _Candidates, wanted: int) -> Iterator[FoundWork]:
    seen: set[int] = set()
    matched = _matched(rows, known)
    counted = 0
    for row, (work, rule, evidence) in zip(rows, matched, strict=True):
        if work is not None and work in seen:
            yield FoundWork(row.task_id, row.position, work, "repeated", evidence)
            continue
        counted += 1
        if counted > wanted:
            yield FoundWork(row.task_id, row.position, work, "beyond", f"the task asks for {wanted}")
            continue
        if work is not None:
            seen.add(work)
        yield FoundWork(row.task_id, row.position, work, rule, evidence)  # type: ignore[arg-type]


_Match = tuple[int | None, str, str]
_NOTHING: _Match = (None, "invented", "no work of the network has its identifiers or its title")


def _matched(rows: Sequence[AnsweredWork], known: _Candidates) -> list[_Match]:
    """What each row is: by the number that it gives, unless its title speaks against that, else as works are told."""
    found: list[_Match] = [_NOTHING] * len(rows)
    rest = []
    for place, row in enumerate(rows):
        own = known.by_number.get(row.openalex) if row.openalex is not None else None
        if own is not None and _agrees(row.title, own):
            found[place] = (own.work, "openalex", f"OpenAlex number W{own.work}")
        else:
            rest.append(place)
    works = known.near(rows[place] for place in rest)
    matching = match_works([_described(rows[place]) for place in rest], [_reference(work) for work in works])
    for pair in matching.pairs:
        found[rest[pair.cited]] = (works[pair.reference].work, pair.rule, pair.evidence)
    for again in matching.repeated_cited:
        first = found[rest[again.first]]
        if first[0] is not None:
            found[rest[again.position]] = (first[0], first[1], again.evidence)
        else:
            found[rest[again.position]] = (None, "repeated", again.evidence)
    named = {work for work, _, _ in found}
    for place, row in enumerate(rows):
        if found[place] is _NOTHING and (same := known.same(row)) is not None and same.work in named:
            found[place] = (same.work, "repeated", f"the identifier or title of W{same.work}, which is listed already")
        elif found[place] is _NOTHING and (near := known.misspelled(row)):
            found[place] = near
    return found


def _agrees(title: str, work: _Known) -> bool:
    shorter, longer = sorted((compact_title(title), work.title_key), key=len)
    within = len(shorter) >= _TELLING and shorter in longer
    return not shorter or within or fuzz.ratio(shorter, longer) >= _ANOTHER


class _Candidates:
    """Works of the network, by all that an answer may name them by."""

    def __init__(self, works: Iterable[_Known]) -> None:
        self.by_number: dict[int, _Known] = {}
        self._by_key: dict[str, list[_Known]] = defaultdict(list)
        self.nearly: NearTitles | None = None  # for titles that no work has
        for work in works:
            self.by_number[work.work] = work
            for key in (work.doi, work.arxiv_id, work.title_key, *_heads(work.title)):
                if key:
                    self._by_key[key].append(work)

    def has(self, row: AnsweredWork) -> bool:
        """Whether one of them has the row's number or its whole title."""
        return row.openalex in self.by_number or compact_title(clean_text(row.title)) in self._by_key

    def same(self, row: AnsweredWork) -> _Known | None:
        """The work that has the row's DOI, arXiv id or whole title; None where there is none, or several."""
        for key in (row.doi, row.arxiv_id, compact_title(clean_text(row.title))):
            if key and (works := self._by_key.get(key, ())):
                return works[0] if len(works) == 1 else None
        return None

    def misspelled(self, row: AnsweredWork) -> _Match | None:
        """The work whose title this is but for its spelling, if nothing else that is told of it speaks against that."""
        if self.nearly is None or (near := self.nearly.of(row)) is None:
            return None
        work, ratio = near
        return work, "fuzzy", f"title ratio {ratio:.1f}, and no other work of the network has one like it"

    def near(self, rows: Iterable[AnsweredWork]) -> list[_Known]:
        """Those that share something with one of these, by number."""
        found = {work.work: work for row in rows for key in _keys(row) for work in self._by_key.get(key, ())}
        return [found[number] for number in sorted(found)]


def _keys(row: AnsweredWork) -> Iterator[str]:
    for key in (row.doi, row.arxiv_id, compact_title(clean_text(row.title)), *_heads(row.title)):
        if key:
            yield key


def _heads(title: str) -> list[str]:
    """The title without its subtitle."""
    heads = (title.split(mark, 1)[0] for mark in _SUBTITLE if mark in title)
    return [key for head in heads if (key := compact_title(head))]


def _known_works(listed: Sequence[AnsweredWork], works: pa.Table) -> Iterator[_Known]:
    numbers = {row.openalex for row in listed if row.openalex is not None}
    dois = {row.doi for row in listed if row.doi}
    arxiv = {row.arxiv_id for row in listed if row.arxiv_id}
    titles = {key for row in listed for key in (compact_title(clean_text(row.title)), *_heads(row.title)) if key}
    wanted = pc.is_in(works["work"], pa.array(sorted(numbers), pa.int64()))
    for column, values in (("doi", dois), ("arxiv_id", arxiv), ("title_key", titles)):
        wanted = pc.or_(wanted, pc.is_in(works[column], pa.array(sorted(values), pa.string())))
    for row in works.filter(wanted).select(list(_Known._fields)).to_pylist():
        yield _Known(**row)


def _described(row: AnsweredWork) -> DescribedWork:
    return DescribedWork(row.title or None, _people(row.author), row.year, row.doi, row.arxiv_id)


def _people(name: str) -> tuple[PersonName, ...]:
    return split_names(name)[0] if " " in name else (PersonName(name, ""),) if name else ()


def _reference(work: _Known) -> Reference:
    return Reference(
        survey_id="",
        key=str(work.work),
        type="misc",
        title=work.title or None,
        authors=_people(work.author),
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
