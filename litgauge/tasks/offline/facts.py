"""Offline rules for uncited statements: whether they can be looked up, and whether pages support them.

A claim is told by its form: it names something or gives a figure, and says it plainly. Common knowledge cannot be told
from other knowledge, and advice in plain form passes for a fact. A claim is true or false by the pages at hand, as far
as support.py can tell; where none speaks of it, the vote is an abstention.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Literal

from litgauge.tasks.offline.english import META, OPINION, VAGUE_OPENINGS
from litgauge.tasks.offline.figures import figures
from litgauge.tasks.offline.support import find_quotes, support
from litgauge.tasks.text.words import words

Vote = Literal["true", "false", "abstain"]
Source = tuple[str, str, str]
"""Address, title and text of a page that was found."""

_FEWEST_WORDS, _LONGEST_BARE = 4, 12  # the latter: of a claim that neither names nor counts anything
_BORNE_OUT, _SAME_CLAIM, _ABOUT_IT = 0.65, 0.6, 0.5  # coverage for "true"; for "false" by a figure, by a denial
_SENTENCE_END = re.compile(r"[.。][\"'”’)\]]*$")
_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|does|did|can|cannot|[a-z]{2,}(?:ed|es|[^su\W]s)|began|won|made|took|gave|led|grew"
    r"|fell|rose|held|found|built|wrote|became|use|travel|contain|need)\b"
)
_ORDER = re.compile(
    r"^(?:\w+ (?:to|for) the \w+:|(?:system|note|important|please|dear|ignore)\b)|<\||\{\s*\"", re.IGNORECASE
)
_GENERIC = re.compile(
    r"^(?:The |An? )?(?:(?!that|which|who)[A-Za-z-]+\s){1,3}"
    r"(?:are|is|uses?|travels?|consists?|contains?|needs?|makes?)\b"
)


def is_factual(statement: str) -> bool:
    """True if the statement has the form of a claim that can be checked.

    >>> is_factual("The Hubble Space Telescope was launched in 1990.")
    True
    >>> is_factual("In our view it owes its success to its simplicity.")
    False
    """
    text = " ".join(statement.split())
    tokens = [token.casefold() for token in re.findall(r"[^\W\d_]+(?:['’][a-z]+)?", text)]
    plain = _SENTENCE_END.search(text) and " - " not in text and "://" not in text and not _ORDER.search(text)
    if not plain or len(tokens) < _FEWEST_WORDS or not _VERB.search(text) or (OPINION | META) & set(tokens):
        return False
    opening = re.match(r"(?:The |An? )?\w*(?:\d|[A-Z](?=[A-Z])|[a-z][A-Z])|(?:The |An? )?[A-Z]\w+ [A-Z]", text)
    names, counts = bool(opening) or any(word.name for word in words(text)), bool(figures(text))
    if tokens[0] in VAGUE_OPENINGS:
        return counts and names
    return names or counts or (len(tokens) <= _LONGEST_BARE and "," not in text and bool(_GENERIC.match(text)))


def vote_by_sources(statement: str, sources: Sequence[Source]) -> tuple[Vote, str, tuple[str, ...]]:
    """A vote with its reason and the addresses that it rests on.

    A page speaks against a statement by denying it, or by saying it with another figure. Where pages disagree, the
    vote is an abstention.
    """
    votes = [(*_vote(statement, title, text), url) for url, title, text in sources]
    decided = [(vote, reason, url) for vote, reason, url in votes if vote != "abstain"]
    if len({vote for vote, _, _ in decided}) > 1:
        return "abstain", "the pages found disagree", tuple(url for _, _, url in decided)
    for vote, reason, url in decided:
        return vote, reason, (url,)
    return "abstain", "no page found says the same or denies it" if sources else "nothing was found", ()


def _vote(statement: str, title: str, text: str) -> tuple[Vote, str]:
    quotes = find_quotes(statement, [part for part in (text, *text.split("\n\n")) if part.strip()], title)
    evidence = support(statement, " ".join(quotes), title)
    if not evidence.against:
        return ("true" if quotes and evidence.coverage >= _BORNE_OUT else "abstain"), evidence.reason
    threshold = _SAME_CLAIM if evidence.against == "figure" else _ABOUT_IT
    return ("false" if quotes and evidence.coverage >= threshold else "abstain"), evidence.reason
