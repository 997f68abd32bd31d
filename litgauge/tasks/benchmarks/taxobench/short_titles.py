"""Papers that are named by a part of their title, or by its words and initials, among titles that are all there is."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

from litgauge.tasks.benchmarks.taxobench.match_papers import BRACKETED_TAIL, titles_meant
from litgauge.tasks.benchmarks.taxobench.title_stems import BETWEEN, title_stems
from litgauge.tasks.text import compact_title
from litgauge.tasks.text.words import words

_ALSO_KNOWN = re.compile(r",? \(?(?:aka|a\.k\.a\.) .*")
_COINED = re.compile(r"(?=\S*(?:\d|[^\W\d_][^\W\d_a-z]))[^\W_][\w-]*[^\W_]")
"""A name that somebody made up: "TAPE", "AlphaFold-Multimer"."""
_FEWEST_INITIALS, _MOST_INITIALS = 3, 5
_CONNECTING = frozenset({"a", "an", "and", "by", "for", "from", "in", "of", "on", "the", "to", "via", "with"})
_SHORTEST_BEGINNING = 3  # letters of a word that is cut
_NAME = re.compile(r"[A-Z][^\W\d_]{5,}")
_FEWEST_OF_PART = 2  # words that mean something
_HYPHENATED = re.compile(r"[^\W_]+(?:[-+&/][^\W_]+)*")


def named_by_part(found: Sequence[str], titles: Sequence[str]) -> dict[str, str]:
    """Return the whole title of each paper that is named by words of one title alone, at least two or a coined name,
    among titles that are all there is; papers and titles that are paired without it are left alone.

    >>> named_by_part(["FLAP", "Silent wings of owls", "Owls"], ["Hearing of Owls with FLAP", "Silent Wings of Owls"])
    {'FLAP': 'Hearing of Owls with FLAP'}
    >>> named_by_part(["Pretraining GNNs"], ["Strategies for Pre-Training Graph Neural Networks on Owls", "Gulls"])
    {'Pretraining GNNs': 'Strategies for Pre-Training Graph Neural Networks on Owls'}
    """
    meant = titles_meant(titles, found)
    taken = set(meant.values())
    free = [title for title in dict.fromkeys(titles) if (compact_title(title) or title) not in taken]
    named: dict[str, str] = {}
    for at, text in enumerate(found):
        bare = _ALSO_KNOWN.sub("", BRACKETED_TAIL.sub("", text.strip())).rstrip(' .…*_`"”')
        inside = text[len(bare) :].strip(" ()[]") if bare != text.strip() else ""
        parts = (bare, inside) if len(inside) >= _FEWEST_INITIALS else (bare,)
        titled = {title for part in parts if at not in meant for title in _named_by(part, free)}
        if len(titled) == 1:
            named[text] = titled.pop()
    times = Counter(named.values())
    return {text: title for text, title in named.items() if times[title] == 1}


def _named_by(text: str, titles: Sequence[str]) -> list[str]:
    """Return the titles of which a text is a part, or which it shortens."""
    if not (len(title_stems(text)) >= _FEWEST_OF_PART or _COINED.fullmatch(text) or _NAME.fullmatch(text)):
        return []
    begins = compact_title(text)
    if " " in text:
        part = "".join(title_stems(text))
        holding = [one for one in titles if _holds(title_stems(one), part) or compact_title(one).startswith(begins)]
    else:  # a name is a whole word of the title: "BERT" is not BERT4Rec
        holding = [one for one in titles if begins in map(compact_title, _HYPHENATED.findall(one))]
    return holding or [title for title in titles if _is_shortened(text, title)]


def _holds(stems: Sequence[str], part: str) -> bool:
    """Return whether some of the words that follow each other are a text, wherever it has hyphens."""
    return any(
        part == "".join(stems[start:stop]) for start in range(len(stems)) for stop in range(start + 1, len(stems) + 1)
    )


def _is_shortened(text: str, title: str) -> bool:
    """Return whether a text has most words of a title in their order, and no others; initials stand for several.

    >>> _is_shortened("Poisoning SVMs", "Poisoning Attacks against Support Vector Machines")
    True
    >>> _is_shortened("Attacks on Owls", "Attacks on Owls and Gulls at Night: A Survey of Islands")
    False
    >>> _is_shortened("How Silent are Owls?", "The Silent Flight of Owls")
    False
    """
    spoken = words(BETWEEN.sub(" ", text.replace("-", " ")))
    parts = [word.stem for word in spoken if word.stem]
    whole = {word.text.lower() for word in words(title)}
    if any(not word.stem and word.text.lower() not in whole | _CONNECTING for word in spoken):
        return False  # a title of its own: "How powerful are owls?"
    spelled = [(word.stem, word.text[:1].lower()) for word in words(title.replace("-", " ")) if word.stem]
    at = shared = 0
    for part in parts:
        letters = part.removesuffix("s")
        for start in range(at, len(spelled)):
            length = len(letters) if 1 < len(letters) <= _MOST_INITIALS else 0
            cut = len(parts) > 1 and len(part) >= _SHORTEST_BEGINNING and spelled[start][0].startswith(part)
            if spelled[start][0] == part or cut:
                at, shared = start + 1, shared + 1
                break
            if length and letters == "".join(initial for _, initial in spelled[start : start + length]):
                at, shared = start + length, shared + length
                break
        else:
            return False
    if len(parts) == 1:
        return shared > 0 and _FEWEST_INITIALS <= len(text) <= _MOST_INITIALS and text.isupper()
    return len(parts) >= _FEWEST_OF_PART and 2 * shared >= len(spelled)
