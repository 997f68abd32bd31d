"""Register of the secrets that this process has read: whatever is stored, shown or published goes through `redacted`.

A secret is known from the moment that it is read: an API key, a variable that a foreign command is granted, the
credentials of the storage and of Prefect's server. It is cut out as it is and in the encodings in which an endpoint or
a program echoes it (`encodings_of_secrets.py`).
"""

from __future__ import annotations

import codecs
import os
import re
import threading
import unicodedata
from urllib.parse import parse_qsl, urlsplit

from litgauge.tasks.base.encodings_of_secrets import (
    EncodedForm,
    digits_of,
    encoded_forms,
    layers_of,
    letters_of,
    numbers_of,
    rough_layers,
)

HIDDEN = "[key]"
_SHORTEST = 8  # characters; shorter ones are placeholders ("none", "ollama") and would deface ordinary words
_OF_OTHERS = (
    "AWS_SECRET_ACCESS_KEY",
    "AWS_SESSION_TOKEN",
    "HF_TOKEN",
    "PREFECT_API_KEY",
    "PREFECT_API_AUTH_STRING",
    "PREFECT_SERVER_API_AUTH_STRING",
    "PREFECT_SERVER_DATABASE_PASSWORD",
)
"""Variables with secrets that libraries of ours read by themselves."""

_LOOKED_AT = 65_536  # bytes; a text has no NUL in them, and what is none has no escapes
_ESCAPED = re.compile(r"\\|%[0-9a-fA-Fu]{2}|=[0-9a-fA-F]{2}|&[#a-zA-Z]")
_LISTED = re.compile(r"(?:[0-9]{1,3}[^0-9A-Za-z]{1,4}){7}[0-9]")
_LISTED_BYTES = re.compile(rb"(?:[0-9]{1,3}[^0-9A-Za-z]{1,4}){7}[0-9]")
_NAMES_SECRET = re.compile(
    r"(?:\A|[^a-z])(?:(?:api|access|auth|secret|private|subscription|x)[-_.]?(?:key|token)|key|token|secret|passw(?:or)?d"
    r"|sig(?:nature)?|credentials?|bearer|authorization)\Z",
    re.IGNORECASE,
)
_LOOKS_SECRET = re.compile(
    r"\b(?:sk|pk|rk|hf|ghp|gho|ghs|glpat|xox[abprs]|tvly|pplx|gsk)[-_][A-Za-z0-9_-]{16,}"
    r"|\bAKIA[A-Z0-9]{16}|\bAIza[\w-]{30,}"
)


class SecretRegister:
    """Secrets and the patterns of their encodings; safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._secrets: set[str] = set()
        self._signs: frozenset[str] = frozenset()
        self._in_letters: tuple[tuple[bytes, EncodedForm], ...] = ()
        self._in_digits: tuple[tuple[bytes, EncodedForm], ...] = ()
        self._numbers: tuple[re.Pattern[str], ...] = ()
        self._in_bytes: tuple[tuple[bytes, bytes], ...] = ()

    def add(self, value: str) -> None:
        """Know a secret; a value shorter than eight characters is taken for a placeholder."""
        if len(value) < _SHORTEST or value in self._secrets:
            return
        with self._lock:
            self._secrets |= {value, unicodedata.normalize("NFC", value), unicodedata.normalize("NFD", value)}
            longest_first = sorted(self._secrets, key=lambda secret: (-len(secret), secret))
            forms = [form for secret in longest_first for form in encoded_forms(secret)]
            self._signs = frozenset(sign for secret in self._secrets for sign in secret)
            self._in_letters = tuple((form.letters, form) for form in forms if not form.is_hex)
            self._in_digits = tuple((form.letters, form) for form in forms if form.is_hex)
            self._numbers = tuple(map(numbers_of, longest_first))
            self._in_bytes = tuple(
                (form.text.encode(code, "surrogatepass"), HIDDEN.encode(code))
                for form in forms
                for code in ("utf-8", "utf-16-le", "utf-16-be")
            )

    def redacted(self, text: str) -> str:
        """Return the text with `HIDDEN` for every secret in it."""
        if not self._secrets:
            return text
        spans = self._spans(text)
        if _ESCAPED.search(text) and any(map(self._may_stand, rough_layers(text, self._signs))):
            spans += [layer.span(start, end) for layer in layers_of(text) for start, end in self._spans(layer.text)]
        if not spans:
            return text
        pieces, at = [], 0
        for start, end in _joined(spans):
            pieces += [text[at:start], HIDDEN]
            at = end
        return "".join([*pieces, text[at:]])

    def _may_stand(self, letters: bytes) -> bool:
        """Return whether a secret may stand in a layer with these letters."""
        digits = digits_of(letters)
        return (
            any(sign_run.replace(b"\\", b"") in letters for sign_run, _ in self._in_letters)
            or any(digit_run in digits for digit_run, _ in self._in_digits)
            or _LISTED_BYTES.search(letters) is not None
        )

    def _spans(self, text: str) -> list[tuple[int, int]]:
        """Return where secrets stand in a text that is not escaped."""
        letters = letters_of(text)
        digits = digits_of(letters)
        forms = [form for sign_run, form in self._in_letters if sign_run in letters]
        forms += [form for digit_run, form in self._in_digits if digit_run in digits]
        patterns = [*(form.pattern for form in forms), *(self._numbers if _LISTED.search(text) else ())]
        return [match.span() for pattern in patterns for match in pattern.finditer(text)]

    def redacted_bytes(self, data: bytes) -> bytes:
        """Return the bytes of a file without the secrets that stand in them as a text, in UTF-8 or UTF-16."""
        for mark, code in ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")):
            if data.startswith(mark) and len(data) % 2 == 0:
                return self.redacted(data.decode(code, "surrogatepass")).encode(code, "surrogatepass")
        for form, hidden in self._in_bytes:
            if form in data:
                data = data.replace(form, hidden)
        if self._secrets and b"\0" not in data[:_LOOKED_AT]:
            data = self.redacted(data.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")
        return data


def _joined(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return spans in order, those that overlap as one."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(spans):
        if joined and start < joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


SECRETS = SecretRegister()


def know_secret(value: str) -> None:
    """Have a secret cut out of all that this process stores and shows from now on."""
    SECRETS.add(value)


def redacted(text: str) -> str:
    """Return the text without any secret that this process has read."""
    return SECRETS.redacted(text)


def redacted_bytes(data: bytes) -> bytes:
    """Return the bytes of a file without any secret that this process has read."""
    return SECRETS.redacted_bytes(data)


def know_secrets_of_libraries() -> None:
    """Know the secrets that libraries read from the environment by themselves."""
    for name in _OF_OTHERS:
        value = os.environ.get(name, "").strip()
        know_secret(value)
        know_secret(value.partition(":")[2])  # of user:password
    address = urlsplit(os.environ.get("PREFECT_SERVER_DATABASE_CONNECTION_URL", ""))
    know_secret(address.password or "")


def without_credentials(url: str) -> str:
    """Return a URL of a setting. Raises ValueError if it holds a user, a password or a key: it is stored and shown.

    >>> without_credentials("https://a.example/v1?version=2")
    'https://a.example/v1?version=2'
    >>> without_credentials("https://a.example/v1?api_key=123")
    Traceback (most recent call last):
    ...
    ValueError: no api_key in the URL, which is stored and shown: keys belong in the environment
    """
    parts = urlsplit(url)
    if parts.username or parts.password:
        raise ValueError("no user and password in the URL, which is stored and shown: keys belong in the environment")
    for name, value in parse_qsl(parts.query, keep_blank_values=True):
        if names_secret(name) or _LOOKS_SECRET.search(value):
            raise ValueError(f"no {name} in the URL, which is stored and shown: keys belong in the environment")
    if _LOOKS_SECRET.search(url):
        raise ValueError("no key in the URL, which is stored and shown: keys belong in the environment")
    return url


def names_secret(name: str) -> bool:
    """Return whether an option, a parameter or a variable with this name holds a secret.

    >>> [name for name in ("MY_AGENT_KEY", "--api-key", "monkey", "HOME") if names_secret(name)]
    ['MY_AGENT_KEY', '--api-key']
    """
    return _NAMES_SECRET.search(name.lstrip("-")) is not None


def secret_argument(words: tuple[str, ...]) -> str:
    """Return the argument of a command line that is a secret by its option's name or its own form; "" if none is.

    >>> secret_argument(("agent", "--model", "m", "--api-key", "123")), secret_argument(("agent", "--key-file", "k"))
    ('--api-key', '')
    """
    for word, following in zip(words, (*words[1:], ""), strict=True):
        name, assigned, value = word.partition("=")
        is_option = name.startswith("-") or bool(assigned)
        if is_option and names_secret(name) and (value or following):
            return name
        if _LOOKS_SECRET.search(word):
            return f"{word[:6]}…"
    return ""
