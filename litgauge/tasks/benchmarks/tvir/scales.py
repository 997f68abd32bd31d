"""The step tables of TVIR: grades from counts of issues, and the grades for variety that kinds of figures allow."""

from __future__ import annotations

from bisect import bisect_right
from typing import Final

_REPORT_STEPS: Final = (1, 3, 5, 7, 9, 11, 13, 15, 18)


def consistency_grade(issues: int) -> int:
    """Return the grade of a report with so many contradictions, 1 to 10 (Table 10).

    >>> [consistency_grade(count) for count in (0, 1, 2, 3, 14, 15, 17, 18, 40)]
    [10, 9, 9, 8, 3, 2, 2, 1, 1]
    """
    return 10 - bisect_right(_REPORT_STEPS, issues)


def variety_range(category: str, image_kinds: int, chart_kinds: int) -> tuple[int, int]:
    """Return the least and greatest grade for variety that kinds of figures allow (E.3, Multimodal Composition).

    `category` is that of `Composition`.

    >>> variety_range("balanced", 3, 3), variety_range("data_heavy", 0, 3), variety_range("balanced", 0, 0)
    ((9, 10), (7, 8), (1, 2))
    """
    if not (image_kinds or chart_kinds):
        return 1, 2
    fewer, more = sorted((image_kinds, chart_kinds))
    if category == "balanced":
        top = 9 if fewer >= 3 else 7 if fewer >= 2 else 5 if fewer or more >= 3 else 3
    else:
        dominant = chart_kinds if category == "data_heavy" else image_kinds
        top = 9 if dominant >= 4 else 7 if dominant >= 3 else 5 if image_kinds + chart_kinds >= 2 else 3
    return top, top + 1
