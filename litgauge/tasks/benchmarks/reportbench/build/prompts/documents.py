"""A document that a prompt takes as there already: the survey that its reader does not have.

A prompt may ask for a document ("write a survey", "the review should ...") and speak of documents in general ("for
each paper its authors", "existing surveys", "the paper that introduced it"). Any other one is a document in particular,
and refused: the rule lists what is allowed, and not the ways to point.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from litgauge.tasks.benchmarks.reportbench.build.prompts import document_words as words
from litgauge.tasks.benchmarks.reportbench.build.prompts.mentions import (
    FAR,
    Mention,
    Sentence,
    is_distributed,
    is_verb,
    mentions_in,
    sentences_of,
)
from litgauge.tasks.benchmarks.reportbench.build.prompts.spelling import latin
from litgauge.tasks.text.words import stem

_ABROAD_PHRASE = re.compile(r"\betat de l.art\b|\bcet (?:article|ouvrage)\b|\b(?:cette|la|une) revue\b|\bles auteurs\b")
_ABROAD_SIGNS = re.compile(
    r"\brevisión\b|综述|論文|论文|文章|作者|本文|此文|该文|サーベイ|総説|著者|논문|저자|[Оо]бзор|[Сс]тать|\b[Аа]втор"
)
_SOMEONE = re.compile(
    r"\b(?:some(?:one|body)|(?:a|one) (?:group|team|colleague|researcher|professor)|colleagues|others|they)\b"
    r"[^.;\n]{0,30}"
    r"\b(?:already|once|wrote|written|published|surveyed|reviewed|summari[sz]ed|compiled|collected)\b[^.;\n]{0,60}"
    r"\b(?:this|that|it|same|exactly|precisely|topic|field|overview|survey|review)\b"
    r"|\b(?:has|have|had) (?:already )?been (?:done|reviewed|surveyed|summari[sz]ed|covered|answered) "
    r"(?:already|before|elsewhere)\b",
    re.IGNORECASE,
)
_COMPILERS = re.compile(
    r"\b(?:those|whoever|the (?:people|researchers|team|group)) (?:who|that|which) "
    r"(?:wrote|compiled|published|authored)\b",
    re.IGNORECASE,
)
_SCHOLARS = (
    r"(?:researchers|scientists|engineers|scholars|colleagues|group|team|lab|laboratory|[a-z]+(?:ographers|ologists))"
)
_DID = r"(?:have |has |had )?(?:already )?(?:\w+ed|did|found|wrote|gave|saw|laid|put|made|chose|kept|drew|took)\b"
_ORIGIN = r" (?:from|at|in|of) (?:the )?[A-Z][\w-]+(?: [A-Z][\w-]+)*"
_SCHOLARS_DID = re.compile(
    rf"\b[Tt]h(?:e|ose) (?:[a-z]+ )?(?:(?:[A-Z][\w-]+ ){{1,3}}{_SCHOLARS}(?:{_ORIGIN})?|{_SCHOLARS}{_ORIGIN}) {_DID}"
    rf"|\b(?i:two|three|four|five|six|seven|eight|nine|ten) (?:[A-Z][\w-]+ ){{0,3}}{_SCHOLARS}(?:{_ORIGIN})? {_DID}"
)
_CAME_OUT = (
    r"(?:came out|appeared|has been (?:published|accepted)"
    r"|was (?:first )?(?:published|presented|printed|written|accepted|released|put forward|brought out))"
    r"(?= (?:in|by|at|on|as|and|last|this|early|late|recently)\b|[.;,])"
)
_OF_ITSELF = re.compile(
    r"(?:^|[.;:,] )[Ii]t (?:already )?(?:cites|lists|covers|reviews|surveys|cited|listed|covered|reviewed|surveyed)\b"
    rf"|(?:^|[.;:,] |\bas )(?:[Ii]t )?{_CAME_OUT}"
    r"|(?:^|[.;:,] )[Ww]e (?:also )?(?:survey|review|summari[sz]e|present|propose|introduce|provide|identify|conclude"
    r"|find|categori[sz]e|argue|outline)\b"
    r"|\b[A-Z][\w&]{1,40} (?:published|printed|carried|brought out|accepted) (?:one|it|this|exactly|precisely|just)\b"
    r"|\b[Ii]ts (?:first|second|third|fourth|latest|last|final|published|revised) (?:version|edition|revision)\b"
    r"|\bthe (?:19|20)\d\d (?:update|version|revision)\b"
    r"|\bthe original(?=[.,;]|$)|\bthe (?:very )?same again\b"
)
_DOCUMENT = f"(?:{'|'.join(sorted(words.DOCUMENTS))})"
_HANDED = re.compile(
    r"\b(?:gave|handed|sent|showed|lent|recommended) (?:me|us) (?:a|an|one|this|the)\b"
    r"|\b(?:my|our) copy of (?:the|a)\b"
    r"|\b(?:there (?:is|exists|was)|(?:i|we) (?:have|know|know of|read|saw|found)) (?:already )?(?:a|an|one) "
    rf"(?:[\w-]+ ){{0,3}}{_DOCUMENT}\b(?= (?:that|which|on|about|by|in)\b)"
    rf"|\b(?:discussed|read|saw|heard|received|refereed|came across|stumbled (?:up)?on) (?:a|an|one|this|the) "
    rf"(?:[\w-]+ ){{0,3}}{_DOCUMENT}\b",
    re.IGNORECASE,
)
_PLACE = re.compile(r"\b(?:Section|Table|Figure|Fig\.) [1-9]\d?(?:\.\d+)*(?![\w.])|\bAppendix [A-Z1-9]\b")


def pointing_in(text: str) -> str | None:
    """Return the first words that take a document as there, or None.

    "The survey should", "this review must" and "the authors of earlier surveys" speak of other texts.

    >>> pointing_in("Say what this paper found."), pointing_in("This review should be short.")
    ('this paper', None)
    >>> pointing_in("Follow a well-known overview."), pointing_in("Write a survey. In the survey, compare them.")
    ('a well-known overview', None)
    >>> pointing_in("What do the authors say?"), pointing_in("Say for each method what the authors claim.")
    ('the authors', None)
    """
    if sign := _ABROAD_SIGNS.search(text):
        return sign[0]
    plain = latin(text.replace("\u2019", "'"))
    for pattern in (_ABROAD_PHRASE, _COMPILERS, _SOMEONE, _HANDED, _SCHOLARS_DID, _PLACE):
        if match := pattern.search(plain):
            return match[0]
    sentences = sentences_of(plain)
    mentions = [mention for sentence in sentences for mention in mentions_in(sentence)]
    asked = frozenset(mention.noun for mention in mentions if _is_requested(mention))
    there = (mention.words for mention in mentions if _is_there(mention, asked))
    found = (look(sentence) for sentence in sentences for look in (_of_itself, _people, _abroad, _copied))
    return next(there, None) or next(filter(None, found), None)


def _is_requested(mention: Mention) -> bool:
    """Return whether the prompt asks for this document."""
    usual = mention.noun in words.REQUESTED
    if mention.noun not in words.DOCUMENTS and not usual:
        return False
    if mention.determiner in ("the", "this", "that", "your", "my", "") and _is_wanted(mention):
        return usual
    if usual and mention.determiner in ("the", "this") and mention.before() == ["in"] and mention.following == ",":
        return True
    made = {stem(token) for token in mention.before()} & words.MAKING
    return bool(made) and mention.determiner in (
        ("a", "an", "one", "this", "the", "my", "") if usual else ("a", "an", "my")
    )


def _is_wanted(mention: Mention) -> bool:
    """Return whether a wish follows or leads: "the review should", "I hope the survey covers"."""
    wished = {stem(token) for token in mention.before(3)} & words.WISHES
    follows = mention.following in words.MODALS - {"has"} or stem(mention.following) in words.INTENTIONS
    if mention.following == "to" and set(mention.after(2)) & words.DETERMINERS:
        follows = False  # "the contribution to the workshop"
    return follows or bool(wished)


def _is_there(mention: Mention, asked: frozenset[str]) -> bool:
    if mention.noun in words.SOURCES and (mention.distributed or _is_source(mention)):
        return False
    if mention.determiner and mention.determiner not in words.GENERIC and _is_at_hand(mention):
        return True
    if mention.noun.endswith("'s"):
        return mention.determiner in ("the", "this", "that")
    if mention.noun == "abstract":
        shown = mention.acts or {"to", "by", "from"} & set(mention.before(1))
        return mention.determiner in ("the", "this") and bool(shown)
    if mention.noun not in words.DOCUMENTS or mention.determiner in words.GENERIC or not mention.determiner:
        return False
    if mention.determiner.endswith("'s"):
        return mention.determiner[:-2] in words.OWNERS
    if mention.determiner in words.OWNING:
        return not mention.distributed
    if "best" in mention.inside or (mention.noun in words.GIVEN and _is_to_be_given(mention)):
        return False
    if mention.determiner in words.INDEFINITE:
        return not (mention.distributed or _is_requested(mention)) and _is_one_in_particular(mention)
    return mention.placed or not _is_own(mention, asked)


def _is_to_be_given(mention: Mention) -> bool:
    """Return whether a lecture or chapter is the writer's or a part of what is asked: "a talk", "the last chapter"."""
    counted = words.ORDINALS & mention.inside or {"my", "our", "your"} & set(mention.after(2))
    bare = mention.determiner == "the" and mention.noun.endswith("s") and mention.inside <= {"the"}
    return mention.determiner in words.INDEFINITE or bool(counted) or bare


def _is_at_hand(mention: Mention) -> bool:
    """Return whether the document lies before the reader: "the attached paper", "below is the abstract"."""
    around = {*mention.before(2), *mention.inside, *mention.after(3)}
    near = {*mention.inside, mention.following}
    return bool(near & words.AT_HAND or around & words.LAID_OUT or "following" in mention.inside)


def _is_source(mention: Mention) -> bool:
    """Return whether the document is a method's own: "the paper that introduced it", "the seminal paper on"."""
    after = mention.after(7)
    if mention.determiner != "the":
        return False
    if (
        mention.inside & words.FOUNDING
        and after[:1]
        and after[0] in ("on", "about", "behind", "for", "of", "or", "and")
    ):
        return True
    relative = {"that", "which", "where", "who"} & set(after[:2])
    return bool(relative) and any(stem(token) in words.INVENTING for token in after)


def _is_one_in_particular(mention: Mention) -> bool:
    """Return whether "a survey" is one that exists: by what is done with it, or by what it has said, and when."""
    if mention.first == 0 and mention.noun in words.REQUESTED and mention.acts and "good" not in mention.inside:
        return mention.following.endswith("s") or is_verb(mention.following)
    return bool(
        {stem(token) for token in mention.before(5)} & words.CONSULTING
        or mention.inside & (words.KNOWN - words.OUT if mention.noun in words.SOURCES else words.KNOWN)
        or ({*mention.after(3)} & words.KNOWN and not {*mention.after(4)} & words.LIMITS - {"by", "to"})
        or {*mention.inside, *mention.after(FAR)} & words.SAID
        or _has_year([*mention.inside, *mention.after(6)])
    )


def _is_own(mention: Mention, asked: frozenset[str]) -> bool:
    """Return whether a document with "the" or "this" is the one that the prompt asks for."""
    if mention.noun == "study" and mention.following == "of":
        return True
    if mention.inside & words.EARLIER or _has_year([*mention.inside, *mention.after(2)]):
        return False
    known = mention.noun in words.REQUESTED | asked
    if _is_wanted(mention) and (known or mention.following != "is"):
        return True
    last = "".join(mention.before(1))
    if not known or last in words.AUXILIARIES:
        return False
    if last in words.MODALS - {"to"}:
        return True
    if mention.noun in asked and mention.determiner != "that" and stem(mention.following) in words.STRUCTURING:
        return mention.following.endswith("s")
    if {"i", "we"} & set(mention.before()) and words.PURPOSES & set(mention.before()):
        return True
    if _is_stated(mention) or _is_taken(mention):
        return False
    if _is_place(mention):
        return True
    made = {stem(token) for token in mention.before(3)} & words.MAKING
    return bool(made) or (mention.noun in asked and mention.determiner == "the" and not _is_asked_about(mention))


def _is_stated(mention: Mention) -> bool:
    """Return whether the document has said or been something: "the review did", "what the survey asks"."""
    following = mention.following
    if following in ("did", "does", "has", "had", "was", "already", "whose"):
        return True
    if following in ("that", "which"):
        said = "".join(mention.after(2)[1:])
        return said in words.IRREGULAR | {"was", "has"} or said.endswith("ed")
    related = {*mention.before(1)} & words.RELATIVE and "so" not in mention.before(2)
    return mention.acts and (is_verb(following) or bool(related))


def _is_taken(mention: Mention) -> bool:
    """Return whether something is to be had from the document: "follow the review", "according to the survey"."""
    before = {stem(token) for token in mention.before(5) if token != "following"}
    return bool(before & words.TAKING or {"to", "by", "from"} & {*mention.before(1)})


def _is_place(mention: Mention) -> bool:
    """Return whether the document is where something is to stand: "in the survey, compare"."""
    before = mention.before(2)
    if mention.determiner == "that" or not before or _is_asked_about(mention):
        return False
    within = before[-1] in ("in", "during", "for", "throughout", "within", "when")
    return within or (before[-1] == "of" and before[0] in words.PLACES)


def _is_asked_about(mention: Mention) -> bool:
    """Return whether it is asked, or told, what stands in the document: "reported in the review", no "to be"."""
    before = mention.before(2)
    if before[-1:] != ["in"]:
        return False
    stands = len(before) > 1 and (before[0].endswith("ed") or before[0] in words.IRREGULAR)
    wishes = words.MODALS - {"has", "to"} | {"be"}
    told = stands and not wishes & set(mention.before(FAR))
    return told or (mention.tokens[-1] == "?" and not wishes & set(mention.tokens[:FAR]))


def _has_year(tokens: Sequence[str]) -> bool:
    """Return whether a year is among the tokens that is no limit: "a review of 2019", not "papers before May 2019"."""
    return any(
        re.fullmatch(r"(?:19|20)\d\d", token) and not words.LIMITS & set(tokens[max(0, at - 3) : at])
        for at, token in enumerate(tokens)
    )


def _of_itself(sentence: Sentence) -> str | None:
    """Return where a sentence speaks as the survey does, or of it by "it"."""
    match = _OF_ITSELF.search(sentence.text)
    return match[0] if match and not (words.DISTRIBUTIVE | words.CONDITIONS) & set(sentence.low) else None


def _people(sentence: Sentence) -> str | None:
    """Return "the authors" and the like where no documents were named before whose authors they could be."""
    low = sentence.low
    many = next((place for place, token in enumerate(low) if token in words.MANY), len(low))
    for place, token in enumerate(low):
        if token.removesuffix("'").removesuffix("'s") not in words.PEOPLE:
            continue
        first = place
        while first and place - first < 3 and low[first - 1] not in words.DETERMINERS:
            if not sentence.written[first - 1][0].isupper() and low[first - 1] not in words.NUMBERS | words.REQUESTED:
                break
            first -= 1
        first -= 1
        if first < 0 or low[first] not in ("the", "its", "these", "this"):
            continue
        rest = low[place + 1 : place + 8]
        of_many = many < first or is_distributed(sentence, first, place)
        if not _speaks_of_one(rest[1:]) and (of_many or rest[:1] in (["of"], ["behind"])):
            continue
        if rest[:1] in (["code"], ["implementation"], ["implementations"], ["software"]):
            continue
        if rest[:1] in (["who"], ["that"]) and not words.REQUESTED & set(rest):
            continue
        return " ".join(low[first : place + 1])
    return None


def _speaks_of_one(tokens: Sequence[str]) -> bool:
    """Return whether these words begin with one document in particular: "this work", "the systematic review"."""
    one = tokens[:1] in (["the"], ["this"], ["that"], ["an"], ["a"])
    return one and bool((words.DOCUMENTS | {"work"}) & set(tokens[1:5]))


def _abroad(sentence: Sentence) -> str | None:
    """Return a document in another language."""
    return next((token for token in sentence.low if token in words.ABROAD), None)


def _copied(sentence: Sentence) -> str | None:
    """Return an order to copy a text that stands before the reader, or a part of it."""
    low = sentence.low
    starts = words.ENDS | {"please", "then", "and", "to"}
    for place, token in enumerate(low):
        if stem(token) not in words.COPYING or not (place == 0 or low[place - 1] in starts):
            continue
        rest = low[place + 1 : place + 5]
        owned = next((at for at, word in enumerate(rest) if word in ("its", "their", "his", "her", "same")), None)
        if owned is not None and any(stem(word) in words.PARTS for word in rest[owned:]):
            return " ".join(low[place : place + 5])
        if stem(token) not in words.REWRITING or words.DISTRIBUTIVE & set(low[:FAR]):
            continue
        whole = words.MATERIAL & set(low[place + 1 : place + 9]) and not words.MANY & set(low[:FAR])
        part = {"table", "figure", "diagram", "outline", "only"} & set(rest[1:3])
        if rest[:1] == ["it"] or (rest[:1] in (["the"], ["this"], ["that"], ["its"]) and (whole or part)):
            return " ".join(low[place : place + 4])
    return None
