"""Listed works matched to works of the network, by identifiers, then by title."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import pyarrow as pa
import pyarrow.compute as pc

from litgauge.tasks.benchmarks.scinetbench.release import NetworkRows
from litgauge.tasks.benchmarks.scinetbench.rows import AnsweredWork, FoundWork
from litgauge.tasks.citations.printed_work import PrintedWork
from litgauge.tasks.citations.resolving import (
    END,
    SHORTEST,
    KnownWork,
    Resolution,
    Resolver,
    explained_keys,
    may_be_cut,
    title_keys,
)
from litgauge.tasks.records.grouping import rows_by

_INVENTED = "no work of the network has its identifiers or its title"


def find_works(listed: Sequence[AnsweredWork], release: NetworkRows) -> tuple[FoundWork, ...]:
    """Return a row for each work in answers to the release's tasks, as `find_in` does."""
    return find_in(listed, release.works, {task.task_id: task.wanted for task in release.tasks})


def find_in(listed: Sequence[AnsweredWork], works: pa.Table, lengths: Mapping[str, int]) -> tuple[FoundWork, ...]:
    """Return a row for each listed work, grouped by list (`task_id`), in order.

    The network is scanned once, at any size: its works that share an identifier or a title with a
    listed one are compared, list by list. A repeated work counts once; works beyond the
    requested length of a list (`lengths`) do not count; works outside the network are called invented.
    """
    by_task = rows_by(listed, lambda row: row.task_id)
    resolver = Resolver(_candidates(listed, works))
    return tuple(
        row for task_id, rows in by_task.items() for row in _of_answer(rows, resolver, lengths.get(task_id, len(rows)))
    )


def _of_answer(rows: Sequence[AnsweredWork], resolver: Resolver, length: int) -> Iterator[FoundWork]:
    matched: set[int] = set()
    counted = 0
    for row, match in zip(rows, resolver.resolve([_printed(row) for row in rows]), strict=True):
        work = match.key
        if match.rule == "repeated" or (work is not None and work in matched):
            yield FoundWork(row.task_id, row.position, work, "repeated", match.evidence)
            continue
        counted += 1
        if counted > length:
            yield FoundWork(row.task_id, row.position, work, "beyond", f"the task asks for {length}")
            continue
        if work is not None:
            matched.add(work)
        yield _found_row(row, match)


def _found_row(row: AnsweredWork, match: Resolution) -> FoundWork:
    if match.key is None:
        return FoundWork(row.task_id, row.position, None, "invented", _INVENTED)
    return FoundWork(row.task_id, row.position, match.key, match.rule, match.evidence)  # type: ignore[arg-type]


def _printed(row: AnsweredWork) -> PrintedWork:
    authors = (row.author,) if row.author else ()
    return PrintedWork(row.title, authors, row.year, None, row.doi, row.arxiv_id, row.openalex)


def _candidates(listed: Sequence[AnsweredWork], works: pa.Table) -> Iterator[KnownWork]:
    """Yield the works of the network that may be meant.

    By number, identifier, title, the title's head, or either end.
    """
    keys = {key for row in listed for key in (*title_keys(row.title), *explained_keys(row.title))}
    whole = {
        key
        for row in listed
        for key in title_keys(row.title)[:1]
        if len(key) >= (END if may_be_cut(row.title) or (row.author and row.year is not None) else SHORTEST)
    }
    heads = pc.replace_substring_regex(works["title"], r"(?::\s|\?\s|\s[-–—]\s).*$", "")
    heads = pc.replace_substring_regex(pc.utf8_lower(heads), r"[^\pL\pN]+", "")
    mask = pc.is_in(works["work"], pa.array(sorted({row.openalex for row in listed if row.openalex}), pa.int64()))
    column = works["title_key"]
    for values, among in (
        (works["doi"], {row.doi for row in listed if row.doi}),
        (works["arxiv_id"], {row.arxiv_id for row in listed if row.arxiv_id}),
        (column, keys),
        (heads, keys),
        (pc.utf8_slice_codeunits(column, 0, END), {key[:END] for key in whole}),
        (pc.utf8_slice_codeunits(column, -END, 1 << 30), {key[-END:] for key in whole}),
    ):
        mask = pc.or_kleene(mask, pc.is_in(values, pa.array(sorted(among), pa.string())))
    columns = ["work", "title", "author", "year", "doi", "arxiv_id"]
    for row in works.filter(mask).select(columns).to_pylist():
        yield KnownWork(key=row["work"], openalex=row.pop("work"), **row)
