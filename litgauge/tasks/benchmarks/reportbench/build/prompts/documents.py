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
_SOURCES = frozenset("article paper preprint manuscript publication study contribution piece original".split())  # noqa: SIM905
_DOCUMENTS = _REQUESTED_KINDS - {"report"} | frozenset(
    """
    article paper tutorial monograph preprint manuscript publication essay treatise meta-analysis metaanalysis piece
    write-up writeup primer synopsis dissertation thesis contribution panorama""".split()  # noqa: SIM905
)
_MATERIAL = frozenset("text abstract document source material report".split()) | _DOCUMENTS  # noqa: SIM905
_AT_HAND = frozenset("present given provided attached enclosed above aforementioned said underlying original".split())  # noqa: SIM905
_LAID_OUT = frozenset("attached enclosed above below following".split())  # noqa: SIM905
_EARLIER = frozenset(
    """existing published recent previous earlier prior former last latest related standard well-known well-cited famous
    available known influential definitive mentioned""".split()  # noqa: SIM905
)
_DISTRIBUTIVE = frozenset(
    "each every any per respective corresponding individual whichever whenever wherever cited".split()  # noqa: SIM905
)
_WORKS = frozenset(
    "papers articles studies publications works preprints surveys reviews".split()  # noqa: SIM905
)
_CONDITIONS = frozenset("if when where whenever wherever unless".split())  # noqa: SIM905
_INVENTING = frozenset("introduc propos invent prove proven origin establish launch releas".split())  # noqa: SIM905
_IRREGULAR = frozenset(
    """given shown written found made done drawn taken known seen chosen begun held kept built led read said put set dealt
    gave saw took left brought began came went fell drew chose wrote spoke broke""".split()  # noqa: SIM905
)
_PLURAL_HEADS = frozenset(
    """results data articles papers methods questions protocols processes topics tables sections works reports studies
    tools platforms responses sites pages texts topics trees items instruments areas designs types series scores""".split()  # noqa: SIM905
)
_NOUN_ENDINGS = ("ants", "ers", "ors", "ions", "ments", "ities", "ists", "als", "isms", "ences", "ings")
_LIMITS = frozenset("before until till by after since up between than to".split())  # noqa: SIM905
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
    assist craft compose"""
)
_WISHES = _stems("hope expect ensure want wish")
_TAKING = _stems(
    """
    read follow reproduce rebuild imitate mirror use consult see find start begin base copy retell summarise
    paraphrase condense recreate reconstruct rewrite restate emulate replicate take adopt repeat match resemble echo
    reuse recover restore redo according cite locate fetch know download open visit check recall quote borrow look search"""
)
_COPYING = _stems(
    """reproduce rebuild imitate mirror copy retell paraphrase recreate reconstruct rewrite restate emulate replicate
    repeat match resemble echo reuse follow adopt keep take use borrow"""
)
_LOOSE = frozenset("follow adopt keep take use borrow match repeat reuse".split())  # noqa: SIM905
_PARTS = _stems(
    """outline structure order sequence conclusion heading chapter section taxonomy classification finding plan scope
    argument verdict result comparison organisation layout category class grouping division question"""
)
_THERE = frozenset(
    """existing published presented famous well-known well-cited
    known seminal influential definitive popular widely-cited highly-cited classic recent recently certain particular
    """.split()  # noqa: SIM905
)
_DOING = frozenset(
    """already exist exists appeared printed written wrote poses raises covers covered did does lists listed said says answers answered summarises summarizes summarised
    summarized screened discusses discussed treats addressed addresses concludes concluded argues argued titled called
    entitled named accepted""".split()  # noqa: SIM905
)
_STATING = _stems(
    """say cover list cite discuss include describe show do conclude argue claim state find found write wrote report
    propose count treat teach present define offer explain mention name identify give organise contain"""
)
_STRUCTURING = _stems(
    "cover begin start open end close include contain treat address discuss focus consist use cite compare deal serve"
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
_PEOPLE = frozenset("author authors coauthors co-authors writer writers".split())  # noqa: SIM905
_COMPILERS = re.compile(
    r"\b(?:those|whoever|the (?:people|researchers|team|group)) (?:who|that|which) "
    r"(?:wrote|compiled|published|authored)\b",
    re.IGNORECASE,
)
_SCHOLARS = re.compile(
    r"\b(?:[Tt]he|[Tt]hose|[Tt]hree|[Tt]wo|[Ff]our|[Ff]ive|[Ss]ix|[Ss]even|[Ee]ight|[Nn]ine|[Tt]en)"
    r" (?:[a-z]+ )?(?P<place>(?:[A-Z][\w-]+ ){0,3})"
    r"(?:researchers|scientists|engineers|scholars|colleagues|group|team|lab|laboratory|[a-z]+(?:ographers|ologists))"
    r"(?P<origin> (?:from|at|in|of) (?:the )?[A-Z][\w-]+(?: [A-Z][\w-]+)*)? "
    r"(?:have |has |had )?(?:already )?(?:\w+ed|did|found|wrote|gave|saw|laid|put|made|chose|kept|drew|took)\b"
)
_CAME_OUT = (
    r"(?:came out|appeared|was (?:first )?(?:published|presented|printed|written|accepted|released|put forward|brought out)"
    r"|has been (?:published|accepted))"
)
_IT = re.compile(
    r"(?:^|[.;:,] )[Ii]t (?:already )?(?:cites|lists|covers|reviews|surveys|cited|listed|covered|reviewed|surveyed)\b"
    rf"|(?:^|[.;:,] |\bas )(?:[Ii]t )?{_CAME_OUT}\b(?= (?:in|by|at|on|as|and|last|this|early|late|recently)\b|[.;,])|\bthe (?:very )?same again\b"
    r"|(?:^|[.;:,] )[Ww]e (?:also )?(?:survey|review|summari[sz]e|present|propose|introduce|provide|identify|categori[sz]e"
    r"|conclude|find|argue|outline)\b|\bthe original(?=[.,;]|$)|\b[A-Z][\w&]+ (?:published|printed|carried|brought out|accepted) (?:one|it|this|exactly|precisely|just)\b"
)
_HANDED = re.compile(
    r"\b(?:gave|handed|sent|showed|lent|recommended) (?:me|us) (?:a|an|one|this|the)\b|\b(?:my|our) copy of (?:the|a)\b"
    r"|\b(?:there (?:is|exists|was)|(?:i|we) (?:have|know|know of|read|saw|found)) (?:already )?(?:a|an|one) (?:[\w-]+ ){0,3}"
    rf"(?:{'|'.join(sorted(_DOCUMENTS))})\b(?= (?:that|which|on|about|by|in)\b)",
    re.IGNORECASE,
)
_PLACE = re.compile(r"\b(?:Section|Table|Figure|Fig\.) [1-9]\d?(?:\.\d+)*(?![\w.])")
_TOKEN = re.compile(r"[^\W_]+(?:['-][^\W_]+)*|[^\w\s'\"\u2018-\u201f*]")
_DETERMINERS = frozenset(
    """the this that these those a an one another some each every any no per either my your our its their his her same
    which what whose""".split()  # noqa: SIM905
)
_GENERIC = frozenset("each every any no per either my your which what".split())  # noqa: SIM905
_NUMBERS = frozenset("two three four five six seven".split())  # noqa: SIM905
_ENDS = STOP_WORDS | frozenset(",;:()\"'-")
_NEAR = 8  # tokens between a verb and its object


@dataclass(frozen=True, slots=True)
class _Mention:
    """A document in a sentence."""

    tokens: Sequence[str]  # of the sentence, in lower case
    place: int
    first: int  # token of its determiner or first modifier
    determiner: str  # "" for none
    distributed: bool  # it stands for one of many

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
    written = [_TOKEN.findall(sentence) for sentence in re.split(r"(?<=[.!?\n])\s+", plain)]
    sentences = [[token.casefold() for token in sentence] for sentence in written]
    for pattern in (_ABROAD_PHRASE, _COMPILERS, _SOMEONE, _HANDED, _PLACE):
        if match := pattern.search(plain):
            return match[0]
    for sentence in re.split(r"(?<=[.!?\n])\s+", plain):
        if (match := _IT.search(sentence)) and not (_DISTRIBUTIVE | _CONDITIONS) & set(sentence.casefold().split()):
            return match[0]
        if (match := _SCHOLARS.search(sentence)) and (match["place"] or match["origin"] or match[0][0] in "TtFfSsEeN"):
            if match["place"] or match["origin"] or not match[0].casefold().startswith(("the ", "those ")):
                return match[0]
    mentions = [
        mention
        for number, (tokens, low) in enumerate(zip(written, sentences, strict=True))
        for mention in _mentions(tokens, low, sentences[number - 1] if number else [])
    ]
    asked = frozenset(mention.noun for mention in mentions if _is_requested(mention))
    for mention in mentions:
        if _is_there(mention, asked):
            return mention.words
    for number, low in enumerate(sentences):
        if words := _people_in(low, sentences[number - 1] if number else [], written[number]):
            return words
    return next(filter(None, map(_abroad_or_copied, sentences)), None)


def _people_in(low: Sequence[str], earlier: Sequence[str], written: Sequence[str]) -> str | None:
    """Return "the authors" and the like where no documents were named before whose authors they could be."""
    for place, token in enumerate(low):
        if token.removesuffix("'").removesuffix("'s") not in _PEOPLE:
            continue
        first = place
        while (
            first
            and place - first < 3
            and (written[first - 1][0].isupper() or low[first - 1] in _NUMBERS | _REQUESTED_KINDS)
        ):
            if low[first - 1] in _DETERMINERS:
                break
            first -= 1
        if not first or low[first - 1] not in ("the", "its", "these", "this"):
            continue
        rest = low[place + 1 : place + 8]
        if rest[:1] and (rest[0] in ("who", "that", "code", "implementation", "implementations", "software")):
            if not (set(rest) & _REQUESTED_KINDS):
                continue
        if rest[:1] and rest[0] in ("of", "behind") and not _speaks_of_one(low[place + 2 :]):
            continue
        if _is_distributed(low, first - 1, place, earlier) or set(low[: first - 1]) & _WORKS:
            if not _speaks_of_one(rest[1:]):
                continue
        return " ".join(low[first - 1 : place + 1])
    return None


def _speaks_of_one(tokens: Sequence[str]) -> bool:
    """Return whether these words begin with one document in particular: "this work", "the systematic review"."""
    if tokens[:1] not in (["the"], ["this"], ["that"], ["an"], ["a"]):
        return False
    return any(token in _DOCUMENTS | {"work"} for token in tokens[1:5])


def _is_distributed(low: Sequence[str], first: int, place: int, earlier: Sequence[str]) -> bool:
    """Return whether a mention stands for one of many: "for each method, the paper", "the paper behind every method"."""
    before, after = low[:first], low[place + 1 : place + 9]
    if _DISTRIBUTIVE & set(before) or _DISTRIBUTIVE & set(low[first : place + 1]):
        return True
    joined = next((at for at, token in enumerate(after) if token in _DISTRIBUTIVE), None)
    if joined is not None and not {";", ":", "."} & set(after[:joined]):
        return True
    condition = next((at for at, token in enumerate(before) if token in _CONDITIONS), None)
    if condition is not None and any(
        token in ("a", "an", "two", "several", "some") or token in _WORKS for token in before[condition:]
    ):
        return True
    pairs = zip(earlier, [*earlier[1:], ""], [*earlier[2:], "", ""], strict=False)
    named = any(one in _DISTRIBUTIVE and {two, three} & (_SOURCES | {"of"}) for one, two, three in pairs)
    return named and low[first] in ("its", "the")


def _mentions(tokens: Sequence[str], low: Sequence[str], earlier: Sequence[str]) -> list[_Mention]:
    mentions = []
    for place, token in enumerate(low):
        owning = token.endswith("'s") and token[:-2] in _DOCUMENTS
        if place and tokens[place][0].isupper() and tokens[place - 1][0].isupper():
            continue  # a name: "Sloan Digital Sky Survey", "Physical Review"
        if low[place + 1 : place + 2] == ["by"] and "".join(tokens[place + 2 : place + 3])[:1].isupper():
            continue  # somebody's: authors.py knows whose
        inverted = {"did", "does", "do"} & set(low[max(0, place - 6) : place])
        modifying = not inverted and place + 1 < len(low) and _is_modifier(low[place + 1 : place + 3])
        if modifying and low[place + 1].endswith("s") and not low[place + 1].endswith(("ss", "us", "is", "series")):
            modifying = not {"a", "an", "this", "that"} & set(low[max(0, place - 3) : place])
        if not owning and (token not in _MATERIAL or modifying):
            continue
        first = place
        while first and low[first - 1] not in _ENDS and place - first < 6 and not low[first - 1].endswith("'s"):
            first -= 1
        determiner = ""
        if first and (low[first - 1] in _DETERMINERS or low[first - 1].endswith("'s")):
            first -= 1
            determiner = low[first]
        mentions.append(_Mention(low, place, first, determiner, _is_distributed(low, first, place, earlier)))
    return mentions


def _is_modifier(following: Sequence[str]) -> bool:
    """Return whether the noun before these words only says of which kind the next is: "review process", "survey data"."""
    word = following[0]
    if word in STOP_WORDS or not word[0].isalpha() or word.endswith(("ly", "ed", "'s", "ing")) or word in _IRREGULAR:
        return False
    if _is_verb(word):
        return False
    if not word.endswith("s") or word.endswith(("ss", "us", "is", *_NOUN_ENDINGS)) or word in _PLURAL_HEADS:
        return True
    return not (len(following) < 2 or following[1] in STOP_WORDS or not following[1][0].isalpha())


def _is_verb(word: str) -> bool:
    """Return whether the word says what a document does: "covers", "found"; "list" and "report" are nouns."""
    if word in _MODALS | _THERE | _DOING or word in ("found", "wrote", "gave"):
        return True
    return word.endswith(("s", "ed")) and stem(word) in _STATING | _INTENTIONS | _APPEARING


def _is_requested(mention: _Mention) -> bool:
    """Return whether the prompt asks for this document."""
    if mention.noun not in _DOCUMENTS | _REQUESTED_KINDS:
        return False
    if mention.determiner in ("the", "this", "that", "your", "my", "") and _is_wanted(mention):
        return mention.noun in _REQUESTED_KINDS
    if mention.noun in _REQUESTED_KINDS and mention.first == 1 and mention.tokens[0] == "in":
        return mention.following == "," and mention.determiner in ("the", "this")
    made = {stem(token) for token in mention.before()} & _MAKING
    return bool(made) and mention.determiner in (
        ("a", "an", "one", "this", "the", "my", "") if mention.noun in _REQUESTED_KINDS else ("a", "an", "my")
    )


def _is_wanted(mention: _Mention) -> bool:
    """Return whether a wish follows or leads: "the review should", "I hope the survey covers"."""
    wished = {stem(token) for token in mention.before(3)} & _WISHES
    return mention.following in _MODALS - {"has"} or stem(mention.following) in _INTENTIONS or bool(wished)


def _is_there(mention: _Mention, asked: frozenset[str]) -> bool:
    if mention.noun in _SOURCES and (mention.distributed or _is_invention(mention)):
        return False
    near = set(mention.tokens[mention.first : mention.place + 2])
    laid_out = set(mention.tokens[max(0, mention.first - 2) : mention.place + 4]) & _LAID_OUT
    if "following" in laid_out and "following" not in near - {mention.following}:
        laid_out = set()
    if mention.determiner and (near & _AT_HAND or laid_out) and mention.determiner not in _GENERIC:
        return True
    if mention.noun.endswith("'s"):
        return mention.determiner in ("the", "this", "that")
    if "best" in near:
        return False
    if mention.noun == "abstract":
        return mention.determiner in ("the", "this") and (
            _is_verb_of(mention) or bool({"to", "by", "from"} & set(mention.before(1)))
        )
    if mention.noun not in _DOCUMENTS or mention.determiner in _GENERIC or not mention.determiner:
        return False
    if mention.determiner.endswith("'s"):
        return mention.determiner[:-2] in _OWNERS
    if mention.determiner in ("its", "their", "his", "her", "our", "whose"):
        return not mention.distributed
    before = {stem(token) for token in mention.before(5) if token != "following"}
    if mention.determiner in ("a", "an", "one", "another", "some"):
        subject = mention.noun in _REQUESTED_KINDS and not mention.first and mention.following.endswith("s") and _is_verb_of(mention)
        return not (_is_requested(mention) or mention.distributed) and bool(
            (subject and "good" not in near)
            or
            before & (_COPYING | _stems("summarise update extend read consult"))
            or set(mention.tokens[mention.first : mention.place + 4]) & _THERE
            or set(mention.tokens[mention.first :]) & _DOING
            or _has_year(mention.tokens[mention.first : mention.place + 7])
        )
    return not _is_own(mention, asked, before)


def _is_invention(mention: _Mention) -> bool:
    """Return whether the document is the source of a method: "the paper that introduced it", "the seminal paper on"."""
    if mention.determiner != "the":
        return False
    inside = set(mention.tokens[mention.first : mention.place])
    after = mention.tokens[mention.place + 1 : mention.place + 8]
    if inside & {"original", "seminal", "first", "founding", "classic"} and after[:1] and (
        after[0] in ("on", "about", "behind", "for", "of", "or", ",", ".", "and")
    ):
        return True
    relative = bool({"that", "which", "where", "who"} & set(after[:2]))
    return relative and any(stem(token) in _INVENTING for token in after)


def _is_verb_of(mention: _Mention) -> bool:
    """Return whether the mention is the subject of what follows."""
    return bool(mention.following) and mention.following not in STOP_WORDS | _MODALS and mention.following[0].isalpha()


def _is_own(mention: _Mention, asked: frozenset[str], before: set[str]) -> bool:
    """Return whether a document with "the" or "this" is the one that the prompt asks for."""
    inside = set(mention.tokens[mention.first : mention.place])
    if mention.noun == "study" and mention.following == "of":
        return True
    if inside & _EARLIER or _has_year([*inside, *mention.tokens[mention.place + 1 : mention.place + 3]]):
        return False
    if _is_wanted(mention) and (mention.following != "is" or mention.noun in _REQUESTED_KINDS | asked):
        return True
    stated = mention.following in ("did", "does", "has", "had", "was", "already") or (
        _is_verb(mention.following) and mention.following not in STOP_WORDS | _MODALS
    )
    taken = before & (_TAKING - _stems("use start begin")) or {"to", "by", "from"} & set(mention.before(1))
    known = mention.noun in _REQUESTED_KINDS or mention.noun in asked
    last = mention.before(2)
    if last[-1:] and last[-1] in ("did", "does", "do", "has", "had"):
        return False
    if known and last[-1:] and last[-1] in _MODALS - {"has", "to"}:
        return True
    if mention.noun in asked and mention.determiner != "that" and stem(mention.following) in _STRUCTURING:
        return mention.following.endswith("s")
    meant = {"i", "we"} & set(mention.before()) and {"will", "shall", "plan", "want", "going"} & set(mention.before())
    if known and meant:
        return True
    related = last[-1:] and last[-1] in ("that", "which", "what", "as", "how", "why", "where") and "so" not in last
    stated = stated or bool(related and _is_verb_of(mention)) or mention.following == "whose"
    won = mention.tokens[mention.place + 2 : mention.place + 3] if mention.following in ("that", "which") else []
    stated = stated or bool(won and (won[0] in _IRREGULAR | {"was", "has", "won"} or won[0].endswith("ed")))
    if not known or stated or taken:
        return False
    placed = bool(last) and last[-1] in ("in", "during", "for", "throughout", "within", "when")
    placed = placed or (last[-1:] == ["of"] and last[0] in ("start", "beginning", "end", "length", "structure"))
    if placed and _is_past(mention, last) or (placed and mention.tokens[-1] == "?" and not _is_modal(mention.tokens)):
        return False
    placed = placed and mention.determiner != "that"
    made = bool({stem(token) for token in mention.before(3)} & _MAKING)
    return (mention.noun in asked and mention.determiner == "the") or placed or made


def _is_past(mention: _Mention, last: Sequence[str]) -> bool:
    """Return whether what stands in the document was put there: "reported in the review", not "to be reported in"."""
    participle = len(last) > 1 and (last[0].endswith("ed") or last[0] in _IRREGULAR)
    return participle and not _is_modal(mention.tokens[: mention.first])


def _is_modal(tokens: Sequence[str]) -> bool:
    return bool(set(tokens) & (_MODALS - {"has", "to"} | {"be"}))


def _has_year(tokens: Sequence[str]) -> bool:
    """Return whether a year is among the tokens that is no limit: "a review of 2019", not "papers before May 2019"."""
    return any(
        re.fullmatch(r"(?:19|20)\d\d", token) and not _LIMITS & set(tokens[max(0, at - 3) : at])
        for at, token in enumerate(tokens)
    )


def _abroad_or_copied(low: Sequence[str]) -> str | None:
    """Return a document in another language, or an order to copy a text that stands before the reader."""
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
        figure = next((word for word in rest[1:3] if word in ("table", "figure", "diagram", "outline", "only")), None)
        object_of = low[place + 1 : place + 9]
        material = next((at for at, word in enumerate(object_of) if word in _MATERIAL), None)
        if rest[:1] and rest[0] in ("the", "this", "that") and material is not None and token not in _LOOSE:
            if not (_DISTRIBUTIVE | _WORKS) & set(low):
                return " ".join(low[place : place + 2 + material])
        if figure and rest[0] in ("the", "its") and not _DISTRIBUTIVE & set(low):
            return " ".join(low[place : place + 4])
        if rest[:1] == ["it"] and token in ("reproduce", "recreate", "rebuild", "rewrite", "retell", "copy", "imitate"):
            return f"{token} it"
    return None
