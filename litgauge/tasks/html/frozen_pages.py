"""Pages of evidence: the text of a cited page as it was frozen, with what was quoted of it, one file a page.

They stand in a folder beside report.html, or are shown by the server; report.html itself holds none of them, for a run
may have cited a thousand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from hashlib import sha256
from urllib.parse import urlsplit

from litgauge.tasks.base.errors import DamagedFile
from litgauge.tasks.benchmark import FrozenPage
from litgauge.tasks.engine.storage import Storage
from litgauge.tasks.html.plain_pages import PALETTE, printable, whole_page
from litgauge.tasks.ledger import LoadedRun
from litgauge.tasks.records import EvidencePage

PAGE_STYLE = f"""{PALETTE}
body{{font:1rem/1.55 system-ui,sans-serif;margin:0 auto;max-width:56rem;padding:1rem;overflow-wrap:anywhere}}
h1{{font-size:1.3rem;margin:.3rem 0}}h2{{font-size:1.1rem;margin:1.4rem 0 .3rem}}
dl{{display:grid;grid-template-columns:minmax(6rem,max-content) 1fr;gap:.15rem .9rem}}dt{{color:var(--soft)}}
dd{{margin:0;min-width:0}}.text{{white-space:pre-wrap;border-top:1px solid var(--line);padding-top:1rem}}
mark:target{{outline:3px solid var(--link)}}code{{font-family:ui-monospace,monospace;font-size:.88em}}
@media(max-width:34rem){{dl{{grid-template-columns:1fr}}dt{{margin-top:.3rem}}}}
"""
_GAP = "[…]"  # between the quotes that a passage is made of
_SHORTEST = 12  # characters of a quote that is looked for


def page_name(page: EvidencePage) -> str:
    """Return the name of a frozen page, the same wherever it is shown: of its address and its bytes."""
    return sha256(f"{page.page}\n{page.sha256}\n{page.status}".encode("utf-8", "replace")).hexdigest()[:24]


def passage_anchor(passage: str) -> str:
    """Return where a passage stands on its page."""
    return "p" + sha256(passage.encode("utf-8", "replace")).hexdigest()[:10]


def frozen_pages(runs: Iterable[LoadedRun]) -> dict[str, FrozenPage]:
    """Return the pages that these runs were judged by, by name, each with all that was quoted of it."""
    pages: dict[str, EvidencePage] = {}
    passages: dict[str, dict[str, None]] = {}
    for run in runs:
        for frozen in run.benchmark.page.frozen(run.rows):
            name = page_name(frozen.page)
            pages.setdefault(name, frozen.page)
            passages.setdefault(name, {}).update(dict.fromkeys(frozen.passages))
    return {name: FrozenPage(page, tuple(passages[name])) for name, page in pages.items()}


def frozen_page(frozen: FrozenPage, storage: Storage) -> str:
    """A self-contained HTML page: where it was from and when, then its text with the passages marked."""
    page = frozen.page
    title = printable(page.title or page.url)
    text = _text(page, storage)
    body = [
        f"<h1>{title}</h1>",
        "<p>A cited page as it was when it was fetched. Answers were judged by this text, whatever its address shows"
        " today.</p><dl>",
        *(f"<dt>{term}</dt><dd>{fact}</dd>" for term, fact in _facts(page).items()),
        "</dl><h2>Its text</h2>",
    ]
    if text is None:
        body.append("<p>The text is not in this storage any more, or is not what was frozen.</p>")
    elif not text:
        body.append("<p>There is none.</p>")
    else:
        body.append(f'<div class="text">{"".join(_marked(text, frozen.passages))}</div>')
    return whole_page(f"{title}, as it was frozen", PAGE_STYLE, "".join(body))


def _facts(page: EvidencePage) -> Mapping[str, str]:
    status = f"HTTP {page.http_status}" if page.http_status else ""
    outcome = ", ".join(part for part in (page.status, page.reason, status) if part)
    facts = {
        "Address": linked(page.url),
        "Led to": linked(page.final_url) if page.final_url not in ("", page.url) else "",
        "Fetched": printable(page.fetched),
        "Outcome": printable(outcome),
        "What came": printable(page.content_type),
        "sha256": f"<code>{printable(page.sha256)}</code>" if page.sha256 else "",
    }
    return {term: fact for term, fact in facts.items() if fact}


def linked(url: str) -> str:
    """Return an address as HTML, a link if a browser may be sent there."""
    text = printable(url)
    try:
        web = urlsplit(url).scheme in ("http", "https")
    except ValueError:
        web = False
    return f'<a href="{text}" rel="noopener noreferrer nofollow">{text}</a>' if web else text


def _text(page: EvidencePage, storage: Storage) -> str | None:
    """Return the frozen text, "" where there is none; None where it is gone or damaged."""
    if not page.text_blob:
        return ""
    try:
        return storage.read_checked(page.text_blob).decode("utf-8", "replace")
    except DamagedFile:
        return None


def _marked(text: str, passages: Iterable[str]) -> Iterator[str]:
    """Yield the text with the passages marked that stand in it word for word, each where it stands first."""
    at = 0
    for start, end, anchor in sorted(_places(text, passages)):
        if end <= at:  # all of it is marked as part of another
            yield f'<span id="{anchor}"></span>' if anchor else ""
            continue
        start = max(start, at)
        yield printable(text[at:start])
        anchor_attribute = f' id="{anchor}"' if anchor else ""
        yield f"<mark{anchor_attribute}>{printable(text[start:end])}</mark>"
        at = end
    yield printable(text[at:])


def _places(text: str, passages: Iterable[str]) -> Iterator[tuple[int, int, str]]:
    for passage in passages:
        anchor = passage_anchor(passage)
        for quote in (part.strip() for part in passage.split(_GAP)):
            start = text.find(quote) if len(quote) >= _SHORTEST else -1
            if start >= 0:
                yield start, start + len(quote), anchor
                anchor = ""  # an id stands once
