"""Encodings of TeX files: what a file declares, what its bytes show, and the text with "\\n" line ends."""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

_LOOK_AT = 200_000
_EDITORS_LOOK_AT = 3_000
_PACKAGE = re.compile(
    rb"\\(?:usepackage|RequirePackage|documentclass)\s*\[([^\[\]]{1,200})\]\s*\{\s*(inputenc|inputenx|ctex|ctexart|ctexrep|ctexbook|ctexcap)\s*\}"
    rb"|\\inputencoding\s*\{([^{}]{1,40})\}"
    rb"|\\begin\s*\{CJK\*?\}\s*(?:\[[^\[\]]{0,40}\]\s*)?\{([^{}]{1,20})\}"
)
_EDITOR = re.compile(
    rb"!TEX\s+encoding\s*=\s*([^\r\n]{1,40})|[cC]oding[:=]\s*([\w.-]{1,30})|[eE]ncoding:\s*([\w.-]{1,30})"
    rb"|[sS]tring encoding ([^\r\n]{1,40})"
)
_CODECS = {
    "utf-8": "utf8 utf8x utf utf8unicode unicodeutf8",
    "cp1252": "latin1 isolatin isolatin1 iso88591 ansinew cp1252 windows1252 westernisolatin1 westernwindowslatin1",
    "iso8859-2": "latin2 isolatin2 iso88592",
    "iso8859-3": "latin3 iso88593",
    "iso8859-4": "latin4 iso88594",
    "iso8859-9": "latin5 isolatin5 iso88599",
    "iso8859-15": "latin9 isolatin9 iso885915",
    "iso8859-16": "latin10 iso885916",
    "mac-roman": "applemac macosroman macroman macintosh westernmacosroman",
    "mac-latin2": "macce",
    "mac-cyrillic": "maccyr macukr maccyrillic",
    "koi8-r": "koi8r",
    "koi8-u": "koi8ru koi8u",
    "iso8859-5": "iso88595",
    "iso8859-7": "iso88597",
    "iso8859-8": "iso88598",
    "cp437": "cp437 cp437de",
    "cp850": "cp850 cp858",
    "cp852": "cp852",
    "cp855": "cp855",
    "cp865": "cp865",
    "cp866": "cp866 cp866av cp866nav",
    "cp1250": "cp1250 windows1250",
    "cp1251": "cp1251 windows1251",
    "cp1253": "cp1253 windows1253",
    "cp1254": "cp1254 windows1254",
    "cp1255": "cp1255 windows1255",
    "cp1257": "cp1257 windows1257",
    "gb18030": "gb gbk gb2312 gb18030 cp936 euccn simplifiedchinesegb18030",
    "big5hkscs": "bg5 bg5hk bg5hkscs big5 big5hkscs cp950",
    "euc_jp": "jis jis2 eucjp japaneseeuc",
    "cp932": "sjis shiftjis cp932 windows31j japaneseshiftjis",
    "cp949": "ks euckr cp949 uhc",
}
_BY_NAME = {name: codec for codec, names in _CODECS.items() for name in names.split()}
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


def declared_encoding(data: bytes) -> str | None:
    """Python's name of the encoding that the file says it is in, if it says so and we know it.

    What is typeset as Chinese, Japanese or Korean goes before inputenc; an editor's comment comes last.
    """
    calls = [match for match in _PACKAGE.finditer(data, 0, _LOOK_AT) if not _commented(data, match.start())]
    cjk = [codec for match in calls if match[4] and (codec := _codec(match[4]))]
    packages = [codec for match in calls if not match[4] and (codec := _last(match[1] or match[3]))]
    if cjk or packages:
        return (cjk or packages)[0]
    editor = _EDITOR.search(data, 0, _EDITORS_LOOK_AT)
    return _codec(next(name for name in editor.groups() if name)) if editor else None


def _last(options: bytes) -> str | None:
    """Return the last option that is an encoding: inputenc uses that one."""
    return next((codec for option in reversed(options.split(b",")) if (codec := _codec(option))), None)


def _codec(name: bytes) -> str | None:
    return _BY_NAME.get(re.sub(r"[^a-z0-9]", "", name.decode("ascii", "replace").lower()))


def _commented(data: bytes, position: int) -> bool:
    return b"%" in data[max(data.rfind(b"\n", 0, position), position - 1_000, 0) : position]


class Decoded(NamedTuple):
    """A file's text with "\\n" line ends, and the encoding where that had to be guessed."""

    text: str
    guessed: str | None = None


def decode_bytes(data: bytes, declared: str | None = None) -> Decoded:
    """Return the text: UTF-8 or UTF-16 where the bytes say so, else as `declared` (Python's name), else as guessed.

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
    """Return the encoding of lines that are no UTF-8.

    Letters of the West stand alone among ASCII; a few of them say too little for statistics.
    """
    sample = b"\n".join(odd)[:_MOST_LOOKED_AT]
    runs = _HIGH_RUN.findall(sample)
    if len(runs) <= _FEW_RUNS and all(len(run) == 1 for run in runs) and not _oddity(sample, "cp1252"):
        return "cp1252"
    return _detected(sample)


def _detected(sample: bytes) -> str:
    """chardet's first answer that makes sense; Windows-1252 where it has none.

    It is right far more often than charset-normalizer on short titles (docs/notes/extraction.md has the figures).
    """
    import chardet  # heavy, and few files need it

    answers = chardet.detect_all(sample, ignore_threshold=True, include_encodings=_CANDIDATES)
    codecs_found = dict.fromkeys(codecs.lookup(name).name for answer in answers if (name := answer["encoding"]))
    most = _MOST_ODD * len(sample)
    codec = next((codec for codec in codecs_found if _oddity(sample, codec) <= most), "cp1252")
    return _SUPERSETS.get(codec, codec)


def _oddity(sample: bytes, codec: str) -> int:
    """Return how many characters of a reading are misplaced.

    Capitals after small letters, signs in words, mixed scripts.
    """
    text = sample.decode(codec, errors="replace")
    count = len(_NONSENSE.findall(text))
    for before, letter, after in zip(" " + text, text, text[1:] + " ", strict=False):
        if letter.isascii():
            continue
        if letter.isalpha():
            count += letter.isupper() and before.islower()
        elif letter in "–—":
            count += before.isalpha() and not after.isupper() and not after.isdigit()
        elif letter < _EAST_ASIAN_SIGNS and letter != "’":
            count += after.isalpha() and (before.isalpha() or letter not in _BEFORE_WORDS)
    return count
