"""Rule of a config that decides which works belong to the corpus."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from litgauge.tasks.base.errors import ConfigError
from litgauge.tasks.base.shipped_files import own_or_shipped
from litgauge.tasks.benchmarks.scinetbench.build.settings import CorpusSettings
from litgauge.tasks.benchmarks.scinetbench.build.snapshot.rows import number_of
from litgauge.tasks.sheets.cells import as_text
from litgauge.tasks.sheets.tables import read_table

_NO = frozenset({"no", "n", "0", "false"})


@dataclass(frozen=True, slots=True)
class CorpusRule:
    """Rule by which works belong to the network and to its corpus."""

    topics: tuple[int, ...]  # one of them is among the work's; () for any
    first_year: int | None
    last_year: int | None
    types: tuple[str, ...]  # () for any
    paratext: bool  # whether covers, tables of contents and the like are works
    retracted: bool
    universe: str  # "corpus": only its works cite and are cited; "snapshot": all do
    xpac: bool = False  # whether works of OpenAlex's expansion corpus are there at all

    def keeps(self, year: int, kind: str, topics: Collection[int], paratext: bool, retracted: bool, xpac: bool) -> bool:
        """Return whether a row of these values may be in the network, as the relations decide it of the newest row."""
        if xpac and not self.xpac:
            return False
        if self.universe == "snapshot":
            return True
        return (
            (self.first_year is None or year >= self.first_year)
            and (self.last_year is None or year <= self.last_year)
            and (not self.types or kind in self.types)
            and (self.paratext or not paratext)
            and (self.retracted or not retracted)
            and (not self.topics or not set(self.topics).isdisjoint(topics))
        )

    @property
    def columns(self) -> tuple[str, ...]:
        """Return the columns without which a file cannot say what belongs."""
        return (*(("topics",) if self.topics else ()), *(("type",) if self.types else ()))


def corpus_rule(settings: CorpusSettings) -> CorpusRule:
    """Return the rule of these settings. Raises as `read_topics`."""
    topics = settings.topics
    if isinstance(topics, str):
        topics = read_topics(Path(own_or_shipped(topics)))
    return CorpusRule(
        tuple(sorted(set(topics))),
        settings.first_year,
        settings.last_year,
        tuple(sorted(set(settings.types))),
        settings.paratext,
        settings.retracted,
        settings.universe,
        settings.xpac,
    )


def read_topics(path: Path) -> tuple[int, ...]:
    """Return the topics of a CSV file with a column `topic_id`, but for those whose `keep` says no.

    Raises UnusableInput, with the line, if the file cannot be read, has no such column, or keeps no topic.
    """
    topics = []
    for line in read_table(path, "the list of topics", "Nothing was built", ("topic_id", "keep")).lines:
        number = number_of(as_text(line.cells.get("topic_id")).strip())
        if number is None:
            raise ConfigError(
                "no number of a topic", where=f"{line.where}, topic_id", next_step="Write it as 10028 or T10028"
            )
        if as_text(line.cells.get("keep")).strip().lower() not in _NO:
            topics.append(number)
    if not topics:
        raise ConfigError("it keeps no topic", where=str(path), next_step="Leave corpus.topics empty to take all works")
    return tuple(topics)
