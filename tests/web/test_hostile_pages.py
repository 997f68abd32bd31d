"""Whatever a link, a redirect, a header, a body or a parser raises stays with that page; good pages go on beside it."""

from __future__ import annotations

import gzip
import random
import zlib
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.records import EvidencePage, row_digest
from litgauge.tasks.records.rows import to_table
from litgauge.tasks.web import EvidenceStore, collect_evidence
from tests.web.web import ARTICLE, PUBLIC, QUICK, SITE, Web

GOOD = "http://good.example/article"  # of a server that never fails: one that does is left alone for a while
SETTINGS = QUICK.model_copy(
    update={"attempts": 1, "robots": False, "read_timeout_s": 10.0, "total_timeout_s": 20.0, "connect_timeout_s": 10.0}
)

LINKS = (
    "", " ", "\0", "http://", "http:///x", "//host/x", "http://xn--a.com", "http://xn--\u00e4.com/",
    "http://a" + "." * 300,
    f"http://{SITE}:{'9' * 5_000}/", f"http://{SITE}:-1/", f"http://{SITE}:\u0663\u0663/", f"http://{SITE}:80:80/",
    "http://[fe80::1%25eth0]/", "http://[::1%lo]/", "http://[::", "http://[v1.x]/", "http://[1::2::3]/", "http://]/",
    f"http://{SITE}/\0", f"http://{SITE}\0.evil/", f"http://{SITE}/" + "a" * 100_000, "http://" + "a" * 100_000,
    "http://" + "\u0301" * 70 + ".com/", "http://\u200d.com/", "http://\u2488com/", "http://%00/", "http://a b/",
    "http://" + "x." * 5_000 + "com/", f"http://{SITE}/%", f"http://{SITE}/%zz%ff?%00#%", f"http://{SITE}/\u202e\uffff",
    "http://user:pass@host/", "javascript:alert(1)", "data:text/html,x", "file:///etc/passwd", "\ufeffhttp://a/",
    f"http://{SITE}/" + "%25" * 2_000, "http://1e100/", "http://0x/", "http://999999999999/", "http://\U0001f4a9.la/",
)  # fmt: skip


@pytest.fixture
def store(tmp_path: Path) -> EvidenceStore:
    return EvidenceStore(Storage(str(tmp_path)))


async def collected(web: Web, store: EvidenceStore, *urls: str, **limits: Any) -> dict[str, EvidencePage]:
    """The pages; each of them can be stored, whatever they hold."""
    web.names["good.example"] = [PUBLIC]
    addresses = {url: url for url in (GOOD, *urls)}
    async with web.fetcher(SETTINGS.model_copy(update=limits)) as fetcher:
        pages = {page.page: page async for page in collect_evidence(addresses, store, fetcher)}
    assert set(pages) == set(addresses)
    assert pages[GOOD].status == "ok"
    to_table(EvidencePage, pages.values())
    row_digest(*pages.values())
    return pages


def no_bug(pages: dict[str, EvidencePage]) -> None:
    assert {url[:80]: page.detail for url, page in pages.items() if page.reason == "bug"} == {}


@pytest.mark.slow
async def test_links(web: Web, store: EvidenceStore) -> None:
    pages = await collected(web, store, *LINKS)

    no_bug(pages)
    assert not any(address.startswith("127.") for address, _ in web.opened)


async def test_links_that_no_utf8_holds(web: Web, store: EvidenceStore) -> None:
    web.names["good.example"] = [PUBLIC]
    async with web.fetcher(SETTINGS) as fetcher:
        odd = {name: f"http://{SITE}/{name}" for name in ("\ud800", "\udfff\ud800")}
        pages = [page async for page in collect_evidence({**odd, GOOD: GOOD}, store, fetcher)]

    assert sorted(page.status for page in pages)[-1] == "ok"
    assert len(pages) == 3
    to_table(EvidencePage, pages)


@pytest.mark.slow
async def test_links_made_at_random(web: Web, store: EvidenceStore) -> None:
    dice = random.Random(11)
    pieces = [
        "http",
        "https",
        ":",
        "//",
        "/",
        "@",
        "[",
        "]",
        "%",
        "%00",
        "::",
        "1",
        "127.0.0.1",
        "xn--",
        ".",
        "..",
        SITE,
    ]
    pieces += ["\\", "#", "?", "&", ";", "0x7f", "|", "^", "x" * 64]
    pieces += ["\u3002", "\u00df", "\u0130", "\t", "\n", "\U000e0041"]
    urls = {"http://" * dice.randint(0, 1) + "".join(dice.choices(pieces, k=dice.randint(1, 9))) for _ in range(400)}

    pages = await collected(web, store, *urls)

    no_bug(pages)
    assert {address for address, _ in web.opened} <= {PUBLIC}


@pytest.mark.slow
async def test_redirects(web: Web, store: EvidenceStore) -> None:
    for number, link in enumerate(LINKS):
        answer = f"HTTP/1.1 302 Found\r\nLocation: {link[:9_000]}\r\n\r\n".encode()
        web.pages[f"/{number}"] = lambda to, _, answer=answer: raw(to, answer)  # type: ignore[misc]
    quoted = (f"http://{SITE}/redirect?to={quote(link[:3_000])}" for link in LINKS)

    no_bug(await collected(web, store, *quoted, *(f"http://{SITE}/{number}" for number in range(len(LINKS)))))


def raw(to: Any, answer: bytes) -> None:
    to.close_connection = True
    to.wfile.write(answer)


BODY = ARTICLE.encode()
HEADERS: dict[str, bytes] = {
    "no charset of that name": b"Content-Type: text/html; charset=no-such-charset",
    "a codec that is no charset": b"Content-Type: text/html; charset=zlib_codec",
    "a charset that raises": b"Content-Type: text/html; charset=idna",
    "a charset of bytes": b"Content-Type: text/html; charset=\xff\xfe\x00",
    "a charset without end": b"Content-Type: text/html; charset=" + b"x" * 60_000,
    "utf-7": b"Content-Type: text/html; charset=utf-7",
    "unicode escape": b"Content-Type: text/html; charset=raw_unicode_escape",
    "two encodings": b"Content-Encoding: gzip\r\nContent-Encoding: deflate",
    "an encoding in a chain": b"Content-Encoding: gzip, gzip, gzip, br",
    "an encoding not asked for": b"Content-Encoding: zstd",
    "an encoding of bytes": b"Content-Encoding: \xff\xfe",
    "an absurd length": b"Content-Length: " + b"9" * 4_000,
    "a negative length": b"Content-Length: -5",
    "lengths that differ": b"Content-Length: 5\r\nContent-Length: 7",
    "a length in other digits": "Content-Length: \u0663\u0663".encode(),
    "a location of bytes": b"Location: \xff\xfe\xfd",
    "a cookie without end": b"Set-Cookie: a=" + b"x" * 60_000,
    "a cookie of nonsense": b"Set-Cookie: ;;;=;;\xff; expires=never; domain=..; max-age=9e99",
    "a retry for ever": b"Retry-After: " + b"9" * 4_000,
    "a name of bytes": b"\xff\xfe: x",
    "no colon": b"this is no header",
    "a folded header": b"X-A: b\r\n  c",
    "a NUL": b"X-A: a\0b",
    "many headers": b"\r\n".join(b"X-%d: y" % n for n in range(3_000)),
    "a transfer nobody knows": b"Transfer-Encoding: gzip, chunked",
    "a chunk without size": b"Transfer-Encoding: chunked",
}


@pytest.mark.slow
@pytest.mark.parametrize("status", [b"200 OK", b"301 Moved", b"503 Busy"])
async def test_headers(web: Web, store: EvidenceStore, status: bytes) -> None:
    for number, lines in enumerate(HEADERS.values()):
        answer = b"HTTP/1.1 " + status + b"\r\n" + lines + b"\r\n\r\n" + BODY
        web.pages[f"/{number}"] = lambda to, _, answer=answer: raw(to, answer)  # type: ignore[misc]

    pages = await collected(web, store, *(f"http://{SITE}/{number}" for number in range(len(HEADERS))))

    no_bug(pages)
    if status != b"301 Moved":  # nothing of it is the agent's doing
        assert {page.status for page in pages.values()} <= {"ok", "failed"}


@pytest.mark.parametrize(
    "line",
    [b"", b"\0", b"HTTP/1.1 abc", b"HTTP/1.1 99", b"HTTP/1.1 1000 x", b"SSH-2.0-x", b"\xff" * 9],
)
async def test_what_is_no_http(web: Web, store: EvidenceStore, line: bytes) -> None:
    web.pages["/odd"] = lambda to, _: raw(to, line + b"\r\n\r\n" + BODY)

    pages = await collected(web, store, f"http://{SITE}/odd")

    no_bug(pages)
    assert pages[f"http://{SITE}/odd"].status == "failed"


def _packed(data: bytes, times: int) -> bytes:
    for _ in range(times):
        data = gzip.compress(data)
    return data


BODIES: dict[str, tuple[str, bytes]] = {
    "no gzip": ("gzip", b"no gzip"),
    "gzip cut short": ("gzip", gzip.compress(BODY)[:40]),
    "gzip with a wrong sum": ("gzip", gzip.compress(BODY)[:-8] + b"\0" * 8),
    "gzip then rubbish": ("gzip", gzip.compress(BODY) + b"\x1f\x8b rubbish"),
    "ten thousand gzips": ("gzip", gzip.compress(b"") * 10_000),
    "a bomb": ("gzip", gzip.compress(bytes(20_000_000))),
    "a bomb in a bomb": ("gzip", _packed(bytes(20_000_000), 2)),
    "deflate with a dictionary": ("deflate", zlib.compressobj(zdict=b"x" * 99).compress(BODY) + b"xx"),
    "surrogates in UTF-8": ("", b"<html><title>\xed\xa0\x80</title><p>\xed\xbf\xbf words"),
    "UTF-16 cut": ("", b"\xff\xfe<\0h\0t\0m\0l\0>\0\xd8"),
    "UTF-32 mark": ("", b"\xff\xfe\0\0" + "<html><p>words".encode("utf-32-le")),
    "half a pair in JSON-LD": ("", b"<html><script type='application/ld+json'>{\"@type\": \"ScholarlyArticle\", "
        b"\"headline\": \"a \\ud800 b\", \"author\": {\"name\": \"A \\udc00 Author\"}, "
        b"\"identifier\": \"\\ud800\"}</script><p>words"),
    "nested JSON-LD": ("", b"<html><script type='application/ld+json'>" + b"[" * 90_000 + b"</script><p>words"),
    "a number without end in JSON-LD": ("", b"<html><script type='application/ld+json'>{\"a\": " + b"9" * 9_000
        + b"}</script><p>words"),
    "references to no character": ("", b"<html><title>&#xd800;&#x110000;&#0;&#99999999999;</title><p>words &#xfffe;"),
    "tags without end": ("", b"<html>" + b"<b>" * 40_000 + b"words"),
    "attributes without end": ("", b"<html><p " + b" ".join(b"a%d=b" % n for n in range(9_000)) + b">words"),
    "an entity that grows": ("", b"<?xml version='1.0'?><!DOCTYPE html [<!ENTITY a 'aaaaaaaaaa'>"
        + b"".join(b"<!ENTITY a%d '%s'>" % (n + 1, b"&a%s;" % (str(n).encode() if n else b"") * 10) for n in range(9))
        + b"]><html><p>&a9; words</p></html>"),
    "an entity from elsewhere": ("", b"<?xml version='1.0'?><!DOCTYPE html [<!ENTITY a SYSTEM 'file:///etc/passwd'>]>"
        b"<html><p>&a;</p></html>"),
    "a meta charset that is none": ("", b"<html><meta charset='base64'><meta charset='\xff'><p>words"),
    "a refresh of nonsense": ("", b"<html><meta http-equiv=refresh content='0;url=http://[::'><p>w"),
    "a refresh with half a pair": ("", b"<html><meta http-equiv=refresh content='0;url=http://&#xd800;/'><p>w"),
    "no PDF": ("", b"%PDF-1.7\n" + b"\xff" * 99),
    "nested JSON": ("", b"[" * 200_000),
    "NULs": ("", bytes(9_000)),
    "one long word": ("", b"<html><p>" + b"x" * 250_000),
    "dates without end": ("", b"<html><meta name=citation_date content='" + b"9" * 90_000 + b"'><p>words"),
    "comments that do not close": ("", b"<html><p>words" + b"<!--" * 50_000),
}  # fmt: skip


@pytest.mark.parametrize("body", BODIES)
async def test_bodies(web: Web, store: EvidenceStore, body: str) -> None:
    coding, data = BODIES[body]
    extra = {"content_encoding": coding} if coding else {}
    web.pages["/odd"] = lambda to, _: to.page(200, data, "text/html", **extra)
    url = f"http://{SITE}/odd"

    page = (await collected(web, store, url))[url]

    no_bug({url: page})
    assert page.status in ("ok", "failed") or page.reason in ("not-text", "bad-url")
    assert b"root:" not in store.data(page)
    assert "root:" not in store.text(page)


@pytest.mark.slow
async def test_bodies_made_at_random(web: Web, store: EvidenceStore) -> None:
    dice = random.Random(5)
    pieces = [
        b"<html>", b"<body>", b"<p>", b"</p>", b"<script", b">", b"<", b"&", b"&#x", b";", b"<!--", b"]]>",
        b"<![CDATA[", b"<meta name=citation_author content='", b"'", b'"', b"<table><td>", b"<svg>", b"<title>",
        b"\xff", b"\0", b"%PDF-", b"{", b"word " * 9, b"\xf0\x9f\x92\xa9", b"\xed\xa0\x80", b"<a href='http://[",
        b"<base href=x:",
    ]  # fmt: skip
    bodies = [b"".join(dice.choices(pieces, k=dice.randint(1, 40))) for _ in range(120)]
    for number, data in enumerate(bodies):
        web.pages[f"/{number}"] = lambda to, _, data=data: to.page(200, data, dice.choice(["text/html", "text/plain"]))  # type: ignore[misc]

    no_bug(await collected(web, store, *(f"http://{SITE}/{number}" for number in range(len(bodies)))))
