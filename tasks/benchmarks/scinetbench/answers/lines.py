"""The works of an answer in Markdown or plain lines: items, headings, tables, arrows, lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tasks.benchmarks.scinetbench.answers.works import names_works

_LONGEST_LINE = 2_000
_NUMBERED = (
    r"\(?(?:rank|no\.?|paper|work|step)?[ ]?#?\d{1,4}(?:[.):]\**[ \t]+|[ \t]+[-–—][ \t]+|、[ \t]*|．[ \t]*)"
    r"|\[\d{1,4}\][ \t]*|[a-z][.)][ \t]+"
)
_MARKED = re.compile(
    rf"^\s{{0,8}}(?:[-*+•◦‣][ \t]+(?:\[[ x]\][ \t]+)?|\**(?:{_NUMBERED}))(?P<text>\S.*)$", re.IGNORECASE
)
_HEADING = re.compile(rf"^#{{1,6}}[ \t]+\**(?:{_NUMBERED})(?P<text>\S.*)$", re.IGNORECASE)
_INITIAL = re.compile(r"^\s*[A-Z][.)]\s")  # of an author, not the letter of an item
_TITLED = re.compile(
    rf"^\s*(?:[-*+•◦‣][ \t]+|\**(?:{_NUMBERED}))?[*_\"']*title[*_\"']*\s*[:=][*_]*\s*(?P<text>\S.*)$", re.IGNORECASE
)
_BEGINNING = re.compile(r"^\s*(?:@\w{1,20}\s*\{|\{\s*$|\[\[|[-*_]{3,}\s*$)")
"""Of a work's fields, as in BibTeX, JSON or TOML."""
_SIGNS = " *_\"'{},"  # around the value of a field
_DETAIL = re.compile(
    r"^\s*(?:[-*+•◦‣]\s+)?[*_\"]*(?:(?P<id>doi|arxiv(?:[ _]?id)?|open[ _]?alex(?:[ _]?id)?|url|link|id)"
    r"|year|date|published|authors?|venue|journal|conference|why|reasons?|reasoning|rationale|justification"
    r"|explanation|notes?|abstract|summary|citations?|cited by|significance|contribution|novelty|disruption|impact"
    r"|relevance|evidence|score|sentiment|confidence|type|topic|field)[*_\"]*\s*[:=][*_]*\s*(?P<value>.*)$",
    re.IGNORECASE,
)
_BELOW = re.compile(r"^\s*[-*+•◦‣][ \t]+(?:\*\*[^*:]{1,40}(?::\*\*|\*\*:)|.*[.!?]\W{0,2}$)")
"""Words about an item, where it stands in a list under it."""
_ARROW = re.compile(r"[→⟶➜➔➝➞➡⇒⟹]\ufe0f?|[-=]{1,2}>|\$?\\(?:long)?(?:rightarrow|to)\b\$?")
_BACK = re.compile(r"[←⟵⬅⇐⟸]\ufe0f?|<[-=]{1,2}")
_BREAK = re.compile(r"</?(?:li|p|br)\s*/?>", re.IGNORECASE)
_QUOTED = re.compile(r"^\s{0,3}(?:>\s?)+")
_KEYCAP = re.compile(r"(\d)\ufe0f?\u20e3[ \t]*")
_LABEL = re.compile(r"^[A-Za-z ]{1,20}:\s+")
_RULE = re.compile(r"^\s*\|?\s*:?-{2,}:?\s*(?:\|\s*:?-{2,}:?\s*)+\|?\s*$")
_SENTENCES = 3  # lines that end in a full stop are entries from so many on


def lines_of(text: str) -> list[str]:
    """The lines that may tell of a work, without the marks of a quotation; numbers in boxes as numbers."""
    lines = (part for line in text.split("\n") for part in ([line] if "|" in line else _BREAK.split(line)))
    plain = (_KEYCAP.sub(r"\1. ", _QUOTED.sub("", line)) for line in lines if len(line) <= _LONGEST_LINE)
    return [line for line in plain if line.strip()]


def table_rows(lines: Sequence[str]) -> list[Mapping[str, Any]]:
    """The rows of a Markdown table by its head; of several tables those whose heads name works.

    None where there is no table.
    """
    ruled = any(map(_RULE.match, lines))
    tables: list[list[list[str]]] = [[]]
    for line in lines:
        if _RULE.match(line) and len(tables[-1]) > 1 and (_is_head(tables[-1][-1]) or not _is_head(tables[-1][0])):
            tables.append([tables[-1].pop()])
        elif (row := _cells(line, bare=ruled)) is not None:
            tables[-1].append(row)
    telling = [table for table in tables if table and _is_head(table[0])]
    return [row for table in telling or tables[:1] for row in _by_head(table)]


def _is_head(row: Sequence[str]) -> bool:
    return names_works([cell.strip("* ") for cell in row])


def _by_head(table: Sequence[list[str]]) -> list[Mapping[str, Any]]:
    return [dict(zip((cell.strip("* ") for cell in table[0]), row, strict=False)) for row in table[1:]]


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
    parts = _BACK.split(line)[::-1] if _BACK.search(line) else _ARROW.split(line)
    return [_LABEL.sub("", part.strip()) for part in parts] if len(parts) > 1 else [line]


def _items(lines: Sequence[str]) -> Iterator[str]:
    """The texts of items, with the identifiers that the lines below one give for it."""
    if sum(_TITLED.match(line) is not None for line in lines) > 1:
        yield from _titled(lines)
        return
    numbered = any(_HEADING.match(line) for line in lines)
    item, depth = "", 0
    for line in lines:
        detail = _DETAIL.match(line) if item else None
        found = _HEADING.match(line) or (None if numbered or _INITIAL.match(line) else _MARKED.match(line))
        below = item and _depth(line) > depth and _BELOW.match(line) and not _has_identifier(line)
        if found and not detail and not below:
            if item:
                yield item
            item, depth = found["text"], _depth(line)
        elif detail and detail["id"]:
            item = f"{item} {_identifier(detail)}"
    if item:
        yield item


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _titled(lines: Sequence[str]) -> Iterator[str]:
    """The titles of works that are told field by field, each with its identifiers."""
    title, identifiers = "", list[str]()
    for line in lines:
        found, detail = _TITLED.match(line), _DETAIL.match(line)
        if (found or _BEGINNING.match(line)) and title:
            yield " ".join([title, *identifiers])
            title, identifiers = "", []
        if found:
            title = found["text"].strip(_SIGNS)
        elif detail and detail["id"]:
            identifiers.append(_identifier(detail))
    if title:
        yield " ".join([title, *identifiers])


def _identifier(detail: re.Match[str]) -> str:
    value = detail["value"].strip(_SIGNS)
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
