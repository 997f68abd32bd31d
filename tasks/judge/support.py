"""The rules that stand in for a judge: does a passage say what a statement says?

They see words, figures and denials, not meaning: a paraphrase in other words is missed, and a false statement made of
the passage's own words passes unless a figure, a denial or an opposite gives it away. docs/judging.md has the figures.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from tasks.judge.figures import Figure, figures
from tasks.judge.polarity import antonym_conflict, denial_conflict
from tasks.judge.words import FIGURE_WEIGHT, Word, sentences, spells, stem_of, stems, words

FOUND = 0.45  # share of the statement's weight that sentences must hold to be its passage
SUPPORTED = 0.6  # … and to support it
MOST_SENTENCES = 3
_LEAST_GAIN = 0.06  # of the weight, for a further sentence to be worth quoting
_SHORTEST_QUOTE = 20  # characters: "In the U.S." is no passage
_SURE_COMPANY = 2  # words that a figure shares with another one around it, to be taken for a figure of the same thing
_FIGURE_GAIN = 2.0  # a figure alone is worth quoting


@dataclass(frozen=True, slots=True)
class Support:
    """How far sentences bear a statement out."""

    coverage: float  # weighted share of the statement's words and figures that they hold, [0, 1]
    by_words: float  # the same of its words alone
    missing: tuple[str, ...]  # words and names that they do not hold, the weightiest first
    figures: tuple[str, ...]  # figures of the statement that they do not bear out
    denied: tuple[str, ...]  # stems that one affirms and the other denies
    opposite: tuple[str, str] | None  # a word and its opposite
    rivals: tuple[str, ...] = ()  # their own figures of the same kind, where one of the statement's is not there

    @property
    def contradicted(self) -> bool:
        """Whether something speaks against the statement, not just too little for it."""
        return bool(self.figures or self.denied or self.opposite)

    @property
    def supported(self) -> bool:
        """Whether the sentences are taken to say it."""
        return self.coverage >= SUPPORTED and not self.contradicted

    @property
    def reason(self) -> str:
        """One sentence that names what decided it."""
        share = f"{round(100 * self.coverage)} % of the statement's weight is in the passage"
        if self.figures:
            instead = f" (it has {', '.join(self.rivals[:3])})" if self.rivals else ""
            return f"{share}, but not the figure {', '.join(self.figures)}{instead}"
        if self.denied:
            return f"{share}, but one affirms what the other denies: {', '.join(self.denied[:4])}"
        if self.opposite:
            return f'{share}, but it says "{self.opposite[1]}" where the statement says "{self.opposite[0]}"'
        missing = f"; missing: {', '.join(self.missing[:5])}" if self.missing else ""
        return f"{share}{missing}"


def find_quotes(statement: str, passages: Sequence[str], title: str = "") -> tuple[str, ...]:
    """The sentences, at most three and all of one passage, that hold most of the statement; () if too little does."""
    ranked = [_quotes_in(statement, passage, title) for passage in passages]
    coverage, quotes = max(ranked, key=lambda found: found[0], default=(0.0, ()))
    return quotes if coverage >= FOUND else ()


def support(statement: str, passage: str, title: str = "") -> Support:
    """How far a passage of a page with this title bears the statement out."""
    parts = sentences(passage)
    held, total = 0.0, 0.0
    missing: list[Word] = []
    for word in _weighed(statement):
        total += word.weight
        if _holds(word, parts, title):
            held += word.weight
        else:
            missing.append(word)
    unproven = _unproven(statement, f"{passage}\n{title}")
    count = len(figures(statement))
    by_words = held / total if total else 0.0
    held += FIGURE_WEIGHT * (count - len(unproven))
    total += FIGURE_WEIGHT * count
    against = [figure for figure in unproven if _speaks_against(figure, statement, passage)]
    missing.sort(key=lambda word: (-word.weight, word.start))
    return Support(
        coverage=held / total if total else 0.0,
        by_words=by_words,
        missing=tuple(dict.fromkeys(word.text for word in missing if word.weight >= 1)),
        figures=tuple(figure.text for figure in against),
        denied=denial_conflict(statement, parts, title),
        opposite=antonym_conflict(statement, parts),
        rivals=tuple(
            dict.fromkeys(figure.text for figure in figures(passage) if any(figure.kind == one.kind for one in against))
        ),
    )


def _quotes_in(statement: str, passage: str, title: str) -> tuple[float, tuple[str, ...]]:
    """The best sentences of one passage, chosen one by one for what they add, in the order of the text."""
    parts = [part for part in sentences(passage) if len(part) >= _SHORTEST_QUOTE]
    wanted = _weighed(statement)
    stated = figures(statement)
    total = sum(word.weight for word in wanted) + FIGURE_WEIGHT * len(stated)
    open_words = [word for word in wanted if not (title and _holds(word, (), title))]
    by_title = sum(word.weight for word in wanted) - sum(word.weight for word in open_words)
    open_figures, chosen, best = list(stated), set[int](), 0.0
    while total and len(chosen) < MOST_SENTENCES:
        gains = {
            place: _gain(open_words, open_figures, part) for place, part in enumerate(parts) if place not in chosen
        }
        place = max(gains, key=lambda spot: (gains[spot], -_distance(spot, chosen), -spot), default=-1)
        if place < 0 or gains[place] < _LEAST_GAIN * total:
            break
        chosen.add(place)
        best += gains[place] - (_FIGURE_GAIN - FIGURE_WEIGHT) * _borne_out(open_figures, parts[place])
        open_words = [word for word in open_words if not _holds(word, (parts[place],), "")]
        open_figures = [one for one in open_figures if not any(one.agrees(other) for other in figures(parts[place]))]
    return (best + by_title) / total if chosen else 0.0, tuple(parts[place] for place in sorted(chosen))


def _gain(wanted: Sequence[Word], stated: Sequence[Figure], sentence: str) -> float:
    held = sum(word.weight for word in wanted if _holds(word, (sentence,), ""))
    return held + _FIGURE_GAIN * _borne_out(stated, sentence)


def _borne_out(stated: Sequence[Figure], sentence: str) -> int:
    return sum(any(one.agrees(other) for other in figures(sentence)) for one in stated)


def _distance(place: int, chosen: set[int]) -> int:
    return min((abs(place - other) for other in chosen), default=0)


def _weighed(statement: str) -> list[Word]:
    """The words of a statement that carry weight, those that spell its figures left out."""
    spans = [(figure.start, figure.end) for figure in figures(statement)]
    return [
        word
        for word in words(statement)
        if word.weight
        and not re.fullmatch(r"[\d.,:/x×%-]+", word.text)
        and not any(start <= word.start < end for start, end in spans)
    ]


def _holds(word: Word, parts: Sequence[str], title: str) -> bool:
    texts = [*parts, title] if title else parts
    if any(word.stem in stems(text) for text in texts):
        return True
    if word.name and len(word.text) <= 6:
        return any(spells(word.text, text) for text in texts)
    return any(_related(word.stem, other) for text in texts for other in stems(text))


def _related(one: str, other: str) -> bool:
    """Whether two stems are of one family: "combin" and "combinator", not "intern" and "internet"."""
    short, long = sorted((one, other), key=len)
    return len(short) >= 5 and long.startswith(short) and len(short) >= 0.7 * len(long)


def _unproven(statement: str, text: str) -> list[Figure]:
    """The statement's figures that the text does not have, or has only of other things than this one is of."""
    there = figures(text)
    missing: list[Figure] = []
    for figure in figures(statement):
        company = _company(figure, statement)
        same = [len(company & _company(other, text)) for other in there if figure.agrees(other)]
        rivals = [
            len(company & _company(other, text))
            for other in there
            if other.kind == figure.kind and not figure.agrees(other)
        ]
        if not same or (max(same) == 0 and max(rivals, default=0) >= _SURE_COMPANY):
            missing.append(figure)
    return missing


def _company(figure: Figure, text: str) -> frozenset[str]:
    """The stems of the few words around a figure: what it is a figure of."""
    before = words(text[max(0, figure.start - 40) : figure.start])[-3:]
    after = words(text[figure.end : figure.end + 60])[:4]
    return frozenset(word.stem for word in (*before, *after) if word.stem)


def _speaks_against(figure: Figure, statement: str, passage: str) -> bool:
    """Whether a figure that the passage does not have counts against the statement.

    Papers seldom say when they appeared, nor do they count what they list: a year counts only against another
    year, and "two" or "three" in words only against another number of the same things.
    """
    there = figures(passage)
    if figure.kind == "year":
        return any(other.kind == "year" for other in there)
    if figure.vague:
        thing = _counted(figure, statement)
        return any(_counted(other, passage) == thing for other in there if other.kind == figure.kind)
    return True


def _counted(figure: Figure, text: str) -> str:
    following = re.findall(r"[^\W\d_]+", text[figure.end : figure.end + 60])
    return next((stem_of(word) for word in reversed(following[:2])), "")


def text_stems(text: str) -> frozenset[str]:
    """The stems of a whole text, read sentence by sentence: texts may be long."""
    return frozenset(stem for sentence in sentences(text) for stem in stems(sentence))


def coverage(statement: str, held: frozenset[str]) -> float:
    """Weighted share of the statement's words whose stems are held, [0, 1]."""
    wanted = _weighed(statement)
    total = sum(word.weight for word in wanted)
    return sum(word.weight for word in wanted if word.stem in held) / total if total else 0.0
