"""Detection of English prompts, by script and by a trained language model of letters (py3langid)."""

from __future__ import annotations

import re
import threading
import unicodedata
from functools import cached_property
from typing import Any

import regex

from litgauge.tasks.text.words import words

LATIN_SHARE = 0.85
"""Of all letters; a quoted term in another script stays below the rest."""

LEAST_ENGLISH = 0.15
"""Probability of English below which a passage is in another language. Of 10,984 sentences of English abstracts and
prompts 6 are below it, all of them formulas, lists of names or halves of sentences; of 125 sentences in other languages
106."""

LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl", "ru", "zh", "ja", "pl", "tr", "sv", "ko")
"""Among which the model decides; with all of its 97 every formula is some language's."""

PASSAGE, LEAST_ENGLISH_PASSAGE = 4, 0.01
"""Words of a passage within a sentence, and the probability below which it is in another language. Of 2,917 sentences
of English abstracts and prompts none holds one."""

SHORTEST = 3
"""Words of a passage; fewer are a name or a heading."""

_OTHER_SCRIPT = regex.compile(
    r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}]{4,}"
    r"|[[\p{L}\p{M}]--[\p{Latin}\p{Greek}\p{Common}]]+(?:[ -]+[[\p{L}\p{M}]--[\p{Latin}\p{Greek}\p{Common}]]+)+",
    regex.VERSION1,
)
"""Longer than a quoted term: four signs of a script without spaces, two words of another one."""

_NAME_WITH_PARTICLES = re.compile(r"\b(?:(?:van|von|de|der|den|di|la|le|du|da|dos|del|ten|ter)\s+)+[A-Z][\w-]+")


def not_english(text: str) -> str | None:
    """Return why a text is not English, or None: its script, or a sentence or clause in another language.

    >>> not_english("Bitte fassen Sie die Forschung zusammen, und nutzen Sie nur neue Arbeiten.")
    '"Bitte fassen Sie die Forschung …" reads like de'
    """
    letters = [letter for letter in text if letter.isalpha()]
    if not letters or not any(word.text[0].isalpha() for word in words(text)):
        return "it has no words"
    latin = sum("LATIN" in unicodedata.name(letter, "") for letter in letters) / len(letters)
    if latin < LATIN_SHARE:
        return f"only {latin:.0%} of its letters are Latin"
    if run := _OTHER_SCRIPT.search(text):
        return f'"{run[0]}" is in another script'
    for sentence in re.split(r"(?<=[.!?;:\n])\s+", text):
        if reason := _other_language(sentence):
            return reason
    return None


def _other_language(passage: str) -> str | None:
    passage = _NAME_WITH_PARTICLES.sub(" ", passage)
    said = [word for word in passage.split() if any(map(str.isalpha, word)) and not word.isupper()]
    if len(said) < SHORTEST:
        return None
    passages = [said[at : at + PASSAGE] for at in range(len(said) - PASSAGE)]
    for words_of, least in [(said, LEAST_ENGLISH), *((passage, LEAST_ENGLISH_PASSAGE) for passage in passages)]:
        ranked = _LANGUAGES.model.rank(" ".join(words_of))
        if dict(ranked)["en"] < least:
            return f'"{" ".join(words_of[:5])}{" …" if len(words_of) > 5 else ""}" reads like {ranked[0][0]}'
    return None


class _Languages:
    """The model, read when a prompt is first checked: it takes half a second and 80 MB."""

    _lock = threading.Lock()

    @property
    def model(self) -> Any:
        with self._lock:
            return self._read

    @cached_property
    def _read(self) -> Any:
        from py3langid.langid import MODEL_FILE, LanguageIdentifier

        model = LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
        model.set_languages(list(LANGUAGES))
        return model


_LANGUAGES = _Languages()
