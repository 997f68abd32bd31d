"""Members of sub-fields, as Ibis expressions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

import ibis
import pyarrow as pa

from litgauge.tasks.benchmarks.scinetbench.build.sub_fields import NamedSubField

if TYPE_CHECKING:
    from ibis.expr.types import Table

BY_TOPIC, BY_REVIEW = "topic", "review"


def texts(works: Table, abstracts: Table) -> Table:
    """Title and abstract of every work of the corpus as words between single spaces: `work`, `text`."""
    corpus = works.filter(works.in_corpus).select("work", "title")
    work_texts = corpus.left_join(abstracts, "work")
    space = ibis.literal(" ")
    whole = space.concat(work_texts.title, space, ibis.coalesce(work_texts.abstract, ""), space).lower()
    words = whole.re_replace(r"[^\p{L}\p{N}]+", " ").re_replace(r"([\p{L}\p{N}]{3})s ", r"\1 ")
    return work_texts.select(work_texts.work, text=words)


def with_likely(members: Table, likely: Table) -> Table:
    """Return the same and those that are alike (`sub_field`, `work`, `by`), where no phrase and no topic says so."""
    return members.union(likely.anti_join(members, ["sub_field", "work"]))


def memberships(works: Table, work_texts: Table, phrases: Table, topics: Table) -> Table:
    """Each work of each of its sub-fields once: `sub_field`, `work`, `by` (the first phrase that says so, or topic)."""
    # Only texts that have a word of the phrase are searched for it: all by all would be works times phrases.
    words = work_texts.select("work", "text", word=work_texts.text.split(" ").unnest())
    near = words.inner_join(phrases, words.word == phrases.key)
    by_phrase = near.filter(near.text.contains(near.spaced))
    spoken = by_phrase.group_by("sub_field", "work").agg(by=by_phrase.phrase.min())
    listed = works.filter(works.in_corpus).select("work", topic=ibis._.topics.unnest())
    of_topic = listed.inner_join(topics, "topic").select("sub_field", "work").distinct()
    members = spoken.union(of_topic.mutate(by=ibis.literal(BY_TOPIC)))
    return members.group_by("sub_field", "work").agg(by=members.by.max())


def as_reviewed(members: Table, verdicts: Table, works: Table) -> Table:
    """Return the same but for what people said (`sub_field`, `work`, `belongs`); works beyond the corpus stay out."""
    ours = verdicts.semi_join(works.filter(works.in_corpus), "work")
    unreviewed = members.anti_join(verdicts, ["sub_field", "work"])
    added = ours.filter(ours.belongs).select("sub_field", "work").mutate(by=ibis.literal(BY_REVIEW))
    return unreviewed.union(added)


def reviewed_rows(reviewed: Mapping[tuple[str, int], bool]) -> pa.Table:
    """Return the decisions of reviewers as a table: `sub_field`, `work`, `belongs`."""
    columns = {
        "sub_field": pa.array([sub_field for sub_field, _ in reviewed], pa.string()),
        "work": pa.array([work for _, work in reviewed], pa.int64()),
        "belongs": pa.array(list(reviewed.values()), pa.bool_()),
    }
    return pa.table(columns)


def phrase_rows(sub_fields: Sequence[NamedSubField]) -> pa.Table:
    """Return the phrases of all sub-fields.

    `sub_field`, `phrase`, `spaced` (as `texts` are searched), `key` (a rare word).
    """
    rows = [(sub_field.sub_field, phrase) for sub_field in sub_fields for phrase in asdict(sub_field)["phrases"]]
    columns = {
        "sub_field": [name for name, _ in rows],
        "phrase": [phrase for _, phrase in rows],
        "spaced": [f" {phrase} " for _, phrase in rows],
        "key": [max(phrase.split(), key=len) for _, phrase in rows],
    }
    return pa.table(columns, schema=pa.schema([(name, pa.string()) for name in columns]))


def topic_rows(sub_fields: Sequence[NamedSubField]) -> pa.Table:
    """Return the topics of all sub-fields: `sub_field`, `topic`."""
    rows = [(sub_field.sub_field, topic) for sub_field in sub_fields for topic in sub_field.topics]
    schema = pa.schema([("sub_field", pa.string()), ("topic", pa.int64())])
    return pa.table({"sub_field": [name for name, _ in rows], "topic": [topic for _, topic in rows]}, schema=schema)
