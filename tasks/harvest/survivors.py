"""What passed the rules, held until the whole input is read: only then is it known which rows are duplicates."""

from __future__ import annotations

import tempfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from types import TracebackType

from tasks.harvest.rows import ArxivRow, read_row, to_survey
from tasks.records.surveys import Dropped, Origin, Survey
from tasks.text import compact_title

IN_MEMORY_BYTES = 64 << 20


@dataclass(frozen=True, slots=True)
class _Kept:
    version: int
    offset: int
    length: int


class Survivors:
    """Rows by id, their lines in a temporary file, so that memory grows only with the number of survivors.

    Of rows with one id the later version wins, the later row if both are one version; if the later version fell out by
    a rule after the title's, the id falls out. Rows that the date or the title dropped are not compared: there are
    millions of them.
    """

    def __init__(self, duplicates_out: bool = True) -> None:
        self._duplicates_out = duplicates_out
        self._file = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY_BYTES)  # noqa: SIM115 - closed by __exit__
        self._end = 0
        self._kept: dict[str, list[_Kept]] = defaultdict(list)
        self._fallen: dict[str, int] = {}

    def __enter__(self) -> Survivors:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()

    def add(self, row: ArxivRow, line: bytes) -> Dropped | None:
        """Keep the row; what is dropped for it is an earlier version, or the row itself when a later one is known."""
        key, version = row.survey_id, row.version
        if self._duplicates_out and (later := self._fallen.get(key)) is not None and later > version:
            return Dropped(key, "duplicate", f"v{version}: v{later} of the same id fell out")
        earlier = self._kept[key]
        dropped = None
        if self._duplicates_out and earlier:
            if earlier[0].version > version:
                return Dropped(key, "duplicate", f"v{version}: v{earlier[0].version} of the same id is kept")
            dropped = Dropped(key, "duplicate", f"v{earlier.pop().version}: v{version} of the same id is kept")
        earlier.append(_Kept(version, self._end, len(line)))
        self._file.seek(self._end)
        self._file.write(line)
        self._end += len(line)
        return dropped

    def fell_out(self, row: ArxivRow) -> Dropped | None:
        """Note that the row fell out by a rule after the title's; what is dropped for it is an earlier version."""
        if not self._duplicates_out:
            return None
        key, version = row.survey_id, row.version
        self._fallen[key] = max(version, self._fallen.get(key, 0))
        if (kept := self._kept.get(key)) and kept[0].version <= version:
            del self._kept[key]
            return Dropped(key, "duplicate", f"v{kept[0].version}: v{version} of the same id fell out")
        return None

    def settle(self, origin: Origin) -> Iterator[Survey | Dropped]:
        """The surveys in the input's order, and the ones dropped because another has their title and first author."""
        doubles = self._doubles(origin) if self._duplicates_out else {}
        for survey in self._surveys(origin):
            kept = doubles.get(survey.survey_id)
            yield (
                survey
                if kept is None
                else Dropped(survey.survey_id, "duplicate", f"{kept} has the same title and first author")
            )

    def _doubles(self, origin: Origin) -> dict[str, str]:
        """The id of each double, with the id that is kept for it: the one updated last."""
        groups: dict[tuple[str, str], list[tuple[date, str]]] = defaultdict(list)
        for survey in self._surveys(origin):
            title = compact_title(survey.title)
            if title and survey.authors:
                author = compact_title(survey.authors[0].family)
                groups[title, author].append((survey.updated or date.min, survey.survey_id))
        return {
            other: max(group)[1]
            for group in groups.values()
            if len(group) > 1
            for _, other in group
            if other != max(group)[1]
        }

    def _surveys(self, origin: Origin) -> Iterator[Survey]:
        for kept in sorted((entry for group in self._kept.values() for entry in group), key=lambda entry: entry.offset):
            self._file.seek(kept.offset)
            yield to_survey(read_row(self._file.read(kept.length)), origin)
