"""How a text spells its words inside a sentence: titles and headings give way to it."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from tasks.benchmarks.reportbench.prompts.vocabulary import PROPER_NAMES, word_set

_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)?")
_SENTENCE = re.compile(r"(?<=[.!?:;])\s+|\n+|\)\s*|\u201c|\"")
_CAPITALS = re.compile(
    r"\b[A-Z][\w'\u2019-]*(?:\s+(?:of\s+|and\s+|for\s+)?[A-Z][\w'\u2019-]*)+"
    r"|\b[A-Z][\w'\u2019]*(?:-[A-Z][\w'\u2019]*)+"
)
_SMALL = word_set(
    "a an and as at by for from in into of on or the to via with using through between under over "
    "within without based its their"
)


@dataclass(frozen=True)
class Casing:
    """The commonest form of each word in running text."""

    forms: dict[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, text: str) -> Casing:
        """Learned from running text, apart from first words of sentences and runs of capitalised words."""
        seen: dict[str, Counter[str]] = {}
        for sentence in _SENTENCE.split(text):
            for word in _WORD.findall(_CAPITALS.sub(_lower_title_words, sentence))[1:]:
                seen.setdefault(word.casefold(), Counter())[word] += 1
        return cls({low: _commonest(low, forms) for low, forms in seen.items()})

    def apply(self, phrase: str) -> str:
        """A heading or title as it would stand inside a sentence.

        >>> Casing.of("Models such as BERT use hidden Markov chains.").apply("Hidden Markov Chains for BERT Models")
        'hidden Markov chains for BERT models'
        """
        return _WORD.sub(lambda found: self._word(found[0]), phrase)

    def knows(self, word: str) -> bool:
        """Whether running text writes the word in lower case."""
        return self.forms.get(word.casefold()) == word.casefold()

    def _word(self, word: str) -> str:
        low = word.casefold()
        if low in _SMALL:
            return low
        if word[1:] != word[1:].casefold() or any(letter.isdigit() for letter in word):
            return low if word.isupper() and len(word) > 3 and self.knows(low) else word
        if low.endswith(("'s", "\u2019s")) and word[:1].isupper():
            return word
        return self.forms.get(low) or (word[:1].upper() + word[1:] if low in PROPER_NAMES else low)


def _lower_title_words(run: re.Match[str]) -> str:
    """A term in title case ("Support Vector Machine") tells nothing about its words' capitals."""
    return " ".join(
        word if word.isupper() or word[1:] != word[1:].casefold() or word.casefold() in PROPER_NAMES else ""
        for word in re.split(r"[\s-]+", run[0])
    )


def _commonest(low: str, forms: Counter[str]) -> str:
    """The lower-case form wins from a quarter of the mentions on: headings in running text write capitals."""
    if forms[low] * 4 >= forms.total() and low not in PROPER_NAMES:
        return low
    return min(forms, key=lambda form: (-forms[form], form))
