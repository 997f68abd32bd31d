"""What can be wrong with a taxonomy: 23 types of errors in four dimensions (Table 6), with the paper's frequencies."""

from __future__ import annotations

from typing import Literal, get_args

CoverageType = Literal[
    "missing_core_branches", "irrelevant_additions", "conceptual_deviation", "missing_subfields", "incomplete_recall"
]
OrganisationType = Literal[
    "semantic_overlap",
    "inconsistent_classification",
    "mece_violation",
    "blurred_boundaries",
    "over_fragmentation",
    "under_fragmentation",
]
LogicType = Literal[
    "abstraction_mismatch",
    "misplaced_nodes",
    "forced_hierarchy",
    "logical_inconsistency",
    "missing_intermediate",
    "inverted_relationships",
]
TopologyType = Literal[
    "structural_imbalance", "over_expanded", "too_shallow", "under_expanded", "granularity_mismatch", "too_deep"
]

ERROR_TYPES: dict[str, tuple[str, ...]] = {
    "coverage": get_args(CoverageType),
    "organisation": get_args(OrganisationType),
    "logic": get_args(LogicType),
    "topology": get_args(TopologyType),
}
"""The types of each dimension, in the order of Table 6."""

_PUBLISHED = (
    0.775, 0.708, 0.679, 0.580, 0.166,
    0.759, 0.660, 0.512, 0.403, 0.118, 0.032,
    0.530, 0.461, 0.449, 0.285, 0.056, 0.006,
    0.834, 0.492, 0.446, 0.424, 0.363, 0.193,
)  # fmt: skip
PUBLISHED: dict[str, float] = dict(
    zip((name for names in ERROR_TYPES.values() for name in names), _PUBLISHED, strict=True)
)
"""The share of 1,000 trees of many models that the paper's judge found each type in (Table 6)."""


def in_words(error_type: str) -> str:
    """The type as people read it.

    >>> in_words("mece_violation"), in_words("too_deep"), in_words("over_expanded")
    ('MECE violation', 'Too deep', 'Over-expanded')
    """
    first, _, rest = error_type.partition("_")
    if first == "mece":
        return f"MECE {rest}"
    return f"{first.capitalize()}{'-' if first in ('over', 'under') else ' '}{rest.replace('_', ' ')}"
