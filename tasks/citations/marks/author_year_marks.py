"""Author-year marks: "(Smith et al., 2020; Lee and Kim, 2019a)", "Smith et al. (2020)", "[Smith 2020]"."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from tasks.citations.marks.citation_marks import Mark

_NO_NAMES = """
january february march april may june july august september october november december jan feb mar apr jun jul aug
sep sept oct nov dec q1 q2 q3 q4 h1 h2 fy figure fig table section updated accessed retrieved published since until
before after early late mid about circa version edition est copyright as of the in from between by spring summer
autumn fall winter last checked revised effective
"""
NO_NAMES = frozenset(_NO_NAMES.split())
"""Words with a capital before a year that are nobody's name."""

_PARTICLES = r"(?:(?:van|von|de|der|den|del|della|di|da|dos|du|la|le|el|al|ten|ter|bin|ibn)\s){0,3}"
_NAME = rf"{_PARTICLES}[^\W\d_a-z][^\W\d_]*(?:['’‐-][^\W\d_]+){{0,3}}\.?"
_MORE = (
    rf"(?:,?\s(?:and|&|und|et|y|和)\s{_NAME}(?:\s{_NAME}){{0,2}}"
    rf"|,?\s(?:et\sal\b\.?|and\s(?:others|colleagues)|等)|,\s{_NAME})"
)
_AUTHORS = rf"({_NAME})(?:\s{_NAME}){{0,3}}((?:{_MORE}){{0,6}})"
_YEAR = r"((?:19|20)\d\d)([a-z])?"
_ANY_YEAR = re.compile(r"(?:19|20)\d\d")
_GROUP = re.compile(r"[(\[（]([^()\[\]（）\n]{4,400})[)\]）](?!\()")
_YEAR_OPENS = re.compile(r"\s[(\[（](?:19|20)\d\d")
_PIECE = re.compile(
    rf"(?:(?i:see|e\.g\.|cf\.|i\.e\.|also|and|in|by|as in"
    rf"|vgl\.|siehe|voir|véase|cfr\.|см\.|参见|参照)[\s,:]+){{0,4}}{_AUTHORS}'?s?\s?[,，]?\s?\(?{_YEAR}\)?"
    rf"(?:\s?[,&]\s?{_YEAR}){{0,4}}(?:[,:]\s?(?:pp?\.|Section|Sec\.|Chapter|Ch\.|Figure|Fig\.|Table|Eq\.)?\s?[\w.–-]{{1,12}})?"
)
_NARRATIVE = re.compile(rf"(?<![\w-]){_AUTHORS}(?:['’]s?)?\s[(\[（]{_YEAR}(?:[,;]\s?(?:19|20)\d\d[a-z]?){{0,4}}[)\]）]")


def names_of(surface: str, start: int, end: int, taken: bytearray) -> list[Mark]:
    """Return the author-year marks between two offsets; a group in brackets gives one mark for each work that it names.

    A mark whose names could be something else ("(Reuters, 2020)") is not sure: it counts if the list has that entry.
    """
    marks: list[Mark] = []
    if not _ANY_YEAR.search(surface, start, end):
        return marks
    for mark in (*_grouped(surface, start, end), *_narrative(surface, start, end)):
        if taken.find(1, mark.start - start, mark.end - start) < 0:
            taken[mark.start - start : mark.end - start] = b"\1" * (mark.end - mark.start)
            marks.append(mark)
    return marks


def name_key(surname: str, year: int | str) -> str:
    """Return how surname and year stand in targets: letters only, without accents and case.

    >>> name_key("Müller-Lüdenscheidt", 2020)
    'mullerludenscheidt 2020'
    """
    plain = unicodedata.normalize("NFKD", surname.casefold())
    return f"{''.join(character for character in plain if character.isalnum())} {year}"


def label_key(words: str) -> str | None:
    """Return the key of a label that is nothing but names and a year ("Vaswani et al., 2017").

    None if it is anything else.
    """
    match = _PIECE.fullmatch(words.strip().strip("()[]（）"))
    return _key(match) if match else None


def only_names(words: str) -> bool:
    """Return whether words are nothing but works by names and year ("Vogel et al. 2018; Yang 2019 (GBE)")."""
    pieces = [re.sub(r"(?<!\s)\s*\([^()]{1,40}\)\s*$", "", piece).strip(" .*_\n") for piece in words.split(";")]
    return bool(words.strip()) and all(match is not None and _key(match) for match in map(_PIECE.fullmatch, pieces))


def _grouped(surface: str, start: int, end: int) -> Iterator[Mark]:
    for group in _GROUP.finditer(surface, start, end):
        if not _ANY_YEAR.search(group[1]):
            continue
        at = group.start(1)
        for piece in group[1].split(";"):
            stripped = piece.strip()
            offset = at + len(piece) - len(piece.lstrip())
            at += len(piece) + 1
            match = _PIECE.fullmatch(stripped)
            if match and (key := _key(match)):
                yield Mark(
                    "author-year",
                    offset,
                    offset + len(stripped),
                    "",
                    None,
                    (key, *_further(match, key)),
                    sure=_certain(match),
                )


def _narrative(surface: str, start: int, end: int) -> Iterator[Mark]:
    for match in _NARRATIVE.finditer(surface, start, end) if _YEAR_OPENS.search(surface, start, end) else ():
        if key := _key(match):
            yield Mark("author-year", match.start(), match.end(), match[0], None, (key,), sure=_certain(match))


def _key(match: re.Match[str]) -> str | None:
    surname = match[1].rstrip(".")
    if surname.casefold() in NO_NAMES or not surname[:1].strip() or not _large(surname):
        return None
    return name_key(surname, match[3] + (match[4] or ""))


def _further(match: re.Match[str], key: str) -> tuple[str, ...]:
    """Further years of the same names ("Smith, 2019, 2020")."""
    years = re.findall(r"(?:19|20)\d\d[a-z]?", match[0])
    surname = key.rpartition(" ")[0]
    return tuple(f"{surname} {year}" for year in years if f"{surname} {year}" != key)


def _large(surname: str) -> bool:
    return any(character.isupper() or "\u4e00" <= character <= "\u9fff" for character in surname)


def _certain(match: re.Match[str]) -> bool:
    return bool(re.search(r"\bet\sal|等|\b(?:and|&)\s", match[2] or ""))
