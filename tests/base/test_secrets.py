"""No secret that was read is shown again, in whatever encoding it is echoed."""

from __future__ import annotations

import base64
import html
import json
import quopri
import re
import time
import unicodedata
from typing import Literal
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from litgauge.tasks.base.secrets import HIDDEN, SecretRegister, secret_argument, without_credentials
from tests.tables import each_row

SECRET = "s3cr3t/Key+with-signs_4&'2"


def knowing(*secrets: str) -> SecretRegister:
    register = SecretRegister()
    for secret in secrets:
        register.add(secret)
    return register


def escaped(text: str, form: str) -> str:
    return "".join(form.format(ord(sign)) for sign in text)


ENCODINGS = {
    "plain": SECRET,
    "json": escaped(SECRET, "\\u{:04x}"),
    "json, large": escaped(SECRET, "\\u{:04X}"),
    "json within json": json.dumps(escaped(SECRET, "\\u{:04x}"))[1:-1],
    "url": quote(SECRET, safe=""),
    "url, all": escaped(SECRET, "%{:02X}"),
    "html": escaped(SECRET, "&#{};"),
    "html, hex": escaped(SECRET, "&#x{:x};"),
    "python": escaped(SECRET, "\\x{:02x}"),
    "octal": escaped(SECRET, "\\{:03o}"),
    "slashes": SECRET.replace("/", "\\/"),
    "html, names": html.escape(SECRET),
    "hex": SECRET.encode().hex(),
    "python, long": escaped(SECRET, "\\U{:08x}"),
    "javascript": escaped(SECRET, "\\u{{{:x}}}"),
    "javascript, filled up": escaped(SECRET, "\\u{{{:06X}}}"),
    "url, old": escaped(SECRET, "%u{:04x}"),
    "url, twice": quote(escaped(SECRET, "%{:02X}")),
    "url, three times": quote(quote(escaped(SECRET, "%{:02x}"))),
    "mail": escaped(SECRET, "={:02X}"),
    "html, unclosed": escaped(SECRET, "&#{}"),
    "hex, spaced": SECRET.encode().hex(" "),
    "hex, colons": SECRET.encode().hex(":").upper(),
    "hex, listed": ", ".join(map(hex, SECRET.encode())),
    "numbers": ", ".join(map(str, SECRET.encode())),
    "base32": base64.b32encode(SECRET.encode() + b"....").decode()[: len(SECRET) * 8 // 5],
    "base64, in lines": "\n".join(re.findall(".{1,8}", base64.b64encode(SECRET.encode() + b"abc").decode()[:34])),
    "blanks": " ".join(SECRET),
    "lines": "\n".join(SECRET),
    "zero width": "\u200b".join(SECRET),
    "joiners and marks": "\u2060\ufeff".join(SECRET),
    "zero width, in json": json.dumps("\u200b".join(SECRET))[1:-1],
    "lines, in json": json.dumps("\n".join(SECRET))[1:-1],
    "blanks, in a url": quote(" ".join(SECRET)),
    "hyphens": "\u00ad".join(SECRET),
    "blanks within escapes": " ".join(escaped(sign, "\\u{:04x}") for sign in SECRET),
    "mixed": f"\\u0073%33{SECRET[2:10]}&#{ord(SECRET[10])};{SECRET[11:]}",
}


@each_row("form", ENCODINGS.values())
def test_every_encoding_is_cut(form: str) -> None:
    assert knowing(SECRET).redacted(f"before {form} after") == f"before {HIDDEN} after"


LAYERS = {
    "json": lambda text: json.dumps(text)[1:-1],
    "json, all": lambda text: escaped(text, "\\u{:04x}"),
    "json of Go": lambda text: json.dumps(text)[1:-1].replace("&", "\\u0026").replace("<", "\\u003c"),
    "url": lambda text: quote(text, safe=""),
    "url, all": lambda text: escaped(text, "%{:02X}"),
    "html": html.escape,
    "html, all": lambda text: escaped(text, "&#{};"),
    "html, hex": lambda text: escaped(text, "&#x{:x};"),
    "html, names": lambda text: text.replace("&", "&AMP;").replace("\\", "&bsol;").replace("%", "&percnt;"),
    "python": lambda text: escaped(text, "\\x{:02x}"),
}


@given(st.lists(st.sampled_from(sorted(LAYERS)), max_size=3), st.sampled_from(sorted(ENCODINGS)))
def test_encodings_within_one_another_are_cut(layers: list[str], inner: str) -> None:
    text = ENCODINGS[inner]
    for name in layers:
        text = LAYERS[name](text)
    register = knowing(SECRET)
    assert register.redacted(f"before {text} after") == f"before {HIDDEN} after"


FOREIGN = "clé-de-l'été-日本-\U0001f511-1"
IN_FOREIGN = {
    "plain": FOREIGN,
    "url": quote(FOREIGN, safe=""),
    "url, small": quote(FOREIGN, safe="").lower(),
    "url, twice": quote(quote(FOREIGN)),
    "json": json.dumps(FOREIGN)[1:-1],
    "bytes": repr(FOREIGN.encode())[2:-1],
    "mail": quopri.encodestring(FOREIGN.encode()).decode().replace("=\n", ""),
    "html": FOREIGN.encode("ascii", "xmlcharrefreplace").decode(),
    "html, names": FOREIGN.replace("é", "&eacute;"),
    "javascript": escaped(FOREIGN, "\\u{{{:x}}}"),
    "hex": FOREIGN.encode().hex(),
    "base64": base64.b64encode(FOREIGN.encode()).decode().rstrip("="),
    "blanks": " ".join(FOREIGN),
}


@each_row("norm", ["NFC", "NFD"])
@each_row("form", IN_FOREIGN.values())
def test_a_secret_need_not_be_ascii(form: str, norm: Literal["NFC", "NFD"]) -> None:
    assert HIDDEN in knowing(unicodedata.normalize(norm, FOREIGN)).redacted(f"before {form} after")
    decomposed = quote(unicodedata.normalize("NFD", FOREIGN))
    assert knowing(FOREIGN).redacted(f"before {decomposed} after") == f"before {HIDDEN} after"


@given(st.binary(max_size=7), st.binary(max_size=7), st.text("abcXYZ019+/_-.", min_size=12, max_size=40))
def test_base32_is_cut_whatever_stands_beside(before: bytes, after: bytes, secret: str) -> None:
    shown = base64.b32encode(before + secret.encode() + after).decode()
    for text in (shown, shown.lower()):
        assert HIDDEN in knowing(secret).redacted(text)


@pytest.mark.soak  # by the clock
def test_a_text_without_secrets_is_soon_looked_through() -> None:
    register = knowing(*(f"s3cr3t-number-{number}-Of/ten" for number in range(10)))
    for text in (
        "Owls fly in the night, s. 3. " * 40_000,
        "\\section{Owls} 50\\% & \\u0073 " * 40_000,
        "s" * 1_000_000,
        "\\" * 1_000_000,
        "&amp;" * 200_000,
        "%25" * 300_000,
    ):
        start = time.process_time()
        assert register.redacted(text) == text
        assert time.process_time() - start < 3


@given(st.binary(max_size=7), st.binary(max_size=7), st.text("abcXYZ019+/_-.", min_size=12, max_size=40))
def test_base64_is_cut_whatever_stands_beside(before: bytes, after: bytes, secret: str) -> None:
    text = before + secret.encode() + after
    for encode in (base64.b64encode, base64.urlsafe_b64encode):
        assert HIDDEN in knowing(secret).redacted(encode(text).decode())


@pytest.mark.parametrize("code", ["utf-8", "utf-16", "utf-16-le"])
def test_files_are_cut_as_texts_are(code: str) -> None:
    forms = ENCODINGS.values() if code != "utf-16-le" else [SECRET]  # without a mark, nobody knows what it is
    for form in forms:
        cut = knowing(SECRET).redacted_bytes(f"before {form} after".encode(code))
        assert cut.decode(code) == f"before {HIDDEN} after"
    assert knowing(SECRET).redacted_bytes(b"\xff\xfe\x00") == b"\xff\xfe\x00"


@given(st.text())
def test_other_texts_stay(text: str) -> None:
    assert knowing(SECRET).redacted(text) == text
    assert knowing("short", "").redacted(text) == text


def test_the_longer_of_two_secrets_is_cut_whole() -> None:
    shown = knowing("password1", "password1-and-more").redacted("password1-and-more password1")
    assert shown == f"{HIDDEN} {HIDDEN}"


@each_row(
    "url",
    [
        "https://user:word@a.example/",
        "https://a.example/?api_key=x",
        "https://a.example/?apikey=x",
        "https://a.example/?x-api-key=x",
        "https://a.example/?access_token=x",
        "https://a.example/?token=x",
        "https://a.example/?sig=x",
        "https://a.example/?q=sk-abcdefghijklmnop1234",
        "https://a.example/sk-abcdefghijklmnop1234/v1",
    ],
)
def test_a_url_of_a_setting_holds_no_key(url: str) -> None:
    with pytest.raises(ValueError, match="keys belong in the environment"):
        without_credentials(url)


@pytest.mark.parametrize("url", ["https://a.example/v1", "https://a.example/?monkey=1&keywords=x", "http://[::1]:8/x"])
def test_other_urls_are_taken(url: str) -> None:
    assert without_credentials(url) == url


@each_row(
    "words, name",
    [
        (("a", "--key", "1"), "--key"),
        (("a", "--api-key=1"), "--api-key"),
        (("env", "OPENAI_API_KEY=1", "a"), "OPENAI_API_KEY"),
        (("a", "sk-abcdefghijklmnop1234"), "sk-abc…"),
        (("a", "--max-tokens", "5", "--keyboard", "x", "--key-file", "f"), ""),
    ],
)
def test_an_argument_that_is_a_secret_is_named_without_it(words: tuple[str, ...], name: str) -> None:
    assert secret_argument(words) == name
