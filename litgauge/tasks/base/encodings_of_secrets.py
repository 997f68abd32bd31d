"""Encodings in which an endpoint or a program echoes a secret: those that are looked for wherever a text is kept.

Hexadecimal and decimal bytes, Base64 and Base32, each also with blanks and invisible signs in between; and escapes of
JSON, JavaScript, Rust, Python, URLs, HTML and mail, of the sign or its bytes, within one another and mixed as they may
be: a text is unescaped layer by layer, and what is found in a layer is cut where it came from.
"""

from __future__ import annotations

import base64
import html
import re
import sys
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from html.entities import html5
from itertools import accumulate

_INVISIBLE = (
    r"\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e"
    r"\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff"
)
_BETWEEN = rf"[\s{_INVISIBLE}]{{0,4}}"
_BETWEEN_BYTES = r"[^0-9A-Za-z]{0,4}(?:0?x)?"
_ILLEGIBLE = bytes(code for code in range(256) if code >= 0x80 or chr(code).isspace())
_BASE64_SKIPPED, _BASE32_SKIPPED = (0, 2, 3), (0, 2, 4, 5, 7)  # signs that hold bits of the bytes before
_NO_HEX = bytes(code for code in range(256) if code not in b"0123456789abcdef")
_MOST_LAYERS = 12

_ANY_NAME = "[a-zA-Z][a-zA-Z0-9]{1,31};"
_FIRST = r"[\\%&=]"  # what comes after it looks back at it: the search for a set of signs is quick
_BACKSLASHES = r"(?<=\\)(?<!\\\\)\\*"  # of nested texts, all at once
_SIGN_OR_BLANK = rf"|(?<=\\)(?P<sign>[^\w\s])|(?P<blank>{_BACKSLASHES}[nrt]|(?<==)\r?\n)"
_BLANK_SIGNS = frozenset("\n\t\r\u00a0\u00ad\u200b\u200c\u200d\u2060")
_SIGNS_OF_ESCAPES = frozenset("&\\%#;=")
_IN_MAIL = re.compile(r"=[0-9a-fA-F]{2}")
_RUN_OF_BYTES = re.compile(r"\\+x([0-9a-fA-F]{2})|\\+([0-3][0-7]{2})|[%=]([0-9a-fA-F]{2})")


@dataclass(frozen=True)
class EncodedForm:
    """A secret in one encoding, and the pattern of it with what may stand in between."""

    text: str
    between: str = _BETWEEN
    is_hex: bool = False

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """The pattern of this form, of pairs of signs where it is hexadecimal."""
        if self.is_hex:
            pairs = [self.text[at : at + 2] for at in range(0, len(self.text), 2)]
            return re.compile(rf"(?i:(?:0?x)?{self.between.join(pairs)})")
        return re.compile(self.between.join(map(re.escape, self.text)))

    @cached_property
    def letters(self) -> bytes:
        """What stands in the letters of a text, or in its digits, if this form does."""
        return letters_of(self.text)


def letters_of(text: str) -> bytes:
    """Return the ASCII of a text without blanks, in which most of what is looked for is not, which is quickly seen."""
    return text.encode("utf-8", "surrogatepass").translate(None, _ILLEGIBLE)


def digits_of(letters: bytes) -> bytes:
    """Return the hexadecimal digits among letters, in small letters."""
    return letters.lower().replace(b"0x", b"").translate(None, _NO_HEX)


def encoded_forms(secret: str) -> list[EncodedForm]:
    """Return a secret as it is, in hexadecimal, Base64 and Base32, wherever it stands in a longer text."""
    raw = secret.encode("utf-8", "surrogatepass")
    forms = [secret, *_cores(raw, base64.b64encode, 3, 4, _BASE64_SKIPPED)]
    forms += [form.replace("+", "-").replace("/", "_") for form in forms[1:]]
    in_base32 = _cores(raw, base64.b32encode, 5, 8, _BASE32_SKIPPED)
    forms += [*in_base32, *(form.lower() for form in in_base32)]
    return [EncodedForm(raw.hex(), _BETWEEN_BYTES, is_hex=True), *map(EncodedForm, dict.fromkeys(forms))]


def _cores(raw: bytes, encode: Callable[[bytes], bytes], group: int, signs: int, skipped: Sequence[int]) -> list[str]:
    """Return what bytes are in an encoding after any number of others, without signs that also hold bits of those."""
    cores = []
    for before in range(group):
        encoded = encode(bytes(before) + raw).decode().rstrip("=")
        whole = (before + len(raw)) * 8 // (group * 8 // signs)  # signs that hold no bit of what follows
        cores.append(encoded[skipped[before] : whole])
    return cores


@dataclass(frozen=True)
class Layer:
    """A text with its escapes undone once or more, and where each of its signs stands in the original text."""

    text: str
    starts: Sequence[int]  # one more than there are signs

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Return the part of the original text that this part of the layer was made of."""
        return self.starts[start], self.starts[end]


def layers_of(text: str) -> Iterator[Layer]:
    """Yield a text with its escapes undone once, twice, and so on, until none is left or twelve layers are off.

    `=41` is an escape of mail, and is none in `key=41`: both readings are yielded.
    """
    for in_mail in (False, True) if _IN_MAIL.search(text) else (False,):
        layer = Layer(text, range(len(text) + 1))
        for _ in range(_MOST_LAYERS):
            inner = _unescaped(layer, _escapes(in_mail))
            if inner is None:
                break
            layer = inner
            yield layer


def rough_layers(text: str, signs: frozenset[str]) -> Iterator[bytes]:
    """Yield the letters of each layer, without backslashes: quickly, as only these signs are looked for."""
    for in_mail in (False, True) if _IN_MAIL.search(text) else (False,):
        escapes, layer = _escapes(in_mail, signs), text
        for _ in range(_MOST_LAYERS):
            without_blanks = layer.replace("\\n", "").replace("\\r", "").replace("\\t", "")
            inner = escapes.sub(_signs_of, without_blanks)
            yield letters_of(inner).replace(b"\\", b"")
            if inner == layer:
                break
            layer = inner


@cache
def _escapes(in_mail: bool, signs: frozenset[str] | None = None) -> re.Pattern[str]:
    """Return the pattern of all escapes, or of those that may stand for these signs, for blanks, or for escapes."""
    percent = "[%=]" if in_mail else "%"
    names = _ANY_NAME
    if signs is not None:
        special = signs | _BLANK_SIGNS | _SIGNS_OF_ESCAPES
        names = "|".join(re.escape(name) for name, sign in html5.items() if name.endswith(";") and special & {*sign})
    after_backslashes = "x[0-9a-fA-F]{2}|[0-3][0-7]{2}"
    next_byte = rf"\\+(?:{after_backslashes})|{percent}[0-9a-fA-F]{{2}}"
    ways = (
        rf"(?P<bytes>(?:{_BACKSLASHES}(?:{after_backslashes})|(?<={percent})[0-9a-fA-F]{{2}})(?:{next_byte})*)",
        rf"(?P<halves>{_BACKSLASHES}u[dD][89abAB][0-9a-fA-F]{{2}}\\+u[dD][c-fC-F][0-9a-fA-F]{{2}})",
        rf"(?:{_BACKSLASHES}|(?<=%))u(?P<u4>[0-9a-fA-F]{{4}})",
        rf"{_BACKSLASHES}U(?P<u8>[0-9a-fA-F]{{8}})",
        rf"{_BACKSLASHES}[ux]\{{(?P<braced>[0-9a-fA-F]{{1,12}})\}}",
        rf"(?P<entity>(?<=&)(?:\#[0-9]{{1,9}};?|\#[xX][0-9a-fA-F]{{1,9}};?|{names}))",
    )
    return re.compile(f"{_FIRST}(?:{'|'.join(ways)}{_SIGN_OR_BLANK if signs is None else ''})")


def _unescaped(layer: Layer, escapes: re.Pattern[str]) -> Layer | None:
    """Return the next layer; None where nothing is escaped."""
    pieces, starts, at = [], array("Q"), 0
    for token in escapes.finditer(layer.text):
        signs = _signs_of(token)
        pieces += [layer.text[at : token.start()], signs]
        starts.extend(layer.starts[at : token.start()])
        starts.extend(layer.starts[place] for place in _places_of(token, signs))
        at = token.end()
    if not pieces:
        return None
    starts.extend(layer.starts[at:])
    return Layer("".join([*pieces, layer.text[at:]]), starts)


def _places_of(token: re.Match[str], signs: str) -> Iterator[int]:
    """Yield where each of the signs begins that an escape stands for: of bytes, each has its own."""
    if token.lastgroup != "bytes":
        yield from (token.start() for _ in signs)
        return
    places = [byte.start() + token.start() for byte in _RUN_OF_BYTES.finditer(token[0])]
    lengths = [len(sign.encode()) for sign in signs]
    if sum(lengths) != len(places):  # each byte was a sign of Latin-1
        lengths = [1] * len(places)
    yield from (places[at] for at in accumulate(lengths[:-1], initial=0))


def _signs_of(token: re.Match[str]) -> str:
    """Return the signs that an escape stands for."""
    kind, escape = token.lastgroup, token[0]
    if kind == "bytes":
        numbers = ((x or code, 16) if x or code else (octal, 8) for x, octal, code in _RUN_OF_BYTES.findall(escape))
        raw = bytes(int(digits, base) for digits, base in numbers)
        try:
            return raw.decode()
        except UnicodeDecodeError:
            return raw.decode("latin-1")
    if kind == "halves":
        high, low = (int(half, 16) for half in re.findall("u([0-9a-fA-F]{4})", escape))
        return chr(0x10000 + (high - 0xD800 << 10) + (low - 0xDC00))
    if kind == "entity":
        return html.unescape(escape)
    if kind == "sign":
        return escape[1:]
    if kind == "blank":
        return " "
    code = int(token[kind or 0], 16)
    return chr(code) if code <= sys.maxunicode else " "


def numbers_of(secret: str) -> re.Pattern[str]:
    """Return the pattern of a secret's bytes as decimal numbers."""
    numbers = "[^0-9A-Za-z]{1,4}".join(map(str, secret.encode("utf-8", "surrogatepass")))
    return re.compile(rf"{numbers}(?![0-9])")
