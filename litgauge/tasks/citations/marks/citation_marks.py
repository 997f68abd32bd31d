"""Citation marks in one stretch of a report: what they say, not yet what they stand for."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from litgauge.tasks.citations.addresses import MOST_CHARACTERS, trimmed
from litgauge.tasks.citations.marks.link_destinations import destination, unescaped
from litgauge.tasks.citations.marks.mark_types import LEAD, NUMBERS, RAISED, SURE_LEAD, Mark, numbers
from litgauge.tasks.citations.marks.product_marks import glued_numbers, is_chip, product_marks
from litgauge.tasks.records.scoring import MarkerKind
from litgauge.tasks.text.sentences import BEFORE_NUMBERS

__all__ = ["Mark", "marks_of", "numbers"]


_DEFINED = r"[\w.:-]{1,40}"
PLACE = r"[,:]\s{0,2}(?:pp?|ss?|с|стр|fig|figs|sec|ch|chap|kap|tab|table|app|appendix)\.?\s{0,2}[\w.–-]{1,12}"
"""Place within the work: "[2, p. 15]", "[3, с. 4–5]", "[7, Fig. 2]"."""

_BRACKET = re.compile(r"\\.|[\[\]]", re.DOTALL)
_OPENS = re.compile(r"[\[［【]")
_ADDRESS_SIGN = re.compile(r"://|www\.", re.IGNORECASE)
"""Without it a block has no such mark; most have none, and each pattern costs a walk through them."""

_BRACKETED = re.compile(
    rf"\\?[\[［【]\s{{0,2}}({LEAD}?|#)({NUMBERS})(?:{PLACE})?\s{{0,2}}\\?[\]］】](?!\()", re.IGNORECASE
)
_ROUND = re.compile(rf"(?=\()(?<=[\w%”\"’)\]][\s.,;])\(({NUMBERS})\)(?=\s?(?:[.,;:!?。，；：]|$|\n|\||\s\())")
_ROUND_LED = re.compile(rf"\(({SURE_LEAD.pattern}s?[._]?\s{{0,2}}#?)({NUMBERS})\)", re.IGNORECASE)
"""A label in round brackets: "(ref. 2)", "(Source 2)"."""
_LIKE_YEAR = re.compile(r"(?:19|20)\d\d")
_LETTERED = re.compile(r"\[([A-Z]{1,3}-?\d{1,3}(?:\s?[,;]\s?[A-Z]{1,3}-?\d{1,3}){0,20})\](?!\()")
"""Labels that an agent made up: "[S3]", "[W1, W2]"."""
_CARETS = re.compile(rf"(?<=[^\s^\[\d])\s?\^({NUMBERS})\^(?![\w^])")
"""A raised number as pandoc writes it: "owls.^1,2^"."""
_FOOTNOTE = re.compile(rf"\[\^({_DEFINED}\^?(?:\s{{0,2}},\s{{0,2}}\^?{_DEFINED}\^?){{0,20}})\](?!:)")
_SUP = re.compile(rf"<sup[^<>]{{0,200}}>\s{{0,3}}\[?\s{{0,2}}({NUMBERS})\s{{0,2}}\]?\s{{0,3}}</sup\s?>", re.IGNORECASE)
_UP = "⁰¹²³⁴-⁹"
_SUPERSCRIPT = re.compile(
    rf"(?=[⁽{_UP}])(?:(?<=[a-zA-Z\u00c0-\u024f\u4e00-\u9fff.,;:!?)⁾\]”\"’'。，])|(?<=[a-z.,;:!?)⁾\]”\"’]\s))"
    rf"⁽?[{_UP}]{{1,3}}(?:[⁻˒,‚ ]{{1,2}}[{_UP}]{{1,3}}){{0,20}}⁾?(?![{_UP}⁺⁻])"
)
_ANCHOR = re.compile(
    rf"<a\s(?:[^<>\"']|\"[^\"<]{{0,{MOST_CHARACTERS}}}\"|'[^'<]{{0,{MOST_CHARACTERS}}}'){{0,40}}?href\s?=\s?"
    rf"(?:\"([^\"\n]{{0,{MOST_CHARACTERS}}})\"|'([^'\n]{{0,{MOST_CHARACTERS}}})'|([^\s<>\"']{{1,{MOST_CHARACTERS}}}))"
    rf"(?:[^<>\"']|\"[^\"<]{{0,{MOST_CHARACTERS}}}\"){{0,200}}>",
    re.IGNORECASE,
)
_ANCHOR_END = re.compile(r"</a\s?>", re.IGNORECASE)
_AUTOLINK = re.compile(rf"<((?:https?|ftp)://[^\s]{{1,{MOST_CHARACTERS}}}?)>(?=[\s.,;:!?)\]}}<*_|。，；]|$)")
_URL = re.compile(
    rf"(?:(?:https?|ftp)://|(?<![\w@./-])www\.)(?![\"'<>])"
    rf"(?:[^\s<>\"`\u3000-\u303f\uff00-\uffef\u4e00-\u9fff{{}}|\\^]|\\[&_~*#%+.!=?-]){{2,{MOST_CHARACTERS}}}",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"(?=[da])(?<![\w/.])(?:doi\s?:\s{0,2}(10\.\d{4,9}/[^\s\"<>{}|\\^`\]]{1,200})|arxiv\s?:\s{0,2}(\d{4}\.\d{4,5}(?:v\d{1,2})?|[a-z-]{2,10}/\d{7}))",
    re.IGNORECASE,
)


def marks_of(surface: str, start: int, end: int, defined: Callable[[str], bool], occupied: bytearray) -> list[Mark]:
    """Return the citation marks between two offsets in the order of the text; none overlaps another or an occupied one.

    `defined` tells whether a label is one of a link definition; `occupied` (one byte per character from `start`) marks
    code and mathematics, which are left alone, and the marks that were found are added to it.
    """
    marks: list[Mark] = []

    def keep(candidates: Iterator[Mark], *, element: bool = False) -> None:
        """`element`: what other tags stand inside is no matter, only whether it begins in code or in another mark."""
        for mark in candidates:
            if occupied.find(1, mark.start - start, (mark.start + 1 if element else mark.end) - start) < 0:
                occupied[mark.start - start : mark.end - start] = b"\1" * (mark.end - mark.start)
                marks.append(mark)

    pairs = _brackets(surface, start, end)
    tagged = surface.find("<", start, end) >= 0
    keep(product_marks(surface, start, end), element=True)
    if tagged:
        keep(_anchors(surface, start, end), element=True)
    keep(_links(surface, start, end, pairs, defined))
    bracketed = (_footnotes, _numbers, _lettered) if _OPENS.search(surface, start, end) else ()
    for finder in (*((_autolinks, _sups) if tagged else ()), *bracketed, _addresses):
        keep(finder(surface, start, end))
    for finder in (_superscripts, _carets, _led_in_round_brackets, _in_round_brackets, glued_numbers):
        keep(finder(surface, start, end))
    return sorted(marks, key=lambda mark: mark.start)


def _brackets(surface: str, start: int, end: int) -> dict[int, int]:
    """Closing square bracket -> the one that it closes."""
    opened: list[int] = []
    pairs: dict[int, int] = {}
    for match in _BRACKET.finditer(surface, start, end):
        if match[0] == "[":
            opened.append(match.start())
        elif match[0] == "]" and opened:
            pairs[match.start()] = opened.pop()
    return pairs


def _links(surface: str, start: int, end: int, pairs: dict[int, int], defined: Callable[[str], bool]) -> Iterator[Mark]:
    """Inline links with balanced brackets, and links by reference to a definition."""
    for close in sorted(pairs):
        opening = pairs[close]
        words = surface[opening + 1 : close]
        if len(words) > MOST_CHARACTERS or (opening > start and surface[opening - 1] == "!"):
            continue
        following = surface[close + 1 : close + 2]
        if following == "(":
            target = destination(surface, close + 2, end)
            if target and (url := target[0]):
                if url.startswith("#"):
                    yield Mark("link", opening, target[1], words, None, (f"#{url[1:]}", *numbers(words)[:1]))
                elif re.match(r"(?:https?:|ftp:)?//|www\.|[a-z0-9-]+(\.[a-z0-9-]+)+/", url, re.IGNORECASE):
                    yield Mark("link", opening, target[1], words, url)
                elif re.fullmatch(rf"[\[^]{{0,2}}{NUMBERS}[\]^]{{0,2}}", words.strip()):
                    is_call = surface[opening - 1 : opening].isalnum()  # "f[1](x)"
                    yield Mark("number", opening, target[1], "", None, numbers(words), sure=not is_call)  # "[1](@ref)"
        elif following == "[" and (named := re.compile(rf"\[({_DEFINED})?\]").match(surface, close + 1, end)):
            label = named[1] or words
            if re.fullmatch(rf"\^?{NUMBERS}", words.strip()):
                continue  # "[2][3]" is two marks
            if label.isdecimal() and len(words) <= 120:
                yield Mark("number", opening, named.end(), words, None, (label,))
            elif not label.isdecimal() and defined(label):
                yield Mark("link", opening, named.end(), words, None, (label.casefold(),))
        elif (
            following != ":"
            and not words.isdecimal()
            and not words.startswith("^")
            and len(words) <= 120
            and defined(words)
        ):
            yield Mark("link", opening, close + 1, words, None, (words.casefold(),))


def _anchors(surface: str, start: int, end: int) -> Iterator[Mark]:
    closes = [match.start() for match in _ANCHOR_END.finditer(surface, start, end)]
    next_close = 0
    for match in _ANCHOR.finditer(surface, start, end):
        while next_close < len(closes) and closes[next_close] < match.end():
            next_close += 1
        stop = closes[next_close] if next_close < len(closes) else match.end()
        if stop - match.end() > MOST_CHARACTERS:
            stop = match.end()
        words = surface[match.end() : stop]
        shown = re.sub(r"<[^<>]{0,200}>", "", words)
        behind = _ANCHOR_END.match(surface, stop, end)
        address = (match[1] or match[2] or match[3] or "").strip()
        if address.startswith("#"):
            yield Mark(
                "anchor", match.start(), behind.end() if behind else stop, shown, None, (address, *numbers(shown)[:1])
            )
        elif re.match(r"(?:https?:)?//|www\.", address, re.IGNORECASE):
            words = "" if is_chip(surface[max(start, match.start() - 300) : match.end()], shown) else shown
            yield Mark("anchor", match.start(), behind.end() if behind else stop, words, address)


def _led_in_round_brackets(surface: str, start: int, end: int) -> Iterator[Mark]:
    for match in _ROUND_LED.finditer(surface, start, end):
        yield Mark("number", match.start(), match.end(), "", None, numbers(match[2]))


def _autolinks(surface: str, start: int, end: int) -> Iterator[Mark]:
    for match in _AUTOLINK.finditer(surface, start, end):
        yield Mark("url", match.start(), match.end(), "", unescaped(match[1]))


def _addresses(surface: str, start: int, end: int) -> Iterator[Mark]:
    """Bare addresses, and identifiers that are named as such."""
    for match in _URL.finditer(surface, start, end) if _ADDRESS_SIGN.search(surface, start, end) else ():
        url = trimmed(match[0])
        if len(url) > 8:
            yield Mark("url", match.start(), match.start() + len(url), "", unescaped(url))
    for match in _NAMED.finditer(surface, start, end):
        text = trimmed(match[0])
        inner = trimmed(match[1]) if match[1] else match[2]
        address = f"https://doi.org/{inner}" if match[1] else f"https://arxiv.org/abs/{inner}"
        yield Mark("url", match.start(), match.start() + len(text), "", address)


def _sups(surface: str, start: int, end: int) -> Iterator[Mark]:
    for match in _SUP.finditer(surface, start, end):
        yield Mark("number", match.start(), match.end(), "", None, numbers(match[1]), sure="[" in match[0])


def _footnotes(surface: str, start: int, end: int) -> Iterator[Mark]:
    for match in _FOOTNOTE.finditer(surface, start, end):
        labels = re.findall(_DEFINED, match[1])
        yield Mark("footnote", match.start(), match.end(), "", None, tuple(f"^{label.casefold()}" for label in labels))


def _numbers(surface: str, start: int, end: int) -> Iterator[Mark]:
    for match in _BRACKETED.finditer(surface, start, end):
        if _LIKE_YEAR.fullmatch(match[2]):
            continue  # "Ames and Boyle [2020]"
        kind: MarkerKind = "source-mark" if match[1] else "number"
        led = bool(match[1] and not SURE_LEAD.match(match[1]))  # "[page 3]"
        targets = numbers(match[2])
        before = surface[max(start, match.start() - 24) : match.start()]
        interval = re.search(r"(?:∈|\bin|interval|range|CI|between)\s*:?\s*$", before) and len(targets) == 2
        indexed = (
            match.start() > start and surface[match.start() - 1].isascii() and surface[match.start() - 1].isalnum()
        )
        doubtful = led or interval or indexed or (targets[0] == "0" and "," in match[2]) or int(targets[0]) >= 1000
        yield Mark(kind, match.start(), match.end(), "", None, targets, sure=not doubtful)


def _lettered(surface: str, start: int, end: int) -> Iterator[Mark]:
    for match in _LETTERED.finditer(surface, start, end):
        labels = tuple(label.casefold() for label in re.findall(r"[A-Z]{1,3}-?\d{1,3}", match[1]))
        yield Mark("source-mark", match.start(), match.end(), "", None, labels, sure=False)


def _carets(surface: str, start: int, end: int) -> Iterator[Mark]:
    for match in _CARETS.finditer(surface, start, end) if surface.find("^", start, end) >= 0 else ():
        yield Mark("number", match.end(1) - len(match[1]) - 1, match.end(), "", None, numbers(match[1]), sure=False)


def _in_round_brackets(surface: str, start: int, end: int) -> Iterator[Mark]:
    """Numbers in round brackets at the end of a clause ("in older women (1, 3)."), as medical reports have them.

    None is sure: they are citations where a list knows them, and where the report cites so (`without_odd_glue`).
    """
    for match in _ROUND.finditer(surface, start, end):
        before = re.search(r"[\w-]{1,20}\.?$", surface[max(start, match.start() - 22) : match.start()].rstrip())
        label = before is not None and before[0].rstrip(".").casefold() in BEFORE_NUMBERS
        if not label and not _LIKE_YEAR.fullmatch(match[1]):
            yield Mark("number", match.start(), match.end(), "", None, numbers(match[1]), sure=False)


def _superscripts(surface: str, start: int, end: int) -> Iterator[Mark]:
    for match in _SUPERSCRIPT.finditer(surface, start, end):
        text = match[0].translate(RAISED)
        unit = re.search(r"(?<![A-Za-z])[a-zA-Zµμ]{1,2}$", surface[max(start, match.start() - 3) : match.start()])
        if not unit:
            yield Mark("number", match.start(), match.end(), "", None, numbers(text), sure=False)
