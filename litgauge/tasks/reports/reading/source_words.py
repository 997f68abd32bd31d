"""Words that only name a source and claim nothing: "Source:", "URL:", a bare title before its address."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from litgauge.tasks.citations.marks.author_year_marks import only_names
from litgauge.tasks.citations.marks.mark_groups import SOURCE_LABEL, MarkGroup
from litgauge.tasks.text.inline_markup import without_markup
from litgauge.tasks.text.wordings import alternatives

LONGEST_POINTER = 25
"""Words; what is longer says something, even behind "Source:"."""

FEWEST_TOLD = 6
"""Words without verb and figure that say something of the work above them."""

ANNOUNCES = re.compile(alternatives("litgauge.tasks.citations", "source_wordings.json", "announcement"), re.IGNORECASE)
"""Words of a heading, or of a line before a colon, that links follow and no statements; in many languages."""

_LETTER = re.compile(r"[^\W\d_]")
_ONLY_LABEL = re.compile(
    rf"[\W_]*+(?:(?:data |key |primary |full |official )?(?:{SOURCE_LABEL}|evidence))?[\W_]*+", re.IGNORECASE
)
_BEGINS = re.compile(
    rf"[\W_]*+(?:(?:data|key|primary|image|figure|table|full|official|main)\s)?(?:{SOURCE_LABEL})[^\w:：]{{0,5}}[:：]",
    re.IGNORECASE,
)
_POINTER_LABEL = re.compile(
    r"[\W_]*+(?:[\w/-]+\s){0,2}(?:urls?|links?|pages?|articles?|wiki(?:pedia)?|threads?|posts?|products?|listings?|sources?"
    r"|references?|evidence|definition|reddit|forums?|permalinks?|docs|documentation|repo(?:sitory)?|papers?|video|website)"
    r"(?:\s[\w/-]+)?\s?[:：](?:\s?(?:publisher|official|product|main|web|home)?\s?(?:page|site|website|link)?)?[\W_]*+",
    re.IGNORECASE,
)
"""A label before a link that says what kind of page it is, no more: "Product URL:", "Wiki:", "Source link: page"."""

_SEE = re.compile(
    r"[\W_]*+(?:(?:see|see also|cf\.?|siehe|vgl\.?|voir|véase)(?=[\s:.,]|$)|参见|详见|参照)", re.IGNORECASE
)
_ASSERTS = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|will|would|can|could|may|might|must|should|shall|does|did|do|says?|said"
    r"|shows?|showed|finds?|found|reports|reported|reached|reaches|rose|rises|fell|falls|grew|grows|led|leads|uses?|used"
    r"|remains?|requires?|required|allows?|provides?|includes?|included|increas(?:es|ed)|decreas(?:es|ed)|ha|han|fue|era"
    r"|est|sont|était|ist|sind|war|waren|wurde|wurden|hat|haben)\b|n[’']t\b|\d\s?%|[$€£¥]\s?\d|\d\s?(?:million|billion|trillion)"
    r"|[是为占达增减降升有被将已了在让使约超]|\d[万亿]",
    re.IGNORECASE,
)
_ENDS_SENTENCE = re.compile(r"[.!?。！？][\s\"'”’*_]*$")
_POINTS = re.compile(r"[:：—–-][\s*_]*$")
_CREDIT = re.compile(r"\((?:[^()]{0,60}[,;]\s)?(?:19|20)\d\d\)[\s*_.]*$|\[\d{4}\][\s*_.]*$")
_WHOLE_TITLE = re.compile(r"[\s*_]*[“\"«《「][^“”\"«»《》「」]{6,300}[”\"»》」][\s*_.]*(?:\([^()]{0,40}\))?[\s*_.]*$")
_BOLD_TITLE = re.compile(r"\s*(\*\*|__)(?=\S)[^*_\n]{8,300}\1\s*\([^()]{2,120}\)[\s:–—-]*$")
_SET_OFF = re.compile(
    r"(\*\*|__)(?=\S)[^\n]{2,300}?(?<=\S)\1|(?<![\w*])([*_])(?=[^\s*_])[^*\n]{2,300}?(?<=\S)\2(?![\w*])"
    r"|[“\"«《][^“”\"«»《》\n]{2,300}[”\"»》]|<(b|i|em|strong|cite)>[^<>\n]{2,300}</(?:b|i|em|strong|cite)>"
)
_BOLD_LABEL = re.compile(r"\s*(?:\*\*|__)[^*_\n\d]{1,60}(?:[:：](?:\*\*|__)|(?:\*\*|__)\s?[:：])\s*\S")
_LABELLED = re.compile(r"[\s*_•-]*[^\W\d_][\w /-]{1,40}(?:[*_]{0,3}\s?[:：]|[:：][*_]{0,3})[*_]*\s")
_METADATA = re.compile(
    r"[\s*_•-]*(?:(?:full |paper |first |lead |corresponding |publication )?(?:titles?|papers?|names?"
    r"|authors?|authorship)"
    r"|(?:publication |published )?(?:dates?|years?|venues?|journals?|types?)|published(?: in| at| on)?|conferences?"
    r"|proceedings|publishers?|affiliations?|institutions?|editors?|volume|issue|pages|citations|cited by|keywords?"
    r"|arxiv(?: id)?|doi|isbn|pmid|autor(?:en|es)?|auteurs?|作者|标题|发表|期刊|年份)"
    r"[*_]{0,3}\s?[:：][*_]{0,3}\s*(?=\S)",
    re.IGNORECASE,
)
"""A label of bibliographic data, and no more: "**Authors:** …", "Published in: …"."""

_BRACKETED = re.compile(r"[(（\[][^()（）\[\]]{0,80}[)）\]]")
_SMALL_IN_NAMES = frozenset("and et al und y e van von de der den del di da la le colleagues others by in".split())  # noqa: SIM905
MOST_NAMES = 16
"""Words of the people who stand beside a title."""

LONGEST_LEAD = 12
"""Words of a line that leads up to a list and claims nothing itself."""

_ADDRESS = re.compile(r"\W*https?://\S+\s*")
LONGEST_NAME = 5
"""Words of a bare name."""

LONGEST_TITLE = 50
"""Words of a line that is the title of a cited work, with its people."""

_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_SMALL = frozenset("a an and as at by de for from in of on or the to via vs with und der die das".split())  # noqa: SIM905
_KIND_OF_WORK = re.compile(
    r"(?:[\w‐-–/]+\s){0,4}(?:reviews?|critiques?|synthesis|stud(?:y|ies)|analys[ie]s|summary|snippet|papers?|preprint|survey|report)(?:/\w+)?",
    re.IGNORECASE,
)
_ET_AL = re.compile(r"(?:[^\W\d_a-z][\w'’‑-]*+\s?+){1,4}et\sal\.?(?:\s\(?(?:19|20)\d\d[a-z]?\)?)?")


def says_only_source(words: str) -> bool:
    """Return whether words without their marks only name a source ("Sources:", "Xi et al. 2012")."""
    if _ONLY_LABEL.fullmatch(words):
        return True
    if len(words) > 200:
        return False
    pieces = [piece.strip(" .*_\n") for piece in words.split(";")]
    named = [piece for piece in pieces if _ET_AL.fullmatch(piece) or only_names(piece)]
    return bool(named) and all(piece in named or _KIND_OF_WORK.fullmatch(piece) for piece in pieces)


def points_only(surface: str, start: int, end: int, groups: Sequence[MarkGroup]) -> bool:
    """Return whether a sentence with these marks only refers: "Source: …", "See …", a link alone, "Title: address".

    A sentence with a verb, a percentage or an amount of money claims something.
    """
    outside, linked = _apart(surface, start, end, groups)
    if len(outside.split()) > LONGEST_POINTER or len(outside) > 200:
        return False
    if outside[:1] in "([（" and outside.rstrip(" .。*_")[-1:] not in ")]）":
        return False  # "(Sources: A, B) It snows."
    labelled = _BEGINS.match(outside)
    if labelled or _SEE.match(outside):
        return not asserts(outside[labelled.end() if labelled else 0 :])
    if _POINTER_LABEL.fullmatch(outside):
        return not any(asserts(words) for words in linked)
    if not _LETTER.search(outside):
        return bool(linked) and not any(asserts(words) or _ENDS_SENTENCE.search(words) for words in linked)
    if linked or groups[-1].end < end or asserts(outside):
        return False
    if groups[-1].marks[0].kind != "url":
        return False
    return bool(
        _BOLD_TITLE.match(surface, start, groups[0].start)
        or _POINTS.search(outside)
        or _WHOLE_TITLE.match(outside)
        or _CREDIT.search(outside)
        or _in_capitals(outside)
    )


def titles_work(surface: str, start: int, end: int, groups: Sequence[MarkGroup]) -> bool:
    """Return whether a line is the title of a cited work on its own, above lines about that work.

    "**Ames, 2025, “Kites”** (arXiv:…)", "[Kites](https://…)", "Ames and Boyle (2019): *Kites*, https://…".
    """
    outside, linked = _apart(surface, start, end, groups)
    if len(" ".join((outside, *linked)).split()) > LONGEST_TITLE or _BEGINS.match(outside) or _SEE.match(outside):
        return False
    raw = "".join(_pieces_outside(surface, start, end, groups)).strip()
    if _BOLD_LABEL.match(raw):
        return False  # "**Reddit:** The thread …"
    rest = _SET_OFF.sub(" ", raw)
    named = [word for word in _WORD.findall(_BRACKETED.sub(" ", rest)) if word.casefold() not in _SMALL_IN_NAMES]
    set_off = rest != raw or _CREDIT.search(rest) or (bool(linked) and surface.startswith("[", start))
    return bool(set_off) and len(named) <= MOST_NAMES and all(word[0].isupper() for word in named)


def is_name(raw: str) -> bool:
    """Return whether words are the bare name of a thing: a few, capitalised, without verb and number.

    >>> is_name("**Buckling-Spring**"), is_name("Cherry MX (and clones)"), is_name("Prices rose"), is_name("Model 3")
    (True, True, False, False)
    """
    words = without_markup(raw).strip(" *_.")
    return (
        len(words.split()) <= LONGEST_NAME
        and not re.search(r"\d", words)
        and not asserts(words)
        and _in_capitals(words)
    )


def names_title(cells: Iterable[str]) -> bool:
    """Return whether a row, without its marks, holds only the quoted title of a page and names.

    >>> names_title(["Recovery", "“Recovery Protocols for Home Training”", ""])
    True
    >>> names_title(["Hue", "“it went down for six hours”", ""]), names_title(["Recovery", "“Training”", "$4"])
    (False, False)
    """
    texts = [cell for cell in cells if re.search(r"[^\W_]", cell) and not _ADDRESS.fullmatch(cell)]
    titles = [cell for cell in texts if _WHOLE_TITLE.fullmatch(cell) and _is_titled(cell)]
    return bool(titles) and all(cell in titles or _is_label(cell) for cell in texts)


def _is_label(words: str) -> bool:
    return len(words.split()) <= LONGEST_NAME and not re.search(r"\d", words) and not asserts(words)


def _is_titled(words: str) -> bool:
    """Return whether words are written like a title: capitalised except for small words, and no sentence."""
    content_words = [word for word in _WORD.findall(words) if word.casefold() not in _SMALL]
    return (
        len(content_words) > 1 and all(word[0].isupper() for word in content_words) and not _ENDS_SENTENCE.search(words)
    )


def is_metadata(words: str) -> bool:
    """Return whether a line only gives a work's authors, date, venue or title.

    >>> is_metadata("**Authors:** Ann Lee, Bob Kim"), is_metadata("Venue: ACL 2024"), is_metadata("Year: it was hot")
    (True, True, False)
    """
    match = _METADATA.match(words)
    return match is not None and not asserts(words[match.end() :]) and len(words.split()) <= LONGEST_TITLE


def is_labelled(words: str) -> bool:
    """Return whether a line begins with a label: "**Key finding:** …", "Method: …"."""
    return _LABELLED.match(words) is not None


def leads_up(surface: str, start: int, end: int, groups: Sequence[MarkGroup]) -> bool:
    """Return whether a line with marks only introduces a list of what they say ("Response (Lee & Kim, 2023):")."""
    outside, linked = _apart(surface, start, end, groups)
    words = " ".join((outside, *linked))
    return not asserts(words) and len(words.split()) <= LONGEST_LEAD and not _BEGINS.match(outside)


def _pieces_outside(surface: str, start: int, end: int, groups: Sequence[MarkGroup]) -> Iterator[str]:
    """Yield the text without its marks, and the words of links, which may be the title."""
    at = start
    for group in groups:
        yield surface[at : max(at, group.start)]
        if group.words:
            yield f"“{group.marks[0].words}”"
        at = max(at, group.end)
    yield surface[at:end]


def tells(words: str) -> bool:
    """Return whether words are about a work named above them: more than a name, a topic or a title."""
    plain = words.strip()
    bare = plain.strip(' .*_“”"')
    bold = plain.startswith(("**", "__")) and plain.rstrip(" .:").endswith(("**", "__")) and plain.count(plain[:2]) == 2
    if bold or not bare:
        return asserts(bare) and not bold
    return len(bare.split()) >= FEWEST_TOLD or asserts(bare) or bool(re.search(r"\d|[:：].*\w", bare))


def asserts(words: str) -> bool:
    """Return whether words have a verb, a percentage or an amount of money, and so are more than a name."""
    return _ASSERTS.search(words) is not None


def asserts_beside(surface: str, start: int, end: int, groups: Sequence[MarkGroup]) -> bool:
    """Return whether the words beside the marks of a line assert something."""
    return asserts(_apart(surface, start, end, groups)[0])


def _in_capitals(words: str) -> bool:
    """Return whether words are a name: all capitalised, except small words and those in brackets."""
    content_words = [word for word in _WORD.findall(re.sub(r"\([^()]*\)", "", words)) if word not in _SMALL]
    return (
        bool(content_words) and all(word[0].isupper() for word in content_words) and not re.search(r"[:：;；|]", words)
    )


def _apart(surface: str, start: int, end: int, groups: Sequence[MarkGroup]) -> tuple[str, list[str]]:
    """Return the words outside of marks, and those of links that may be part of the sentence."""
    pieces, at = [], start
    for group in groups:
        pieces.append(surface[at : max(at, group.start)])
        at = max(at, group.end)
    linked = [group.marks[0].words for group in groups if group.words]
    return without_markup("".join((*pieces, surface[at:end]))), linked
