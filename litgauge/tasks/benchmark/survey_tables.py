"""Tables of a release, some of which are made survey by survey: so those of a few surveys can be made alone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True, eq=False)
class SurveyTables(Mapping[str, "pa.Table"]):
    """Tables by name. Each row of the tables that `make` returns belongs to one survey, by its `survey_id`."""

    whole: Mapping[str, pa.Table]  # the other tables
    names: tuple[str, ...]  # of the tables that `make` returns
    surveys: Mapping[str, str]  # id -> digest of all that its rows are made from, in the order of the release
    make: Callable[[Collection[str]], Mapping[str, pa.Table]]  # ids of surveys -> the tables of these alone

    def __getitem__(self, name: str) -> pa.Table:
        return self._computed[name] if name in self.names else self.whole[name]

    def __iter__(self) -> Iterator[str]:
        return iter((*self.names, *self.whole))

    def __len__(self) -> int:
        return len(self.names) + len(self.whole)

    @cached_property
    def _computed(self) -> Mapping[str, pa.Table]:
        return self.make(self.surveys)
