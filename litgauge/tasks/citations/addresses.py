"""Cleaning of the addresses that agents write, and the canonical address of a page."""

from __future__ import annotations

import base64
import binascii
import re
from functools import lru_cache
from urllib.parse import parse_qsl, quote, unquote, urlsplit, urlunsplit

MOST_CHARACTERS = 2048
"""Longer ones are no addresses; the limit also keeps every scan linear."""

ADDRESSES_KEPT = 4096
"""Of the addresses that were cleaned last: a report cites its pages again and again."""

_TRACKERS = re.compile(
    r"utm_\w+|gclid|gclsrc|dclid|gbraid|wbraid|gad_\w+|srsltid|fbclid|msclkid|twclid|yclid|igshid|mc_[ce]id|mkt_tok"
    r"|_hs(?:enc|mi)|_ga|_gl|vero_id|oly_(?:anon|enc)_id|ref_(?:src|url)|trk|trkinfo|wt\.mc_id|__twitter_impression",
    re.IGNORECASE,
)
_WRAPPERS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"(?:www\.)?google\.[a-z.]{2,6}/url"), "q url"),
    (re.compile(r"scholar\.google\.[a-z.]{2,6}/scholar_url"), "url"),
    (re.compile(r"lm?\.(?:facebook|instagram)\.com/(?:l\.php)?"), "u"),
    (re.compile(r"(?:www\.)?duckduckgo\.com/l/?"), "uddg"),
    (re.compile(r"(?:www\.)?youtube\.com/redirect"), "q"),
    (re.compile(r"out\.reddit\.com/.*"), "url"),
    (re.compile(r"(?:www\.)?linkedin\.com/redir/redirect/?"), "url"),
    (re.compile(r"[\w.]*safelinks\.protection\.outlook\.com/.*"), "url"),
    (re.compile(r"link\.(?:zhihu|csdn|juejin)\.(?:com|net|cn)/?"), "target"),
    (re.compile(r"(?:www\.)?bing\.com/ck/a"), "u"),
)
_PREFIXES = re.compile(r"https?://(?:r\.jina\.ai/|(?:www\.)?google\.[a-z.]{2,6}/amp/s/)", re.IGNORECASE)
_SCHEME = re.compile(r"(?:https?|ftp)://", re.IGNORECASE)
_BARE_HOST = re.compile(r"(?:www\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,24}(?:[:/?#]|$)", re.IGNORECASE)
_TAIL = "\"'`*_~.,;:!?…，。；：！？、)]}>）】」』”’»|\\"
_UNSEEN = dict.fromkeys(map(ord, "\u200b\ufeff\u00ad"))
_STOP = re.compile(r"[\s\x00-\x1f\"]")
_CLOSERS = {")": "(", "]": "[", "}": "{", ">": "<", "）": "（", "】": "【"}
_ONE_HOST = {
    "www.arxiv.org": "arxiv.org",
    "export.arxiv.org": "arxiv.org",
    "dx.doi.org": "doi.org",
    "www.doi.org": "doi.org",
    "www.openreview.net": "openreview.net",
    "www.aclanthology.org": "aclanthology.org",
}
"""Mirrors and old names that are known to serve the same pages."""


@lru_cache(maxsize=ADDRESSES_KEPT)
def clean_url(raw: str) -> str | None:
    """Return the address without punctuation, trackers and redirects around it; None if it is no address.

    Brackets are balanced; trailing punctuation, text fragments (`#:~:text=`) and tracker parameters are removed;
    redirect wrappers are resolved. The rest of the query stays, in its order.

    >>> clean_url("https://openreview.net/forum?id=xyz&utm_source=chatgpt.com),")
    'https://openreview.net/forum?id=xyz'
    """
    url = trimmed(raw.replace("&amp;", "&"))
    for _ in range(4):  # a wrapper inside a wrapper inside a wrapper …
        inner = _unwrapped(url)
        if inner is None:
            break
        url = inner
    if not _SCHEME.match(url):
        if not _BARE_HOST.match(url):
            return None
        url = "https://" + url
    clean = _without_trackers(url)
    while clean is not None and clean != (shorter := trimmed(clean)):  # what stood before a tracker may be trailing too
        clean = _without_trackers(shorter)
    return clean


def trimmed(raw: str) -> str:
    """Return the address that a string begins with, without trailing punctuation and unbalanced closing brackets."""
    url = raw.strip().strip("<").translate(_UNSEEN)
    stop = _STOP.search(url)
    url = (url[: stop.start()] if stop else url)[:MOST_CHARACTERS]
    counts = {mark: url.count(mark) for mark in "()[]{}<>（）【】"}
    end = len(url)
    while end and (last := url[end - 1]) in _TAIL:
        if last in _CLOSERS and counts[last] <= counts[_CLOSERS[last]]:
            break
        if last in counts:
            counts[last] -= 1
        end -= 1
    return url[:end]


@lru_cache(maxsize=ADDRESSES_KEPT)
def page_of(url: str) -> str:
    """Return the canonical address of a cleaned URL's page: two URLs are one page exactly if theirs are equal.

    Folded: http and https, case of scheme and host, default port, fragment (but not of a page that is routed by
    its fragment, `#/…` or `#!…`), trailing slash, dot segments, needless percent-encoding, case of a DOI, mirrors
    of arXiv and doi.org, `.pdf` behind an arXiv number. Not folded: `www.`, the query and its order, the path's case,
    abstract, PDF and HTML of one arXiv paper, and its versions: these are several pages of one work, and
    `identity_of` tells which.

    >>> page_of("HTTP://Export.arXiv.org:80/pdf/1706.03762v2.pdf#page=3")
    'https://arxiv.org/pdf/1706.03762v2'
    """
    try:
        parts = urlsplit(url)
        host, port = (parts.hostname or "").rstrip("."), parts.port
    except ValueError:  # "http://[::1", or a port that is no number
        return url
    host = _ONE_HOST.get(host, host)
    if port and port not in (80, 443):
        host = f"{host}:{port}"
    path = _path(parts.path)
    if host == "doi.org":
        path = quote(unquote(path).lower(), safe="/:;.()-_,+'!*@")
    if host == "arxiv.org":
        path = re.sub(r"(?<=\d)\.pdf$", "", path)
    query = _same_encoding(parts.query)
    if host == "openreview.net":
        query = "&".join(part for part in query.split("&") if not part.startswith(("noteId=", "referrer=")))
    fragment = parts.fragment if parts.fragment.startswith(("/", "!")) else ""
    return urlunsplit(("ftp" if parts.scheme == "ftp" else "https", host, path, query, fragment))


def _unwrapped(url: str) -> str | None:
    match = _PREFIXES.match(url)
    if match:
        inner = url[match.end() :]
        return inner if _SCHEME.match(inner) else f"https://{inner}" if _BARE_HOST.match(inner) else None
    try:
        parts = urlsplit(url)
    except ValueError:
        return None
    place = f"{parts.netloc.lower()}{parts.path}"
    for wrapper, names in _WRAPPERS:
        if not wrapper.fullmatch(place):
            continue
        for key, value in parse_qsl(parts.query):
            target = _decoded(value) if key in names.split() else ""
            if _SCHEME.match(target):
                return trimmed(target)
    return None


def _decoded(value: str) -> str:
    """Bing hides its targets: "a1" and URL-safe base64 without padding."""
    if not value.startswith("a1"):
        return value
    try:
        return base64.urlsafe_b64decode(value[2:] + "=" * (-len(value[2:]) % 4)).decode()
    except (binascii.Error, UnicodeDecodeError):
        return value


def _without_trackers(url: str) -> str | None:
    try:
        parts = urlsplit(url)
        host = parts.hostname
    except ValueError:
        return None
    if not host or not re.search(r"[^\W_]", host):
        return None
    query = "&".join(part for part in parts.query.split("&") if not _TRACKERS.fullmatch(part.partition("=")[0]))
    fragment = parts.fragment.partition(":~:")[0]
    return urlunsplit((parts.scheme.lower(), parts.netloc, parts.path, query, fragment))


def _path(path: str) -> str:
    segments: list[str] = []
    for step in _same_encoding(path).split("/"):
        if step == "..":
            if len(segments) > 1:
                segments.pop()
        elif step != ".":
            segments.append(step)
    return "/".join(segments).rstrip("/")


def _same_encoding(text: str) -> str:
    """Return the text in normal percent-encoding: letters, digits and "-._~" plain, other escapes in capitals."""

    def plain(match: re.Match[str]) -> str:
        character = chr(int(match[1], 16))
        return character if character.isascii() and (character.isalnum() or character in "-._~") else match[0].upper()

    escaped = re.sub(r"%([0-9a-fA-F]{2})", plain, text)
    return quote(escaped, safe="%/:;.()-_,+'!*@=&?$~[]|<>\"{}^`\\#") if not escaped.isascii() else escaped
