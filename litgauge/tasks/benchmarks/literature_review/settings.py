"""Settings of a study."""

from __future__ import annotations

from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

Setting = Literal["none", "ego", "pair", "path"]
SETTINGS: tuple[Setting, ...] = get_args(Setting)
BASE: Setting = "none"
"""Variant that the others are compared with."""

SUB_FIELDS, PATHS = "sub-fields", "paths"
"""Topics that need no file: the sub-fields of the release, or its path-wise queries, as in the paper."""


class MaterialSettings(BaseModel):
    """How much a writer is given."""

    model_config = ConfigDict(frozen=True, extra="forbid", title="Material", hide_input_in_errors=True)

    works: int = Field(
        10,
        ge=1,
        le=100,
        title="Works of a list",
        description="Works of each kind: most novel, most disruptive, citing.",
    )
    pairs: int = Field(6, ge=1, le=100, title="Pair-wise queries", description="Of a sub-field, whose truth is given.")
    paragraphs: int = Field(
        5,
        ge=0,
        le=100,
        title="Paragraphs",
        description="Paragraphs for each query that mention a work together with others.",
    )
    paths: int = Field(3, ge=1, le=100, title="Paths", description="Of a sub-field.")
    abstract_characters: int = Field(
        1_000, ge=0, le=20_000, title="Characters of an abstract", description="Longer ones are cut; 0: titles alone."
    )
