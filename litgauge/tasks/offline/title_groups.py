"""A taxonomy of papers by the words of their titles: a stand-in for a model that reads them.

Papers that share a word are put together, the commonest word first. It knows no field and no level between the top and
the groups; what shares no word with anything goes to one last group.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

_WORD = re.compile(r"[^\W\d_]{4,}")
_MOST = 0.5  # of the papers: a word that more of them share parts nothing
_COMMON = frozenset(
    {"about", "against", "analysis", "approach", "based", "between", "beyond", "efficient", "from", "improved",
     "improving", "into", "language", "large", "learning", "method", "methods", "model", "models", "neural", "novel",
     "over", "review", "study", "survey", "that", "their", "these", "this", "through", "toward", "towards", "under",
     "using", "what", "when", "where", "which", "while", "with", "without"}
)  # fmt: skip
REST = "Other work"


def grouped_by_words(titles: Sequence[str]) -> Mapping[str, Sequence[int]]:
    """Return the positions of the titles by a word that they share; each in one group.

    >>> dict(grouped_by_words(["Owls at night", "Night flight of bats", "Silent wings of bats", "Stones"]))
    {'Night': [0, 1], 'Other work': [2, 3]}
    """
    words = [list(dict.fromkeys(word.casefold() for word in _WORD.findall(title))) for title in titles]
    counts = Counter(word for own in words for word in own if word not in _COMMON)
    shared = [word for word, count in counts.most_common() if 2 <= count <= max(2, _MOST * len(titles))]
    ungrouped = dict.fromkeys(range(len(titles)))
    holding: dict[str, list[int]] = {word: [] for word in shared}
    for position, own in enumerate(words):
        for word in own:
            if word in holding:
                holding[word].append(position)
    groups: dict[str, Sequence[int]] = {}
    for word in shared:
        positions = [position for position in holding[word] if position in ungrouped]
        if len(positions) > 1:
            groups[word.capitalize()] = positions
            for position in positions:
                del ungrouped[position]
    return {**groups, **({REST: list(ungrouped)} if ungrouped else {})}
