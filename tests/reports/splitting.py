"""A model that draws statement boundaries as its prompt asks, and one that misbehaves besides."""

from __future__ import annotations

import re
from typing import Any

from litgauge.tasks.text.sentences import sentences
from tests.llm.openai_server import Asked

_TWO_CLAIMS = re.compile(r"(?<=\])[;,] (?:and|while|whereas|but) (?=.*\[)|; (?=[a-z])")
_LEANS = re.compile(r"(?:It|This|These|They|Such|That|He|She)\b")


def split(asked: Asked) -> dict[str, Any]:
    """Sentences, cut where a second claim begins, joined where one leans on the one before."""
    passage = asked.user.split("The passage:")[-1].split("Which statements does it make?")[0].strip()
    found: list[str] = []
    for start, end in sentences(passage):
        sentence = passage[start:end]
        if found and _LEANS.match(sentence) and len(found[-1]) < 400:
            begun = passage.find(found[-1])
            found[-1] = passage[begun:end] if 0 <= begun < start else found[-1]
            continue
        at = 0
        for cut in _TWO_CLAIMS.finditer(sentence):
            found.append(sentence[at : cut.start()])
            at = cut.end()
        found.append(sentence[at:])
    return {"statements": found}


def misbehaving(asked: Asked) -> dict[str, Any]:
    """The same, with statements that are invented, reworded, said twice, out of order or empty."""
    found: list[str] = split(asked)["statements"]
    reworded = [text.replace(" is ", " may be ") for text in found[1::5]]
    return {"statements": ["All sources agree with the report [1].", *found[::-1][:2], *found, *reworded, "", " . "]}
