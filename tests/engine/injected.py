"""Errors that cannot say what they are about."""

from __future__ import annotations


class MuteError(Exception):
    """Cannot say what it is about."""

    def __str__(self) -> str:
        raise ValueError("nor why")


class OddError(ValueError):
    """Says what no UTF-8 holds."""

    def __str__(self) -> str:
        return "half a pair: \ud800 and a NUL: \0"
