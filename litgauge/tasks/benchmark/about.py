"""Texts of a release's card, which its manifest keeps."""

from __future__ import annotations

import msgspec


class About(msgspec.Struct, frozen=True):
    """Texts of a release's card."""

    title: str
    summary: str
    made: str  # construction of the rows
    limits: tuple[str, ...]
    caution: str = ""  # shown beside all numbers of this release; "" for none
