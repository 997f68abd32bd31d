"""Headings without markup: short lines of their own."""

from __future__ import annotations

import re
from dataclasses import replace

from litgauge.tasks.reports.reading.block_types import Block
from litgauge.tasks.text.inline_markup import SIGNS

_BOLD_ONLY = re.compile(r"(?:\*\*|__)([^*_]{2,120})(?:\*\*|__)[ \t]*[:：]?$")

_CITES = re.compile(r"\[\^?\d|[a-z)%\]\"”][.!?][\"”)]?\d{1,3}(?:\s?,\s?\d{1,3}){0,9}$")


def plain_headings(surface: str, text_blocks: list[Block]) -> list[Block]:
    """Return the blocks with short lines of their own as headings ("Executive summary", "**Scope**").

    Three or more in a row are the cells of a table that lost its lines, except at the beginning of a report.
    """
    marked = sum(block.kind == "heading" for block in text_blocks) >= 2
    likely = [
        _may_head(surface, block, marked) and index + 1 < len(text_blocks) for index, block in enumerate(text_blocks)
    ]
    result, at = list(text_blocks), 0
    while at < len(text_blocks):
        last = at
        while last < len(text_blocks) and likely[last]:
            last += 1
        if last - at in (1, 2) or at == 0:
            result[at:last] = [replace(block, kind="heading", level=6, marked=False) for block in text_blocks[at:last]]
        at = max(last, at + 1)
    return result


def _may_head(surface: str, block: Block, marked: bool) -> bool:
    if block.kind != "text" or len(block.lines) != 1:
        return False
    text = surface[block.start : block.end]
    bold = _BOLD_ONLY.fullmatch(text)
    return bool(bold and titled(bold[1])) or (not marked and titled(text) and len(text.split()) <= 16)


def titled(text: str) -> bool:
    """Return whether a line reads like a title: short, capitalised, without a full stop and citations."""
    stripped = text.strip().strip("*_#").strip()
    if (
        not stripped
        or len(stripped) > 110
        or stripped[-1] in ".!?;,:。！？；，：…)]"
        or any(sign in stripped for sign in SIGNS)
    ):
        return (
            bool(stripped)
            and stripped[-1] == ")"
            and len(stripped) <= 110
            and _begins_large(stripped)
            and "](" not in stripped
        )
    return _begins_large(stripped) and "://" not in stripped and not _CITES.search(stripped)


def _begins_large(text: str) -> bool:
    first = text.lstrip("“\"'‘(*_")[:1]
    return first.isupper() or first.isdecimal() or "\u3000" < first < "\uac00"
