"""Files that an answer's text names: pictures and links of Markdown, and attributes of HTML and of components."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import Any

_LONGEST = 1_000  # characters of a name
_FENCE = re.compile(r"^[ \t]{0,3}(`{3,}+|~{3,}+)[^`\n]*+$", re.MULTILINE)
_OPENING = re.compile(r"\]\([ \t]{0,9}")
_TITLE = re.compile(r"[ \t][\"']")
_REFERENCE = re.compile(r"^[ \t]{0,3}\[[^\]\n]{1,200}\]:[ \t]{1,9}<?([^\s<>]{1,1000})", re.MULTILINE)
_EMBEDDED = re.compile(r"!\[\[([^\[\]|\n]{1,500})")
_CSS = re.compile(r"\burl\(\s{0,9}[\"']?([^\"'()\s]{1,1000})")
_ATTRIBUTE = re.compile(
    r"\b(src|srcset|href|data|poster|html_?file|file|file_?name|path|image|chart)\s{0,9}=\s{0,9}\{?\s{0,9}"
    r"(?:\"([^\"<>\n]{1,1000})\"|'([^'<>\n]{1,1000})'|`([^`<>\n]{1,1000})`|([^\s\"'`<>{}=]{1,1000}+)(?=[\s>]))",
    re.IGNORECASE,
)
_SUFFIX = re.compile(
    r"\.(?:png|jpe?g|gif|webp|avif|heic|svg|bmp|tiff?|ico|mmd|mermaid|html?|pdf|csv|tsv|xlsx?|json|ya?ml|mp4|webm)$",
    re.IGNORECASE,
)
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]+:|//|#", re.IGNORECASE)
_LOCAL = re.compile(r"(?:file|sandbox|attachment):", re.IGNORECASE)


def named_files(text: str) -> list[str]:
    """Return the targets in a text that may be names of files, each once, as they are written; code names none.

    >>> named_files('![a](images/my%20fig.png "A") <img src="b.png"> [c](https://d.example/e.png) ![](<f (1).svg>)')
    ['images/my%20fig.png', 'f (1).svg', 'b.png']
    """
    prose = without_fences(text)
    return [name for name in dict.fromkeys(_targets(prose)) if name and is_local(name)]


def looks_like_file(target: str) -> bool:
    """Return whether a target ends as files that figures are made of do, so that it names one beyond doubt.

    >>> looks_like_file("images/a.PNG?raw=true"), looks_like_file("section-2"), looks_like_file("example.com")
    (True, False, False)
    """
    return _SUFFIX.search(re.split(r"[?#]", target, maxsplit=1)[0].rstrip()) is not None


def is_local(target: str) -> bool:
    """Return whether a target is no address on the web, no place in the text and no inline data.

    >>> [is_local(one) for one in ("a.png", "C:/a.png", "sandbox:/mnt/a.png", "data:image/png;base64,", "//a.b/c.png")]
    [True, True, True, False, False]
    """
    return _LOCAL.match(target) is not None or _ADDRESS.match(target) is None


def texts_in(value: Any) -> Iterator[str]:
    """Return every text in a value of JSON."""
    waiting = [value]
    while waiting:
        held = waiting.pop()
        if isinstance(held, str):
            yield held
        elif isinstance(held, dict):
            waiting += reversed(held.values())
        elif isinstance(held, list | tuple):
            waiting += reversed(held)


def without_fences(text: str) -> str:
    """Return a text of Markdown without what stands in fences of code; a fence that is never closed hides nothing."""
    kept, at, opening = [], 0, None
    for mark in _FENCE.finditer(text):
        if opening is None:
            opening = mark
        elif mark[1].startswith(opening[1]):
            kept.append(text[at : opening.start()])
            at, opening = mark.end(), None
    return "".join([*kept, text[at:]])


def _targets(text: str) -> Iterator[str]:
    for match in _OPENING.finditer(text):
        line = text[match.end() : match.end() + _LONGEST].partition("\n")[0]
        yield _target(line.partition("](")[0])
    for match in _REFERENCE.finditer(text):
        yield match[1]
    for match in _EMBEDDED.finditer(text):
        yield match[1].strip()
    for match in _CSS.finditer(text):
        yield match[1]
    for match in _ATTRIBUTE.finditer(text):
        value = html.unescape(next(filter(None, match.groups()[1:]))).strip()
        parts = value.split(",") if match[1].lower() == "srcset" else [value]
        yield from (part.split()[0] if len(parts) > 1 and part.split() else part.strip() for part in parts)


def _target(rest: str) -> str:
    """Return the target behind an opening bracket: in angles, or up to the bracket that closes it, without a title."""
    if rest.startswith("<"):
        return rest[1:].partition(">")[0].strip()
    depth = 0
    for place, sign in enumerate(rest):
        depth += (sign == "(") - (sign == ")")
        if depth < 0:
            target = rest[:place].strip()
            return _TITLE.split(target, maxsplit=1)[0].strip() if target.endswith(('"', "'")) else target
    return ""
