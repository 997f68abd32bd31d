"""Author-year marks: "(Smith et al., 2020; Lee and Kim, 2019a)", "Smith et al. (2020)", "[Smith 2020]"."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from html import unescape

from litgauge.tasks.citations.marks.citation_marks import Mark

_NO_NAMES = """
january february march april may june july august september october november december jan feb mar apr jun jul aug
sep sept oct nov dec q1 q2 q3 q4 h1 h2 fy figure fig table section updated accessed retrieved published since until
before after early late mid about circa version edition est copyright as of the in from between by spring summer
autumn fall winter last checked revised effective
"""
NO_NAMES = frozenset(_NO_NAMES.split())
"""Words with a capital before a year that are nobody's name."""

_PARTICLES = r"(?:(?:van|von|de|der|den|del|della|di|da|dos|du|la|le|el|al|ten|ter|bin|ibn)\s){0,3}"
_WORD = r"[^\W\d_a-z][^\W\d_]*(?:['’‐-][^\W\d_]+){0,3}\.?"
_NAME = rf"{_PARTICLES}{_WORD}"
_OTHERS = (
    r"(?:et\sal\b\.?|et\scoll\b\.?|(?:and|&)\s(?:others|colleagues|co-?workers)|u\.\s?a\.|и\sдр\.|y\scol(?:s|\.)"
    r"|e\scol\.|m\.\s?fl\.|ve\sark\.|等)"
)
_MORE = (
    rf"(?:,?\s?(?:\s(?:and|und|et|y|e|og|och|en|и)\s|\s?(?:&(?:amp;)?|[和与])\s?|;\s){_NAME}(?:\s{_NAME}){{0,2}}"
    rf"|,?\s?{_OTHERS}|,\s{_NAME}(?:\s{_WORD}){{0,2}}|\s?/\s?{_NAME})"
)
_AUTHORS = rf"({_NAME}(?:\s{_NAME}){{0,3}})((?:{_MORE}){{0,6}})"
_YEAR = r"((?:19|20)\d\d)([a-z])?"
_ANY_YEAR = re.compile(r"(?:19|20)\d\d")
_GROUP = re.compile(r"[(\[（]((?:[^()\[\]（）\n]|\n(?!\s*\n)|[(\[（](?:19|20)\d\d[a-z]?[)\]）]){4,400})[)\]）](?!\()")
_YEAR_OPENS = re.compile(r"\s[(\[（](?:19|20)\d\d")
_PIECE = re.compile(
    r"(?:(?:[a-zß-ÿ][a-zß-ÿ.'’‐‑-]{0,20}|Vgl\.|См\.|см\.|See|Cf\.|参见|参照)[\s,:]{1,3}){0,6}"
    rf"{_AUTHORS}'?s?\s?[,，]?\s?[(\[（]?{_YEAR}[)\]）]?(?:\s?[,;&]\s?{_YEAR}|,[a-z]\b){{0,6}}"
    r"(?:[,:;]\s?(?:pp?\.|Section|Sec\.|Chapter|Ch\.|Figure|Fig\.|Table|Eq\.)?\s?[\w.–-]{1,12})?(?P<tail>[,:]?\s[^\n]{1,100})?"
)
_BETWEEN = re.compile(
    r"(?:;|；)(?!\s?(?:19|20)\d\d[a-z]?\s?(?:[;；,]|$))|(?:(?<=\d{4})|(?<=\d{4}[a-z])),\s(?=[^\W\d_a-z])|(?:(?<=\d{4})|(?<=\d{4}[a-z])),?\s(?:and|&)\s(?=[^\W\d_a-z])"
)
_CAPITALS = re.compile(r"[^\W\d_a-z][^\W\d_a-z'’-]+(?:\s[^\W\d_a-z][^\W\d_a-z'’-]+){0,2}")
"""A name of a bracket in Brazilian style: "(AMES; BOYLE, 2019)"."""
_NARRATIVE = re.compile(
    rf"(?<![\w-]){_AUTHORS}(?:['’]s?)?\s?[(\[（]{_YEAR}(?:[,;]\s?(?:19|20)\d\d[a-z]?){{0,4}}[)\]）]"
)
_ENTITY = re.compile(r"&(?:#?\w{2,8});")
_EMPHASIS = re.compile(r"\*{1,3}|(?<!\w)_|_(?!\w)|</?(?:i|em|b|strong|span)(?:\s[^<>]{0,200})?>")


def names_of(surface: str, start: int, end: int, occupied: bytearray) -> list[Mark]:
    """Return the author-year marks between two offsets; a group in brackets gives one mark for each work that it names.

    A mark whose names could be something else ("(Reuters, 2020)") is uncertain: it counts if the list has that entry.
    """
    marks: list[Mark] = []
    if not _ANY_YEAR.search(surface, start, end):
        return marks
    for mark in (*_grouped(surface, start, end), *_narrative(surface, start, end)):
        if _is_free(surface, mark, occupied, start):
            occupied[mark.start - start : mark.end - start] = b"\1" * (mark.end - mark.start)
            marks.append(mark)
    return marks


def _is_free(surface: str, mark: Mark, occupied: bytearray, start: int) -> bool:
    """Return whether no character of the mark is taken, apart from tags of emphasis in it."""
    at = mark.start
    for tag in _EMPHASIS.finditer(surface, mark.start, mark.end):
        if occupied.find(1, at - start, tag.start() - start) >= 0:
            return False
        at = tag.end()
    return occupied.find(1, at - start, mark.end - start) < 0


def name_key(surname: str, year: int | str) -> str:
    """Return the key of a surname and a year in targets: letters only, without accents and case.

    >>> name_key("Müller-Lüdenscheidt", 2020)
    'mullerludenscheidt 2020'
    """
    plain = unicodedata.normalize("NFKD", surname.casefold())
    return f"{''.join(character for character in plain if character.isalnum())} {year}"


def label_key(words: str) -> str | None:
    """Return the key of a label that is nothing but names and a year ("Vaswani et al., 2017").

    None if it is anything else.
    """
    match = _PIECE.fullmatch(_plain(words).strip("()[]（）"))
    return _keys(match)[0] if match and not match["tail"] and _keys(match) else None


def is_certain_label(words: str) -> bool:
    """Return whether a label names several authors, so that it is certain to be one ("Vaswani et al., 2017")."""
    match = _PIECE.fullmatch(_plain(words).strip("()[]（）"))
    return match is not None and not match["tail"] and bool(_keys(match)) and _certain(match)


def only_names(words: str) -> bool:
    """Return whether words are nothing but works by names and year ("Vogel et al. 2018; Yang 2019 (GBE)")."""
    pieces = [re.sub(r"(?<!\s)\s*\([^()]{1,40}\)\s*$", "", piece).strip(" .*_\n") for piece in words.split(";")]
    matches = [_PIECE.fullmatch(piece) for piece in pieces]
    return bool(words.strip()) and all(match is not None and not match["tail"] and _keys(match) for match in matches)


def _plain(words: str) -> str:
    return " ".join(unescape(_EMPHASIS.sub("", words)).split())


def _character(entity: re.Match[str]) -> str:
    """Return the text that an HTML entity stands for, padded to the entity's length."""
    return unescape(entity[0]).ljust(len(entity[0]), "\0")[: len(entity[0])]


def _grouped(surface: str, start: int, end: int) -> Iterator[Mark]:
    for group in _GROUP.finditer(surface, start, end):
        if not _ANY_YEAR.search(group[1]):
            continue
        for offset, piece in _pieces(_ENTITY.sub(_character, group[1]).replace("\n", " ")):
            match = _PIECE.fullmatch(" ".join(_EMPHASIS.sub("", piece).replace("\0", "").split()))
            keys = _keys(match) if match else ()
            if match and keys and (_certain(match) or not match["tail"]):
                at = group.start(1) + offset
                targets = ("|".join(keys), *_further(match, keys[0]))
                yield Mark("author-year", at, at + len(piece), "", None, targets, sure=_certain(match))


def _pieces(words: str) -> Iterator[tuple[int, str]]:
    """Yield the works in a bracket with their offsets: each part with a year, and the text up to the next."""
    edges = [0, *(edge for cut in _BETWEEN.finditer(words) for edge in cut.span()), len(words)]
    parts = [[begin, finish] for begin, finish in zip(edges[::2], edges[1::2], strict=True)]
    merged: list[list[int]] = []
    for begin, finish in parts:
        before = words[slice(*merged[-1])].strip() if merged else ""
        dated = _ANY_YEAR.search(words, begin, finish) is not None
        capitals = (
            not _ANY_YEAR.search(before) and _CAPITALS.fullmatch(before) and _CAPITALS.match(words[begin:].strip())
        )
        if merged and (capitals or (not dated and words[begin - 2 : begin] == ", ")):
            merged[-1][1] = finish
        else:
            merged.append([begin, finish])
    for begin, finish in merged:
        piece = words[begin:finish]
        yield begin + len(piece) - len(piece.lstrip()), piece.strip()


def _narrative(surface: str, start: int, end: int) -> Iterator[Mark]:
    for match in _NARRATIVE.finditer(surface, start, end) if _YEAR_OPENS.search(surface, start, end) else ():
        if keys := _keys(match):
            target = "|".join(keys)
            yield Mark("author-year", match.start(), match.end(), match[0], None, (target,), sure=_certain(match))


def _keys(match: re.Match[str]) -> tuple[str, ...]:
    """Return the keys of the first author: by its last word, its first and all of them; () if it is no name.

    "Van Boheemen et al. 2022" may stand in the list under B or V, "Amelie Ames" stands there under A.
    """
    words = [word.strip(".") for word in match[1].split()]
    if words[0].casefold() in NO_NAMES or not any(map(_large, words)):
        return ()
    year = match[3] + (match[4] or "")
    named = [word for word in words if len(word) > 1 or "\u4e00" <= word <= "\u9fff"] or words
    spellings = ("".join(named), named[-1], next(filter(_large, named), named[0])) if len(named) > 1 else named[:1]
    return tuple(dict.fromkeys(name_key(surname, year) for surname in spellings))


def _further(match: re.Match[str], key: str) -> tuple[str, ...]:
    """Further years of the same names ("Smith, 2019, 2020", "Jones 2003a,b")."""
    words = match[0][: match.start("tail") - match.start() if match["tail"] else None]
    years: list[str] = []
    for year, letters in re.findall(r"((?:19|20)\d\d)((?:[a-z]\b(?:,\s?[a-z]\b){0,6})?)", words):
        years += [f"{year}{letter}" for letter in re.findall("[a-z]", letters)] or [year]
    surname = key.rpartition(" ")[0]
    return tuple(f"{surname} {year}" for year in years if f"{surname} {year}" != key)


def _large(surname: str) -> bool:
    return any(character.isupper() or "\u4e00" <= character <= "\u9fff" for character in surname)


def _certain(match: re.Match[str]) -> bool:
    return bool(re.search(rf"{_OTHERS}|\s(?:and|und|et|y|и)\s|[&和与]", match[2] or ""))
