"""Does a passage say what a statement says? By its words, figures, denials and opposites.

The rule knows no meaning: a faithful paraphrase in other words is wronged, and a false statement in the passage's own
words passes unless a figure, a denial or an opposite gives it away: "A defeated B" and "B defeated A" are one to it.
docs/notes/judging.md has the measured shares.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from litgauge.tasks.offline.english import DENIALS, HEDGES, OPPOSITES, WEAK, stem_set
from litgauge.tasks.offline.figures import Figure, figures
from litgauge.tasks.text.sentences import sentences
from litgauge.tasks.text.words import Word, stem, stems, words

LEAST_SHARE = 0.45  # share of the statement's weight that sentences must hold to be its passage
SUPPORTED = 0.6  # … and to support it
MOST_SENTENCES = 3
LONGEST_STATEMENT = 2_000
"""Characters of a statement that are compared: each word and figure is looked for in all that a source says."""

_LEAST_GAIN = 0.06  # of the weight, for a further sentence to be worth quoting
_SHORTEST_QUOTE = 20  # characters
_NAME, _WEAK = 2.0, 0.25  # weight of a word; 1 for any other, and for a figure
_NEAR = 3  # words that "without" reaches, and those around an opposite that must be of the same thing
_FAR = 1_000  # words
_CLAUSE = re.compile(
    r"[,;:()—–]|\s-\s|\b(?:but|although|though|while|whereas|because|however|despite)\b", re.IGNORECASE
)
_SHORT_NOT = re.compile(r"\b(is|are|was|were|do|does|did|has|have|had|could|would|should)n['’]t\b", re.IGNORECASE)
_NO_DENIAL = re.compile(r"\bnot (?:only|just|merely|solely)\b|\bno (?:more|less|fewer) than\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Support:
    """Degree to which sentences bear a statement out."""

    coverage: float  # weighted share of the statement's words and figures that they hold, [0, 1]
    against: Literal["", "figure", "denial", "opposite"]  # what speaks against it, not just too little for it
    reason: str  # one phrase that names what decided it

    @property
    def supported(self) -> bool:
        """True if the sentences are taken to say it."""
        return self.coverage >= SUPPORTED and not self.against


@dataclass(frozen=True, slots=True)
class _Part:
    """A word or a figure that the statement consists of."""

    content: Word | Figure
    weight: float

    def stands_in(self, text: str) -> bool:
        if isinstance(self.content, Figure):
            return any(self.content.agrees(figure) for figure in figures(text))
        return self.content.stem in stems(text) or (self.content.text.isupper() and _spells(self.content.text, text))


def find_quotes(statement: str, passages: Sequence[str], title: str = "") -> tuple[str, ...]:
    """Return the sentences, at most three and all of one passage, that hold most of the statement.

    () if too little does.
    """
    ranked = [_quotes_in(_parts(statement), passage, title) for passage in passages]
    share, quotes = max(ranked, key=lambda ranking: ranking[0], default=(0.0, ()))
    return quotes if share >= LEAST_SHARE else ()


def support(statement: str, passage: str, title: str = "") -> Support:
    """Measure how far a passage of a page with this title bears the statement out."""
    parts, passage_sentences = _parts(statement), _sentences_of(passage)
    missing = [part for part in parts if not (part.stands_in(passage) or part.stands_in(title))]
    total = sum(part.weight for part in parts)
    coverage = 1 - sum(part.weight for part in missing) / total if total else 0.0
    missing_words = [part.content.text for part in missing if isinstance(part.content, Word) and part.weight >= 1]
    reason = f"{coverage:.0%} of the statement's weight is in the passage"
    if wrong := [
        part.content for part in missing if isinstance(part.content, Figure) and _counts(part.content, passage)
    ]:
        return Support(coverage, "figure", f"{reason}, but not the figure {', '.join(figure.text for figure in wrong)}")
    if denied := _denied_difference(statement, (*passage_sentences, title)):
        stems_denied = ", ".join(sorted(denied)[:4])
        return Support(coverage, "denial", f"{reason}, but one affirms what the other denies: {stems_denied}")
    if opposite := _opposite(statement, passage_sentences):
        word, other = opposite
        return Support(coverage, "opposite", f'{reason}, but it says "{other}" where the statement says "{word}"')
    return Support(coverage, "", f"{reason}; missing: {', '.join(missing_words[:5])}" if missing_words else reason)


@lru_cache(maxsize=512)
def _parts(statement: str) -> tuple[_Part, ...]:
    statement = statement[:LONGEST_STATEMENT]
    stated = figures(statement)
    weighed = [
        _Part(word, _NAME if word.name else _WEAK if word.stem in WEAK else 1.0)
        for word in words(statement)
        if word.stem
        and not word.stem[0].isdigit()
        and not any(figure.start <= word.start < figure.end for figure in stated)
    ]
    return (*weighed, *(_Part(figure, 1.0) for figure in stated))


def _sentences_of(passage: str) -> list[str]:
    return [passage[start:end] for start, end in sentences(passage)]


def _quotes_in(parts: Sequence[_Part], passage: str, title: str) -> tuple[float, tuple[str, ...]]:
    """Return the best sentences of one passage, chosen one by one for what they add, in the order of the text."""
    candidates = [sentence for sentence in _sentences_of(passage) if len(sentence) >= _SHORTEST_QUOTE]
    total = sum(part.weight for part in parts)
    missing = [part for part in parts if not part.stands_in(title)]
    chosen: set[int] = set()
    while total and len(chosen) < min(MOST_SENTENCES, len(candidates)):
        gains = {
            place: sum(part.weight for part in missing if part.stands_in(sentence))
            for place, sentence in enumerate(candidates)
            if place not in chosen
        }
        place = max(gains, key=lambda position: (gains[position], -position))
        if gains[place] < _LEAST_GAIN * total:
            break
        chosen.add(place)
        missing = [part for part in missing if not part.stands_in(candidates[place])]
    share = 1 - sum(part.weight for part in missing) / total if chosen else 0.0
    return share, tuple(candidates[place] for place in sorted(chosen))


def _counts(figure: Figure, passage: str) -> bool:
    """Papers seldom say when they appeared: a year counts only against another year."""
    return figure.kind != "year" or any(figure.kind == "year" for figure in figures(passage))


def _spells(acronym: str, sentence: str) -> bool:
    """True if an acronym consists of the initials of capitalised words of the sentence, in their order."""
    initials = iter([word.text[0] for word in words(sentence) if word.text[0].isupper()])
    return len(acronym) > 2 and all(letter in initials for letter in acronym if letter.isalpha())


def _denied_difference(statement: str, passage_sentences: Sequence[str]) -> frozenset[str]:
    """Return the stems that the statement affirms and the sentences deny throughout, or the other way round."""
    own, others = _denials(statement), [_denials(sentence) for sentence in passage_sentences]
    denied = frozenset[str]().union(*(side for side, _ in others))
    affirmed = frozenset[str]().union(*(other for _, other in others))
    against = (own[1] & (denied - affirmed)) | (own[0] & (affirmed - denied))
    shared = (own[0] | own[1]) & (denied | affirmed)
    agreed = own[0] & denied
    return against if len(against) > len(agreed) and len(against) >= min(2.0, 0.15 * len(shared)) else frozenset()


@lru_cache(maxsize=2048)
def _denials(sentence: str) -> tuple[frozenset[str], frozenset[str]]:
    """Return the stems that a sentence denies, and those that it affirms.

    Behind a hedge ("fails to") they are neither.
    """
    denied: set[str] = set()
    affirmed: set[str] = set()
    for clause in _CLAUSE.split(_SHORT_NOT.sub(r"\1 not", _NO_DENIAL.sub(" ", sentence))):
        clause_stems: set[str] = set()
        negative, reach, before = False, _FAR, ""
        for word in words(clause):
            low = word.text.casefold()
            if low in DENIALS:
                negative, reach = not negative, _NEAR if low == "without" else _FAR
                if low == "not" and before in ("is", "are", "was", "were", "be", "been"):
                    denied |= clause_stems  # "Ultrasound is not used": the subject is denied with it
                    affirmed -= clause_stems
            elif word.stem in HEDGES:
                break
            elif word.stem:
                (denied if negative and reach > 0 else affirmed).add(word.stem)
                clause_stems.add(word.stem)
                reach -= 1
            before = low
    return frozenset(denied - affirmed), frozenset(affirmed - denied)


def _opposite(statement: str, passage_sentences: Sequence[str]) -> tuple[str, str] | None:
    """A word of the statement and its opposite in the sentences, said of the same thing; None if there is none."""
    own_words = _affirmed_words(statement[:LONGEST_STATEMENT])
    theirs = [affirmed_word for sentence in passage_sentences for affirmed_word in _affirmed_words(sentence)]
    spoken = {stem(word) for word, _ in theirs}
    for first, second in _opposite_stems():
        for word, company in own_words:
            if stem(word) in first and not spoken & first:
                for against, near in theirs:
                    if stem(against) in second and company & near:
                        return word, against
    return None


@lru_cache(maxsize=1)
def _opposite_stems() -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    pairs = [(stem_set(first), stem_set(second)) for first, second in OPPOSITES]
    return (*pairs, *((second, first) for first, second in pairs))


@lru_cache(maxsize=2048)
def _affirmed_words(sentence: str) -> tuple[tuple[str, frozenset[str]], ...]:
    """Each word that no denial stands before, with the stems near it."""
    sentence_words = words(sentence)
    return tuple(
        (word.text.casefold(), frozenset(near.stem for near in around if near.stem and near.stem not in WEAK))
        for place, word in enumerate(sentence_words)
        if not any(near.text.casefold() in DENIALS for near in sentence_words[max(0, place - _NEAR) : place])
        and (around := (*sentence_words[max(0, place - _NEAR) : place], *sentence_words[place + 1 : place + 1 + _NEAR]))
    )
