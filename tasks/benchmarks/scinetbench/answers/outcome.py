"""What came of an answer: the works of it that count, as the metrics see them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tasks.benchmarks.scinetbench.lookup import Neighbours
from tasks.benchmarks.scinetbench.tables import FoundWork, NetworkTask


@dataclass(frozen=True)
class Outcome:
    """An answer's works by their rank; what is repeated, or behind the length asked for, is not among them."""

    task: NetworkTask
    works: tuple[int | None, ...]  # None: not in the network
    truth: tuple[int, ...]
    network: Neighbours

    @property
    def found(self) -> tuple[int, ...]:
        """Those that are in the network."""
        return tuple(work for work in self.works if work is not None)

    @property
    def others(self) -> tuple[int, ...]:
        """Those in the network, but the work that is asked about."""
        return tuple(work for work in self.found if work != self.task.subject)

    @property
    def turned(self) -> bool:
        """Whether the answer begins at the older end of a path."""
        return bool(self.works) and (self.works[0] == self.task.target or self.works[-1] == self.task.subject)

    @property
    def path(self) -> tuple[int | None, ...]:
        """The works as a chain from the newer end to the older, whichever way round the answer has it; ends added."""
        subject, target = self.task.subject, self.task.target
        chain = self.works[::-1] if self.turned else self.works
        inner = [work for work in chain if work not in (subject, target)]
        return (subject, *inner, target)


def outcome_of(task: NetworkTask, found: Sequence[FoundWork], truth: Sequence[int], network: Neighbours) -> Outcome:
    """The outcome of one answer."""
    counted = (row for row in sorted(found, key=lambda row: row.position) if row.rule not in ("repeated", "beyond"))
    return Outcome(task, tuple(row.work for row in counted), tuple(truth), network)
