"""What a paper is about, by cue words in its own sentences: a stand-in for a model that reads it.

It copies sentences and understands none: "we propose" makes a method, "however" a problem. What a paper says in other
words is missed, and a sentence with such words about somebody else's work is taken for the authors' own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tasks.text.sentences import sentences

_HEAD = re.compile(r"^(?:Title|Abstract): ", re.MULTILINE)
_CUES: Sequence[tuple[str, re.Pattern[str], int]] = tuple(
    (kind, re.compile(pattern, re.IGNORECASE), most)
    for kind, pattern, most in (
        (
            "problem",
            r"\b(?:however|despite|suffers?|lacks?|limit(?:ed|ations?)|challeng\w+|remains?|difficult\w*|fails?|unclear"
            r"|gaps?|expensive|costly|bottlenecks?|unsolved|neglect\w*)\b",
            1,
        ),
        (
            "motivation",
            r"\b(?:important\w*|crucial|essential|critical|widely|key to|motivat\w+|growing|increasing\w*"
            r"|necessary|need"
            r"|applications?|demand\w*)\b",
            1,
        ),
        (
            "method",
            r"\b(?:we|this (?:paper|work|article|study))\s+(?:\w+\s+)?(?:propose|introduce|present|develop"
            r"|design|describe"
            r"|use|apply|formulate|build|train|extend|combine|study|investigate|review|survey)s?\b",
            3,
        ),
        (
            "conclusion",
            r"\b(?:results? (?:show|suggest|indicate|demonstrate)|we (?:find|found|show|conclude|demonstrate|observe)"
            r"|(?:this|our) (?:work|paper|study|analysis) (?:shows|suggests|demonstrates)|in conclusion"
            r"|experiments (?:show"
            r"|on|demonstrate)|outperform\w*)\b",
            2,
        ),
        (
            "contribution",
            r"\b(?:our (?:main |key )?contributions?|we (?:contribute|release|provide|introduce|present|propose)"
            r"|(?:novel"
            r"|new|first) (?:\w+\s+){0,2}(?:method|approach|framework|data ?set|benchmark|algorithm|model"
            r"|theorem|system"
            r"|architecture|corpus|task))\b",
            3,
        ),
    )
)
_OPENER = re.compile(
    r"^(?:(?:on|towards?|a|an|the|exploring|rethinking|revisiting|improving|learning to|understanding)\s+)+",
    re.IGNORECASE,
)
_MOST_WORDS, _MOST_NAME, _LONGEST = 40, 12, 40_000
_TASK_WORDS = (5, 15)
_STOP_END = frozenset(
    (
        "a",
        "an",
        "and",
        "at",
        "based",
        "by",
        "for",
        "from",
        "in",
        "into",
        "its",
        "of",
        "on",
        "or",
        "the",
        "their",
        "to",
        "using",
        "via",
        "with",
    )
)


def items_of(paper: str) -> list[tuple[str, str, str, str]]:
    """Kind, name, statement and span of what a paper says of itself, in the order in which kinds are asked for."""
    found = []
    taken: set[str] = set()
    told = list(_sentences(paper))
    for kind, cue, most in _CUES:
        for sentence in [one for one in told if cue.search(one) and one not in taken][:most]:
            taken.add(sentence)
            found.append((kind, *_told(sentence, cue)))
    return found


def contributions_of(paper: str) -> list[tuple[str, str, str]]:
    """Name, statement and span of what a paper claims: at most three."""
    cues = {kind: cue for kind, cue, _ in _CUES}
    told = list(_sentences(paper))
    claimed = {one: cue for cue in (cues["contribution"], cues["method"]) for one in told if cue.search(one)}
    return [_told(sentence, cue) for sentence, cue in list(claimed.items())[:3]]


def core_task_of(paper: str) -> str:
    """A phrase of 5 to 15 words: the title without what opens it, filled up with words of the abstract.

    >>> core_task_of("Title: OwlNet: A Model for Hearing Prey at Night in Forests")
    'Model for Hearing Prey at Night in Forests'
    """
    title = paper.partition("\n")[0].removeprefix("Title: ").strip(" .")
    _, colon, behind = title.partition(": ")
    words = _OPENER.sub("", behind if colon and len(behind.split()) >= _TASK_WORDS[0] else title).split()
    if len(words) < _TASK_WORDS[0]:
        words += ["as", "a", "topic", "of", "research"]
    words = words[: _TASK_WORDS[1]]
    while len(words) > _TASK_WORDS[0] and words[-1].casefold() in _STOP_END:
        words.pop()
    return " ".join(words).strip(" .,:;").replace('"', "").replace("“", "").replace("”", "")


def _sentences(paper: str) -> Iterator[str]:
    for line in _HEAD.sub("", paper.partition("\n")[2][:_LONGEST]).splitlines():
        for start, end in sentences(line):
            if len((sentence := " ".join(line[start:end].split())).split()) > 3:
                yield sentence


def _told(sentence: str, cue: re.Pattern[str]) -> tuple[str, str, str]:
    span = " ".join(sentence.split()[:_MOST_WORDS])
    found = cue.search(sentence)
    behind = sentence[found.end() :] if found else ""
    words = (behind.split() if len(behind.split()) > 2 else sentence.split())[:_MOST_NAME]
    while len(words) > 1 and words[-1].casefold().strip(",;") in _STOP_END:
        words.pop()
    return " ".join(words).strip(" ,;:.") or span, sentence, span
