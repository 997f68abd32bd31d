"""A document that a prompt takes as there already: the survey that its reader does not have.

A prompt may ask for a document ("write a survey", "the review should ...") and speak of documents in general ("for
each paper", "existing surveys"). Any other one is a document in particular, and refused: the rule lists what is
allowed, and not the ways to point.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from litgauge.tasks.benchmarks.reportbench.build.prompts.spelling import latin
from litgauge.tasks.text.words import STOP_WORDS, stem


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in text.split())


_REQUESTED_KINDS = frozenset("survey review overview study report".split())  # noqa: SIM905
_DOCUMENTS = _REQUESTED_KINDS - {"report"} | frozenset(
    """
    article paper tutorial monograph preprint manuscript publication essay treatise meta-analysis metaanalysis piece
    write-up writeup primer synopsis dissertation thesis contribution panorama""".split()  # noqa: SIM905
)
_MATERIAL = frozenset("text abstract document source material report".split()) | _DOCUMENTS  # noqa: SIM905
_AT_HAND = frozenset(
    """present given provided attached enclosed above below aforementioned said underlying original""".split()  # noqa: SIM905
)
_ABROAD = frozenset(
    """
    ubersicht uberblick ubersichtsartikel ubersichtsarbeit aufsatz artikel beitrag umfrage studie autor autoren
    autorin gliederung verfasser etude enquete synthese auteur auteurs sommaire articulo encuesta estudio autores
    resena trabajo artigo levantamento revisao pesquisa autore autori articolo rassegna obzor statia statya avtor
    avtory overzicht overzichtsartikel onderzoek auteursteam przeglad artykul oversikt makale yazar saabei ronbun
    zongshu lunwen""".split()  # noqa: SIM905
)
_ABROAD_PHRASE = re.compile(r"\betat de l.art\b|\bcet (?:article|ouvrage)\b|\b(?:cette|la|une) revue\b|\bles auteurs\b")
_ABROAD_SIGNS = re.compile(
    r"\brevisión\b|综述|論文|论文|文章|作者|本文|此文|该文|サーベイ|総説|著者|논문|저자|[Оо]бзор|[Сс]тать|\b[Аа]втор"
)
_MODALS = frozenset("should shall must has needs need ought is will would can could may to".split())  # noqa: SIM905
_OWNERS = frozenset("somebody someone author group team colleague professor else".split())  # noqa: SIM905
_INTENTIONS = _stems("focus aim require seek intend")
_MAKING = _stems(
    """
    write need want require request conduct perform provide prepare compile complete draft produce create give
    deliver structure organise make like help do undertake present expect hope ensure plan carry develop generate
    assist craft compose author"""
)
_WISHES = _stems("hope expect ensure want wish")
_TAKING = _stems(
    """
    read follow reproduce rebuild imitate mirror use consult see find start begin base copy retell summarise
    paraphrase condense recreate reconstruct rewrite restate emulate replicate take adopt repeat match resemble echo
    reuse recover restore redo according cite locate fetch know download open visit check recall quote borrow"""
)
_COPYING = _stems(
    """reproduce rebuild imitate mirror copy retell paraphrase recreate reconstruct rewrite restate emulate replicate
    repeat match resemble echo reuse follow adopt keep take use borrow"""
)
_PARTS = _stems(
    """outline structure order sequence conclusion heading chapter section taxonomy classification finding plan scope
    argument verdict result comparison organisation layout category class grouping division"""
)
_THERE = frozenset(
    """already exist exists existing published appeared presented printed written wrote famous well-known well-cited
    known seminal influential definitive popular widely-cited highly-cited classic recent recently certain particular
    covers covered did does lists listed said says answers answered summarises summarizes summarised
    summarized screened discusses discussed treats addressed addresses concludes concluded argues argued titled called
    entitled named""".split()  # noqa: SIM905
)
_STATING = _stems(
    """say cover list cite discuss include describe show do conclude argue claim state find found write wrote report
    propose count treat teach present define offer explain mention name identify give organise contain"""
)
_APPEARING = _stems("appear exist review survey compare explore examine discuss address focus")
_SOMEONE = re.compile(
    r"\b(?:some(?:one|body)|(?:a|one) (?:group|team|colleague|researcher|professor)|colleagues|others|they)\b"
    r"[^.;\n]{0,30}"
    r"\b(?:already|once|wrote|written|published|surveyed|reviewed|summari[sz]ed|compiled|collected)\b[^.;\n]{0,60}"
    r"\b(?:this|that|it|same|exactly|precisely|topic|field|overview|survey|review)\b"
    r"|\b(?:has|have|had) (?:already )?been (?:done|reviewed|surveyed|summari[sz]ed|covered|answered) "
    r"(?:already|before|elsewhere)\b",
    re.IGNORECASE,
)
_PEOPLE = re.compile(
    r"\b(?:the|its|their) (?:(?:two|three|four|five|six|seven|(?-i:[A-Z]\w+)) ){0,2}(?:co-?)?(?:authors?|writers?)\b"
    r"(?!'? (?:own )?(?:code|implementations?|software)\b)"
    r"(?!'? of (?!(?:this|the) (?:work|paper|article|survey|review|study|preprint|systematic)\b))"
    r"|\b(?:those|whoever|the (?:people|researchers|team|group)) (?:who|that|which) "
    r"(?:wrote|compiled|published|authored)\b",
    re.IGNORECASE,
)
_IT = re.compile(
    r"(?:^|[.;:,] )[Ii]t (?:already )?(?:cites|lists|covers|reviews|surveys|cited|listed|covered|reviewed|surveyed"
    r"|appeared|came out"
    r"|was (?:published|presented|written))\b|\bthe original(?=[.,;]|$)|\bthe (?:very )?same again\b"
)
_PLACE = re.compile(r"\b(?:Section|Table|Figure|Fig\.) [1-9]\d?(?:\.\d+)*(?![\w.])")
_TOKEN = re.compile(r"[^\W_]+(?:['-][^\W_]+)*|[^\w\s'\"\u2018-\u201f*]")
_DETERMINERS = frozenset(
    """the this that these those a an one another some each every any no per either my your our its their his her same
    which what whose""".split()  # noqa: SIM905
)
_GENERIC = frozenset("each every any no per either my your which what".split())  # noqa: SIM905
_ENDS = STOP_WORDS | frozenset(",;:()\"'-")
_NEAR = 8  # tokens between a verb and its object


@dataclass(frozen=True, slots=True)
class _Mention:
    """A document in a sentence."""

    tokens: Sequence[str]  # of the sentence, in lower case
    place: int
    first: int  # token of its determiner or first modifier
    determiner: str  # "" for none

    @property
    def noun(self) -> str:
        return self.tokens[self.place]

    @property
    def words(self) -> str:
        return " ".join(self.tokens[self.first : self.place + 1])

    def before(self, count: int = _NEAR) -> Sequence[str]:
        """Return the tokens before it, the nearest last, up to a semicolon or colon."""
        near = list(self.tokens[max(0, self.first - count) : self.first])
        for sign in ";:":
            if sign in near:
                near = near[len(near) - near[::-1].index(sign) :]
        return near

    @property
    def following(self) -> str:
        return self.tokens[self.place + 1] if self.place + 1 < len(self.tokens) else ""


def pointing_in(text: str) -> str | None:
    """Return the first words that take a document as there, or None.

    "The survey should", "this review must" and "the authors of earlier surveys" speak of other texts.

    >>> pointing_in("Say what this paper found."), pointing_in("This review should be short.")
    ('this paper', None)
    >>> pointing_in("Follow a well-known overview."), pointing_in("Write a survey. In the survey, compare them.")
    ('a well-known overview', None)
    """
    if sign := _ABROAD_SIGNS.search(text):
        return sign[0]
    plain = latin(text.replace("\u2019", "'"))
    for pattern in (_ABROAD_PHRASE, _PEOPLE, _SOMEONE, _IT, _PLACE):
        if match := pattern.search(plain):
            return match[0]
    sentences = [_TOKEN.findall(sentence) for sentence in re.split(r"(?<=[.!?\n])\s+", plain)]
    mentions = [mention for tokens in sentences for mention in _mentions(tokens)]
    asked = any(_is_requested(mention) for mention in mentions)
    for mention in mentions:
        if _is_there(mention, asked):
            return mention.words
    return next(filter(None, map(_abroad_or_copied, sentences)), None)


def _mentions(tokens: Sequence[str]) -> list[_Mention]:
    low = [token.casefold() for token in tokens]
    mentions = []
    for place, token in enumerate(low):
        owning = token.endswith("'s") and token[:-2] in _DOCUMENTS
        if place and tokens[place][0].isupper() and tokens[place - 1][0].isupper():
            continue  # a name: "Sloan Digital Sky Survey", "Physical Review"
        if low[place + 1 : place + 2] == ["by"] and "".join(tokens[place + 2 : place + 3])[:1].isupper():
            continue  # somebody's: authors.py knows whose
        modifying = token in _MATERIAL and place + 1 < len(low) and _is_modifier(low[place + 1])
        if modifying or not (owning or token in _MATERIAL):
            continue
        first = place
        while first and low[first - 1] not in _ENDS and place - first < 6 and not low[first - 1].endswith("'s"):
            first -= 1
        determiner = ""
        if first and (low[first - 1] in _DETERMINERS or low[first - 1].endswith("'s")):
            first -= 1
            determiner = low[first]
        mentions.append(_Mention(low, place, first, determiner))
    return mentions


def _is_modifier(following: str) -> bool:
    """Return whether the noun before this word only says of which kind it is: "review process", "survey data"."""
    if following in STOP_WORDS or not following[0].isalpha() or following.endswith(("ly", "ed", "'s")):
        return False
    return not _is_verb(following)


def _is_verb(word: str) -> bool:
    """Return whether the word says what a document does: "covers", "found"; "list" and "report" are nouns."""
    if word in _MODALS or word in _THERE or word in ("found", "wrote", "gave"):
        return True
    return word.endswith(("s", "ed")) and stem(word) in _STATING | _INTENTIONS | _APPEARING


def _is_requested(mention: _Mention) -> bool:
    """Return whether the prompt asks for this document."""
    if mention.noun not in _REQUESTED_KINDS:
        return False
    if mention.determiner in ("the", "this", "that", "your", "my", "") and _is_wanted(mention):
        return True
    made = {stem(token) for token in mention.before()} & _MAKING
    return bool(made) and mention.determiner in ("a", "an", "one", "this", "the", "my", "")


def _is_wanted(mention: _Mention) -> bool:
    """Return whether a wish follows or leads: "the review should", "I hope the survey covers"."""
    wished = {stem(token) for token in mention.before(3)} & _WISHES
    return mention.following in _MODALS - {"has"} or stem(mention.following) in _INTENTIONS or bool(wished)


def _is_there(mention: _Mention, asked: bool) -> bool:
    near = set(mention.tokens[max(0, mention.first - 2) : mention.place + 2])
    if mention.determiner and near & _AT_HAND and mention.determiner not in _GENERIC:
        return True
    if mention.noun.endswith("'s"):
        return mention.determiner in ("the", "this", "that")
    if mention.noun not in _DOCUMENTS or mention.determiner in _GENERIC or not mention.determiner:
        return False
    if mention.determiner.endswith("'s"):
        return mention.determiner[:-2] in _OWNERS
    if mention.determiner in ("its", "their", "his", "her", "our", "whose"):
        return True
    before = {stem(token) for token in mention.before(5) if token != "following"}
    if mention.determiner in ("a", "an", "one", "another", "some"):
        return not _is_requested(mention) and bool(
            before & _TAKING or set(mention.tokens[mention.first :]) & _THERE or _has_year(mention.tokens)
        )
    return not _is_own(mention, asked, before)


def _is_own(mention: _Mention, asked: bool, before: set[str]) -> bool:
    """Return whether a document with "the" or "this" is the one that the prompt asks for."""
    if _is_wanted(mention):
        return True
    stated = _is_verb(mention.following) and mention.following not in STOP_WORDS | _MODALS
    taken = before & (_TAKING - _stems("use start begin")) or {"to", "by", "from"} & set(mention.before(1))
    if mention.noun not in _REQUESTED_KINDS or stated or taken:
        return mention.noun == "study" and mention.following == "of"
    last = mention.before(1)
    placed = bool(last) and last[0] in ("in", "during", "for", "throughout", "within", "when")
    placed = placed and mention.determiner != "that"
    made = bool({stem(token) for token in mention.before(3)} & _MAKING)
    return (
        (asked and mention.determiner == "the")
        or placed
        or made
        or (mention.noun == "study" and mention.following == "of")
    )


def _has_year(tokens: Sequence[str]) -> bool:
    return any(re.fullmatch(r"(?:19|20)\d\d", token) for token in tokens)


def _abroad_or_copied(tokens: Sequence[str]) -> str | None:
    """Return a document in another language, or an order to copy a text that stands before the reader."""
    low = [token.casefold() for token in tokens]
    for token in low:
        if token in _ABROAD:
            return token
    for place, token in enumerate(low):
        if stem(token) not in _COPYING or not (place == 0 or low[place - 1] in _ENDS | {"please", "then", "and", "to"}):
            continue
        rest = low[place + 1 : place + 5]
        owned = next((at for at, word in enumerate(rest) if word in ("its", "their", "his", "her", "same")), None)
        if owned is not None and any(stem(word) in _PARTS for word in rest[owned:]):
            return " ".join(low[place : place + 5])
        if rest[:1] == ["it"] and token in ("reproduce", "recreate", "rebuild", "rewrite", "retell", "copy", "imitate"):
            return f"{token} it"
    return None
