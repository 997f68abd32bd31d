"""Candidates for queries, as Ibis expressions over works, measures and members."""

from __future__ import annotations

from typing import TYPE_CHECKING

import ibis

from litgauge.tasks.benchmarks.scinetbench.build.settings import MeasureSettings, QuerySettings

if TYPE_CHECKING:
    from ibis.expr.types import BooleanValue, Table


def eligible(measures: Table, settings: MeasureSettings) -> BooleanValue:
    """Return whether a work cites and is cited often enough for its measures to be meaningful."""
    enough: BooleanValue = measures.citations >= settings.min_citations
    return enough & (measures.references >= settings.min_references)


def top_works(members: Table, ranked: Table, value: str, length: int, *, lowest: bool) -> Table:
    """Return the first works of every sub-field by a measure: `sub_field`, `rank` from 1, `work`, `value`, `tied`.

    Equal values are ordered by citations, then by number; `tied` marks them.
    """
    measured_members = members.inner_join(ranked.filter(ranked[value].notnull()), "work")
    of = measured_members.select("sub_field", "work", "citations", value=measured_members[value])
    order = [of.value.asc() if lowest else of.value.desc(), of.citations.desc(), of.work.asc()]
    placed = of.mutate(
        rank=ibis.row_number().over(group_by="sub_field", order_by=order) + 1,
        alike=ibis._.count().over(group_by=["sub_field", "value"]),
    )
    first = placed.filter(placed["rank"] <= length)
    return first.select("sub_field", "rank", "work", "value", tied=first.alike > 1).order_by("sub_field", "rank")


def asked_about(members: Table, measures: Table, settings: QuerySettings) -> Table:
    """Return works for pair-wise queries of every sub-field: `sub_field`, `place` from 0, `work`, `citations`."""
    cited = measures.filter(measures.citations >= settings.min_citers)
    cited_members = members.inner_join(cited, "work")
    drawn = cited_members.select("sub_field", "work", "citations", lot=_lot(cited_members, settings.seed))
    place = ibis.row_number().over(group_by="sub_field", order_by=[drawn.lot, drawn.work])
    placed = drawn.mutate(place=place)
    first = placed.filter(placed.place < settings.per_sub_field)
    return first.select("sub_field", "place", "work", "citations").order_by("place", "sub_field")


def path_ends(members: Table, measures: Table, works: Table, settings: QuerySettings) -> Table:
    """Return classic and emerging works of every sub-field: `sub_field`, `work`, `year`, `citations`, `end`."""
    dated = works.select("work", "year", "date")
    dated_members = members.inner_join(measures.filter(measures.citations > 0), "work").inner_join(dated, "work")
    recent = measures.inner_join(dated, "work")
    fresh = members.inner_join(recent.filter(recent.year >= settings.emerging_since), "work")
    classic = _most_cited(dated_members, settings.classic, "classic")
    return classic.union(_most_cited(fresh, settings.emerging, "emerging")).order_by("sub_field", "end", "place")


def _most_cited(of: Table, length: int, end: str) -> Table:
    columns = of.select("sub_field", "work", "year", "citations")
    order = [columns.citations.desc(), columns.work.asc()]
    placed = columns.mutate(place=ibis.row_number().over(group_by="sub_field", order_by=order), end=ibis.literal(end))
    return placed.filter(placed.place < length)


def _lot(of: Table, seed: int) -> ibis.Value:
    """Return a pseudo-random number independent of content, the same on every engine."""
    return (of.work % 1_000_003 * (7_919 + 2 * seed) + seed * 104_729) % 1_000_033
