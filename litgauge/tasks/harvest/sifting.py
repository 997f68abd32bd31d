"""First look at an input: what falls out by the head of its row, nine rows in ten, and the lines that are left.

One process does it: more of them, over stretches of a file of 1.8 GB, were measured to take half as much CPU again and
no less time on two busy cores.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

import pyarrow as pa

from litgauge.tasks.base.crash import unexpected_error
from litgauge.tasks.harvest.corpus import CorpusRows, corpus_lines
from litgauge.tasks.harvest.json_lines import DamagedInputError, read_lines
from litgauge.tasks.harvest.rows import BrokenRow, UnreadableRowError, read_head, survey_ids
from litgauge.tasks.harvest.rules import UNREADABLE, Rules, seen_in_head

LINES_AT_ONCE = 1 << 14
EXAMPLES_PER_RULE = 100  # dropped rows whose example is kept; of the others the id and the rule


@dataclass(frozen=True, slots=True)
class Sifted:
    """Result of filtering some lines of the input. Lines are numbered from 1, the first of these."""

    lines: int  # blank ones included
    survey_ids: pa.StringArray  # of the rows that fell out, in the input's order
    rules: pa.StringArray  # what each fell out by
    examples: dict[int, str]  # place among those -> what the rule saw, of the first of each rule
    remaining: list[tuple[int, bytes]]  # number and line of each row that did not fall out
    broken: list[BrokenRow]


def sift_input(path: str, rules: Rules, *, local: bool = False) -> Iterator[Sifted]:
    """All lines of the input in their order, some at a time. Raises as `read_lines`; damage is a broken row.

    Rows of a local corpus are made such of the snapshot's schema first.
    """
    lines = corpus_lines(path) if local else read_lines(path)
    prepared = CorpusRows().row if local else None
    while (sifted := sift(islice(lines, LINES_AT_ONCE), rules, prepared)).lines:
        yield sifted


def sift(lines: Iterable[bytes], rules: Rules, prepared: Callable[[bytes], bytes] | None = None) -> Sifted:
    """These lines, `prepared` where they are not rows yet, by the rules up to the title's."""
    fails = rules.first_failing_of_head
    names: list[str] = []
    fell_by: list[str] = []
    examples: dict[int, str] = {}
    missing: dict[str, int] = {}  # rule -> how many examples may still be kept; a rule that has all is 0
    remaining: list[tuple[int, bytes]] = []
    broken: list[BrokenRow] = []
    number = 0
    try:
        for number, line in enumerate(lines, 1):
            try:
                row = line if prepared is None else prepared(line)
                head = read_head(row)
                rule = fails(head)
            except UnreadableRowError as error:
                if line.strip():
                    broken.append(BrokenRow(number, str(error)))
                continue
            except Exception as error:  # noqa: BLE001 - whatever a row makes us raise stays with the row
                broken.append(BrokenRow(number, unexpected_error(error)))
                continue
            if rule is None:
                remaining.append((number, row))
                continue
            if rule == UNREADABLE:
                examples[len(fell_by)] = seen_in_head(rule, head)
            elif left_to_keep := missing.get(rule, EXAMPLES_PER_RULE):
                missing[rule] = left_to_keep - 1
                examples[len(fell_by)] = seen_in_head(rule, head)
            names.append(head.id or head.arxiv_id or "")
            fell_by.append(rule)
    except DamagedInputError as error:
        number += 1
        broken.append(BrokenRow(number, str(error)))
    ids = pa.array(survey_ids(names), pa.string())
    return Sifted(number, ids, pa.array(fell_by, pa.string()), examples, remaining, broken)
