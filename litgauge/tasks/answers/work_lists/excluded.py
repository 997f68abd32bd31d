"""Works that an answer names and leaves out: sections, lists, rows and entries of excluded works."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from litgauge.tasks.answers.work_lists.wordings import excludes, leaves_out, wording
from litgauge.tasks.text.inline_markup import without_markup

_HEADING = re.compile(r"^\s{0,3}(?P<signs>#{1,6})[ \t]+(?P<text>\S.*)$")
_BOLD = re.compile(r"^\s{0,3}(?P<signs>\*\*|__)(?P<text>[^*_][^*]{1,160}?)[*_]{2}\s*[:：]?\s*$")
_RULE = re.compile(r"^\s{0,3}(?:-{3,}|\*{3,}|_{3,})\s*$")
_ITEM = re.compile(r"^(?P<indent>\s*)(?:[-*+•◦‣]|\(?\d{1,4}[.)]|\|)[ \t]*(?P<text>\S.*)$")
_LABELLED = re.compile(r"^\s*(?:[-*+•◦‣][ \t]+|\d{1,4}[.)][ \t]+)?[*_]{0,3}(?P<label>[^:：*_\n]{3,160})[*_]{0,2}[:：]")
_STRUCK = re.compile(r"^[^\w~]{0,8}(?:\d{1,4}[.)]\s+)?[*_]{0,3}~~.+~~")
_CROSSED = re.compile(r"^.{8,400}?[:：–—|(-]\s*(?:❌|✗|✘|❎|⛔)|^\W{0,12}(?:\d{1,4}[.)]\s+)?(?:❌|✗|✘|❎|⛔)")
"""A work that a cross rules out."""
_LAST_BRACKET = re.compile(r"[(（\[](?P<words>[^()（）\[\]]{2,120})[)）\]]\W*$")
_WORDS = re.compile(r"(?<=[a-z])(?=[A-Z])|[_\W]+")
_OPENING = re.compile(r"<(?P<name>[a-zA-Z][\w-]{2,40})(?:\s[^<>]{0,200})?>")
_BOLD_LEVEL = 7


def without_excluded(lines: Sequence[str]) -> list[str]:
    """Return the lines of an answer without the parts and entries that say that their works are not in the answer.

    >>> without_excluded(["1. Owls", "**Works considered but excluded**", "- Gulls", "## Notes", "None."])
    ['1. Owls', '## Notes', 'None.']
    """
    kept: list[str] = []
    section = 0  # level of an excluded one, 0 outside
    below: int | None = None  # indentation of the line whose list is excluded
    for line in lines:
        level = _level(line)
        if section and (_RULE.match(line) or (level and level <= section)):
            section = 0
        if below is not None and (level or not _continues(line, below)):
            below = None
        if section or below is not None:
            continue
        if level and excludes(_heading(line)):
            section = level
        elif _introduces_excluded(line):
            below = len(line) - len(line.lstrip())
        elif not _is_excluded(line):
            kept.append(line)
    return kept


def without_excluded_elements(text: str) -> str:
    """Return the text without the elements of XML whose name says the same.

    >>> without_excluded_elements("<works>Owls</works><excluded>Gulls</excluded>")
    '<works>Owls</works>'
    """
    pieces: list[str] = []
    end = 0
    for opening in _OPENING.finditer(text):
        if opening.start() >= end and is_excluded_field(opening["name"]):
            closing = f"</{opening['name']}>"
            stop = text.find(closing, opening.end())
            pieces.append(text[end : opening.start()])
            end = stop + len(closing) if stop >= 0 else len(text)
    return "".join([*pieces, text[end:]])


def is_excluded_field(name: Any) -> bool:
    """Return whether a field or column holds works that are not in the answer.

    >>> is_excluded_field("excluded_works"), is_excluded_field("notIncluded"), is_excluded_field("works")
    (True, True, False)
    """
    return excludes(" ".join(filter(None, _WORDS.split(str(name)))))


def is_excluded_row(row: Mapping[str, Any]) -> bool:
    """Return whether a row says in one of its fields that its work is not in the answer.

    >>> is_excluded_row({"title": "Owls", "Included?": "No (too old)"}), is_excluded_row({"title": "No owls"})
    (True, False)
    """
    verdicts = (
        value for name, value in row.items() if wording("verdict").fullmatch(" ".join(_WORDS.split(str(name))).strip())
    )
    return any(wording("no").fullmatch(str(value).strip()) for value in verdicts)


def _level(line: str) -> int:
    """Return the level of a heading, 0 of any other line."""
    if heading := _HEADING.match(line):
        return len(heading["signs"])
    return _BOLD_LEVEL if _BOLD.match(line) else 0


def _heading(line: str) -> str:
    heading = _HEADING.match(line) or _BOLD.match(line)
    return without_markup(heading["text"]).strip(" :：") if heading else ""


def _introduces_excluded(line: str) -> bool:
    """Return whether a line says of the list below it that its works are not in the answer."""
    item = _ITEM.match(line)
    words = without_markup(item["text"] if item else line).strip()
    if words.endswith((":", "：")):
        sentence = re.split(r"(?<=[.!?。])\s", words)[-1]
        return excludes(words.rstrip(":： ")) or leaves_out(sentence)
    return item is None and len(words) < 80 and words[-1:] not in (".", "。") and excludes(words)


def _continues(line: str, indent: int) -> bool:
    """Return whether a line belongs to the list below a line that is indented so far."""
    item = _ITEM.match(line)
    deep = len(line) - len(line.lstrip())
    return deep > indent or (item is not None and (not indent or deep > indent))


def _is_excluded(line: str) -> bool:
    """Return whether a line strikes its work out, or names it behind "Excluded:" or before "(excluded)"."""
    if _STRUCK.match(line) or (_ITEM.match(line) and _CROSSED.match(line)):
        return True
    labelled = _LABELLED.match(line)
    if labelled and excludes(labelled["label"]):
        return True
    last = _LAST_BRACKET.search(line.rstrip(" .*_"))
    return bool(_ITEM.match(line) and last and last.start() > 8 and _says_no(last["words"]))


def _says_no(words: str) -> bool:
    return excludes(re.split(r"[:,;–—-]", words)[0])
