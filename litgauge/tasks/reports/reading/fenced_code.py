"""Lines of a report that are code, a diagram or displayed mathematics."""

from __future__ import annotations

import re

from litgauge.tasks.reports.reading.block_types import ReportLine

_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})[ \t]*([\w+-]*)[^`]*$")
_DIAGRAM = re.compile(
    r"(?:flowchart|graph) (?:TD|TB|BT|LR|RL)\b|sequenceDiagram$|gantt$|erDiagram$|classDiagram$|mindmap$|timeline$"
    r"|stateDiagram(?:-v2)?$|(?:pie|quadrantChart|xychart-beta)(?: |$)"
)
_TEXT_FENCES = ("markdown", "md", "html", "text", "txt", "plaintext")


def fences(lines: list[ReportLine]) -> dict[int, int]:
    """Return the closing line of each code fence by its opening line; unclosed fences and Markdown hide nothing."""
    spans: dict[int, int] = {}
    opened: tuple[int, str, str] | None = None
    for number, line in enumerate(lines):
        if "```" not in line.text and "~~~" not in line.text:
            continue
        fence = _FENCE.match(line.text)
        if not fence:
            continue
        if opened is None or (fence[2] and opened[2] in _TEXT_FENCES):
            if opened is not None:
                spans[opened[0]] = opened[0]
            opened = (number, fence[1], fence[2].lower())
        elif fence[1].startswith(opened[1]) and not fence[2]:
            if opened[2] in _TEXT_FENCES:
                spans[opened[0]], spans[number] = opened[0], number
            else:
                spans[opened[0]] = number
            opened = None
    if opened is not None:
        spans[opened[0]] = opened[0]
    return spans


def diagram_end(lines: list[ReportLine], at: int) -> int | None:
    """Return the last line of a Mermaid diagram without a fence."""
    if not _DIAGRAM.match(lines[at].text) or at + 1 >= len(lines) or not lines[at + 1].text.startswith((" ", "\t")):
        return None
    while at + 1 < len(lines) and lines[at + 1].text.strip():
        at += 1
    return at


def math_end(lines: list[ReportLine], at: int) -> int | None:
    """Return the last line of displayed mathematics that starts on its own line; within 40 lines."""
    opener = lines[at].text.strip()
    closer = {"$$": "$$", "\\[": "\\]"}.get(opener[:2])
    if closer is None:
        return None
    if len(opener) > 3 and opener.rstrip(".,;").endswith(closer):
        return None  # mathematics on one line is part of the paragraph
    for number in range(at + 1, min(at + 40, len(lines))):
        if closer in lines[number].text:
            return number
        if not lines[number].text.strip():
            return None
    return None
