"""Bytes of a TeX file to text: encodings and line ends as people left them."""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

_ESCAPES = re.compile(rb"\x1b\$[@B(]|\x1b\$\)C")
_HIGH_RUN = re.compile(rb"[\x80-\xff]+")
_EAST_ASIAN_SIGNS = "\u2e80"
_BEFORE_WORDS = "“‘„‚«»¿¡§©"
_NONSENSE = re.compile(
    r"[\u0080-\u009f\u2500-\u259f\ue000-\uf8ff\ufffd]|[a-zA-Z][\u0370-\u052f]|[\u0370-\u052f][a-zA-Z]|[\u0370-\u052f][\u00c0-\u024f]"
)
"""Lines of boxes, private characters, and words of two scripts: no encoding that gives them is the right one."""
_SUPERSETS = {
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "big5": "big5hkscs",
    "cp950": "big5hkscs",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
}
"""Codecs that read more of what bears these names."""
_EAST_ASIAN = ("gb18030", "big5hkscs", "euc_jis_2004", "cp932", "shift_jis_2004", "cp949")
_EIGHT_BIT = tuple(
    """
    cp1252 mac-roman cp850 cp1250 iso8859-2 cp1254 cp1253 iso8859-7 koi8-r koi8-u cp1251 cp866 iso8859-5 mac-cyrillic
    """.split()  # noqa: SIM905
)
_CANDIDATES = (*_EAST_ASIAN, *_EIGHT_BIT)
_FEW_RUNS = 4
_MOST_LOOKED_AT = 40_000
_MOST_BROKEN = 0.1
_MOST_ODD = 0.04


class Decoded(NamedTuple):
    """A file's text with "\\n" line ends, and the encoding where that had to be guessed."""

    text: str
    guessed: str | None = None


def decode_bytes(data: bytes, declared: str | None = None) -> Decoded:
    """The text: UTF-8 or UTF-16 where the bytes say so, else as `declared` (Python's name), else as guessed.

    Lines that are UTF-8 are read so even among others. Where a declared encoding cannot read the file, it is guessed.
    """
    text, guessed = _decode(data, declared)
    return Decoded(text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text, guessed)


def _decode(data: bytes, declared: str | None) -> Decoded:
    if data.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return Decoded(data.decode("utf-32", errors="replace"))
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return Decoded(data.decode("utf-16", errors="replace"))
    if b"\x00" in data[:200]:
        little = data[1:200:2].count(0) >= data[:200:2].count(0)
        return Decoded(data.decode("utf-16-le" if little else "utf-16-be", errors="replace"))
    if data.isascii() and (escape := _ESCAPES.search(data)):
        return Decoded(data.decode("iso2022_kr" if escape.group().endswith(b"C") else "iso2022_jp_2", errors="replace"))
    try:
        return Decoded(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return _by_lines(data.removeprefix(codecs.BOM_UTF8), declared)


def _by_lines(data: bytes, declared: str | None) -> Decoded:
    lines = data.split(b"\n")
    odd = [line for line in lines if not line.isascii() and not _reads(line, "utf-8")]
    fits = declared not in (None, "utf-8") and sum(not _reads(line, str(declared)) for line in odd) <= (
        _MOST_BROKEN * len(odd)
    )
    codec = str(declared) if fits else _guess(odd)
    others = sum(not line.isascii() for line in lines) - len(odd)
    first, second = (codec, "utf-8") if codec in _EAST_ASIAN and others < len(odd) else ("utf-8", codec)
    return Decoded("\n".join(_line(line, first, second) for line in lines), None if fits else codec)


def _line(line: bytes, first: str, codec: str) -> str:
    for encoding in (first, codec):
        try:
            return line.decode(encoding)
        except UnicodeDecodeError:
            continue
    return line.decode(first, errors="replace") if first != "utf-8" else line.decode("latin-1")


def _reads(data: bytes, codec: str) -> bool:
    try:
        data.decode(codec)
    except UnicodeDecodeError:
        return False
    return True


def _guess(odd: list[bytes]) -> str:
    """The encoding of lines that are no UTF-8.

    Letters of the West stand alone among ASCII; a few of them say too little for statistics.
    """
    sample = b"\n".join(odd)[:_MOST_LOOKED_AT]
    runs = _HIGH_RUN.findall(sample)
    if len(runs) <= _FEW_RUNS and all(len(run) == 1 for run in runs) and not _oddity(sample, "cp1252"):
        return "cp1252"
    return _detected(sample)


def _detected(sample: bytes) -> str:
    """chardet's first answer that makes sense; Windows-1252 where it has none.

    It is right far more often than charset-normalizer on short titles (docs/extraction.md has the figures).
    """
    import chardet  # heavy, and few files need it

    answers = chardet.detect_all(sample, ignore_threshold=True, include_encodings=_CANDIDATES)
    codecs_found = dict.fromkeys(codecs.lookup(name).name for answer in answers if (name := answer["encoding"]))
    most = _MOST_ODD * len(sample)
    codec = next((codec for codec in codecs_found if _oddity(sample, codec) <= most), "cp1252")
    return _SUPERSETS.get(codec, codec)


def _oddity(sample: bytes, codec: str) -> int:
    """How many characters of a reading are misplaced: capitals after small letters, signs in words, mixed scripts."""
    text = sample.decode(codec, errors="replace")
    count = len(_NONSENSE.findall(text))
    for before, here, after in zip(" " + text, text, text[1:] + " ", strict=False):
        if here.isascii():
            continue
        if here.isalpha():
            count += here.isupper() and before.islower()
        elif here in "–—":
            count += before.isalpha() and not after.isupper() and not after.isdigit()
        elif here < _EAST_ASIAN_SIGNS and here != "’":
            count += after.isalpha() and (before.isalpha() or here not in _BEFORE_WORDS)
    return count
