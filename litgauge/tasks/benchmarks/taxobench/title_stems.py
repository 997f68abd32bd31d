"""Words of a title that mean something, in the one spelling in which titles are compared."""

from __future__ import annotations

import functools
import re

from litgauge.tasks.text.words import words

_APOSTROPHE = re.compile(r"(?<=\w)['’](?=s?\b)")
_ABBREVIATED = {
    "CNN": "convolutional neural network",
    "DBMS": "database management system",
    "GAN": "generative adversarial network",
    "GNN": "graph neural network",
    "LLM": "large language model",
    "Nets": "networks",
    "RNN": "recurrent neural network",
    "Seq2Seq": "sequence to sequence",
    "VAE": "variational autoencoder",
}
"""Abbreviations that titles are written with where they have the words, and the other way round."""
_ABBREVIATION = re.compile(rf"\b(?P<short>{'|'.join(_ABBREVIATED)})s?\b")
BETWEEN = re.compile(r"\b(?:b/w|w/)(?!\w)")


@functools.lru_cache(maxsize=20_000)
def title_stems(title: str) -> tuple[str, ...]:
    """Return the words of a title that mean something, without endings and apostrophes, abbreviations spelled out."""
    text = _APOSTROPHE.sub("", title.replace("-", " "))
    text = _ABBREVIATION.sub(lambda match: _ABBREVIATED[match["short"]], BETWEEN.sub(" ", text))
    return tuple(word.stem for word in words(text) if word.stem)
