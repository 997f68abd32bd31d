"""arXiv's metadata snapshot: 2.9 million rows of JSON, read once, in flat memory, through the rules of the config."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import pyarrow as pa

from litgauge.tasks.base.crash import unexpected_error
from litgauge.tasks.base.errors import UnusableInput
from litgauge.tasks.harvest.duplicates import Survivors
from litgauge.tasks.harvest.rows import ArxivRow, BrokenRow, UnreadableRowError, read_row, to_survey
from litgauge.tasks.harvest.rules import UNREADABLE, Rules
from litgauge.tasks.harvest.settings import SelectionSettings
from litgauge.tasks.harvest.sifting import EXAMPLES_PER_RULE, Sifted, sift_input
from litgauge.tasks.records import schema_of
from litgauge.tasks.records.surveys import Dropped, Origin, Survey

_TOO_MANY_BROKEN = 1000  # an input that begins with so many broken rows and no other is something else


@dataclass(frozen=True, slots=True)
class Harvested:
    """Result of a stretch of the input. Surveys come last, when the whole input is read and duplicates are known."""

    rows: int  # rows read, broken ones included
    surveys: tuple[Survey, ...]
    dropped: pa.Table  # Dropped rows, in their Arrow schema: there are millions of them
    broken: tuple[BrokenRow, ...]


def harvest_snapshot(path: str, selection: SelectionSettings, origin: Origin = "snapshot") -> Iterator[Harvested]:
    """Yield the snapshot's rows through the rules of the config, part by part; blank lines are no rows.

    Every row comes out once: as a survey, as dropped with its rule, or as broken with its line number. Parts add up:
    rows = surveys + dropped + broken over all of them.

    `path` is a local path or an fsspec URL of JSON lines: plain, .gz or the Kaggle .zip. Rows that cannot be read are
    given as broken, with their line numbers, and the rest goes on.
    Raises UnusableInput if there is no such input or no line of it is a row, StorageError if it goes out of reach.
    """
    readable = rows = 0
    chosen = _Selection(selection, origin)
    for sifted in sift_input(path, chosen.rules, local=origin == "local"):
        part = chosen.take(sifted)
        rows += part.rows
        readable += part.rows - len(part.broken)
        if not readable and len(part.broken) >= _TOO_MANY_BROKEN:
            break
        yield part
    yield chosen.settle()
    if not readable:
        raise UnusableInput(
            "the input is empty" if not rows else f"none of its first {rows} lines is a row of metadata",
            where=path,
            next_step="Give a file of JSON lines with the keys of arXiv's snapshot, one object a line",
        )


class _Selection:
    """Input on its way through the rules that look at whole rows."""

    def __init__(self, settings: SelectionSettings, origin: Origin) -> None:
        self._origin = origin
        self.rules = Rules(settings, refreshed=origin in ("oai", "api"))
        self._survivors = Survivors(settings.duplicates_out)
        self._lines = 0  # before this stretch
        self._examples: Counter[str] = Counter()  # by rule, those that are kept
        self._dropped: list[Dropped] = []  # of this stretch

    def take(self, sifted: Sifted) -> Harvested:
        """Return what has come out of a stretch, but for the surveys."""
        rows = len(sifted.rules) + len(sifted.remaining) + len(sifted.broken)
        broken = list(sifted.broken)
        for number, line in sifted.remaining:
            try:
                self._judge(read_row(line))
            except UnreadableRowError as error:
                broken.append(BrokenRow(number, str(error)))
            except Exception as error:  # noqa: BLE001 - whatever a row makes us raise stays with the row
                broken.append(BrokenRow(number, unexpected_error(error)))
        numbered = sorted((row.line_number + self._lines, row.error) for row in broken)
        self._lines += sifted.lines
        examples = [""] * len(sifted.rules)
        for place, example in sifted.examples.items():
            examples[place] = self._example(sifted.rules[place].as_py(), example)
        fallen = pa.table([sifted.survey_ids, sifted.rules, examples], schema=schema_of(Dropped))
        dropped = pa.concat_tables([fallen, self._judged()])
        return Harvested(rows, (), dropped, tuple(BrokenRow(*row) for row in numbered))

    def settle(self) -> Harvested:
        """Return the surveys, and what is dropped for them."""
        settled = list(self._survivors.settle())
        self._dropped += [entry for entry in settled if isinstance(entry, Dropped)]
        return Harvested(0, tuple(entry for entry in settled if isinstance(entry, Survey)), self._judged(), ())

    def _judge(self, row: ArxivRow) -> None:
        if fall := self.rules.first_failing(row):
            self._dropped.append(Dropped(row.survey_id, fall.rule, fall.example))
            replaced = None if fall.rule == UNREADABLE else self._survivors.fell_out(row.survey_id, row.version)
        else:
            replaced = self._survivors.add(to_survey(row, self._origin))
        if replaced:
            self._dropped.append(replaced)

    def _judged(self) -> pa.Table:
        dropped, self._dropped = self._dropped, []
        names, rules = [entry.survey_id for entry in dropped], [entry.rule for entry in dropped]
        examples = [self._example(entry.rule, entry.example) for entry in dropped]
        return pa.table([names, rules, examples], schema=schema_of(Dropped))

    def _example(self, rule: str, evidence: str) -> str:
        self._examples[rule] += 1
        return evidence if rule == UNREADABLE or self._examples[rule] <= EXAMPLES_PER_RULE else ""
