"""The works of an answer in Markdown or plain lines: items, headings, tables, arrows, lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

_LONGEST_LINE = 2_000
_NUMBERED = (
    r"\(?(?:rank|no\.?|paper|work|step)?[ ]?#?\d{1,4}(?:[.):][ \t]+|[ \t]+[-–—][ \t]+|、[ \t]*|．[ \t]*)"
    r"|\[\d{1,4}\][ \t]*|[a-z][.)][ \t]+"
)
_MARKED = re.compile(
    rf"^\s{{0,8}}(?:[-*+•◦‣][ \t]+(?:\[[ x]\][ \t]+)?|\**(?:{_NUMBERED}))(?P<text>\S.*)$", re.IGNORECASE
)
_HEADING = re.compile(rf"^#{{1,6}}[ \t]+\**(?:{_NUMBERED})(?P<text>\S.*)$", re.IGNORECASE)
_INITIAL = re.compile(r"^\s*[A-Z][.)]\s")  # of an author, not the letter of an item
_DETAIL = re.compile(
    r"^\s*(?:[-*+•◦‣]\s+)?[*_]*(?:(?P<id>doi|arxiv(?:[ _]?id)?|open[ _]?alex(?:[ _]?id)?|url|link|id)"
    r"|year|date|published|authors?|venue|journal|conference|why|reasons?|reasoning|rationale|justification"
    r"|explanation|notes?|abstract|summary|citations?|cited by|significance|contribution|novelty|disruption|impact"
    r"|relevance|evidence|score|sentiment|confidence|type|topic|field)[*_]*\s*:[*_]*\s*(?P<value>.*)$",
    re.IGNORECASE,
)
_ARROW = re.compile(r"\s*(?:→|⟶|->|=>|-->|\$?\\(?:long)?(?:rightarrow|to)\b\$?)\s*")
_LABEL = re.compile(r"^[A-Za-z ]{1,20}:\s+")
_RULE = re.compile(r"^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)+\|?\s*$")
_SENTENCES = 3  # lines that end in a full stop are entries from so many on


def lines_of(text: str) -> list[str]:
    """The lines that may tell of a work."""
    return [line for line in text.split("\n") if line.strip() and len(line) <= _LONGEST_LINE]


def table_rows(lines: Sequence[str]) -> list[Mapping[str, Any]]:
    """The rows of a Markdown table by its head; none where there is no table."""
    ruled = any(map(_RULE.match, lines))
    table = [row for line in lines if (row := _cells(line, bare=ruled)) is not None]
    if len(table) < 2:
        return []
    head = [cell.strip("* ") for cell in table[0]]
    return [dict(zip(head, row, strict=False)) for row in table[1:]]


def entries_of(lines: Sequence[str]) -> list[str]:
    """The entries of a list, each with what further lines say of it; else a chain of arrows; else plain lines."""
    items = list(_items(lines))
    if items:
        return items
    chains = [parts for line in lines if len(parts := links_of(line)) > 2]
    if chains:
        return chains[0]
    plain = [line for line in lines if not line.lstrip().startswith(("#", "```"))]
    entries = [line for line in plain if line.strip()[-1] not in ".?!:…" or _has_identifier(line)]
    if not entries and len(plain) >= _SENTENCES and all(line.rstrip().endswith(".") for line in plain):
        return [line.strip().rstrip(".") for line in plain]
    return entries


def links_of(line: str) -> list[str]:
    """The links of a chain of arrows, a label before each dropped; the line itself where there is no arrow."""
    return [_LABEL.sub("", part) for part in _ARROW.split(line.strip())] if _ARROW.search(line) else [line]


def _items(lines: Sequence[str]) -> Iterator[str]:
    """The texts of items, with the identifiers that the lines below one give for it."""
    numbered = any(_HEADING.match(line) for line in lines)
    item = ""
    for line in lines:
        detail = _DETAIL.match(line) if item else None
        found = _HEADING.match(line) or (None if numbered or _INITIAL.match(line) else _MARKED.match(line))
        if found and not detail:
            if item:
                yield item
            item = found["text"]
        elif detail and detail["id"]:
            item = f"{item} {_identifier(detail)}"
    if item:
        yield item


def _identifier(detail: re.Match[str]) -> str:
    value = detail["value"].strip("*_ ")
    name = detail["id"].lower()
    return f"{name.split('_')[0].split(' ')[0]}:{value}" if name.startswith(("doi", "arxiv")) else value


def _has_identifier(line: str) -> bool:
    return bool(re.search(r"https?://|\b[wW]\d{4,12}\b|\b10\.\d{4,9}/", line))


def _cells(line: str, *, bare: bool) -> list[str] | None:
    """The cells of a row; without `bare` it must begin and end with a bar."""
    text = line.strip()
    edged = text.startswith("|") and text.endswith("|") and len(text) > 2
    if not (edged or (bare and "|" in text)) or _RULE.match(text):
        return None
    cells = [cell.strip() for cell in text.removeprefix("|").removesuffix("|").split("|")]
    return None if all(set(cell) <= set("-: ") for cell in cells) else cells
