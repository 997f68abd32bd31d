"""The first look at an input: what falls out by the head of its row, nine rows in ten, and the lines that are left.

It needs no other row, so a large file is sifted stretch by stretch in several processes. They are programs of their own
(`python -m tasks.harvest.sifter`), safe to start from any thread and from daemonic processes.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import BinaryIO, cast

import pyarrow as pa

from tasks.harvest.json_lines import DamagedInputError, Stretch, read_lines, stretches
from tasks.harvest.rows import BrokenRow, UnreadableRowError, read_head, survey_ids
from tasks.harvest.rules import Rules, seen_in_head
from tasks.harvest.settings import SelectionSettings

LINES_AT_ONCE = 1 << 14
EXAMPLES_PER_RULE = 100  # dropped rows whose example is kept; of the others the id and the rule
_MOST_PROCESSES = 4  # one process has to take in what they find


@dataclass(frozen=True, slots=True)
class Sifted:
    """What some lines of the input came to. Lines are numbered from 1, the first of these."""

    lines: int  # blank ones included
    survey_ids: pa.StringArray  # of the rows that fell out, in the input's order
    rules: pa.StringArray  # what each fell out by
    examples: dict[int, str]  # place among those -> what the rule saw, of the first of each rule
    left: list[tuple[int, bytes]]  # number and line of each row that did not fall out
    broken: list[BrokenRow]


def sift_input(path: str, settings: SelectionSettings) -> Iterator[Sifted]:
    """All lines of the input in their order, some at a time; a large plain file is sifted on all processors.

    How it is cut depends on the file alone. Raises as `read_lines`; damage is a broken row.
    """
    if cut := stretches(path):
        yield from _sift_stretches(path, cut, settings)
        return
    rules = Rules(settings)
    lines = read_lines(path)
    while (sifted := sift(islice(lines, LINES_AT_ONCE), rules)).lines:
        yield sifted


def sift(lines: Iterable[bytes], rules: Rules) -> Sifted:
    """These lines by the rules up to the title's."""
    fails = rules.first_failing_of_head
    names: list[str] = []
    fell_by: list[str] = []
    examples: dict[int, str] = {}
    missing: dict[str, int] = {}  # rule -> how many examples may still be kept; a rule that has all is 0
    left: list[tuple[int, bytes]] = []
    broken: list[BrokenRow] = []
    number = 0
    try:
        for number, line in enumerate(lines, 1):
            try:
                head = read_head(line)
            except UnreadableRowError as error:
                if line.strip():
                    broken.append(BrokenRow(number, str(error)))
                continue
            if (rule := fails(head)) is None:
                left.append((number, line))
                continue
            if wanted := missing.get(rule, EXAMPLES_PER_RULE):
                missing[rule] = wanted - 1
                examples[len(fell_by)] = seen_in_head(rule, head)
            names.append(head.id or head.arxiv_id or "")
            fell_by.append(rule)
    except DamagedInputError as error:
        number += 1
        broken.append(BrokenRow(number, str(error)))
    ids = pa.array(survey_ids(names), pa.string())
    return Sifted(number, ids, pa.array(fell_by, pa.string()), examples, left, broken)


def sift_stretches(path: str, cut: Iterable[Stretch], settings: SelectionSettings) -> Iterator[Sifted]:
    """Some stretches of a plain file, one after the other."""
    rules = Rules(settings)
    return (sift(read_lines(path, stretch), rules) for stretch in cut)


def _sift_stretches(path: str, cut: Sequence[Stretch], settings: SelectionSettings) -> Iterator[Sifted]:
    """Each process sifts every n-th stretch; the pipe, soon full, keeps it from running ahead."""
    count = min(os.cpu_count() or 1, _MOST_PROCESSES, len(cut))
    with ExitStack() as stack:
        shares = [cut[first::count] for first in range(count)]
        processes = [stack.enter_context(_sifter(path, share, settings)) for share in shares]
        for number, stretch in enumerate(cut):
            try:
                yield pickle.load(processes[number % count])
            except (
                EOFError,
                pickle.UnpicklingError,
            ):  # it was killed, or failed: as we shall, if the input is to blame
                yield from sift_stretches(path, [stretch], settings)


@contextmanager
def _sifter(path: str, share: Sequence[Stretch], settings: SelectionSettings) -> Iterator[BinaryIO]:
    """What a process of its own writes of its share: pickles, one a stretch."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path or str(Path.cwd()) for path in sys.path)}
    process = subprocess.Popen(
        [sys.executable, "-m", "tasks.harvest.sifter"],
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,  # an interrupt from the keyboard is ours to pass on
    )
    assert process.stdin
    assert process.stdout
    try:
        with suppress(BrokenPipeError), process.stdin as pipe:
            pickle.dump((path, share, settings), pipe)
        yield cast(BinaryIO, process.stdout)
    finally:
        process.kill()
        process.stdout.close()
        process.wait()
