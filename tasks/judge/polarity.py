"""What a sentence denies, and whether two sentences deny different things."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from tasks.judge.vocabulary import ANTONYMS, DENIALS, DENYING_VERBS
from tasks.judge.words import stem_of, words

_CLAUSE = re.compile(
    r"[,;:()—–]|\s-\s|\b(?:but|although|though|while|whereas|because|however|despite|except)\b", re.IGNORECASE
)
_NOT_ONLY = re.compile(r"\bnot (?:only|just|merely|solely)\b|\bno (?:more|less|fewer) than\b", re.IGNORECASE)
_SHORT = re.compile(
    r"\b(?:is|are|was|were|do|does|did|has|have|had|ca|wo|would|should|could|must)n['’]t\b", re.IGNORECASE
)
_PASSIVE = frozenset({"is", "are", "was", "were", "be", "been", "being"})
_WEIGHTY = 0.15  # share of the common stems for a single one in conflict to count: one of many is a side remark
_NEAR = 3  # content words that "without" reaches, and that an antonym looks at for company


@dataclass(frozen=True, slots=True)
class Polarity:
    """The stems of a sentence by what is said of them; one that is hedged ("fails to", "lacks") is in neither."""

    denied: frozenset[str]
    affirmed: frozenset[str]


@lru_cache(maxsize=4096)
def polarity(sentence: str) -> Polarity:
    """What is denied and what affirmed.

    >>> sorted(polarity("The model does not need recurrence, but it uses attention.").denied)
    ['need', 'recur']
    """
    denied: set[str] = set()
    affirmed: set[str] = set()
    plain = _SHORT.sub(lambda match: match[0][:-3] + " not", _NOT_ONLY.sub(" ", sentence))
    for clause in _CLAUSE.split(plain):
        if clause:
            _read_clause(clause, denied, affirmed)
    return Polarity(frozenset(denied - affirmed), frozenset(affirmed - denied))


def denial_conflict(statement: str, sentences: Iterable[str], title: str = "") -> tuple[str, ...]:
    """The stems that the statement affirms and the sentences deny, or the other way round; () if they agree.

    A stem that the sentences both affirm and deny settles nothing. Where more is denied by both than by one
    of them, a difference is taken for a matter of wording.
    """
    mine = polarity(statement)
    denied: set[str] = set()
    affirmed = set(polarity(title).affirmed)
    for sentence in sentences:
        theirs = polarity(sentence)
        denied |= theirs.denied
        affirmed |= theirs.affirmed
    conflicts = (mine.affirmed & (denied - affirmed)) | (mine.denied & (affirmed - denied))
    agreed = mine.denied & denied
    shared = (mine.affirmed | mine.denied) & (affirmed | denied)
    weighty = len(conflicts) > len(agreed) and len(conflicts) >= min(2.0, _WEIGHTY * len(shared))
    return tuple(sorted(conflicts)) if weighty else ()


def antonym_conflict(statement: str, sentences: Iterable[str]) -> tuple[str, str] | None:
    """A word of the statement and its opposite in the sentences, said of the same thing; None if there is none."""
    said = [word.casefold() for word in re.findall(r"[\w'’]+", statement)]
    texts = [[word.casefold() for word in re.findall(r"[\w'’]+", sentence)] for sentence in sentences]
    spoken = {word for text in texts for word in text}
    for one, other in (*ANTONYMS, *((right, left) for left, right in ANTONYMS)):
        if spoken & one:
            continue
        for place, word in enumerate(said):
            if word not in one or _denied_before(said, place):
                continue
            company = _company(said, place)
            for text in texts:
                for spot, opposite in enumerate(text):
                    if opposite in other and not _denied_before(text, spot) and company & _company(text, spot):
                        return word, opposite
    return None


def _read_clause(clause: str, denied: set[str], affirmed: set[str]) -> None:
    tokens = [(word.text.casefold(), word.stem) for word in words(clause)]
    negative, hedged, reach = False, False, len(tokens) + 1
    seen: list[str] = []
    for place, (text, stem) in enumerate(tokens):
        if text in ("nor", "neither"):
            negative = True
        elif text == "without":
            negative, reach = True, _NEAR
        elif text in DENIALS or text == "impossible":
            negative = not negative
            if text == "not" and place and tokens[place - 1][0] in _PASSIVE:
                denied.update(seen)  # "Ultrasound is not used": the subject is denied with it
                affirmed.difference_update(seen)
        elif text in DENYING_VERBS:
            hedged = True
        elif stem:
            if reach == 0:
                negative, reach = False, len(tokens) + 1
            reach -= 1
            seen.append(stem)
            if not hedged:
                (denied if negative else affirmed).add(stem)


def _denied_before(tokens: list[str], place: int) -> bool:
    return any(token in DENIALS for token in tokens[max(0, place - _NEAR) : place])


def _company(tokens: list[str], place: int) -> set[str]:
    near = tokens[max(0, place - _NEAR) : place] + tokens[place + 1 : place + 1 + _NEAR]
    return {word.stem for word in words(" ".join(near)) if word.weight >= 1} | {
        stem_of(token) for token in near if token.isdigit()
    }
