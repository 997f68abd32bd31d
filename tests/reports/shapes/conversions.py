"""What converters and editors make of a text in Markdown: pandoc, an HTML editor, Google Docs."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Mapping

from markdown_it import MarkdownIt

PANDOC: Mapping[str, tuple[str, ...]] = {
    "html": ("--to=html", "--standalone", "--metadata=title:Boats"),
    "markdown": ("--to=markdown",),
    "markdown, lines": ("--to=markdown", "--wrap=none"),
    "gfm": ("--to=gfm",),
    "commonmark": ("--to=commonmark", "--reference-links"),
}


def by_pandoc(text: str, arguments: tuple[str, ...]) -> str:
    """The text as pandoc converts it."""
    source = "--from=markdown+autolink_bare_uris-smart-citations-tex_math_dollars"
    done = subprocess.run(
        ["pandoc", source, *arguments], input=text, capture_output=True, text=True, timeout=60, check=True
    )
    return done.stdout


def html_editor(text: str) -> str:
    """What a page's editor keeps: a paragraph in each item and cell, links that open in a new window."""
    html = _html(text)
    html = re.sub(r"<li>(?!\s*<p>)(.*?)</li>", r"<li><p>\1</p></li>", html, flags=re.DOTALL)
    html = re.sub(r"<t([dh])>(.*?)</t\1>", r'<t\1 colspan="1" rowspan="1"><p>\2</p></t\1>', html)
    return html.replace("<a href=", '<a target="_blank" rel="noopener noreferrer nofollow" class="editor-link" href=')


def google_docs(text: str) -> str:
    """What Google Docs exports: spans everywhere, links through its redirect, its own class names."""
    html = _html(text)
    html = _with_notes(html)
    html = re.sub(r'<a href="(https?:[^"]*)">(.*?)</a>', _redirected, html)
    html = re.sub(r"<(p|li|h[1-6])>(.*?)</\1>", _spanned, html, flags=re.DOTALL)
    head = '<html><head><meta content="text/html; charset=UTF-8" http-equiv="content-type"></head>'
    return f'{head}<body class="c9 doc-content">{html}</body></html>'


def _with_notes(html: str) -> str:
    """Footnotes of Markdown as Google Docs exports them: raised numbers, and the notes behind a rule."""
    labels = re.findall(r"(?m)^(?:<p>)?\[\^(\w+)\]:", html)
    notes = []
    for number, label in enumerate(labels, 1):
        entry = re.search(rf"(?m)^(?:<p>)?\[\^{label}\]: (.*?)(?:</p>)?$\n?", html)
        assert entry is not None
        notes.append(f'<div><p><a href="#ftnt_ref{number}" id="ftnt{number}">[{number}]</a>&nbsp;{entry[1]}</p></div>')
        html = html.replace(entry[0], "")
        mark = f'<sup><a href="#ftnt{number}" id="ftnt_ref{number}">[{number}]</a></sup>'
        html = html.replace(f"[^{label}]", mark)
    return f'{html}<hr class="c9">{"".join(notes)}' if notes else html


def _redirected(match: re.Match[str]) -> str:
    address = match[1].replace("&amp;", "%26").replace("?", "%3F").replace("=", "%3D")
    tail = "&amp;sa=D&amp;source=editors&amp;ust=1764000000000000&amp;usg=AOvVaw0x"
    return (
        f'</span><span class="c4"><a class="c5" href="https://www.google.com/url?q={address}{tail}">{match[2]}</a></span>'
        '<span class="c0">'
    )


def _spanned(match: re.Match[str]) -> str:
    inner = match[2].replace("<strong>", '</span><span class="c7">').replace("</strong>", '</span><span class="c0">')
    inner = inner.replace("<em>", '</span><span class="c8">').replace("</em>", '</span><span class="c0">')
    return f'<{match[1]} class="c1 li-bullet-0"><span class="c0">{inner}</span></{match[1]}>'


def _html(text: str) -> str:
    return str(MarkdownIt("commonmark", {"html": True, "linkify": False}).enable("table").render(text))


EDITORS: Mapping[str, Callable[[str], str]] = {"HTML editor": html_editor, "Google Docs": google_docs}
