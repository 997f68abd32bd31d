"""Summary of a paper by cue words in its own sentences, in place of a model.

It copies sentences and understands none: "we propose" makes a method, "however" a problem. What a paper says in other
words is missed, and a sentence with such words about somebody else's work is taken for the authors' own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from litgauge.tasks.text.sentences import sentences

_HEAD = re.compile(r"^(?:Title|Abstract): ", re.MULTILINE)
_WORK = (
    r"(?:we|this|(?:the|our|this|present|current)\s+(?:\w+\s+)?"
    r"(?:paper|work|article|study|survey|review|letter|thesis|chapter|authors?))"
)
_DOES = (
    r"propos|introduc|present|develop|design|describ|us|appl(?:y|i)|formulat|build|train|extend|combin|"
    r"stud(?:y|i)|investigat|"
    r"review|survey|prov|deriv|giv|construct|analy[sz]|compar|evaluat|examin|explor|summari[sz]|discuss|focus|consider|"
    r"address|report|establish|calculat|comput|measur|implement|test|explain|provid|model|simulat|collect|estimat"
)
_PARTICIPLES = (
    r"presented|proposed|introduced|described|developed|derived|obtained|studied|investigated|analy[sz]ed|examined|"
    r"discussed|reviewed|calculated|constructed|considered|explored|compared|evaluated|applied|tested|collected"
)
_CUES: Mapping[str, tuple[int, tuple[str, ...]]] = {
    "problem": (
        1,
        (
            r"however|despite|suffers?|lack(?:s|ing)?|limit(?:ed|ations?)|challeng\w+|remains?|difficult\w*|fails?|unclear|"
            r"gaps?|expensive|costly|bottlenecks?|unsolved|neglect\w*",
            r"but|although|yet|cannot|problems?|issues?|hard(?:er)?|poor(?:ly)?|few|little|rarely|unknown|"
            r"open questions?|instead of|only if",
        ),
    ),
    "motivation": (
        1,
        (
            r"important\w*|crucial|essential|critical|widely|key to|motivat\w+|growing|increasing\w*|necessary|need|"
            r"applications?|demand\w*",
            r"attention|interest|popular\w*|recent(?:ly)?|often|promis\w+|success\w*|commonly|fundamental|central",
        ),
    ),
    "method": (
        3,
        (
            rf"{_WORK}\s+(?:\w+\s+)?(?:{_DOES})(?:e|es|s|ed|y|ies|ied)?",
            rf"(?:is|are|was|were|been)\s+(?:\w+\s+)?(?:{_PARTICIPLES})",
            r"by means of|based on|using|via|the aim",
        ),
    ),
    "conclusion": (
        2,
        (
            r"results? (?:show|suggest|indicate|demonstrate)|we (?:find|found|show|conclude|demonstrate|observe)|"
            r"(?:this|our) (?:work|paper|study|analysis) (?:shows|suggests|demonstrates)|in conclusion|"
            r"experiments (?:show|on|demonstrate)|outperform\w*",
            r"(?:is|are|was|were) (?:shown|found|achieved)|we (?:prove|obtain|achieve)|achiev\w+|improv\w+|"
            r"agree\w* with|leads? to|significant\w*|state[ -]of[ -]the[ -]art|consequen\w+|implications?|therefore",
        ),
    ),
    "contribution": (
        3,
        (
            r"our (?:main |key )?contributions?|we (?:contribute|release|provide|introduce|present|propose)|"
            r"(?:novel|new|first) (?:\w+\s+){0,2}(?:method|approach|framework|data ?set|benchmark|algorithm|model|"
            r"theorem|system|architecture|corpus|task|formulation|proof|bound)",
            rf"{_WORK}\s+(?:\w+\s+)?(?:prov|deriv|construct|establish|develop|design|build)(?:e|es|s|ed)?",
        ),
    ),
}
"""Of each kind how many sentences at most, and words that tell it, the surest first."""
_PATTERNS = {
    kind: (most, tuple(re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for words in cues))
    for kind, (most, cues) in _CUES.items()
}
_BY_PLACE = {"motivation": 0, "conclusion": -1}
"""Where a sentence stands that tells it though no word does: an abstract opens with why, and ends with the outcome."""
_FEWEST_SENTENCES = 3  # for that
_OPENER = re.compile(
    r"^(?:(?:on|towards?|a|an|the|exploring|rethinking|revisiting|improving|learning to|understanding)\s+)+",
    re.IGNORECASE,
)
_MOST_WORDS, _MOST_NAME, _LONGEST = 40, 12, 40_000
_TASK_WORDS = (5, 15)
_STOP_END = frozenset("a an and at based by for from in into its of on or the their to using via with".split())  # noqa: SIM905


def items_of(paper: str) -> list[tuple[str, str, str, str]]:
    """Kind, name, statement and span of what a paper says of itself, in the order in which kinds are asked for.

    A sentence is of one kind; a contribution alone may be what was a method before.
    """
    items = []
    used: set[str] = set()
    all_sentences = list(_sentences(paper))
    for kind in _PATTERNS:
        closed = set() if kind == "contribution" else used
        of_kind = _of_kind(kind, [sentence for sentence in all_sentences if sentence not in closed])
        if not of_kind and kind in _BY_PLACE and len(all_sentences) >= _FEWEST_SENTENCES:
            of_kind = [(sentence, None) for sentence in (all_sentences[_BY_PLACE[kind]],) if sentence not in used]
        used.update(sentence for sentence, _ in of_kind)
        items += [(kind, *_item(sentence, cue)) for sentence, cue in of_kind]
    return items


def contributions_of(paper: str) -> list[tuple[str, str, str]]:
    """Name, statement and span of what a paper claims: at most three."""
    all_sentences = list(_sentences(paper))
    claimed = _of_kind("contribution", all_sentences) or _of_kind("method", all_sentences)
    return [_item(sentence, cue) for sentence, cue in claimed]


def _of_kind(kind: str, all_sentences: Sequence[str]) -> list[tuple[str, re.Pattern[str] | None]]:
    """Sentences with the cue that tells their kind, those with the surest alone, in the paper's order."""
    most, cues = _PATTERNS[kind]
    for cue in cues:
        if cued := [(sentence, cue) for sentence in all_sentences if cue.search(sentence)]:
            return list(cued[:most])
    return []


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


def _item(sentence: str, cue: re.Pattern[str] | None) -> tuple[str, str, str]:
    span = " ".join(sentence.split()[:_MOST_WORDS])
    match = cue.search(sentence) if cue else None
    behind = sentence[match.end() :] if match else ""
    words = (behind.split() if len(behind.split()) > 2 else sentence.split())[:_MOST_NAME]
    while len(words) > 1 and words[-1].casefold().strip(",;") in _STOP_END:
        words.pop()
    return " ".join(words).strip(" ,;:.") or span, sentence, span
