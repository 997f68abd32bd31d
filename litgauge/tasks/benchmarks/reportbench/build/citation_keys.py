"""Citations of a release without a reference: no reference has their key, nor a key merged into it, in any case.

Millions of keys are compared in Arrow, verbatim and then with ASCII letters in lower case, which settles all but a
few; only those, and the keys that may still match them, are case-folded as Unicode.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from litgauge.tasks.records.arrow_values import text_scalar

_BETWEEN = text_scalar("\0")


def unresolved_keys(references: pa.Table, citations: pa.Table) -> dict[str, tuple[str, ...]]:
    """Return the cited keys without a reference, by survey, in the order of their first citation."""
    by_survey: dict[str, dict[str, None]] = defaultdict(dict)
    for survey_id, key in _without(citations, references):
        by_survey[survey_id][key] = None
    return {survey_id: tuple(keys) for survey_id, keys in by_survey.items()}


def lost_citations(tables: Mapping[str, pa.Table]) -> Iterator[str]:
    """Yield the citations, as "survey:key", without a reference that are not among their survey's unresolved keys."""
    surveys = tables["surveys"].select(["survey_id", "unresolved_keys"]).to_pylist()
    unresolved = {(row["survey_id"], key.casefold()) for row in surveys for key in row["unresolved_keys"]}
    for survey_id, key in _without(tables["citations"], tables["references"]):
        if (survey_id, key.casefold()) not in unresolved:
            yield f"{survey_id}:{key}"


def _without(citations: pa.Table, references: pa.Table) -> Iterator[tuple[str, str]]:
    """Yield survey and key of every citation without a reference, in order. BibTeX's keys are case-insensitive."""
    listed = _all_keys(references)
    unmatched = _except(citations.select(["survey_id", "key"]), listed)
    listed = listed.filter(pc.is_in(listed["survey_id"], pc.unique(unmatched["survey_id"])))
    unmatched = _except(unmatched, listed, pc.ascii_lower)
    # A key that is still unmatched has no reference, unless it or the matching key is not ASCII.
    other = pc.unique(unmatched.filter(pc.invert(pc.string_is_ascii(unmatched["key"])))["survey_id"])
    possible = listed.filter(pc.or_(pc.invert(pc.string_is_ascii(listed["key"])), pc.is_in(listed["survey_id"], other)))
    folded = {(survey, key.casefold()) for survey, key in _pairs(possible)}
    yield from ((survey, key) for survey, key in _pairs(unmatched) if (survey, key.casefold()) not in folded)


def _except(keys: pa.Table, listed: pa.Table, fold: Callable[[Any], Any] = lambda keys: keys) -> pa.Table:
    """Return the keys that, folded, equal no known key of their survey."""
    own, others = (
        pc.binary_join_element_wise(table["survey_id"], fold(table["key"]), _BETWEEN) for table in (keys, listed)
    )
    return keys.filter(pc.invert(pc.is_in(own, value_set=others)))


def _all_keys(references: pa.Table) -> pa.Table:
    own = references.select(["survey_id", "key"])
    aliases = references["aliases"].combine_chunks()
    merged = pa.table(
        {
            "survey_id": references["survey_id"].combine_chunks().take(pc.list_parent_indices(aliases)),
            "key": pc.list_flatten(aliases).cast(pa.string()),
        }
    )
    return pa.concat_tables([own.cast(merged.schema), merged])


def _pairs(table: pa.Table) -> Iterator[tuple[str, str]]:
    return zip(table["survey_id"].to_pylist(), table["key"].to_pylist(), strict=True)
