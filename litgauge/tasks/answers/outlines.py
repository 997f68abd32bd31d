"""Outlines in an answer: lines of headings, lists and drawn trees, and how deep each one stands."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from litgauge.tasks.answers.markdown_blocks import MarkdownBlock

_TAB = 4
_BOLD_LEVEL, ITALIC_LEVEL, _NUMBERED_LEVEL = 7, 8, 10  # of headings without number signs
_BOLD = re.compile(r"\s*(\*\*|__)(?!\1)(?P<text>(?:(?!\1).)+)\1\s*[:：]?")
_ITALIC = re.compile(r"\s*(?P<sign>[*_])(?![*_\s])(?P<text>[^*_]*[^*_\s.!?])(?P=sign)\s*[:：]?")
_DRAWN = re.compile(r"(?P<indent>[│┃║| \t\u00a0]*)(?:[├└|`+\\┣┗╠╚][─—━═-]+|[╰╞][─═]+)[>]?\s*(?P<text>\S.*)")
_REPEATED = re.compile(r"\s*(?P<signs>-{2,12}|\*{2,12}|\+{2,12}|>{2,12}|•{2,12})\s+(?P<text>\S.*)")
_BULLET = re.compile(
    r"(?P<indent>\s*)(?P<sign>[-*+–—·](?=\s)|o(?=\s+[\"“*_`\[A-Z])|[•◦▪▸►▶▷‣■□◆◇●○◎・･➤➢✦✧❖](?=\s|\w|[\"“”«»「『《*_]))"
    r"\s*(?:\[[ xX]\]\s+)?(?P<text>\S.*)"
)
_LABELLED = re.compile(
    r"(?P<indent>\s*)(?P<emphasis>\*\*|__|\*)?(?P<sign>\((?:\d{1,4}|[a-zA-Z]|[ivxIVX]{2,5})\)"
    r"|(?:\d{1,4}|[a-zA-Z]|[ivxIVX]{2,5})[.)]|[A-Z](?:\.\d{1,2}){1,3}[.):]?(?=\s)|[A-Z]\d{1,2}[.):](?=\s)|[①-⑳⓪❶-❿➀-➉](?=\s?\S))(?(emphasis)\s*|(?:(?<=[①-⑳⓪❶-❿➀-➉])\s*|\s+))"
    r"(?:\[[ xX]\]\s+)?(?P<text>\S.*)"
)
_CITED = re.compile(r"(?P<indent>\s*)(?P<sign>\[\d{1,4}\])\s+(?P<text>\S.*)")
_PLAIN = re.compile(r"(?P<indent>\s*)(?P<text>\S.*)")
_DECIMAL = re.compile(r"(?P<number>\d+(?:\.\d+)*)[.)]?\s+(?P<text>\S.*)")
_NESTED_DECIMAL = re.compile(r"^[ \t]*(?:[-*+][ \t]+)?(?:#+[ \t]+)?\W{0,2}\d+\.\d+(?:\.\d+)*[.)]?[ \t]+\S")
_NESTED_HEADING = re.compile(r"^[ \t]*(?:#+[ \t]+|\*\*|__)\W{0,2}\d+\.\d+(?:\.\d+)*[.)]?[ \t]+\S")
_HEADING_NUMBER = re.compile(
    r"^\W{0,2}(?:\d+(?:\.\d+)*[.)]?|[IVXLC]{1,5}[.)]|(?:[A-Z]|[IVXLC]{1,5})(?:\.\d+)+[.)]?|[IVXLC]{1,5}\.[A-Z][.)]?|[A-Z]\d{1,2}[.)]|[A-Z][.)])\s+"
)
_KIND_NUMBER = re.compile(r"[^\W\d]{3,20} (?P<number>(?:\d{1,2}|[A-Z])(?:\.\d{1,2})*)[:.：]\s")
_BOLD_LABEL = re.compile(
    r"\s*(?:\*\*|__)(?P<words>(?P<label>\(?(?:[A-Z]|\d{1,2}|[IVX]{1,4}|[A-Z]\.?\d{1,2}|\d{1,2}\.\d{1,2}(?=\s))[.):]?)\s+"
    r"[^*_]{1,120}?)(?:\*\*|__)\s*[:：–—-]\s*\S"
)
"""The number and name of a topic in bold, and what is said of it on the same line."""
_BEGINS_ITEM = re.compile(r"\s*(?:[-*+•◦▪●○・][ \t]+\S|\s\(?\w{1,3}[.)]\s+\S|(?:\*\*|__)\(?[A-Z]\.?\d)")
_DECIMAL_LINE = re.compile(r"\s*\d+(?:\.\d+)+[.)]?\s+(?=\S)")
_EMPHASIS = re.compile(r"\*\*|__|`")
_PICTURES = re.compile(r"^(?:[^\w\s\"'“‘«(\[{<*$#@&+\\-]+\s+)+")
_EMOJI = re.compile(r"^\s*(?:[\U0001f000-\U0001faff\u2600-\u26ff\u2705\u270f\u2728\u2b50\ufe0f\u200d]+\s+)+")
_RULE_SIGNS = frozenset("-=*_│| ")
_TAG = re.compile(r"</?[a-zA-Z][\w-]*(?:\s[^<>]{0,200})?>|@(?:start|end)\w+")
_BULLET_AT_BEGIN = re.compile(r"^[-*+•]\s+")
_INITIAL = re.compile(r"[A-Z]\.")
_ROMANS = ("i", "v", "x", "ii", "iii", "iv", "vi", "vii", "viii", "ix")

LineKind = Literal["heading", "numbered", "item", "plain", "rule", "table"]


@dataclass(frozen=True, slots=True)
class OutlineLine:
    """One line of an outline."""

    kind: LineKind
    level: int  # of a heading; of other lines their indentation in characters
    text: str  # without emphasis and label
    source: str = ""  # as it is written, without label
    label: str = ""  # bullet or number as it is written
    style: str = ""  # kind of label: "-", "1.", "(a)", "I."
    after_blank: bool = False
    rows: tuple[tuple[str, ...], ...] = ()  # of a table

    @property
    def marked(self) -> bool:
        """Return whether the line has a heading's sign, a bullet, a number or a drawn branch."""
        return self.kind != "plain"


@dataclass(slots=True)
class Entry:
    """A line with the lines that stand below it."""

    line: OutlineLine
    below: list[Entry] = field(default_factory=list)


def outline_lines(blocks: Sequence[MarkdownBlock]) -> list[OutlineLine]:
    """Return the lines of a text in Markdown, or of an outline as people type it, given its blocks.

    Code is read as text, as trees are drawn in fences. Tables are one line each.

    >>> from litgauge.tasks.answers.markdown_blocks import markdown_blocks
    >>> blocks = markdown_blocks("# Owls\\n**1.** Flight\\n   - Silent wings\\n")
    >>> [(line.kind, line.level, line.text) for line in outline_lines(blocks)]
    [('heading', 1, 'Owls'), ('item', 1, 'Flight'), ('item', 4, 'Silent wings')]
    """
    numbers = _Decimals(blocks)
    return [line for block in blocks for line in _lines_of(block, numbers)]


def plain_text(text: str) -> str:
    """The words of a line without emphasis and the pictures before them."""
    return " ".join(_PICTURES.sub("", _EMPHASIS.sub("", text).strip()).split())


def nested(lines: Iterable[OutlineLine]) -> list[Entry]:
    """Return the lines as a forest: each below the headings above it and the lines that are less indented.

    Of lines that are equally indented, one with another style of label than the line above stands below it, unless the
    style is that of an entry that is open: "1. Owls", "- Flight", "2. Gulls".
    """
    roots: list[Entry] = []
    headings: list[Entry] = []
    items: list[Entry] = []
    for line in lines:
        entry = Entry(line)
        if line.kind in ("heading", "numbered"):
            items.clear()
            while headings and headings[-1].line.level >= line.level:
                headings.pop()
            (headings[-1].below if headings else roots).append(entry)
            headings.append(entry)
            continue
        while items and not _is_below(line, items):
            items.pop()
        above = items or headings
        (above[-1].below if above else roots).append(entry)
        items.append(entry)
    return roots


def _is_below(line: OutlineLine, items: Sequence[Entry]) -> bool:
    """Return whether a line stands below the last of the open entries."""
    last = items[-1].line
    if any(below.line.level > line.level for below in items[-1].below[-1:]):
        return line.level > last.level
    if line.level != last.level:
        return line.level > last.level
    styles = [entry.line.style for entry in items if entry.line.level == line.level]
    return bool(line.style and last.style) and line.style not in styles


class _Decimals:
    """The numbers of an outline, 1, 1.1, 1.2, 2, where a text has nested ones; numbers of papers are none of them."""

    def __init__(self, blocks: Sequence[MarkdownBlock]) -> None:
        lines = [line for block in blocks if block.kind in ("text", "code", "heading") for line in block.lines]
        self._nested = (
            any(map(_NESTED_HEADING.match, lines)) or sum(1 for one in lines if _NESTED_DECIMAL.match(one)) > 1
        )
        levels: dict[int, set[int]] = {}  # of headings, by how deep their numbers say that they are
        for block in blocks:
            if block.kind == "heading" and (number := _DECIMAL.fullmatch(plain_text(block.content))):
                levels.setdefault(number["number"].count("."), set()).add(block.level)
        used = set().union(*levels.values())
        self._headings = len(used) < 2 or any(len(one) > 1 for depth, one in levels.items() if depth)
        self._top, self._listed = 0, 0

    @property
    def are_nested(self) -> bool:
        """Return whether the text has numbers such as 1.2."""
        return self._nested

    def read(self, words: str, *, heading: bool) -> tuple[int, str] | None:
        """The depth that a line's number states, and its words, if the number continues the outline."""
        if not self._nested or (heading and not self._headings):
            return None
        found = _DECIMAL.fullmatch(plain_text(words if heading else _BULLET_AT_BEGIN.sub("", words.strip())))
        if found is None:
            return None
        parts = [int(part[:9]) for part in found["number"].split(".")]
        if len(parts) == 1 and not heading:
            if not self._headings:
                return None  # it is the headings that are numbered
            if parts[0] == self._listed + 1 and (self._listed or self._top == parts[0]):
                self._listed += 1
                return None
            begins_again = parts[0] == 1 and words.startswith("**")
            if parts[0] != self._top + 1 and not begins_again:
                return None
        self._top, self._listed = parts[0], 0
        return len(parts), found["text"]


def _lines_of(block: MarkdownBlock, numbers: _Decimals) -> Iterator[OutlineLine]:
    match block.kind:
        case "heading":
            if found := numbers.read(block.content, heading=True):
                yield OutlineLine("heading", _NUMBERED_LEVEL + found[0], found[1], found[1])
            else:
                words = plain_text(block.content)
                yield OutlineLine("heading", block.level, _HEADING_NUMBER.sub("", words) or words, block.content)
        case "table":
            yield OutlineLine("table", 0, "", rows=block.rows)
        case "rule":
            yield OutlineLine("rule", 0, "")
        case "code":
            yield from _typed_lines([_without_indented_emphasis(line) for line in block.content.split("\n")], numbers)
        case "html" if not _TAG.match(block.content.lstrip()):
            pass  # comments
        case _:
            yield from _typed_lines(block.lines, numbers)


def _without_indented_emphasis(line: str) -> str:
    """Return a line of code, whose indentation says how deep it stands, emphasis or not."""
    indent = len(line) - len(line.lstrip())
    whole = indent and (_BOLD.fullmatch(line.rstrip()) or _ITALIC.fullmatch(line.rstrip()))
    return f"{line[:indent]}{whole['text']}" if whole else line


def _typed_lines(lines: Sequence[str], numbers: _Decimals) -> Iterator[OutlineLine]:
    styles: list[str] = []
    blank = False
    texts = [raw.expandtabs(_TAB).rstrip() for raw in lines]
    texts = _unwrapped([text for text in texts if not _draws_alone(text)], numbers)
    for text, following in zip(texts, _following(texts), strict=True):
        if not text:
            blank = True
            continue
        lead = _BOLD_LABEL.match(text)
        if lead and _BEGINS_ITEM.match(following):
            name = _HEADING_NUMBER.sub("", lead["words"])
            numbered = numbers.read(text, heading=False)
            line = (
                OutlineLine("numbered", _NUMBERED_LEVEL + numbered[0], name, name)
                if numbered
                else OutlineLine("heading", _bold_level(lead["label"]), name, lead["words"])
            )
        else:
            line = _typed(text, numbers, styles)
        yield replace(line, after_blank=blank)
        blank = False


def _draws_alone(text: str) -> bool:
    """Return whether a line holds nothing but a rule, a branch or a tag."""
    bare = text.strip()
    return bool(bare) and (set(bare) <= _RULE_SIGNS or _TAG.fullmatch(bare) is not None)


def _following(lines: Sequence[str]) -> list[str]:
    """Return for each line the next that is not blank."""
    following, after = [], ""
    for line in reversed(lines):
        following.append(after)
        after = line or after
    return following[::-1]


def _unwrapped(lines: Sequence[str], numbers: _Decimals) -> list[str]:
    """Return the lines of a numbered outline, each with those that hang below its words: "1.1 Owls at", "    night"."""
    whole: list[str] = []
    for line in lines:
        above = _DECIMAL_LINE.match(whole[-1]) if whole and numbers.are_nested else None
        hangs = above and len(line) - len(line.lstrip()) == above.end() and not whole[-1].endswith((".", ":", ")"))
        if line and hangs and not (_BEGINS_ITEM.match(line) or _DECIMAL_LINE.match(line)):
            whole[-1] += f" {line.strip()}"
        else:
            whole.append(line)
    return whole


def _bold_level(label: str) -> int:
    """Return the level of a heading in bold: "A." is above "A1." and "A.1"."""
    return _BOLD_LEVEL + (sum(1 for _ in re.finditer(r"[A-Za-z]+|\d+", label)) > 1)


def _typed(text: str, numbers: _Decimals, styles: list[str]) -> OutlineLine:
    italic = _ITALIC.fullmatch(text)
    if found := numbers.read(italic["text"] if italic else text, heading=False):
        return OutlineLine("numbered", _NUMBERED_LEVEL + found[0], found[1], found[1])
    if bold := _BOLD.fullmatch(_EMOJI.sub("", text)):
        words = plain_text(bold["text"])
        label = _HEADING_NUMBER.match(words) or _KIND_NUMBER.match(words)
        level = _bold_level(label["number"] if label.re is _KIND_NUMBER else label[0]) if label else _BOLD_LEVEL
        return OutlineLine("heading", level, _HEADING_NUMBER.sub("", words) or words, bold["text"])
    if italic:
        words = plain_text(italic["text"])
        return OutlineLine("heading", ITALIC_LEVEL, _HEADING_NUMBER.sub("", words) or words, italic["text"])
    if drawn := _DRAWN.fullmatch(text):
        return _item(drawn["text"], len(drawn["indent"]) + 1, "", "")
    if repeated := _REPEATED.fullmatch(text):
        return _item(repeated["text"], len(repeated["signs"]), repeated["signs"], "")
    if bullet := _BULLET.fullmatch(text):
        return _item(bullet["text"], len(bullet["indent"]) + 1, bullet["sign"], bullet["sign"])
    if labelled := _LABELLED.fullmatch(text):
        style = _style(labelled["sign"], styles)
        words = (labelled["emphasis"] or "") + labelled["text"]
        if not (_INITIAL.fullmatch(labelled["sign"]) and style not in styles and labelled["sign"] not in ("A.", "I.")):
            styles.append(style)
            return _item(words, len(labelled["indent"]) + 1, labelled["sign"], style)
    if cited := _CITED.fullmatch(text):
        return _item(cited["text"], len(cited["indent"]) + 1, cited["sign"], "[1]")
    plain = _PLAIN.fullmatch(text)
    assert plain is not None
    return OutlineLine("plain", len(plain["indent"]), plain_text(plain["text"]), plain["text"])


def _item(text: str, indent: int, label: str, style: str) -> OutlineLine:
    return OutlineLine("item", indent, plain_text(text), text.strip(), label, style)


def _style(sign: str, styles: Sequence[str]) -> str:
    """The kind of a number: "I." is a Roman one where it begins a list, and a letter behind "H."."""
    body = sign.strip("().")
    if not body.isascii():
        return "①"
    if len(body) > 1 and "." in body:
        return f"A{'.1' * body.count('.')}"
    if body[-1].isdecimal() and not body[0].isdecimal():
        return "A1"
    if body.isdecimal():
        kind = "1"
    elif body.lower() in _ROMANS and not (
        len(body) == 1 and body.lower() in "vx" and sign.replace(body, "i" if body.islower() else "I") not in styles
    ):
        kind = "i" if body.islower() else "I"
    else:
        kind = "a" if body.islower() else "A"
    return sign.replace(body, kind)
