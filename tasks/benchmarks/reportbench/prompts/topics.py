"""What a survey is about, in other words than its title."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tasks.benchmarks.reportbench.prompts.casing import Casing
from tasks.benchmarks.reportbench.prompts.titles import SUBTITLE, SURVEY_PHRASE, fold, title_in

_FILLER = frozenset(
    fold("""
    a an the and or of in on for to with its their from towards toward challenges challenge methods method directions
    direction applications application future opportunities trends advances advance progress perspectives perspective
    outlook outlooks prospects prospect issues issue problems problem solutions solution techniques technique approaches
    approach review reviews survey surveys overview literature systematic comprehensive tutorial taxonomy evaluation
    benchmark benchmarks datasets state art current recent new open way forward study studies case practice research
    analysis concepts definitions key emerging years two decades brief introduction insights critical report early
    draft major latest release version arxiv beamer subfiles
""")
)
_OPENERS = re.compile(
    r"(?i)^(?:towards?|exploring|investigating|understanding|advancing|unleashing the power of|rethinking|revisiting|"
    r"on the|on|an? (?:look|introduction|guide|approach) (?:at|to)|a roadmap for|"
    r"an? (?:enhanced|better|deeper) understanding of|"
    r"recent (?:advances|progress|developments|trends) (?:in|on)|advances in|progress in|trends in|the role of|"
    r"(?:the )?state of the art (?:in|of)|the art of|best practices (?:for|in)|how can|how far are we from|"
    r"(?:an? )?(?:comparative )?(?:analysis|evaluation|benchmark(?:ing)?|study|studies|comparison|replicability study|"
    r"taxonomy|roadmap|synthesis) "
    r"(?:of|on|for)|insights into|ideas for|different ways of|(?:the )?use of|employing|leveraging|using|utilizing|the)"
    r"\s+"
)
_LINKS = {  # how two parts of a title are joined when it must not be repeated word for word
    "using": "{head} that builds on {tail}",
    "via": "{head} by means of {tail}",
    "for": "{head} applied to {tail}",
    "by": "{head} by means of {tail}",
    "through": "{head} by means of {tail}",
    "from": "{head} on the basis of {tail}",
    "in": "{head} within the field of {tail}",
    "with": "{head} together with {tail}",
    "on": "{head} with regard to {tail}",
    "to": "{head} with regard to {tail}",
    "of": "{tail}, in particular {head}",
}
_USED = re.compile(r"\s+(?:used|based|needed|designed)$", re.IGNORECASE)
_TAIL = re.compile(r"^(?:the|an?)\s+|\s+(?:domain|field|area)s?$", re.IGNORECASE)
_ACTION = re.compile(r"\w+(?:tion|sion|ing|sis|ment|ance|ence|ery|al)s?$", re.IGNORECASE)
_TORN = re.compile(r"\b\w+-based (?:for|of|on)\b|^(?:for|of|with|and)\b", re.IGNORECASE)
MOST_WORDS = 14
FIRST_PART = 1.5
"""How much more the part before the colon weighs: the field stands there, unless a motto does."""


def topic_candidates(title: str, abstract: str, phrases: tuple[str, ...], casing: Casing) -> Iterator[str]:
    """Names for the survey's field that do not give its title away, the best first.

    Out of the title without its survey words, as it is where that may be said (titles.py), else re-joined
    ("graph networks for text" as "graph networks applied to text"); then the key phrases of the text.
    """
    for part in _title_topics(title, abstract):
        named = casing.apply(part)
        for wording in (named, *_rewordings(named)):
            telling = " " in wording or len(wording) > 3 or wording.isupper()
            # "on" belongs to some titles, and stands before the topic in most of the prompts
            if telling and title_in(f"the research on {wording}", title) is None and len(wording.split()) <= MOST_WORDS:
                yield wording
    for phrase in phrases:
        if title_in(f"the research on {phrase}", title) is None:
            yield phrase


def _title_topics(title: str, abstract: str) -> list[str]:
    """The parts of a title that name a subject, the one that the abstract speaks of most first."""
    words = fold(abstract)
    parts: list[str] = []
    for part in SUBTITLE.split(_latin(re.sub(r"\((?:[^()]*)\)", " ", title))):
        bare = _bare(part)
        if bare and not set(fold(bare)) <= _FILLER and not _TORN.search(bare):
            parts.append(bare)
    weights = {
        part: _support(fold(part), words) * (FIRST_PART if place == 0 else 1.0)
        for place, part in reversed(list(enumerate(parts)))
    }
    return sorted(dict.fromkeys(parts), key=lambda part: -weights[part])


def _bare(part: str) -> str:
    text = SURVEY_PHRASE.sub(" ", part)
    text = re.sub(r"\band (?:its|their) applications?\b(?: (?=for|in|to))?", "", text, flags=re.IGNORECASE)
    text = re.sub(r"\s+", " ", text).strip(" ,.;:-&")
    text = re.sub(
        r"^(?:(?:and|of|on|in|for|to)\s+)+|(?:\s+(?:and|of|on|in|for|to|based on|with|a|an|the))+$",
        "",
        text,
        flags=re.IGNORECASE,
    )
    while (shorter := _OPENERS.sub("", text)) != text:
        text = shorter
    text = re.sub(r"^from (.+) to (.+)$", r"\1 and \2", text, flags=re.IGNORECASE)
    text = re.sub(r"\bbenefit from\b", "with", text, flags=re.IGNORECASE)
    return re.sub(r"\b(?:paper|approach(?:es)? used)$", "", text).strip(" ,.;:-")


def _support(part: tuple[str, ...], abstract: tuple[str, ...]) -> float:
    """How much of a part the abstract uses; a part of one word is a name, seldom a subject."""
    content = [word for word in part if word not in _FILLER]
    if not content:
        return 0.0
    known = sum(word in abstract for word in content)
    return (known + 0.5) / (len(content) + 1) * min(len(content), 4)


def _rewordings(topic: str) -> Iterator[str]:
    words = topic.split()
    for link, wording in _LINKS.items():
        low = [word.casefold() for word in words]
        if link in low[1:-1]:
            place = low.index(link, 1)
            head, tail = _USED.sub("", " ".join(words[:place])), _TAIL.sub("", " ".join(words[place + 1 :]))
            if tail.casefold() in ("practice", "general", "detail"):
                continue
            if link == "of" and len(words[:place]) == 1 and len(tail.split()) <= 2:
                yield f"{tail} {head}"
            else:
                yield wording.format(head=head, tail=tail)
    if " and " in topic:
        yield topic.replace(" and ", " as well as ", 1)
    elif len(words) > 2 and _ACTION.match(words[-1]) and not any(word.casefold() in _LINKS for word in words):
        yield f"{words[-1]} of {' '.join(words[:-1])}"


def _latin(title: str) -> str:
    return re.sub(r"\s+", " ", re.sub(r"[^\x00-\u024f\u0370-\u03ff\u2010-\u2027]+", " ", title)).strip(" :,.-")
