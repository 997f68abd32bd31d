"""Relations between a snapshot's rows and the network, as Ibis expressions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import ibis

from litgauge.tasks.benchmarks.scinetbench.build.corpus import CorpusRule

if TYPE_CHECKING:
    from ibis.expr.types import BooleanValue, Table


def newest(scanned: Table, merged: Table, deleted: Table | None = None) -> Table:
    """Each work once, under the number that it ended at, as its newest row has it; `origin` is the row's own number.

    Rows of deleted works are left out, whatever number they have or end at.

    Where rows are equally new, that of the work itself goes before that of a work that was merged into it.
    """
    moved = scanned.left_join(merged, scanned.work == merged.old)
    named = moved.mutate(origin=moved.work, work=ibis.coalesce(moved.new, moved.work)).drop("old", "new")
    if deleted is not None:
        deleted_works = deleted.work
        named = named.filter(named.origin.notin(deleted_works), named.work.notin(deleted_works))
    order = [
        named.updated.desc(),
        (named.origin == named.work).desc(),
        named.cited_by.desc(),
        named.references.length().desc(),
        named.origin.asc(),
        named.title.asc(),
    ]
    place = ibis.row_number().over(group_by="work", order_by=order)
    return named.mutate(place=place).filter(lambda row: row.place == 0).drop("place")


def with_corpus(works: Table, rule: CorpusRule) -> Table:
    """Return the works of the network, each with whether it belongs to the corpus."""
    works = works if rule.xpac else works.filter(~works.xpac)
    marked = works.mutate(in_corpus=_belongs(works, rule))
    return marked if rule.universe == "snapshot" else marked.filter(marked.in_corpus)


def _belongs(works: Table, rule: CorpusRule) -> BooleanValue:
    belongs: BooleanValue = ibis.literal(True)
    if rule.topics:
        belongs &= _any_of(works, rule.topics)
    if rule.first_year is not None:
        belongs &= works.year >= rule.first_year
    if rule.last_year is not None:
        belongs &= works.year <= rule.last_year
    if rule.types:
        belongs &= works.type.isin(rule.types)
    if not rule.paratext:
        belongs &= ~works.paratext
    if not rule.retracted:
        belongs &= ~works.retracted
    return belongs


def _any_of(works: Table, topics: Sequence[int]) -> BooleanValue:
    listed = works.select("work", topic=works.topics.unnest())
    belongs: BooleanValue = works.work.isin(listed.filter(listed.topic.isin(topics)).work)
    return belongs


def named_references(works: Table, merged: Table) -> Table:
    """Every reference of every work as it stands, under the number that it ended at: `work`, `cited`."""
    listed = works.select("work", cited=works.references.unnest())
    moved = listed.left_join(merged, listed.cited == merged.old)
    return moved.select(moved.work, cited=ibis.coalesce(moved.new, moved.cited))


def citations(references: Table, works: Table) -> Table:
    """Return the citations within the network, each pair once, without self-citations: `work`, `cited`."""
    others = references.filter(references.work != references.cited)
    return others.semi_join(works, others.cited == works.work).distinct()


def reference_lists(cites: Table) -> Table:
    """Return the same, a row a citing work: `work`, `references` ascending."""
    return cites.group_by("work").agg(references=cites.cited.collect().sort())


def venues(works: Table) -> Table:
    """Return the venues of the works, each under the name that most of them give it."""
    named = works.filter(works.venue.notnull()).group_by("venue", "venue_name", "venue_type").agg(count=ibis._.count())
    order = [named["count"].desc(), named.venue_name.asc(), named.venue_type.asc()]
    place = ibis.row_number().over(group_by="venue", order_by=order)
    total = named["count"].sum().over(group_by="venue")
    first = named.mutate(place=place, works=total).filter(lambda row: row.place == 0)
    return first.select("venue", name="venue_name", type="venue_type", works="works").order_by("venue")
