"""Pages of one piece, without script: the shell around them, and how several are written with a list."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

UNPRINTABLE = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]"
)
"""Characters that HTML may not hold, or that turn the order of what follows."""

PALETTE = """
:root{color-scheme:light dark;--ground:#fff;--ink:#1b1f24;--soft:#4f5862;--line:#d3d8de;--panel:#f4f5f7;--link:#0a53b5;
--key:#2d4f8f;--warn:#8a4b00;--bad:#a31322;--cited:#d5ecdd;--plain:#e9ebee;--mark:#ffe08a}
@media(prefers-color-scheme:dark){:root{--ground:#14171b;--ink:#e6e9ec;--soft:#aab3bd;--line:#3a424b;--panel:#1e2227;
--link:#8ab9ff;--key:#9dbdf5;--warn:#f3c26b;--bad:#ff9aa2;--cited:#1d3a28;--plain:#2a3037;--mark:#5b4a10}}
body{background:var(--ground);color:var(--ink)}a{color:var(--link)}mark{background:var(--mark);color:inherit}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
"""
"""Colours of these pages by day and by night: each of them can be read on the ground and on the panel."""

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"


@dataclass(frozen=True)
class PlainPage:
    """One page of several."""

    name: str
    summary: str
    render: Callable[[], str]  # the whole page, made when it is written


def printable(text: str) -> str:
    """Return the text as HTML, without characters that no page may hold.

    >>> printable("a<b\\x1b")
    'a&lt;b\ufffd'
    """
    return escape(UNPRINTABLE.sub("\ufffd", text))


def whole_page(title: str, style: str, body: str, *, pictures: bool = False) -> str:
    """A self-contained page; `title` and `body` are HTML, with `pictures` as `data:` addresses."""
    policy = f"{_POLICY}; img-src data:" if pictures else _POLICY
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width,initial-scale=1">'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
        f"<title>{title}</title><style>{style}</style></head><body><main>{body}</main></body></html>\n"
    )


def write_pages(path: Path, title: str, style: str, pages: Sequence[PlainPage]) -> list[Path]:
    """Write the pages and return their paths.

    A single page is `path` itself. Of several, `path` is the list, and they stand beside it.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    if len(pages) == 1:
        path.write_text(pages[0].render(), encoding="utf-8")
        return [path]
    addresses = []
    for number, page in enumerate(pages, 1):
        beside = path.with_name(f"{path.stem}-{number:03}{path.suffix or '.html'}")
        beside.write_text(page.render(), encoding="utf-8")
        addresses.append(beside)
    items = "".join(
        f'<li><a href="{printable(beside.name)}">{printable(page.name)}</a> {printable(page.summary)}</li>'
        for beside, page in zip(addresses, pages, strict=True)
    )
    path.write_text(whole_page(title, style, f"<h1>{title}</h1><ul>{items}</ul>"), encoding="utf-8")
    return [path, *addresses]
