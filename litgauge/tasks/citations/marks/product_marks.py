"""Citation marks that only one product writes: ChatGPT, Gemini, Grok, Kimi, Copilot, Baidu, Perplexity."""

from __future__ import annotations

import re
from collections.abc import Iterator

from litgauge.tasks.citations.addresses import MOST_CHARACTERS
from litgauge.tasks.citations.marks.mark_types import NUMBER, NUMBERS, Mark, numbers
from litgauge.tasks.records.scoring import MarkerKind
from litgauge.tasks.text.sentences import BEFORE_NUMBERS
from litgauge.tasks.text.wordings import wordings

_NOTATIONS = [
    (wording["sign"], wording["kind"], re.compile(wording["pattern"].replace("NUMBERS", NUMBERS)))
    for wording in wordings("litgauge.tasks.citations.marks", "notations.json")
]
"""A sign that is in every mark of a notation, the kind of mark, and its pattern: most blocks have no such sign."""

_CITE = re.compile(r"~?\\(?:no)?[Cc]ite[a-zA-Z]{0,12}\*?(?:\[[^\[\]\n]{0,100}\]){0,2}\{([^{}\n]{1,500})\}")
_CARD = re.compile(
    r"<grok:render\b([^<>]{0,400})>([^<]{0,200}(?:<argument\b[^<>]{0,100}>[^<]{0,400}</argument>[^<]{0,40}){0,6})"
    r"</grok:render>|<grok:render\b([^<>]{0,400})/>"
)
_CARD_ID = re.compile(r"\bcard_id\s?=\s?[\"']?([\w-]{1,40})")
_CITATION_ID = re.compile(r"<argument\b[^<>]{0,60}citation_id[^<>]{0,20}>\s?([\w:.-]{1,40})")
_ADDRESSED = r"\bdata-(?:[a-z-]{0,30}-)?(?:url|href|link)\s?=\s?\"https?://"
MARK_TAG = (
    r"(?:a\s|sup\b|cite\b|ref\b|citation\b|source\b|argument\b|(?:span|button|div)\s[^<>]{0,1000}?" + _ADDRESSED + ")"
)
"""Beginnings of the inside of a tag that may be a citation mark, or a part of one."""

_TAGGED = re.compile(
    rf"<(cite|ref|citation|source|sup)\b([^<>]{{0,{MOST_CHARACTERS}}}?)(?:/>|>([^<]{{0,200}})</\1\s?>)", re.IGNORECASE
)
_CARRIER = re.compile(
    rf"<(?:span|button|div|sup|source-footnote|citation|cite|a)\s[^<>]{{0,1000}}?"
    rf"\bdata-(?:[a-z-]{{0,30}}-)?(?:url|href|link)\s?=\s?\"(https?://[^\"\s<>]{{2,{MOST_CHARACTERS}}})\"[^<>]{{0,1000}}>",
    re.IGNORECASE,
)
"""An element that carries an address in a data attribute, as Perplexity's pages have them for each citation."""

_OPENED = re.compile(r"\s{0,40}<[a-z][^<>]{0,2000}>", re.IGNORECASE)
_LABEL = re.compile(r"[^<>]{0,200}")
_CLOSED = re.compile(r"\s{0,40}</[a-z][a-z0-9-]{0,40}\s?>", re.IGNORECASE)
_INDEXED = re.compile(
    r"<sup\b[^<>]{0,400}\bdata-turn-source-index\s?=\s?\"(\d{1,4})\"[^<>]{0,400}>\s?(?:\d{1,4}\s?)?</sup>"
)
_CAPITAL = r"[A-Z0-9\u00c0-\u00de\u0391-\u03a9\u0410-\u042f\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]"
_GLUED = re.compile(
    r"(?=\d)(?:(?<=[^\W\d_][.!?])|(?<=[%)\]\"”’*][.!?])|(?<=[.!?][\"”’)*_])|(?<=[.!?]\*\*)|(?<=[。！？])|(?<=\b(?:19|20)\d\d\.))"
    rf"({NUMBER}(?:\s?,\s?{NUMBER}){{0,9}})(?=\*{{0,3}}(?:\s+[\"“‘(\[*_]{{0,4}}{_CAPITAL}|\s*(?:$|\n|\||[\u4e00-\u9fff])))"
)
_CHIP = re.compile(
    r"<[a-z][^<>]{0,300}\b(?:citation|cite|pill|chip|badge|footnote|source|reference|rounded-full|group/tag)\b[^<>]{0,300}>"
    r"(?:\s{0,5}<a\s[^<>]{0,2048}>)?$",
    re.IGNORECASE,
)
_CHIP_WORDS = re.compile(r"[^\n]{0,80}\+\s?\d{1,2}|(?:[\w-]{1,60}\.){1,4}[a-z]{2,12}", re.IGNORECASE)
_WORD = re.compile(r"[\w-]{1,20}$")


def product_marks(surface: str, start: int, end: int) -> Iterator[Mark]:
    """Yield the marks between two offsets that carry what they cite in a product's own notation."""
    for sign, kind, pattern in _NOTATIONS:
        for match in pattern.finditer(surface, start, end) if surface.find(sign, start, end) >= 0 else ():
            target = match.groupdict().get("target")
            yield Mark(kind, match.start(), match.end(), "", None, numbers(target) if target else ())
    for match in _CITE.finditer(surface, start, end) if surface.find("\\", start, end) >= 0 else ():
        keys = tuple(key.strip().casefold() for key in match[1].split(",") if key.strip())
        yield Mark("source-mark", match.start(), match.end(), "", None, keys, sure=False)
    if surface.find("<", start, end) < 0:
        return
    for match in _CARD.finditer(surface, start, end):
        yield from _card(match)
    for match in _INDEXED.finditer(surface, start, end):
        yield Mark("anchor", match.start(), match.end(), "", None, (match[1],))
    for match in _CARRIER.finditer(surface, start, end):
        yield Mark("anchor", match.start(), _element_end(surface, match.end(), end), "", match[1])
    for match in _TAGGED.finditer(surface, start, end):
        yield from _tagged(match)


def is_chip(tags: str, words: str) -> bool:
    """Return whether a link in HTML is a button with the source's name, by the tag before it and its own, or by
    its words.
    """
    return bool(_CHIP.search(tags) or _CHIP_WORDS.fullmatch(words.strip()))


def glued_numbers(surface: str, start: int, end: int) -> Iterator[Mark]:
    """Numbers that lost their superscript and hang on the full stop ("transactions.1 The …", Gemini's export).

    None is sure: they are citations where a list knows them, and where the report cites so (`without_odd_glue`).
    """
    for match in _GLUED.finditer(surface, start, end):
        before = _WORD.search(surface, max(start, match.start() - 22), match.start() - 1)
        if before is None or before[0].casefold() not in BEFORE_NUMBERS:
            yield Mark("number", match.start(), match.end(), "", None, numbers(match[1]), sure=False)


def without_odd_glue(surface: str, marks: set[Mark]) -> set[Mark]:
    """Return the marks without numbers that only their place makes marks, unless that is how the report cites.

    It does so with glued numbers if it has more of them than of other numbers, with numbers in round brackets
    ("aged (18-35)") if it has more of them than of all other marks.
    """
    numbered = [mark for mark in marks if mark.kind == "number"]
    rounded = {mark for mark in numbered if surface[mark.start] == "(" and not surface[mark.start + 1].isalpha()}
    marks = marks if 2 * len(rounded) > len(marks) else marks - rounded
    glued = {mark for mark in numbered if surface[mark.start : mark.end].strip("*_")[:1] in "0123456789"}
    others = sum(mark.kind in ("number", "footnote", "source-mark") for mark in marks) - len(glued)
    return marks if len(glued) > others else marks - glued


def _element_end(surface: str, at: int, end: int) -> int:
    """Return the offset behind a small element whose first tag ends at `at`.

    Some tags, a few words, and the tags closed.
    """
    opened = 1
    while opened < 8 and (tag := _OPENED.match(surface, at, end)):
        at, opened = tag.end(), opened + 1
    if words := _LABEL.match(surface, at, end):
        at = words.end()
    while opened and (tag := _CLOSED.match(surface, at, end)):
        at, opened = tag.end(), opened - 1
    return at


def _card(match: re.Match[str]) -> Iterator[Mark]:
    """Grok's card: known by its own id, where the cards are attached, or by the number of what it cites."""
    attributes = match[1] or match[3] or ""
    if "citation" not in attributes and "citation_id" not in (match[2] or ""):
        return  # a picture, a chart
    card, cited = _CARD_ID.search(attributes), _CITATION_ID.search(match[2] or "")
    labels = [f"card:{card[1]}"] if card else []
    if cited:
        labels += [cited[1], *re.findall(r"\d{1,4}$", cited[1])]
    yield Mark(
        "source-mark", match.start(), match.end(), "", None, ("|".join(dict.fromkeys(labels)),) if labels else ()
    )


def _tagged(match: re.Match[str]) -> Iterator[Mark]:
    """An element that is a mark: `<cite>1</cite>`, `<ref id="2"/>`, `<source url="https://…"/>`."""
    name, attributes, words = match[1].lower(), match[2], (match[3] or "").strip()
    kind: MarkerKind = "number" if name == "sup" else "source-mark"
    address = re.search(r"(?:url|href|src|link)\s?=\s?[\"']?(https?://[^\s\"'<>]+)", attributes) or re.fullmatch(
        r"()?(https?://\S+)", words
    )
    if address:
        yield Mark("anchor", match.start(), match.end(), "", address[address.lastindex or 0])
    elif name != "sup":
        inside = re.fullmatch(rf"[\[(【]?\s?(?:{_ID})?({NUMBERS})\s?[\])】]?", words)
        named = re.search(rf"\b(?:id|index|n|num|number|ref)\s?=\s?[\"']?(?:{_ID})?({NUMBERS})\b", attributes)
        if inside or (named and not words):
            yield Mark(kind, match.start(), match.end(), "", None, numbers((inside or named)[1]))  # type: ignore[index]


_ID = r"(?:id|ref|cite|source|doc|web|url)s?[_:\s-]{0,2}"
