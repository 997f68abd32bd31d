"""Detection of English prompts, by script and function words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from litgauge.tasks.text.words import words

LATIN_SHARE = 0.85
"""Of all letters; a quoted term in another script stays below the rest."""

FUNCTION_WORD_SHARE = 0.12
"""Of all words; of the 100 published prompts the leanest has 0.18, the middle one 0.34."""

PASSAGE_WORDS = 12
PASSAGE_SHARE = 0.25
"""Of the words of a passage in another language."""

SHORTEST, SENTENCE_SHARE = 3, 0.3
"""Words of a sentence without any English function word, and the share that another language has of them."""

_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{6,}")
"""Longer than a quoted term."""

_FUNCTION_WORDS = {
    "English": """the a an and or of in on for to with by from as at is are was were be been have has should could can
        may must not only that this these those which what how where when whose their its it i you we my your our
        please such including into between before after about all any each than then also both other no""",
    "German": """der die das und oder von im den dem des zu mit auf für ist sind nicht ein eine einer eines bitte nur
        vor nach über wie als auch durch werden wird zum zur bei aus""",
    "French": """le la les et ou de des du un une dans pour avec sur est sont pas que qui ne par au aux seulement
        avant cette ces leur vous je""",
    "Spanish": """el la los las y o de del un una en para con sobre es son no que por al solo antes esta estos su se
        como más""",
    "Italian": """lo la gli le e o di del della dei un una in per con su è sono non che da al solo prima questa questi
        come più""",
    "Portuguese": """o a os as e ou de do da dos das um uma em para com sobre é são não que por ao apenas antes esta
        estes como mais""",
    "Dutch": """de het een en of van in op voor met door is zijn niet alleen dat die deze hoe welke naar worden wordt
        ook bij""",
}


def not_english(text: str) -> str | None:
    """Return why a text is not English, or None: its script, few English function words, or more of another language's.

    >>> not_english("Bitte fassen Sie den Stand der Forschung zu neuronalen Netzen zusammen, nur vor April 2025.")
    'it reads like German'
    """
    letters = [letter for letter in text if letter.isalpha()]
    if not letters:
        return "it has no words"
    latin = sum("LATIN" in unicodedata.name(letter, "") for letter in letters) / len(letters)
    if latin < LATIN_SHARE:
        return f"only {latin:.0%} of its letters are Latin"
    texts = [word.text.casefold() for word in words(text) if word.text[0].isalpha()]
    if not texts:  # its letters stand within words that begin with a digit
        return "it has no words"
    shares = {language: _share(texts, language) for language in _FUNCTION_WORDS}
    strongest = max(shares, key=lambda language: shares[language])
    if strongest != "English":
        return f"it reads like {strongest}"
    if shares["English"] < FUNCTION_WORD_SHARE:
        return f"only {shares['English']:.0%} of its words are English function words"
    return _foreign_passage(text)


def _foreign_passage(text: str) -> str | None:
    """Return which language a sentence, or a stretch of twelve words, reads like, if none of English."""
    for sentence in re.split(r"(?<=[.!?;:\n])\s+", text):
        run = _UNSPACED.search(sentence)
        if run:
            return f'"{run[0]}" is in another script'
        texts = [word.text.casefold() for word in words(sentence) if word.text[0].isalpha()]
        shares = {language: _share(texts, language) for language in _FUNCTION_WORDS} if len(texts) >= SHORTEST else {}
        strongest = max(shares, key=lambda language: shares[language], default="English")
        if shares and not shares["English"] and shares[strongest] >= SENTENCE_SHARE:
            return f'"{" ".join(texts)}" reads like {strongest}'
        for start in range(0, max(1, len(texts) - PASSAGE_WORDS + 1), PASSAGE_WORDS // 2):
            passage = texts[start : start + PASSAGE_WORDS]
            if len(passage) < PASSAGE_WORDS // 2:
                continue
            shares = {language: _share(passage, language) for language in _FUNCTION_WORDS}
            strongest = max(shares, key=lambda language: shares[language])
            if strongest != "English" and shares[strongest] >= PASSAGE_SHARE:
                return f'"{" ".join(passage)}" reads like {strongest}'
    return None


def _share(texts: Sequence[str], language: str) -> float:
    """Return the language's own function words, of all words; "in" or "no" speak for English."""
    own = set(_FUNCTION_WORDS[language].split())
    if language != "English":
        own -= set(_FUNCTION_WORDS["English"].split())
    return sum(word in own for word in texts) / len(texts)
