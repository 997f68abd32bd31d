"""Words of a reference list's entries: page titles one by one, a bibliography as a whole."""

from __future__ import annotations

import re
from collections.abc import Sequence

from litgauge.tasks.citations.entry_words import YEAR, EntryWords, entry_words, without_addresses

_DATED = re.compile(rf"(?<![\w/.–-]){YEAR}[a-z]?(?![\w/–-]|\.\d)")
_PEOPLE = re.compile(
    r"\bet\.? al\b|(?<![^\W\d_])[^\W\d_a-z]\.(?=[\s,;:-]|[^\W\d_a-z]\.)"
    r"|(?:^|[,;]\s)[^\W\d_a-z][\w'’-]+\s[A-Z]{1,3}[,.;:]"
    r"|^(?:[^\W\d_a-z][\w'’.-]*\s){1,3}[^\W\d_a-z][\w'’-]+(?:,\s|,?\s(?:and|&)\s)(?:[^\W\d_a-z][\w'’.-]*\s?){2,4}(?:,|\.\s|\sand\s|\s&\s|\()"
    r"|[^\W\d_]\s?等[.,，。]"
)
_KIND = re.compile(r"\[(?:[JCMDNPSR]|(?:EB|DB|CP|J|C|M)/OL)\]")
"""Marks of GB/T 7714 for the kind of work."""
_ADDRESS = re.compile(r"https?://|www\.", re.IGNORECASE)


def words_of_list(entries: Sequence[tuple[str, str | None]]) -> list[EntryWords]:
    """Return what the entries of one list (without labels, with their first address) say, in their order.

    Those that are printed like a bibliography's are read together, because the entries of a list share a style; the
    titles of pages ("Kites - Wikipedia"), and what has neither names nor a year, one by one, see `entry_words`.
    """
    chosen = [number for number, (raw, _) in enumerate(entries) if is_printed(raw)]
    printed: dict[int, EntryWords] = {}
    if chosen:
        # Imported here because it takes longer than to read a report, and most reports' lists are addresses.
        from litgauge.tasks.citations.printed_entries import printed_words

        read = printed_words([entries[number][0] for number in chosen])
        printed = {number: words for number, words in zip(chosen, read, strict=True) if words is not None}
    return [printed.get(number) or entry_words(raw, url) for number, (raw, url) in enumerate(entries)]


def is_printed(raw: str) -> bool:
    """Return whether an entry is printed like a bibliography's.

    With its people and a year, or a year and no address.
    """
    text = without_addresses(raw)
    if _KIND.search(text):
        return True
    dated = _DATED.search(text) is not None
    return (dated and _PEOPLE.search(text) is not None) if _ADDRESS.search(raw) else dated
