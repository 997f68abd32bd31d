"""Which citations of a release lead to a reference: by its key, or one that was merged into it, whatever the case.

Millions of keys are compared in Arrow, as they stand and then with ASCII letters in lower case, which settles all but a
few; only those, and the keys that they may still be, are folded as Unicode has it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc


def unresolved_keys(references: pa.Table, citations: pa.Table) -> dict[str, tuple[str, ...]]:
    """The keys, by survey, that are cited and that no reference has, in the order of their first citation."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for survey_id, key in _without(citations, references):
        found[survey_id][key] = None
    return {survey_id: tuple(keys) for survey_id, keys in found.items()}


def lost_citations(tables: Mapping[str, pa.Table]) -> Iterator[str]:
    """The citations, as "survey:key", that lead to no reference and are not among their survey's unresolved keys."""
    surveys = tables["surveys"].select(["survey_id", "unresolved_keys"]).to_pylist()
    known = {(row["survey_id"], key.casefold()) for row in surveys for key in row["unresolved_keys"]}
    for survey_id, key in _without(tables["citations"], tables["references"]):
        if (survey_id, key.casefold()) not in known:
            yield f"{survey_id}:{key}"


def _without(citations: pa.Table, references: pa.Table) -> Iterator[tuple[str, str]]:
    """Survey and key of every citation without a reference, in their order. BibTeX finds keys whatever their case."""
    places = pa.array(np.arange(citations.num_rows))
    cited = citations.select(["survey_id", "key"]).append_column("place", places)
    known = _all_keys(references)
    left = cited.join(known, keys=["survey_id", "key"], join_type="left anti")
    if not left.num_rows:
        return
    same_survey = known.filter(pc.is_in(known["survey_id"], pc.unique(left["survey_id"])))
    left = _lower(left).join(_lower(same_survey), keys=["survey_id", "lower"], join_type="left anti").sort_by("place")
    # What differs in ASCII letters alone is found: a key that is still left equals one that is not ASCII, or is none.
    other = pc.unique(left.filter(pc.invert(pc.string_is_ascii(left["key"])))["survey_id"])
    possible = same_survey.filter(
        pc.or_(pc.invert(pc.string_is_ascii(same_survey["key"])), pc.is_in(same_survey["survey_id"], other))
    )
    folded = {(survey, key.casefold()) for survey, key in _pairs(possible)}
    yield from ((survey, key) for survey, key in _pairs(left) if (survey, key.casefold()) not in folded)


def _lower(keys: pa.Table) -> pa.Table:
    return keys.append_column("lower", pc.ascii_lower(keys["key"]))


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
