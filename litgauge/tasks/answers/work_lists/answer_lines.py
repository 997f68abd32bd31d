"""Lines of an answer that may tell of a work: without markup, what the agent thought, and remarks."""

from __future__ import annotations

import html
import re
from collections import Counter

from litgauge.tasks.answers.work_lists.headed import NUMBERED
from litgauge.tasks.text.inline_markup import plain_keycaps, plain_wiki_links

_LONGEST_LINE = 2_000
MARKED = re.compile(
    rf"^\s{{0,8}}(?:(?:[-*+•◦‣][ \t]+|[●○■□◆・･▪►▶➤][ \t\u3000]*(?=\S))(?:\[[ x]\][ \t]+)?|\**(?:{NUMBERED}))"
    r"(?P<text>\S.*)$",
    re.IGNORECASE,
)
_RIS = re.compile(r"(?m)^([A-Z][A-Z0-9])  - ?(.*)$")
_RIS_FIELDS = {"TI": "title", "T1": "title", "DO": "doi", "UR": "url", "PY": "year", "AU": "author"}
_RAISED = re.compile(r"(?<=[^\W\d_]{3}|[*_)”\"».]{2}[*_)”\"».])[¹²³⁰⁴-⁹]{1,3}(?=[\s.,;]{0,3}$)")
"""The number of a source, raised, at the end of a line."""
_STEP = re.compile(r"\W*[↓⬇⇓▼↑⬆⇑▲]\ufe0f?\s*(?:\W?[a-z]+(?: [a-z]+){0,3})?\W*", re.IGNORECASE)
"""A line between two works of a path: "↓ cites"."""
_BREAK = re.compile(r"</?(?:li|p|br)\s*/?>", re.IGNORECASE)
_QUOTED = re.compile(r"^\s{0,3}(?:>\s?)+")
_THOUGHT = re.compile(r"<(think(?:ing)?|thoughts?|reasoning|scratchpad)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_ELEMENT = re.compile(r"</[a-zA-Z][\w-]{0,30}\s?>")
_ELEMENT_FIELD = re.compile(
    r"<(title|doi|year|authors?|openalex(?:_id)?|arxiv(?:_id)?|url)(?:\s[^<>]{0,200})?>([^<>]{0,1000})</\1\s?>",
    re.IGNORECASE,
)
_ROW_START = re.compile(r"<tr\b[^<>]{0,200}>", re.IGNORECASE)
_ROW_END = re.compile(r"</tr\s?>|</?table\b[^<>]{0,200}>", re.IGNORECASE)
_CELL_END = re.compile(r"</t[hd]\s?>", re.IGNORECASE)
_ITEM_START = re.compile(r"<li\b[^<>]{0,200}>", re.IGNORECASE)
_STRONG = re.compile(r"</?(?:b|strong)\s?>", re.IGNORECASE)
_BLOCK = re.compile(
    r"</?(?!(?:i|em|b|strong|a|sup|sub|cite|ref|citation|source|span|t[hd])\b)[a-zA-Z][\w-]{0,30}(?:\s[^<>]{0,200})?/?>"
)
_LATEX_LIST = re.compile(r"\\(?:begin|end)\s?\{(?:itemize|enumerate|description|thebibliography)\}(?:\{\d+\})?")
_LATEX_ITEM = re.compile(r"^[ \t]*\\(?:item\b|bibitem(?:\[[^\[\]]*\])?\{[^{}]*\})[ \t]*", re.MULTILINE)
_LATEX_EMPHASIS = re.compile(r"\\(?:textit|emph|textbf)\{(?P<words>[^{}\n]{1,400})\}")
_PICTURED = re.compile(r"^\s{0,8}(?P<sign>[\U0001f000-\U0001faff\u2600-\u26ff\u2b50\u2728]\ufe0f?)[ \t]+(?=\S)")
_COUNTED = re.compile(r"^\s{0,3}(?P<number>\d{1,3})\s+(?P<words>[^\W\d_].*)$")
_FEWEST_COUNTED = 2  # lines
_TICK = re.compile(r"(?<=[^\s|])\s*[:：–—-]?\s+(?:✅|✔\ufe0f?|☑\ufe0f?)(?:\s[^|]*)?$")
"""A tick behind a work, and why it is one."""
_HEADED = re.compile(r"^\s{0,8}[■◆▼]\s*(?P<words>\S.{0,80})$")
_REMARK = re.compile(r"^\s*[※＊]")
_NOTE = re.compile(r"^\s{0,3}\[\^([\w-]{1,20})\]:")
_NOTE_MARK = re.compile(r"(?<=\S)\[\^([\w-]{1,20})\](?!:)")
_SOURCE_LINK = re.compile(
    r"\(\[(?:[^][]{1,40})\]\((https?://[^()\s]+)\)\)"
)  # "([site](address))", as search products cite


def lines_of(text: str) -> list[str]:
    """The lines that may tell of a work, without the marks of a quotation; numbers in boxes as numbers.

    What an agent thought before it answered is left out; elements of HTML and XML are lines and cells.
    """
    text = _LATEX_EMPHASIS.sub(r"*\g<words>*", _LATEX_ITEM.sub("- ", _LATEX_LIST.sub("", text)))
    text = _SOURCE_LINK.sub(r"(\1)", _RIS.sub(_ris_line, html.unescape(_THOUGHT.sub("\n", text))))
    if _ELEMENT.search(text):
        text = _ELEMENT_FIELD.sub(_field_line, text)
        text = _ROW_END.sub("\n", _CELL_END.sub(" | ", _ROW_START.sub("\n| ", text)))
        text = _STRONG.sub("**", _ITEM_START.sub("\n- ", text))
        text = _BLOCK.sub("\n", text) if "|" not in text else text
    lines = (part for line in text.split("\n") for part in ([line] if "|" in line else _BREAK.split(line)))
    read = (line for line in lines if len(line) <= _LONGEST_LINE)
    plain = (_TICK.sub("", _RAISED.sub("", plain_keycaps(_QUOTED.sub("", line)))) for line in read)
    notes = {mark for line in text.split("\n") if MARKED.match(line) for mark in _NOTE_MARK.findall(line)}
    return [
        line
        for line in _headed(_pictured(_counted([line for line in map(plain_wiki_links, plain) if line.strip()])))
        if not _REMARK.match(line)
        and not _STEP.fullmatch(line)
        and not ((note := _NOTE.match(line)) and note[1] in notes)
    ]


def _ris_line(found: re.Match[str]) -> str:
    """A line of RIS, as reference managers export it, as a field."""
    name = _RIS_FIELDS.get(found[1])
    return f"{name}: {found[2]}" if name and found[2] else "---" if found[1] in ("TY", "ER") else ""


def _field_line(found: re.Match[str]) -> str:
    value = " ".join(found[2].split())
    return f"\n{found[1]}: {value}\n" if value else ""


def _headed(lines: list[str]) -> list[str]:
    """Return the lines, with those behind a square before items of another kind as headings: "■ Works", "・Owls"."""
    return [
        f"**{square['words']}**"
        if (square := _HEADED.match(line)) and MARKED.match(after) and not _HEADED.match(after)
        else line
        for line, after in zip(lines, [*lines[1:], ""], strict=False)
    ]


def _counted(lines: list[str]) -> list[str]:
    """Return the lines, with those that count from 1 without a full stop as numbered items: "1 Owls", "2 Gulls"."""
    counted = [(at, match) for at, line in enumerate(lines) if (match := _COUNTED.match(line))]
    numbers = [int(match["number"]) for _, match in counted]
    if len(counted) < _FEWEST_COUNTED or numbers != list(range(1, len(numbers) + 1)):
        return lines
    words = {at: f"{match['number']}. {match['words']}" for at, match in counted}
    return [words.get(at, line) for at, line in enumerate(lines)]


def _pictured(lines: list[str]) -> list[str]:
    """Return the lines, with those that begin with the same picture as others as items."""
    signs = Counter(match["sign"] for line in lines if (match := _PICTURED.match(line)))
    return [
        f"- {line[match.end() :]}" if (match := _PICTURED.match(line)) and signs[match["sign"]] > 1 else line
        for line in lines
    ]
