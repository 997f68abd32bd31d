"""Catalogue of the works of a release for agents, with the data of a library's catalogue.

That is titles, abstracts, dates, citation counts, and the sub-fields as headings. Citations, mentions,
novelty, disruption and the truth of the tasks are never read here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from litgauge.tasks.agents.retrieval import RetrievedWork
from litgauge.tasks.benchmarks.scinetbench.rows import Membership, NetworkTask, SubField, WorkAbstract
from litgauge.tasks.releases.release import StoredRelease

AT_ONCE = 4_096
"""Works whose texts are in memory at once, and whose vectors are kept in one file."""

Mask = NDArray[np.bool_]
Text = tuple[str, str]  # title, abstract ("" where there is none)


@dataclass(frozen=True, slots=True)
class CataloguedWork:
    """Columns of the table `works` that a catalogue has."""

    work: int
    title: str
    date: str
    in_corpus: bool


@dataclass(frozen=True, slots=True)
class CitedWork:
    """Columns of the table `measures` that a catalogue has."""

    work: int
    citations: int


class Catalogue:
    """Works of the corpus by their numbers, ascending; a place is a work's position among them."""

    def __init__(self, release: StoredRelease) -> None:
        self._release = release

    @property
    def digest(self) -> str:
        """Return the digest of the release."""
        return self._release.digest

    @cached_property
    def tasks(self) -> Mapping[str, NetworkTask]:
        """Return the tasks by name; their content is in the prompts."""
        return {task.task_id: task for task in self._release.rows("tasks", NetworkTask)}

    @cached_property
    def works(self) -> NDArray[np.int64]:
        """Return the numbers of the works."""
        numbers: NDArray[np.int64] = self._printed["work"].to_numpy()
        return numbers

    @cached_property
    def citations(self) -> NDArray[np.int64]:
        """Return the number of citations of each work within the network."""
        counts = self._release.table_of("measures", CitedWork)
        places = pc.index_in(self._printed["work"], value_set=counts["work"].combine_chunks())
        citations: NDArray[np.int64] = counts["citations"].take(places.combine_chunks()).fill_null(0).to_numpy()
        return citations

    @cached_property
    def dates(self) -> pa.ChunkedArray:
        """Return the days of publication."""
        return self._printed["date"]

    def at(self, place: int, score: float) -> RetrievedWork:
        """Return the work at a place, with its score."""
        work = int(self.works[place])
        title, date = (str(self._printed[column][place].as_py()) for column in ("title", "date"))
        return RetrievedWork(work, title, date, f"https://openalex.org/W{work}", round(score, 6))

    def entry(self, work: int) -> RetrievedWork:
        """A work that a task names."""
        return self.at(int(np.searchsorted(self.works, work)), 0.0)

    def heading(self, sub_field: str) -> str:
        """Return the name of a sub-field in queries."""
        return self._headings.get(sub_field, sub_field)

    def under(self, sub_field: str) -> Mask:
        """Return a mask of the works of a sub-field."""
        rows = self._members.filter(pc.equal(self._members["sub_field"], sub_field))
        return np.isin(self.works, rows["work"].to_numpy(), assume_unique=True)

    def texts(self) -> Iterator[list[Text]]:
        """Yield title and abstract of all works, in batches."""
        abstracts = self._abstracts()
        waiting: dict[int, str] = {}
        for start in range(0, len(self.works), AT_ONCE):
            numbers = self.works[start : start + AT_ONCE]
            while abstracts is not None and (not waiting or max(waiting) < numbers[-1]):
                batch = next(abstracts, None)
                if batch is None:
                    abstracts = None
                else:
                    waiting |= dict(zip(batch["work"].to_pylist(), batch["abstract"].to_pylist(), strict=True))
            titles = self._printed["title"].slice(start, AT_ONCE).to_pylist()
            yield [(title, waiting.pop(number, "")) for title, number in zip(titles, numbers.tolist(), strict=True)]

    @cached_property
    def asked_about(self) -> Mapping[int, Text]:
        """Return title and abstract of the works that tasks name."""
        named = {work for task in self.tasks.values() for work in (task.subject, task.target) if work is not None}
        by_number: dict[int, Text] = {}
        for chunk, texts in enumerate(self.texts()):
            numbers = self.works[chunk * AT_ONCE : (chunk + 1) * AT_ONCE].tolist()
            by_number |= {number: text for number, text in zip(numbers, texts, strict=True) if number in named}
        return by_number

    @cached_property
    def _printed(self) -> pa.Table:
        rows = self._release.table_of("works", CataloguedWork)
        return rows.filter(rows["in_corpus"]).drop_columns("in_corpus").sort_by("work").combine_chunks()

    @cached_property
    def _members(self) -> pa.Table:
        return self._release.table_of("members", Membership)

    @cached_property
    def _headings(self) -> Mapping[str, str]:
        return {sub_field.sub_field: sub_field.name for sub_field in self._release.rows("sub_fields", SubField)}

    def _abstracts(self) -> Iterator[pa.RecordBatch] | None:
        """Yield rows of abstracts by ascending work numbers, the order in which they are frozen."""
        return self._release.batches("abstracts", WorkAbstract, AT_ONCE) if self._release.has("abstracts") else None
