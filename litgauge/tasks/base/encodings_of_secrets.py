"""Encodings in which an endpoint or a program echoes a secret: those that are looked for wherever a text is kept.

Escapes of JSON, JavaScript, Rust, Python, URLs, HTML and mail, of the sign or its bytes, once or repeatedly, mixed as
they may be; hexadecimal and decimal bytes, Base64 and Base32; each also with blanks and invisible signs in between.
"""

from __future__ import annotations

import base64
import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from html.entities import html5

_INVISIBLE = (
    r"\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e"
    r"\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff"
)
_BETWEEN = rf"[\s{_INVISIBLE}]{{0,4}}"
_ESCAPED_BETWEEN = (
    rf"(?:[\s{_INVISIBLE}]|\\+(?:[nrt]|u(?i:00a[0d]|034f|061c|180e|20[0-6][0-9a-f]|fe0[0-9a-f]|feff|3000))"
    r"|%(?:25)*(?:20|0[9aAdD])|&(?:amp;)*(?:nbsp|shy|zwn?j|#32|#160|#173|#820[3-7]|#[xX](?i:20|a0|ad|200[b-f]));){0,4}"
)
_BETWEEN_BYTES = r"[^0-9A-Za-z]{0,4}(?:0?x)?"
_ILLEGIBLE = bytes(code for code in range(256) if code >= 0x80 or chr(code).isspace())
_BASE64_SKIPPED, _BASE32_SKIPPED = (0, 2, 3), (0, 2, 4, 5, 7)  # signs that hold bits of the bytes before
_NO_HEX = bytes(code for code in range(256) if code not in b"0123456789abcdef")


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


def any_escapes(secrets: Sequence[str]) -> re.Pattern[str]:
    """Return the pattern of secrets, each sign of which may be escaped in any way; the first that fits is taken."""
    forms = "|".join(_ESCAPED_BETWEEN.join(map(_any_escape, secret)) for secret in secrets)
    first = re.escape("".join({secret[0] for secret in secrets}))
    return re.compile(rf"(?=[{first}\\%&=])(?:{forms})")  # most places are passed over by their sign alone


def numbers_of(secret: str) -> re.Pattern[str]:
    """Return the pattern of a secret's bytes as decimal numbers."""
    numbers = "[^0-9A-Za-z]{1,4}".join(map(str, secret.encode("utf-8", "surrogatepass")))
    return re.compile(rf"{numbers}(?![0-9])")


@cache
def _any_escape(sign: str) -> str:
    code, raw = ord(sign), sign.encode("utf-8", "surrogatepass")
    ways = [
        re.escape(sign),
        rf"\\+(?:{'|'.join(_after_backslash(sign, code))})",
        rf"[%=](?:25)*(?i:u{code:04x}|{code:02x})",
        rf"&(?:amp;)*(?:{'|'.join([rf'#0{{0,4}}{code};?', rf'#[xX]0{{0,4}}(?i:{code:x});?', *_names()[sign]])})",
    ]
    if len(raw) > 1:
        ways += ["".join(rf"(?:[%=](?:25)*(?i:{byte:02x})|\\+(?:x(?i:{byte:02x})|{byte:03o}))" for byte in raw)]
    if code > 0xFFFF:
        halves = sign.encode("utf-16-be").hex()
        ways += [rf"\\+u(?i:{halves[:4]})\\+u(?i:{halves[4:]})"]
    return f"(?:{'|'.join(ways)})"


def _after_backslash(sign: str, code: int) -> list[str]:
    braced = rf"[ux]\{{0{{0,6}}(?i:{code:x})\}}"
    own = [] if sign.isalnum() else [re.escape(sign)]
    return [braced, rf"u(?i:{code:04x})", rf"U(?i:{code:08x})", rf"x(?i:{code:02x})", f"{code:03o}", *own]


@cache
def _names() -> dict[str, list[str]]:
    """Names of signs in HTML."""
    names: dict[str, list[str]] = defaultdict(list)
    for name, sign in html5.items():
        if name.endswith(";"):
            names[sign].append(re.escape(name))
    return names
