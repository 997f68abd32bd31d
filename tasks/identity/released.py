"""The published evaluator's way of comparing titles, for comparison with published tables."""

from __future__ import annotations

import string

_NO_PUNCTUATION = str.maketrans("", "", string.punctuation)


def normal_title(title: str) -> str:
    """The title in lower case, its ASCII punctuation deleted, its white space collapsed (released ReportBench code).

    Because "-" is deleted, a hyphen written as a space makes another title; typographic quotes and dashes stay.

    >>> normal_title("  End-to-End:  Learning. ")
    'endtoend learning'
    """
    return " ".join(title.lower().translate(_NO_PUNCTUATION).split())
