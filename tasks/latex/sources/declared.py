"""Which encoding a TeX or .bib file says it is in: inputenc, CJK, ctex, and the comments of editors."""

from __future__ import annotations

import re

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


def declared_encoding(data: bytes) -> str | None:
    """Python's name of the encoding that the file says it is in, if it says so and we know it.

    What is typeset as Chinese, Japanese or Korean goes before inputenc; an editor's comment comes last.
    """
    said = [found for found in _PACKAGE.finditer(data, 0, _LOOK_AT) if not _commented(data, found.start())]
    cjk = [codec for found in said if found[4] and (codec := _codec(found[4]))]
    packages = [codec for found in said if not found[4] and (codec := _last(found[1] or found[3]))]
    if cjk or packages:
        return (cjk or packages)[0]
    editor = _EDITOR.search(data, 0, _EDITORS_LOOK_AT)
    return _codec(next(name for name in editor.groups() if name)) if editor else None


def _last(options: bytes) -> str | None:
    """The last option that is an encoding: inputenc uses that one."""
    return next((codec for option in reversed(options.split(b",")) if (codec := _codec(option))), None)


def _codec(name: bytes) -> str | None:
    return _BY_NAME.get(re.sub(r"[^a-z0-9]", "", name.decode("ascii", "replace").lower()))


def _commented(data: bytes, position: int) -> bool:
    return b"%" in data[max(data.rfind(b"\n", 0, position), position - 1_000, 0) : position]
