"""The offline rule for which statements without citation are factual claims that could be looked up.

It goes by form: a claim names something or gives a figure, and says it plainly. Common knowledge it cannot
tell from other knowledge.
"""

from __future__ import annotations

import re

from tasks.judge.figures import figures
from tasks.judge.vocabulary import META, OPINION, PERSONAL, VAGUE_OPENINGS
from tasks.judge.words import words

_FEWEST_WORDS = 4
_LONGEST_BARE = 12  # words of a claim that neither names nor counts anything
_SENTENCE_END = re.compile(r"[.。][\"'”’)\]]*$")
_LETTERS = re.compile(r"[^\W\d_]+(?:['’][a-z]+)?")
_PLAIN_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|does|did|can|cannot|[a-z]{2,}(?:ed|es|[^su\W]s))\b|"
    r"\b(?:began|won|made|took|gave|led|grew|fell|rose|held|found|built|wrote|became|use|used|travel|contain|need)\b"
)
_ORDER = re.compile(
    r"^(?:\w+\s+(?:to|for) the\s+\w+:|(?:system|note|important|please|dear|ignore|assistant)\b)|<\||\{\s*\"",
    re.IGNORECASE,
)
_GENERIC_VERB = re.compile(
    r"^(?:The |An? )?(?:(?!that|which|who)[A-Za-z-]+\s){1,3}"
    r"(?:are|is|uses?|travels?|consists?|contains?|needs?|makes?)\b"
)


def is_factual(statement: str) -> bool:
    """Whether the statement has the form of a claim that can be checked.

    >>> is_factual("The Hubble Space Telescope was launched in 1990.")
    True
    >>> is_factual("In our view it owes its success to its simplicity.")
    False
    """
    text = " ".join(statement.split())
    tokens = [token.casefold() for token in _LETTERS.findall(text)]
    if not _SENTENCE_END.search(text) or " - " in text or "://" in text.split()[0]:
        return False  # a heading, an item of a list, an address
    if len(tokens) < _FEWEST_WORDS or text.rstrip("\"')]”’").endswith(("?", "!", ":")) or _ORDER.search(text):
        return False
    if PERSONAL & set(tokens) or OPINION & set(tokens) or META & set(tokens) or not _PLAIN_VERB.search(text):
        return False
    named = any(word.name for word in words(text)) or _opens_with_name(text)
    counted = any(not figure.vague for figure in figures(text))
    if tokens[0] in VAGUE_OPENINGS:
        return counted and named
    if named or counted:
        return True
    return len(tokens) <= _LONGEST_BARE and _GENERIC_VERB.match(text) is not None and "," not in text


def _opens_with_name(text: str) -> bool:
    """Whether the first word is a name, which its capital cannot tell: followed by another capital, or with digits."""
    opening = re.match(r"(?:The |An? )?(\w[\w-]*)(?: (\w[\w-]*))?", text)
    if opening is None:
        return False
    first, second = opening[1], opening[2] or ""
    return bool(re.search(r"\d|[A-Z]", first[1:])) or (first[0].isupper() and second[:1].isupper())
