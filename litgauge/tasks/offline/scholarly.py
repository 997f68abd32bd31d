"""Offline rule for whether a page is a scholarly article, by its form.

A thesis, a report or a blog post with an abstract and a list of references passes for one; an article whose page shows
neither is missed.
"""

from __future__ import annotations

from collections.abc import Sequence

ENOUGH_MARKS = 2


def paper_by_form(title: str, marks: Sequence[str], *, paper_address: bool) -> tuple[bool, str]:
    """Tell if the page is an article, and why, by what it has of a paper's form ("an abstract", "citations", …)."""
    if paper_address:
        return True, "The address is that of a paper."
    if len(marks) >= ENOUGH_MARKS and title:
        return True, f"The page has {' and '.join(marks[:ENOUGH_MARKS])}."
    return False, "Neither its address nor its form is that of a paper."
